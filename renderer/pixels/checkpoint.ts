// Where long work on pixels pauses: so that a worker hears its messages, and can give up.

/** Awaited between rows. Rejects when the work is not wanted any more. */
export type Checkpoint = () => Promise<void>;

/** For work that is short, or that nobody cancels. */
export const NO_CHECKPOINT: Checkpoint = () => Promise.resolve();

/** Time between two pauses: a cancelled job ends after this at the latest, and pauses cost nothing to speak of. */
const PAUSE_EVERY_MS = 40;

/**
 * A checkpoint that lets waiting messages in every 40 ms, and rejects with the signal's reason once it is aborted.
 * @param signal aborted by a message, which arrives during a pause.
 */
export function createCheckpoint(signal: AbortSignal): Checkpoint {
  let lastMs = performance.now();
  return async () => {
    if (performance.now() - lastMs >= PAUSE_EVERY_MS) {
      await nextTask();
      lastMs = performance.now();
    }
    signal.throwIfAborted();
  };
}

/** Resolves in a task of its own; unlike a timer, without delay. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}
