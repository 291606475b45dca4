// The worker's end of its watchdog: shows the page that this worker is alive. The other end is `watched-worker.ts`.

/**
 * The first message to a watched worker. The worker holds the lock for as long as it lives, and answers each message on
 * the port.
 */
export type Lifeline = { lifeline: MessagePort; lockName: string };

/** What a worker sends on the port: the lock is held, or the answer to a message. */
export type LifeSign = 'held' | 'alive';

/** Takes the page's lifeline. Call it first in the entry of a worker, before it listens to messages itself. */
export function holdLifeline(): void {
  addEventListener('message', (event: MessageEvent<unknown>) => {
    if (!isLifeline(event.data)) return;
    event.stopImmediatePropagation();
    const { lifeline, lockName } = event.data;
    const show = (sign: LifeSign): void => lifeline.postMessage(sign);
    lifeline.onmessage = () => show('alive');
    const holdForever = (): Promise<never> => {
      show('held');
      return new Promise(() => undefined);
    };
    // Where there are no locks, the page notices only by the missing answers.
    navigator.locks?.request(lockName, holdForever).catch(() => undefined);
  });
}

/** Whether a message to a worker is its lifeline. */
export function isLifeline(message: unknown): message is Lifeline {
  return typeof message === 'object' && message !== null && 'lifeline' in message && 'lockName' in message;
}
