// Lets long work on pixels pause, so that a worker can handle messages and stop the work.

/** Awaited between rows. Rejects when the work has been aborted. */
export type Checkpoint = {
  (): Promise<void>;
  /**
   * Waits for work on another thread, which cannot be stopped; rejects at once when the work here is aborted.
   * @param discard gets what then still comes.
   */
  readonly waitFor: <T>(elsewhere: Promise<T>, discard: (late: T) => void) => Promise<T>;
};

/** For short work, or for work that is never cancelled. */
export const NO_CHECKPOINT: Checkpoint = Object.assign(() => Promise.resolve(), {
  waitFor: <T>(elsewhere: Promise<T>) => elsewhere,
});

/**
 * Time between two pauses: a cancelled job ends after this time and one step of its work, and the cost of pauses is
 * negligible.
 */
const PAUSE_EVERY_MS = 20;

/**
 * Creates a checkpoint that lets waiting messages be handled every 20 ms, and that rejects with the signal's reason
 * once it is aborted.
 * @param signal aborted by a message, which arrives during a pause.
 */
export function createCheckpoint(signal: AbortSignal): Checkpoint {
  let lastMs = performance.now();
  const pause = async (): Promise<void> => {
    if (performance.now() - lastMs >= PAUSE_EVERY_MS) {
      await nextTask();
      lastMs = performance.now();
    }
    signal.throwIfAborted();
  };
  return Object.assign(pause, {
    waitFor: <T>(elsewhere: Promise<T>, discard: (late: T) => void) => untilAborted(elsewhere, discard, signal),
  });
}

/** Work that yields where it may pause: for callers that wait for it, and for others that do not. */
export type Pausable<T> = Generator<void, T, void>;

/** Does work, with a checkpoint wherever it may pause. */
export async function pausing<T>(work: Pausable<T>, checkpoint: Checkpoint): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await checkpoint();
  }
}

/** Does work without a pause. */
export function atOnce<T>(work: Pausable<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

function untilAborted<T>(elsewhere: Promise<T>, discard: (late: T) => void, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason);
      elsewhere.then(discard, () => undefined);
    };
    if (signal.aborted) {
      onAbort();
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    elsewhere.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Resolves in a new task; unlike a timer, without delay. */
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
