// Turns the path of a brush into dabs and computes how the coverage of a dab falls off.

import type { Rect } from '../raster/tiles.ts';

/**
 * A point of the brush's path, in picture pixels; pixel `i` spans from `i` to `i + 1`. `pressure` is 0–1, and 1 for a
 * mouse.
 */
export type BrushPoint = { x: number; y: number; pressure: number };

/** How a brush paints. */
export type BrushSettings = {
  /** Diameter in picture pixels, at least 1. */
  sizePx: number;
  /** Share 0–1 of the radius that is covered evenly; at 1 only the edge is antialiased. */
  hardness: number;
  /** The most that one gesture covers, 0–1. */
  opacity: number;
  /** Share 0–1 of the size that depends on pressure. */
  pressureToSize: number;
  /** Distance in picture pixels by which the brush trails the pointer, which steadies a line; 0 for none. */
  leashPx: number;
};

/** One round mark of the brush. */
export type Dab = { x: number; y: number; diameterPx: number; hardness: number; opacity: number };

/** Coverage around a dab's centre: `peak` (0–255) up to `innerPx`, falling smoothly to 0 at `outerPx`. */
export type DabProfile = { peak: number; innerPx: number; outerPx: number };

/**
 * Distance between dabs, as a share of their diameter: the edge of a hard stroke then stays within 0.2 % of straight.
 */
const SPACING = 0.05;
const MIN_SPACING_PX = 0.5;
/** Edges are antialiased over one pixel. */
const HALF_EDGE_PX = 0.5;
const TABLE_STEPS_PER_PX = 16;
const MIN_TABLE_STEPS = 1024;

/** How the coverage of a dab falls off from its centre. */
export function dabProfile(dab: Dab): DabProfile {
  const radius = Math.max(0.5, dab.diameterPx / 2);
  return {
    peak: Math.round(255 * clamp01(dab.opacity)),
    innerPx: Math.min(clamp01(dab.hardness) * radius, radius - HALF_EDGE_PX),
    outerPx: radius + HALF_EDGE_PX,
  };
}

/** Coverage 0–255 at a distance in pixels from the centre. */
export function coverageAt(profile: DabProfile, distancePx: number): number {
  if (distancePx <= profile.innerPx) return profile.peak;
  if (distancePx >= profile.outerPx) return 0;
  const t = (profile.outerPx - distancePx) / (profile.outerPx - profile.innerPx);
  return Math.round(profile.peak * t * t * (3 - 2 * t));
}

/**
 * Coverage by squared distance, to be looked up instead of computed: at index `floor(squared distance * perSquaredPx)`.
 */
export type CoverageTable = { values: Uint8Array; perSquaredPx: number };

/** The table of a profile, exact to 1/32 pixel at the edge. Its last value is a 0 at or beyond `outerPx`. */
export function coverageTable(profile: DabProfile): CoverageTable {
  const perSquaredPx = Math.max(MIN_TABLE_STEPS, TABLE_STEPS_PER_PX * profile.outerPx) / profile.outerPx ** 2;
  const count = Math.floor(profile.outerPx ** 2 * perSquaredPx) + 2;
  const values = new Uint8Array(count);
  for (let i = 0; i < count; i++) values[i] = coverageAt(profile, Math.sqrt(i / perSquaredPx));
  return { values, perSquaredPx };
}

/** The pixels that a dab can change. */
export function dabBounds(dab: Dab): Rect {
  const { outerPx } = dabProfile(dab);
  return {
    left: Math.floor(dab.x - outerPx),
    top: Math.floor(dab.y - outerPx),
    right: Math.ceil(dab.x + outerPx),
    bottom: Math.ceil(dab.y + outerPx),
  };
}

/** The dab at a point, by its pressure and the settings. */
export function dabAt(point: BrushPoint, settings: BrushSettings): Dab {
  const share = clamp01(settings.pressureToSize);
  return {
    x: point.x,
    y: point.y,
    diameterPx: settings.sizePx * (1 - share + share * clamp01(point.pressure)),
    hardness: settings.hardness,
    opacity: settings.opacity,
  };
}

/**
 * Dabs along a straight line, evenly spaced. `carriedPx` is the distance travelled since the last dab, before and
 * after.
 */
export function dabsAlong(
  from: BrushPoint,
  to: BrushPoint,
  settings: BrushSettings,
  carriedPx: number,
): { dabs: Dab[]; carriedPx: number } {
  const lengthPx = Math.hypot(to.x - from.x, to.y - from.y);
  const dabs: Dab[] = [];
  let walkedPx = 0;
  let carried = carriedPx;
  let last = from;
  for (;;) {
    const spacingPx = Math.max(MIN_SPACING_PX, dabAt(last, settings).diameterPx * SPACING);
    const stepPx = Math.max(0, spacingPx - carried);
    // Negated, so that the loop also ends when a point is not a number.
    if (!(walkedPx + stepPx <= lengthPx)) return { dabs, carriedPx: carried + lengthPx - walkedPx };
    walkedPx += stepPx;
    carried = 0;
    const share = lengthPx === 0 ? 0 : walkedPx / lengthPx;
    last = {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      pressure: from.pressure + (to.pressure - from.pressure) * share,
    };
    dabs.push(dabAt(last, settings));
  }
}

function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}
