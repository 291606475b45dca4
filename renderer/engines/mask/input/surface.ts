// The element that the engine draws on and listens to, and its exact size in device pixels.

import type { Size } from '../../../../shared/images/size.ts';
import { createScope } from '../../../lifetime/scope.ts';

/**
 * Fills the host with an element; `layer`, if given, covers the canvas there and lies below everything else. `createCanvas` puts a canvas into it, in place of the one before, and returns it as an
 * offscreen canvas to be transferred.
 */
export function addSurface(
  host: HTMLElement,
  layer?: HTMLElement,
): { surface: HTMLElement; createCanvas: () => OffscreenCanvas } {
  const surface = host.ownerDocument.createElement('div');
  let shown: HTMLCanvasElement | undefined;
  Object.assign(surface.style, {
    position: 'relative',
    width: '100%',
    height: '100%',
    touchAction: 'none',
    userSelect: 'none',
  });
  host.append(surface);
  if (layer !== undefined) {
    Object.assign(layer.style, { position: 'absolute', inset: '0', pointerEvents: 'none' });
    surface.append(layer);
  }
  const createCanvas = (): OffscreenCanvas => {
    shown?.remove();
    shown = host.ownerDocument.createElement('canvas');
    Object.assign(shown.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
    // Below the layer, the outlines and the brush.
    surface.prepend(shown);
    return shown.transferControlToOffscreen();
  };
  return { surface, createCanvas };
}

/** Size of an element in device pixels, as exact as possible before it is observed. */
export function deviceSizeOf(element: HTMLElement): Size {
  const box = element.getBoundingClientRect();
  return {
    width: Math.round(box.width * devicePixelRatio),
    height: Math.round(box.height * devicePixelRatio),
  };
}

/** Calls `onSize` with the exact size in device pixels whenever it changes, also when the pixel ratio changes. */
export function observeDeviceSize(element: HTMLElement, onSize: (size: Size) => void): () => void {
  let exact: Size = { width: 0, height: 0 };
  const report = (): void => {
    const approximate = deviceSizeOf(element);
    // Only the observer reports how the layout was rounded, but it ignores an emulated pixel ratio.
    const isExact =
      Math.abs(exact.width - approximate.width) <= 1 &&
      Math.abs(exact.height - approximate.height) <= 1 &&
      exact.width > 0;
    onSize(isExact ? exact : approximate);
  };
  const observer = new ResizeObserver(([entry]) => {
    const box = entry?.devicePixelContentBoxSize[0];
    if (box === undefined) return;
    exact = { width: box.inlineSize, height: box.blockSize };
    report();
  });
  observer.observe(element, { box: 'device-pixel-content-box' });
  const scope = createScope();
  scope.add(() => observer.disconnect());
  scope.listen(window, 'resize', report);
  return scope.dispose;
}
