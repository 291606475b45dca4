// The cases protected results are judged by: what a model did to which picture, and what is true of the outcome.

import type { UseVerdict } from '../../../shared/images/picture-use.ts';
import { planWire, type WirePlan } from '../../../shared/images/wire-geometry.ts';
import { KINDS, type Kind, makePicture, type Raster, randomOf } from './pictures.ts';
import { depth, fileOf, noisy, type Patch, pasted, recoloured, type Slip, slipped } from './replies.ts';

/** What is done to a picture. */
type Scenario = {
  name: string;
  /** Pixels of the source, and a share; 0 is none. */
  shiftPx: number;
  scale: number;
  isRecoloured?: boolean;
  noise?: number;
  jpegQuality?: number;
  /** How much of the picture, as the radii's share of its sides, is repainted beside the mask. */
  repainted?: number;
  /** The source is ignored, for another picture of its kind or of another. */
  ignoredFor?: 'sameKind' | 'otherKind';
  hasNoMask?: boolean;
  /** Verdicts that are true. */
  verdicts: readonly UseVerdict[];
};

const USED: readonly UseVerdict[] = ['used'];
const SOMEHOW_USED: readonly UseVerdict[] = ['used', 'partly'];
const NOT_USED: readonly UseVerdict[] = ['notUsed'];
const ALL_SLIPS = { shiftPx: 24, scale: 0.03 } as const;
const NO_SLIP = { shiftPx: 0, scale: 0 } as const;

const SCENARIOS: readonly Scenario[] = [
  { name: 'faithful', ...NO_SLIP, verdicts: USED },
  { name: 'shifted', shiftPx: 24, scale: 0, verdicts: USED },
  { name: 'scaled', shiftPx: 0, scale: 0.03, verdicts: USED },
  { name: 'shifted, scaled', ...ALL_SLIPS, verdicts: USED },
  { name: 'recoloured', ...NO_SLIP, isRecoloured: true, verdicts: USED },
  { name: 'shifted, scaled, recoloured', ...ALL_SLIPS, isRecoloured: true, verdicts: USED },
  { name: 'shifted, scaled, JPEG', ...ALL_SLIPS, jpegQuality: 60, verdicts: USED },
  { name: 'shifted, scaled, noise', ...ALL_SLIPS, noise: 10, verdicts: USED },
  { name: 'all of these', ...ALL_SLIPS, isRecoloured: true, noise: 8, jpegQuality: 70, verdicts: USED },
  { name: 'mask ignored', ...ALL_SLIPS, repainted: 0.22, jpegQuality: 85, verdicts: SOMEHOW_USED },
  { name: 'half repainted', ...ALL_SLIPS, repainted: 0.42, verdicts: SOMEHOW_USED },
  { name: 'no mask', ...ALL_SLIPS, jpegQuality: 85, hasNoMask: true, verdicts: USED },
  { name: 'zoomed by 12 %', shiftPx: 20, scale: 0.12, verdicts: SOMEHOW_USED },
  { name: 'source ignored', ...NO_SLIP, ignoredFor: 'sameKind', jpegQuality: 85, verdicts: NOT_USED },
  { name: 'source ignored, other kind', ...NO_SLIP, ignoredFor: 'otherKind', verdicts: NOT_USED },
  { name: 'source ignored, no mask', ...NO_SLIP, ignoredFor: 'sameKind', hasNoMask: true, verdicts: NOT_USED },
];

/** Small, so that many fit in a run; what is sent is larger by `ENLARGED`, as it is for small pictures. */
const SIZES = [
  { width: 960, height: 640 },
  { width: 640, height: 800 },
  { width: 1200, height: 900 },
  { width: 480, height: 480 },
] as const;
const ENLARGED = 1.6;

/** One case before it is made. */
export type Plan = { kind: Kind; scenario: Scenario; seed: number };

/** All cases: every scenario with every kind of picture, three times where there is texture. */
export const PLANS: readonly Plan[] = KINDS.flatMap((kind, k) =>
  SCENARIOS.flatMap((scenario, s) =>
    [0, 1, 2].slice(0, kind === 'flat' ? 1 : 3).map((n) => ({ kind, scenario, seed: 1 + n + 3 * s + 100 * k })),
  ),
);

/** A case with everything the app is given, and the truth it is not given. */
export type Case = Plan & {
  source: Raster;
  sourceFile: Uint8Array;
  resultFile: Uint8Array;
  plan: WirePlan;
  coverage: Uint8Array | null;
  slip: Slip;
  /** The source with the edit in it, as a perfect model would have made it; null where the source was ignored. */
  truth: Raster | null;
};

/** Makes a case. */
export async function makeCase(plan: Plan): Promise<Case> {
  const { kind, scenario, seed } = plan;
  const random = randomOf(seed);
  const size = SIZES[seed % SIZES.length] ?? SIZES[0];
  const { width, height } = size;
  const source = await makePicture(kind, width, height, seed);
  // What is painted in is of another kind, so that it shows.
  const edit = await makePicture(kind === 'photo' ? 'graphic' : 'photo', width / 2, height / 2, seed + 5000);
  const patch: Patch = { x: 0.35 + 0.3 * random(), y: 0.35 + 0.3 * random(), rx: 0.18, ry: 0.18 };
  const wireSize = { width: Math.round(width * ENLARGED), height: Math.round(height * ENLARGED) };
  const either = (): number => 2 * random() - 1;
  const slip: Slip = {
    dxPx: scenario.shiftPx * either(),
    dyPx: scenario.shiftPx * either(),
    scale: 1 + scenario.scale * (scenario.scale > 0.1 ? 1 : either()),
  };
  const truth = scenario.ignoredFor === undefined ? pasted(source, edit, patch) : null;
  const shown = truth ?? (await strangerTo(plan, width, height));
  const { repainted } = scenario;
  const other = { x: 1 - patch.x, y: 1 - patch.y, rx: repainted ?? 0, ry: repainted ?? 0 };
  let reply = repainted === undefined ? shown : pasted(shown, edit, other);
  reply = slipped(reply, wireSize.width, wireSize.height, slip);
  if (scenario.isRecoloured) reply = recoloured(reply, seed);
  if (scenario.noise !== undefined) reply = noisy(reply, scenario.noise, seed);
  return {
    ...plan,
    source,
    sourceFile: await fileOf(source),
    resultFile: await fileOf(reply, scenario.jpegQuality),
    plan: planWire(size, wireSize),
    coverage: scenario.hasNoMask ? null : coverageOf(patch, width, height),
    slip,
    truth,
  };
}

async function strangerTo({ kind, scenario, seed }: Plan, width: number, height: number): Promise<Raster> {
  const kinds: readonly Kind[] = ['photo', 'graphic', 'text', 'portrait'];
  const others = kinds.filter((one) => one !== kind);
  const isSame = scenario.ignoredFor === 'sameKind' && kind !== 'flat';
  return makePicture(isSame ? kind : (others[seed % others.length] ?? 'photo'), width, height, seed + 9000);
}

/** The patch, painted a little larger than the edit, with a soft edge of a pixel or two. */
function coverageOf(patch: Patch, width: number, height: number): Uint8Array {
  const painted = { ...patch, rx: patch.rx * 1.08, ry: patch.ry * 1.08 };
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const inner = depth(painted, ((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height);
    return Math.max(0, Math.min(255, Math.round(inner * 60 * 255)));
  });
}
