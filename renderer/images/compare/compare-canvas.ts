// The canvas of a comparison and the worker that draws on it, so that the main thread neither decodes nor scales.
// Independent of what is compared.

import { watchWorker } from '../../lifetime/watched-worker.ts';
import type { CompareScene, FromCompareWorker, LaidPair, ToCompareWorker } from './compare-drawing.ts';

/** A canvas that fills an element, below its other children. */
export type CompareCanvas = {
  /** Sets what each pane shows. */
  lay: (pairs: readonly LaidPair[]) => void;
  cover: (file: Blob | null) => void;
  draw: (scene: CompareScene) => void;
  /** Resolves when the latest scene is drawn with all its pictures. */
  settled: () => Promise<void>;
  dispose: () => void;
};

type CanvasOptions = {
  createWorker: () => Worker;
  /** Called when a picture cannot be decoded or does not fit in memory; the browser may still be able to show it. */
  onUnreadable: () => void;
};

/** After as many deaths of the worker without a whole drawing, the pictures count as unreadable. */
const MAX_DEATHS = 2;

/** Adds the canvas to an element and starts the worker; `dispose` removes both. A worker that has died is replaced. */
export function createCompareCanvas(parent: HTMLElement, { createWorker, onUnreadable }: CanvasOptions): CompareCanvas {
  let drawing: { post: (message: ToCompareWorker) => void; remove: () => void } | undefined;
  let pairs: readonly LaidPair[] | undefined;
  let covering: Blob | null = null;
  let scene: CompareScene | undefined;
  let deaths = 0;
  let drawnNumber = 0;
  let isSettled = false;
  let waiting: (() => void)[] = [];

  const settle = (): void => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const receive = (message: FromCompareWorker): void => {
    if (message.type === 'unreadable') {
      onUnreadable();
      return;
    }
    isSettled = message.number === drawnNumber && message.isWhole;
    if (!isSettled) return;
    deaths = 0;
    settle();
  };
  const post = (message: ToCompareWorker): void => {
    isSettled = false;
    drawing?.post(message);
  };
  const draw = (): void => {
    if (scene === undefined) return;
    drawnNumber += 1;
    post({ type: 'draw', number: drawnNumber, scene });
  };
  const start = (): void => {
    drawing = startDrawing(parent, createWorker(), { receive, onDeath, isBusy: () => !isSettled });
    if (pairs !== undefined) post({ type: 'lay', pairs });
    if (covering !== null) post({ type: 'cover', file: covering });
    draw();
  };
  const onDeath = (): void => {
    drawing?.remove();
    drawing = undefined;
    deaths += 1;
    if (deaths < MAX_DEATHS) start();
    else {
      onUnreadable();
      settle();
    }
  };

  start();
  return {
    lay: (next) => {
      pairs = next;
      // Other pictures may fit in memory.
      if (drawing === undefined) {
        deaths = 0;
        start();
      } else post({ type: 'lay', pairs: next });
    },
    cover: (file) => {
      if (file === covering) return;
      covering = file;
      post({ type: 'cover', file });
      draw();
    },
    draw: (next) => {
      scene = next;
      draw();
    },
    settled: () =>
      isSettled || drawing === undefined ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
    dispose: () => drawing?.remove(),
  };
}

type DrawingOptions = { receive: (message: FromCompareWorker) => void; onDeath: () => void; isBusy: () => boolean };

/** Adds a canvas, which can be passed to one worker only, and starts to watch the worker. */
function startDrawing(parent: HTMLElement, worker: Worker, { receive, onDeath, isBusy }: DrawingOptions) {
  const canvas = parent.ownerDocument.createElement('canvas');
  Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
  canvas.setAttribute('aria-hidden', 'true');
  parent.prepend(canvas);
  const watched = watchWorker<ToCompareWorker, FromCompareWorker>(worker, { onMessage: receive, onDeath, isBusy });
  const offscreen = canvas.transferControlToOffscreen();
  watched.post({ type: 'begin', canvas: offscreen }, [offscreen]);
  return {
    post: watched.post,
    remove: () => {
      watched.end();
      canvas.remove();
    },
  };
}
