// The cases for looking at seams: what a model did to the light, the colours and the grain of a photograph whose middle
// it edited, without moving anything.

import sharp from 'sharp';
import { planWire, type WirePlan } from '../../../shared/images/wire-geometry.ts';
import { type Photograph, readPhotograph } from '../photographs.ts';
import { type Raster, randomOf } from './pictures.ts';
import { depth, fileOf, type Patch, pasted, recoloured } from './replies.ts';

const SIZE = { width: 720, height: 540 } as const;
/** What is edited, and the mask around it, as fractions of the sides. */
const EDIT: Patch = { x: 0.5, y: 0.5, rx: 0.2, ry: 0.2 };
const MASK: Patch = { ...EDIT, rx: 0.28, ry: 0.28 };

/** The factor of the light at a place (fractions of the sides), in linear light; `channel` 0 to 2. */
type Light = (u: number, v: number, channel: number) => number;

const step = (u: number, steepness: number): number => 1 / (1 + Math.exp(-(u - 0.5) * steepness));

/** What a model does; `grain` is the deviation of the source's, in levels: models return a clean picture. */
type Behaviour = { name: string; light?: Light; isRecoloured?: boolean; grain?: number; jpegQuality?: number };

const BEHAVIOURS: readonly Behaviour[] = [
  { name: 'left darker, right brighter', light: (u) => 0.6 + 0.8 * step(u, 12) },
  { name: 'lamp at the upper right', light: (u, v) => 0.8 + 0.7 * Math.exp(-((u - 0.7) ** 2 + (v - 0.3) ** 2) * 8) },
  { name: 'warm left, cold right', light: (u, _, channel) => 1 - 0.5 * (channel - 1) * (u - 0.5) },
  { name: 'relit, recoloured, JPEG', light: (u, v) => 0.75 + 0.5 * u * v, isRecoloured: true, jpegQuality: 80 },
  { name: 'cleaned of grain', grain: 5 },
  { name: 'cleaned of grain, relit', grain: 7, light: (u) => 0.7 + 0.5 * u },
];

/** A case. `truth`: the edit without what the model did besides; `coverage` is the mask. */
export type SeamCase = {
  name: string;
  behaviour: Behaviour;
  source: Raster;
  sourceFile: Uint8Array;
  resultFile: Uint8Array;
  truth: Raster;
  coverage: Uint8Array;
  plan: WirePlan;
};

/** Every behaviour with every photograph, into whose middle the next one is pasted. */
export function seamPlans(photographs: readonly Photograph[]): SeamPlan[] {
  return BEHAVIOURS.flatMap((behaviour, b) =>
    photographs.flatMap((photograph, p) => {
      const edit = photographs[(p + 1) % photographs.length] ?? photograph;
      return { behaviour, photograph, edit, seed: 100 * b + p };
    }),
  );
}

type SeamPlan = { behaviour: Behaviour; photograph: Photograph; edit: Photograph; seed: number };

/** Creates a case. */
export async function makeSeamCase({ behaviour, photograph, edit, seed }: SeamPlan): Promise<SeamCase> {
  const { width, height } = SIZE;
  const clean = await readPhotograph(photograph, SIZE);
  const source = behaviour.grain === undefined ? clean : await grained(clean, behaviour.grain, seed);
  const truth = pasted(clean, await readPhotograph(edit, SIZE), EDIT);
  let reply = truth;
  if (behaviour.light) reply = lit(reply, behaviour.light);
  if (behaviour.isRecoloured) reply = recoloured(reply, seed);
  return {
    name: photograph.name,
    behaviour,
    source,
    sourceFile: await fileOf(source),
    resultFile: await fileOf(reply, behaviour.jpegQuality),
    truth,
    coverage: Uint8Array.from({ length: width * height }, (_, i) =>
      depth(MASK, ((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height) > 0 ? 255 : 0,
    ),
    plan: planWire(SIZE, SIZE),
  };
}

function lit({ data, width, height }: Raster, light: Light): Raster {
  const change = (byte: number, i: number): number => {
    const pixel = Math.floor(i / 3);
    const gain = light((pixel % width) / width, Math.floor(pixel / width) / height, i % 3);
    return Math.min(255, Math.round(255 * ((byte / 255) ** 2.2 * gain) ** (1 / 2.2)));
  };
  return { data: data.map(change), width, height };
}

/** Blur of a camera's grain, in pixels: neighbours are alike. */
const GRAIN_SIGMA = 0.55;

/** Adds grain of a deviation, of which neighbours are alike. */
async function grained({ data, width, height }: Raster, deviation: number, seed: number): Promise<Raster> {
  const random = randomOf(seed);
  const white = Uint8Array.from(data, () => 128 + 40 * (random() + random() + random() + random() - 2) * Math.sqrt(3));
  const raw = { width, height, channels: 3 } as const;
  const noise = await sharp(white, { raw }).blur(GRAIN_SIGMA).raw().toBuffer();
  let squares = 0;
  for (const value of noise) squares += (value - 128) ** 2;
  const scale = deviation / Math.sqrt(squares / noise.length);
  const add = (byte: number, i: number): number =>
    Math.max(0, Math.min(255, Math.round(byte + scale * ((noise[i] ?? 128) - 128))));
  return { data: data.map(add), width, height };
}
