// The element the engine draws on and listens to, and its exact size in device pixels. It must not know what is drawn.

import type { Size } from '../../../shared/images/size.ts';
import { createScope } from '../../lifetime/scope.ts';

/** Fills the host with an element that holds the canvas, and hands the canvas's drawing over. */
export function addSurface(host: HTMLElement): { surface: HTMLElement; canvas: OffscreenCanvas } {
  const surface = host.ownerDocument.createElement('div');
  const shown = host.ownerDocument.createElement('canvas');
  Object.assign(surface.style, {
    position: 'relative',
    width: '100%',
    height: '100%',
    overflow: 'hidden',
    touchAction: 'none',
    userSelect: 'none',
  });
  Object.assign(shown.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
  surface.append(shown);
  host.append(surface);
  return { surface, canvas: shown.transferControlToOffscreen() };
}

/** Size of an element in device pixels, as near as can be told before it is observed. */
export function deviceSizeOf(element: HTMLElement): Size {
  const box = element.getBoundingClientRect();
  return {
    width: Math.round(box.width * devicePixelRatio),
    height: Math.round(box.height * devicePixelRatio),
  };
}

/** Tells the exact size in device pixels whenever it changes, also by a change of the pixel ratio. */
export function observeDeviceSize(element: HTMLElement, onSize: (size: Size) => void): () => void {
  let exact: Size = { width: 0, height: 0 };
  const tell = (): void => {
    const near = deviceSizeOf(element);
    // Only the observer knows how the layout was rounded; an emulated pixel ratio it does not know at all.
    const isExact =
      Math.abs(exact.width - near.width) <= 1 && Math.abs(exact.height - near.height) <= 1 && exact.width > 0;
    onSize(isExact ? exact : near);
  };
  const observer = new ResizeObserver(([entry]) => {
    const box = entry?.devicePixelContentBoxSize[0];
    if (box === undefined) return;
    exact = { width: box.inlineSize, height: box.blockSize };
    tell();
  });
  observer.observe(element, { box: 'device-pixel-content-box' });
  const scope = createScope();
  scope.add(() => observer.disconnect());
  scope.listen(window, 'resize', tell);
  return scope.dispose;
}
