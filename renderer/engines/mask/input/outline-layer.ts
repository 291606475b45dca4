// Shows an outline over the canvas, in black and white so that it is visible on any picture.

import type { Point } from '../view/view.ts';

/** One outline. */
export type OutlineLayer = {
  /** Points in CSS pixels of the parent; undefined hides the outline. */
  show: (outline: readonly Point[] | undefined, isClosed: boolean) => void;
  dispose: () => void;
};

const SVG = 'http://www.w3.org/2000/svg';

/** Adds a layer to `parent`, which must be positioned and clip its content. */
export function createOutlineLayer(parent: HTMLElement): OutlineLayer {
  const document = parent.ownerDocument;
  const layer = document.createElementNS(SVG, 'svg');
  layer.setAttribute('aria-hidden', 'true');
  Object.assign(layer.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    pointerEvents: 'none',
    display: 'none',
  });
  const lines = [
    { stroke: '#000', 'stroke-dasharray': 'none' },
    { stroke: '#fff', 'stroke-dasharray': '4 4' },
  ].map((look) => {
    const line = document.createElementNS(SVG, 'path');
    for (const [name, value] of Object.entries({ ...look, fill: 'none', 'stroke-width': '1' }))
      line.setAttribute(name, value);
    layer.append(line);
    return line;
  });
  parent.append(layer);
  return {
    show: (outline, isClosed) => {
      layer.style.display = outline === undefined ? 'none' : 'block';
      const path =
        outline?.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('') ?? '';
      for (const line of lines) line.setAttribute('d', isClosed && path !== '' ? `${path}Z` : path);
    },
    dispose: () => layer.remove(),
  };
}
