// The canvas of a comparison and the worker that draws on it; the page's own thread neither decodes nor scales. Independent of what is compared.

import { createScope } from '../../lifetime/scope.ts';
import type { CompareScene, FromCompareWorker, LaidPair, ToCompareWorker } from './compare-drawing.ts';

/** A canvas that fills an element, below everything else in it. */
export type CompareCanvas = {
  lay: (pair: LaidPair) => void;
  draw: (scene: CompareScene) => void;
  /** What was asked for last is drawn, all of it. */
  settled: () => Promise<void>;
  dispose: () => void;
};

type CanvasOptions = {
  createWorker: () => Worker;
  /** A picture cannot be decoded or held in memory: the browser may still be able to show it. */
  onUnreadable: () => void;
};

/** Puts it into an element and starts the worker; both are gone after `dispose`. */
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
  let asked = 0;
  let isSettled = false;
  let waiting: (() => void)[] = [];
  worker.onmessage = ({ data }: MessageEvent<FromCompareWorker>) => {
    if (data.type === 'unreadable') return onUnreadable();
    isSettled = data.number === asked && data.isWhole;
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
      asked += 1;
      post({ type: 'draw', number: asked, scene });
    },
    settled: () => (isSettled ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    dispose: scope.dispose,
  };
}
