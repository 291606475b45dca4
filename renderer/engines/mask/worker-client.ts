// The engine's connection to its worker: sends messages and matches answers to requests. A worker that has died is
// replaced, and the new one is put into the same state.

import { type WatchedWorker, watchWorker } from '../../lifetime/watched-worker.ts';
import { createMaskMemory } from './mask-memory.ts';
import type { BrushPoint } from './painting/brush.ts';
import { createMessageWriter } from './points/point-messages.ts';
import { createPointMemory, createRingWriter } from './points/point-ring.ts';
import type { PointWriter } from './points/points.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

/** The messages that answer a request. */
type Answer = Exclude<FromWorker, { type: 'state' | 'unsaved' | 'progress' }>;
type Waiting = { message: ToWorker; resolve: (answer: Answer) => void; reject: (error: Error) => void };

/** Sends messages and requests to the worker. */
export type WorkerClient = {
  send: (message: ToWorker) => void;
  writePoints: (stroke: number, points: readonly BrushPoint[]) => void;
  /**
   * Sends the message that `make` creates with a request number, and waits for the answer. Rejects only if the worker
   * has ended for good, or the client has been disposed of.
   */
  ask: (make: (request: number) => ToWorker) => Promise<Answer>;
  dispose: () => void;
};

/** What the worker gets. */
type WorkerDeps = {
  createWorker: () => Worker;
  /** Creates the canvas to draw on; called for each worker. */
  createCanvas: () => OffscreenCanvas;
  /** Whether the page can share memory with the worker. */
  hasSharedMemory: boolean;
};

/** Called for messages that answer no request. */
export type WorkerHandlers = {
  onState: (message: Extract<FromWorker, { type: 'state' }>) => void;
  /** Progress, 0–1, of a preview that takes long to compute. */
  onProgress: (share: number) => void;
  /** Saves tiles; resolves to false if that failed. */
  save: (pictureId: string, tiles: Extract<FromWorker, { type: 'unsaved' }>['tiles']) => Promise<boolean>;
  /** The worker has died and was replaced. Undo begins anew; this number of the latest changes is lost. */
  onRestart: (lostChanges: number) => void;
  /** The worker has died again and again. The next picture that is opened starts another. */
  onEnd: (reason: string) => void;
};

const OVER = 'The mask engine was disposed of.';
/** Within this time, the second death discards the changes that may have caused it, and the third is final. */
const DEATHS_WITHIN_MS = 60_000;
const MAX_DEATHS = 3;

/** Starts the worker and owns it; `dispose` terminates it. */
export function createWorkerClient(deps: WorkerDeps, handlers: WorkerHandlers): WorkerClient {
  const { onState, onProgress, onRestart, onEnd } = handlers;
  const waiting = new Map<number, Waiting>();
  const memory = createMaskMemory();
  let worker: WatchedWorker<ToWorker> | undefined;
  let points: PointWriter | undefined;
  let lastRequest = 0;
  let deathsAt: number[] = [];
  /** Why there is no worker any more. */
  let over: string | undefined;

  const rejectAll = (reason: string): void => {
    const asked = [...waiting.values()];
    waiting.clear();
    for (const { reject } of asked) reject(new Error(reason));
  };
  const answer = (message: Answer): void => {
    waiting.get(message.request)?.resolve(message);
    waiting.delete(message.request);
  };
  const saveTiles = async (message: Extract<FromWorker, { type: 'unsaved' }>): Promise<void> => {
    const { pictureId, tiles } = message;
    memory.noteTiles(message);
    if (tiles.length === 0) return;
    const indexes = tiles.map(({ index }) => index);
    const isKept = await handlers.save(pictureId, tiles).catch(() => false);
    if (isKept) memory.noteSaved(pictureId, indexes);
    worker?.post({ type: 'kept', pictureId, indexes, isKept });
  };
  const receive = (message: FromWorker): void => {
    if (message.type === 'state') onState(message);
    else if (message.type === 'progress') onProgress(message.share);
    else if (message.type === 'unsaved') void saveTiles(message);
    else answer(message);
  };
  const start = (first: readonly ToWorker[]): void => {
    const started = watchWorker<ToWorker, FromWorker>(deps.createWorker(), {
      onMessage: receive,
      onDeath,
      isBusy: () => waiting.size > 0 || memory.hasChanges(),
    });
    worker = started;
    // Changes that are repeated have their points in messages, so the shared memory is attached after them.
    for (const message of first) started.post(message);
    const pointMemory = deps.hasSharedMemory ? createPointMemory() : undefined;
    points = pointMemory
      ? createRingWriter(pointMemory)
      : createMessageWriter((message) => started.post({ type: 'points', ...message }));
    const canvas = deps.createCanvas();
    started.post({ type: 'attach', canvas, points: pointMemory }, [canvas]);
  };
  const restart = (withChanges: boolean): void => {
    const opening = [...waiting.values()].findLast(({ message }) => message.type === 'open')?.message;
    const request = opening?.type === 'open' ? opening.request : 0;
    const { messages, lost } = memory.restoring(withChanges, request);
    const isOpened = messages.some((message) => message.type === 'open');
    start(messages);
    for (const [id, { message }] of waiting) {
      if (message.type === 'open') {
        if (id !== request || !isOpened)
          answer({ type: 'opened', request: id, failure: 'superseded', color: undefined });
      } else if (message.type === 'preview' || message.type === 'previewFile')
        answer({ type: 'previewed', request: id, isShown: false, channel: undefined });
      else worker?.post(message);
    }
    onRestart(lost);
  };
  const onDeath = (reason: string): void => {
    worker = undefined;
    const now = performance.now();
    deathsAt = [...deathsAt.filter((at) => now - at < DEATHS_WITHIN_MS), now];
    if (deathsAt.length < MAX_DEATHS) {
      restart(deathsAt.length === 1);
      return;
    }
    over = reason;
    rejectAll(reason);
    onEnd(reason);
  };
  const send = (message: ToWorker): void => {
    const number = memory.note(message);
    worker?.post(number === undefined ? message : { ...message, number });
  };

  start([]);
  return {
    send,
    writePoints: (stroke, written) => {
      memory.notePoints(stroke, written);
      if (worker !== undefined) points?.write(stroke, written);
    },
    ask: (make) =>
      new Promise((resolve, reject) => {
        lastRequest += 1;
        const message = make(lastRequest);
        if (worker === undefined && over !== OVER && message.type === 'open') {
          deathsAt = [];
          over = undefined;
          restart(false);
        }
        if (worker === undefined) return reject(new Error(over));
        waiting.set(lastRequest, { message, resolve, reject });
        send(message);
      }),
    dispose: () => {
      worker?.end();
      worker = undefined;
      over = OVER;
      rejectAll(OVER);
    },
  };
}
