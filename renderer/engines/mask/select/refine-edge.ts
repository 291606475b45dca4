// Refines the edge of a mask by the picture, within a band: draws it to the edge nearby, or finds single hairs.

import type { Work } from '../painting/operation.ts';
import { type Rect, readRect, type Tile, type TileStore, tileOfPlane, tileRect } from '../raster/tiles.ts';
import { around, borderBand, coveredArea, uniformIn } from './area.ts';
import { createColourModel } from './colour-model.ts';
import type { Copy } from './copy.ts';
import { cutEdge } from './edge-cut.ts';
import { createGuide } from './guide.ts';
import { matte } from './matting.ts';
import { cutWindow, guidedEdge, softEdge, windowOf } from './soft-edge.ts';

/** The band reaches this far from the edge on both sides, in picture pixels. */
export type EdgeRefinement = { type: 'edge' | 'hair'; radiusPx: number };

type Likeness = (light: number, a: number, b: number) => number;

const MIN_RADIUS_PX = 2;
/** Colours are compared with those so many times as far from the edge as the band. */
const COMPARED = 3;
const MAX_LIKENESS = 2;
/**
 * In which squares coverage depends on colour where there is hair, how much more of the copy is looked at, and how much
 * the mask counts.
 */
const HAIR = { radiusPx: 2, even: 0.0001, marginPx: 14, trust: 0.5 };

/** The tiles after a refinement, by index; unchanged ones may be missing. */
export function* refineEdge(
  { copy, readPart }: { copy: Copy; readPart: (part: Rect) => Uint8ClampedArray },
  store: TileStore,
  { type, radiusPx }: EdgeRefinement,
): Work<Map<number, Tile>> {
  const covered = coveredArea(store, copy, 'paint');
  const radius = Math.max(MIN_RADIUS_PX, Math.round(radiusPx / Math.max(copy.scaleX, copy.scaleY)));
  const isOpen = borderBand(covered, copy, radius);
  const likeness = likenessAround(copy, covered, around(isOpen, copy, COMPARED * radius));
  yield 0.05;
  const area = type === 'hair' ? covered : cutEdge(copy, covered, { isOpen, fixed: () => 0 }, likeness);
  yield 0.2;
  const after = new Map<number, Tile>();
  for (const index of store.tiles.keys()) {
    const part = tileRect(store, index);
    if (uniformIn(isOpen, copy, windowOf(copy, part, 0)) === 0) continue;
    const pixels = readPart(part);
    const found = type === 'hair' ? hairEdge(copy, area, part, pixels, isOpen) : softEdge(copy, area, part, pixels);
    after.set(index, inBand(store, part, copy, isOpen, found));
    yield 0.2 + (0.8 * index) / store.tiles.length;
  }
  return after;
}

/** How much a colour is like those inside an area rather than outside, a logarithm; of the pixels that are compared. */
function likenessAround({ lab }: Copy, area: Uint8Array, isCompared: Uint8Array): Likeness {
  const [outside, inside] = [createColourModel(), createColourModel()];
  for (let at = 0; at < area.length; at++) {
    const model = area[at] === 1 ? inside : outside;
    if (isCompared[at] === 1) model.add(lab[3 * at] ?? 0, lab[3 * at + 1] ?? 0, lab[3 * at + 2] ?? 0, 1);
  }
  const [outsideOf, insideOf] = [outside.finish(), inside.finish()];
  return (light, a, b) =>
    Math.min(MAX_LIKENESS, Math.max(-MAX_LIKENESS, Math.log(insideOf(light, a, b) / outsideOf(light, a, b))));
}

function hairEdge(copy: Copy, area: Uint8Array, part: Rect, pixels: Uint8ClampedArray, isOpen: Uint8Array): Uint8Array {
  const window = windowOf(copy, part, HAIR.marginPx);
  const guide = createGuide(copy, window, HAIR.radiusPx, HAIR.even);
  const open = Uint8Array.from(cutWindow(isOpen, copy.width, window));
  const values = matte(guide, cutWindow(area, copy.width, window), open, HAIR.trust);
  return guidedEdge(copy, window, guide, values, part, pixels, 1);
}

/** A tile with new coverage where the band is, and as it was elsewhere. */
function inBand(store: TileStore, part: Rect, copy: Copy, isOpen: Uint8Array, found: Uint8Array): Tile {
  const plane = readRect(store, part);
  const width = part.right - part.left;
  for (let y = part.top, at = 0; y < part.bottom; y++) {
    const row = Math.floor(y / copy.scaleY) * copy.width;
    for (let x = 0; x < width; x++, at++)
      if (isOpen[row + Math.floor((part.left + x) / copy.scaleX)] === 1) plane[at] = found[at] ?? 0;
  }
  const alone = { ...store, widthPx: width, heightPx: part.bottom - part.top, columns: 1, rows: 1 };
  return tileOfPlane(alone, 0, plane);
}
