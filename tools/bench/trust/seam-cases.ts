// The cases for looking at seams: what a model did to the light, the colours and the grain of a picture whose middle it
// edited, without moving anything.

import { planWire, type WirePlan } from '../../../shared/images/wire-geometry.ts';
import { KINDS, type Kind, makePicture, type Raster } from './pictures.ts';
import { depth, fileOf, type Light, noisy, type Patch, pasted, recoloured, relit } from './replies.ts';

const SIZE = { width: 720, height: 540 } as const;
/** What is edited, and the mask around it, as fractions of the sides. */
const EDIT: Patch = { x: 0.5, y: 0.5, rx: 0.2, ry: 0.2 };
const MASK: Patch = { ...EDIT, rx: 0.28, ry: 0.28 };

/** What a model does. */
type Behaviour = {
  name: string;
  /** The light falls differently afterwards, so that one change of colour cannot undo it. */
  light?: Light;
  isRecoloured?: boolean;
  /** Deviation of the grain in the source, in levels; models return a clean picture. */
  grain?: number;
  jpegQuality?: number;
};

const sCurve = (u: number, steepness: number): number => 1 / (1 + Math.exp(-(u - 0.5) * steepness));

const BEHAVIOURS: readonly Behaviour[] = [
  { name: 'left darker, right brighter', light: (u) => 0.6 + 0.8 * sCurve(u, 12) },
  { name: 'halves, nearly a step', light: (u) => 0.7 + 0.6 * sCurve(u, 60) },
  { name: 'lamp at the upper right', light: (u, v) => 0.8 + 0.9 * Math.exp(-((u - 0.7) ** 2 + (v - 0.3) ** 2) * 8) },
  { name: 'warm left, cold right', light: (u, _, channel) => 1 + 0.35 * (channel - 1) * (u - 0.4) },
  { name: 'relit, recoloured, JPEG', light: (u, v) => 0.8 + 0.4 * u * v, isRecoloured: true, jpegQuality: 80 },
  { name: 'recoloured', isRecoloured: true },
  { name: 'cleaned of grain', grain: 5 },
  { name: 'cleaned of grain, relit', grain: 7, light: (u) => 0.7 + 0.5 * u },
];

/** A case; `coverage` is the mask. */
export type SeamCase = {
  kind: Kind;
  behaviour: string;
  isRelit: boolean;
  hasGrain: boolean;
  source: Raster;
  sourceFile: Uint8Array;
  resultFile: Uint8Array;
  coverage: Uint8Array;
  plan: WirePlan;
};

/** Every behaviour with every kind of picture; the same seed returns the same cases. */
export function seamPlans(seed: number): { kind: Kind; behaviour: Behaviour; seed: number }[] {
  return BEHAVIOURS.flatMap((behaviour, b) =>
    KINDS.map((kind, k) => ({ kind, behaviour, seed: 2_000_000 + 1000 * seed + 20 * b + k })),
  );
}

/** Creates a case. */
export async function makeSeamCase({ kind, behaviour, seed }: ReturnType<typeof seamPlans>[number]): Promise<SeamCase> {
  const { width, height } = SIZE;
  const clean = await makePicture(kind, width, height, seed);
  const source = behaviour.grain === undefined ? clean : noisy(clean, behaviour.grain, seed);
  const edit = await makePicture(kind === 'photo' ? 'portrait' : 'photo', width >> 1, height >> 1, seed + 5000);
  let reply = pasted(clean, edit, EDIT);
  if (behaviour.light) reply = relit(reply, behaviour.light);
  if (behaviour.isRecoloured) reply = recoloured(reply, seed);
  return {
    kind,
    behaviour: behaviour.name,
    isRelit: behaviour.light !== undefined,
    hasGrain: behaviour.grain !== undefined,
    source,
    sourceFile: await fileOf(source),
    resultFile: await fileOf(reply, behaviour.jpegQuality),
    coverage: Uint8Array.from({ length: width * height }, (_, i) =>
      depth(MASK, ((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height) > 0 ? 255 : 0,
    ),
    plan: planWire(SIZE, SIZE),
  };
}
