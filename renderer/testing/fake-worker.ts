// A worker for unit tests: records what it is sent, and answers or dies as the test requires.

import { isLifeline } from '../lifetime/lifeline.ts';

/** A fake of the browser's worker. */
export class FakeWorker<To, From> {
  onmessage: ((event: MessageEvent<From>) => void) | null = null;
  onmessageerror: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  /** The messages so far, without the watchdog's. */
  readonly sent: To[] = [];
  readonly transferred: Transferable[] = [];
  isTerminated = false;
  #lifeline: MessagePort | undefined;

  postMessage(message: To, transfer: Transferable[] = []): void {
    if (isLifeline(message)) {
      this.#lifeline = message.lifeline;
      return;
    }
    this.sent.push(message);
    this.transferred.push(...transfer);
  }

  terminate(): void {
    this.isTerminated = true;
    this.#lifeline?.close();
  }

  reply(message: From): void {
    this.onmessage?.(new MessageEvent('message', { data: message }));
  }

  /** Ends as for an error that nothing has caught. */
  die(message = 'out of memory'): void {
    this.onerror?.(Object.assign(new Event('error', { cancelable: true }), { message }) as ErrorEvent);
  }

  /** Answers the watchdog from now on. */
  answerWatchdog(): void {
    const port = this.#lifeline;
    if (port !== undefined) port.onmessage = () => port.postMessage('alive');
  }

  /** As the app's code takes it. */
  asWorker(): Worker {
    return this as unknown as Worker;
  }
}

/** Creates a function that starts fake workers, and the list of those started. */
export function fakeWorkers<To, From>(): { createWorker: () => Worker; workers: FakeWorker<To, From>[] } {
  const workers: FakeWorker<To, From>[] = [];
  const createWorker = (): Worker => {
    const worker = new FakeWorker<To, From>();
    workers.push(worker);
    return worker.asWorker();
  };
  return { createWorker, workers };
}
