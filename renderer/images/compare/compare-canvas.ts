// The canvas of a comparison and the worker that draws on it, so that the main thread neither decodes nor scales.
// Independent of what is compared.

import { createScope } from '../../lifetime/scope.ts';
import type { CompareScene, FromCompareWorker, LaidPair, ToCompareWorker } from './compare-drawing.ts';

/** A canvas that fills an element, below its other children. */
export type CompareCanvas = {
  lay: (pair: LaidPair) => void;
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

/** Adds the canvas to an element and starts the worker; `dispose` removes both. */
export function createCompareCanvas(parent: HTMLElement, { createWorker, onUnreadable }: CanvasOptions): CompareCanvas {
  const scope = createScope();
  const canvas = parent.ownerDocument.createElement('canvas');
  Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
  canvas.setAttribute('aria-hidden', 'true');
  parent.prepend(canvas);
  const worker = createWorker();
  scope.add(
    () => canvas.remove(),
    () => worker.terminate(),
  );
  const post = (message: ToCompareWorker, transfer: Transferable[] = []): void => worker.postMessage(message, transfer);
  const offscreen = canvas.transferControlToOffscreen();
  post({ type: 'begin', canvas: offscreen }, [offscreen]);
  let drawnNumber = 0;
  let isSettled = false;
  let waiting: (() => void)[] = [];
  worker.onmessage = ({ data }: MessageEvent<FromCompareWorker>) => {
    if (data.type === 'unreadable') return onUnreadable();
    isSettled = data.number === drawnNumber && data.isWhole;
    if (!isSettled) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return {
    lay: (pair) => {
      isSettled = false;
      post({ type: 'lay', ...pair });
    },
    draw: (scene) => {
      isSettled = false;
      drawnNumber += 1;
      post({ type: 'draw', number: drawnNumber, scene });
    },
    settled: () => (isSettled ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    dispose: scope.dispose,
  };
}
