// Pictures with a thing of which every pixel is known: a shape filled with one photograph, laid over another.

import { fetchPhotographs, JUDGING, type Photograph, readPhotograph, TRAINING } from '../photographs.ts';
import { type Raster, randomOf } from '../trust/pictures.ts';

/** A picture, and how much of each pixel is of the thing, 0–255. */
export type Case = { name: string; isHeldOut: boolean; picture: Raster; alpha: Uint8Array };

export const SIZE = { width: 1280, height: 800 };
const KINDS = ['smooth', 'jagged', 'with limbs', 'with a hole', 'with hair'] as const;
type Kind = (typeof KINDS)[number];
type Outline = (x: number, y: number) => boolean;

/** Makes the pictures, half of them of photographs by which nothing may be chosen. @param count of each half */
export async function* makeCases(count: number): AsyncGenerator<Case> {
  for (const [isHeldOut, listed] of [[false, TRAINING] as const, [true, JUDGING] as const]) {
    const photographs = await fetchPhotographs(listed);
    for (let at = 0; at < (photographs.length < 2 ? 0 : count); at++) yield await makeCase(photographs, at, isHeldOut);
  }
}

async function makeCase(photographs: readonly Photograph[], at: number, isHeldOut: boolean): Promise<Case> {
  const random = randomOf(at + (isHeldOut ? 7000 : 3000));
  const pick = (index: number): Photograph => photographs[index % photographs.length] as Photograph;
  const [over, under] = [pick(at), pick(at + 1 + Math.floor(at / photographs.length) * 3)];
  const kind = KINDS[at % KINDS.length] ?? 'smooth';
  const [thing, behind] = await Promise.all([readPhotograph(over, SIZE), readPhotograph(under, SIZE)]);
  const alpha = cover(outlineOf(kind, random));
  const data = behind.data.map((value, i) => {
    const share = (alpha[Math.floor(i / 3)] ?? 0) / 255;
    return Math.round(value + ((thing.data[i] ?? 0) - value) * share);
  });
  return { name: `${over.name} on ${under.name}, ${kind}`, isHeldOut, picture: { ...behind, data }, alpha };
}

/** A shape about a fifth of the picture wide; some reach over its border. */
function outlineOf(kind: Kind, random: () => number): Outline {
  const radius = (0.16 + 0.14 * random()) * SIZE.height;
  const [cx, cy] = [(0.15 + 0.7 * random()) * SIZE.width, (0.25 + 0.5 * random()) * SIZE.height];
  const body = round(cx, cy, radius, kind === 'jagged' ? 14 : 4, random);
  if (kind === 'with a hole') {
    const hole = round(cx, cy, radius * 0.4, 3, random);
    return (x, y) => body(x, y) && !hole(x, y);
  }
  if (kind !== 'with limbs' && kind !== 'with hair') return body;
  const isHair = kind === 'with hair';
  const limbs = Array.from({ length: isHair ? 140 : 5 }, () => {
    const angle = 2 * Math.PI * random();
    const from = isHair ? 0.8 : 0.3;
    const length = radius * (isHair ? 1.1 + 0.5 * random() : 1.5 + 0.8 * random());
    return limb(cx, cy, angle, from * radius, length, isHair ? 1.2 : radius * (0.1 + 0.12 * random()));
  });
  return (x, y) => body(x, y) || limbs.some((isIn) => isIn(x, y));
}

function round(cx: number, cy: number, radius: number, waves: number, random: () => number): Outline {
  const parts = Array.from({ length: waves }, (_none, k) => ({
    times: k + 2,
    size: (0.5 * random()) / (k + 2) ** (waves > 5 ? 0.8 : 1),
    phase: 2 * Math.PI * random(),
  }));
  return (x, y) => {
    const angle = Math.atan2(y - cy, x - cx);
    const wave = parts.reduce((sum, { times, size, phase }) => sum + size * Math.cos(times * angle + phase), 1);
    return Math.hypot(x - cx, y - cy) < radius * wave;
  };
}

function limb(cx: number, cy: number, angle: number, from: number, to: number, half: number): Outline {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  return (x, y) => {
    const along = (x - cx) * dx + (y - cy) * dy;
    return along > from && along < to && Math.abs((y - cy) * dx - (x - cx) * dy) < half * (1.2 - (0.7 * along) / to);
  };
}

/** The share of each pixel inside, by four of its points, with an edge as soft as that of a lens. */
function cover(isIn: Outline): Uint8Array {
  const { width, height } = SIZE;
  const sharp = new Float32Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      let inside = 0;
      for (const [dx, dy] of POINTS) if (isIn(x + dx, y + dy)) inside += 1;
      sharp[at] = inside / POINTS.length;
    }
  }
  const soft = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const [left, right] = [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at];
      const [up, down] = [y > 0 ? at - width : at, y < height - 1 ? at + width : at];
      const around = [left, right, up, down].reduce((sum, next) => sum + (sharp[next] ?? 0), 0);
      soft[at] = Math.round((255 * (2 * (sharp[at] ?? 0) + around)) / 6);
    }
  }
  return soft;
}

const POINTS = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;
