// The cases for testing protected results: what a model did to which picture, and the true values of the result.

import type { Size } from '../../../shared/images/size.ts';
import type { UsageVerdict } from '../../../shared/images/source-usage.ts';
import { planWire, type WirePlan } from '../../../shared/images/wire-geometry.ts';
import { KINDS, type Kind, makePicture, type Raster, randomOf, TUNED_KINDS } from './pictures.ts';
import { type Displace, depth, displaced, fileOf, noisy, type Patch, pasted, recoloured, relit } from './replies.ts';
import { type Reshape, reshaped, restyled } from './reshaped-replies.ts';

/** The changes to a picture. */
export type Scenario = {
  name: string;
  /** In pixels of the source, and as a fraction; 0 is none. */
  shiftPx: number;
  scale: number;
  /** Rotated by some tenths of a degree. */
  isRotated?: boolean;
  /** Wider by 1.2 %, lower by 0.6 %. */
  isStretched?: boolean;
  /** Displaced by a smooth field of up to 2.5 px in each direction. */
  isDrifting?: boolean;
  isRecoloured?: boolean;
  /** Left darker, right brighter. */
  isRelit?: boolean;
  /** What is done to the whole picture besides, so that it cannot be brought back. */
  reshape?: Reshape;
  /** Painted anew in another style. */
  isRestyled?: boolean;
  noise?: number;
  jpegQuality?: number;
  /** Size of the part of the picture that is repainted beside the mask, as radii in fractions of its sides. */
  repainted?: number;
  /** The source is ignored, and replaced by another picture of the same or another kind. */
  ignoredFor?: 'sameKind' | 'otherKind';
  hasNoMask?: boolean;
  /** The correct verdicts. */
  verdicts: readonly UsageVerdict[];
};

export const USED: readonly UsageVerdict[] = ['used'];
export const PARTLY: readonly UsageVerdict[] = ['partly'];
const SOMEHOW_USED: readonly UsageVerdict[] = ['used', 'partly'];
export const NOT_USED: readonly UsageVerdict[] = ['notUsed'];
export const MISALIGNED = { shiftPx: 24, scale: 0.03 } as const;
export const ALIGNED = { shiftPx: 0, scale: 0 } as const;

const SCENARIOS: readonly Scenario[] = [
  { name: 'faithful', ...ALIGNED, verdicts: USED },
  { name: 'shifted', shiftPx: 24, scale: 0, verdicts: USED },
  { name: 'scaled', shiftPx: 0, scale: 0.03, verdicts: USED },
  { name: 'shifted, scaled', ...MISALIGNED, verdicts: USED },
  { name: 'rotated', ...ALIGNED, isRotated: true, verdicts: USED },
  { name: 'stretched', ...ALIGNED, isStretched: true, verdicts: USED },
  { name: 'drifting', ...ALIGNED, isDrifting: true, verdicts: USED },
  {
    name: 'shifted, rotated, stretched, JPEG',
    ...MISALIGNED,
    isRotated: true,
    isStretched: true,
    jpegQuality: 70,
    verdicts: USED,
  },
  {
    name: 'shifted, drifting, recoloured',
    shiftPx: 24,
    scale: 0,
    isDrifting: true,
    isRecoloured: true,
    verdicts: USED,
  },
  { name: 'recoloured', ...ALIGNED, isRecoloured: true, verdicts: USED },
  { name: 'shifted, scaled, recoloured', ...MISALIGNED, isRecoloured: true, verdicts: USED },
  { name: 'shifted, scaled, JPEG', ...MISALIGNED, jpegQuality: 60, verdicts: USED },
  { name: 'shifted, scaled, noise', ...MISALIGNED, noise: 10, verdicts: USED },
  { name: 'all of these', ...MISALIGNED, isRecoloured: true, noise: 8, jpegQuality: 70, verdicts: USED },
  { name: 'mask ignored', ...MISALIGNED, repainted: 0.22, jpegQuality: 85, verdicts: SOMEHOW_USED },
  { name: 'half repainted', ...MISALIGNED, repainted: 0.42, verdicts: SOMEHOW_USED },
  { name: 'no mask', ...MISALIGNED, jpegQuality: 85, hasNoMask: true, verdicts: USED },
  { name: 'zoomed by 12 %', shiftPx: 20, scale: 0.12, verdicts: SOMEHOW_USED },
  { name: 'source ignored', ...ALIGNED, ignoredFor: 'sameKind', jpegQuality: 85, verdicts: NOT_USED },
  { name: 'source ignored, other kind', ...ALIGNED, ignoredFor: 'otherKind', verdicts: NOT_USED },
  { name: 'source ignored, no mask', ...ALIGNED, ignoredFor: 'sameKind', hasNoMask: true, verdicts: NOT_USED },
];

/** One of the changes above. @throws if there is none of this name */
export function scenarioNamed(name: string): Scenario {
  const found = SCENARIOS.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`There is no scenario ${name}`);
  return found;
}

/** Small, so that a run can contain many. */
const SIZES = [
  { width: 960, height: 640 },
  { width: 640, height: 800 },
  { width: 1200, height: 900 },
  { width: 480, height: 480 },
] as const;

/** What a case is about: the picture that is sent, what is painted into it, and one that has nothing to do with it. */
export type Subject = {
  name: string;
  /** Whether nothing in it shows a shift. */
  isFlat: boolean;
  source: (size: Size, seed: number) => Promise<Raster>;
  edit: (size: Size, seed: number) => Promise<Raster>;
  stranger: (size: Size, seed: number, likeness: 'sameKind' | 'otherKind') => Promise<Raster>;
};

/** A picture made by code; what is painted into it is of another kind, so that it is visible. */
function made(kind: Kind): Subject {
  const others = (['photo', 'graphic', 'text', 'portrait'] as const).filter((one) => one !== kind);
  return {
    name: kind,
    isFlat: kind === 'flat',
    source: ({ width, height }, seed) => makePicture(kind, width, height, seed),
    edit: ({ width, height }, seed) => makePicture(kind === 'photo' ? 'graphic' : 'photo', width, height, seed),
    stranger: ({ width, height }, seed, likeness) => {
      const isSame = likeness === 'sameKind' && kind !== 'flat';
      return makePicture(isSame ? kind : (others[seed % others.length] ?? 'photo'), width, height, seed);
    },
  };
}

/** The parameters of a case. */
export type Plan = {
  subject: Subject;
  scenario: Scenario;
  seed: number;
  size: Size;
  /** Factor by which it is enlarged before it is sent, as small pictures are. */
  enlarged: number;
  /** Radii of the painted area, as fractions of the sides. */
  painted: number;
};

/**
 * The cases that were used to choose thresholds: every scenario with every kind of picture. Their results prove little.
 */
export function tunedPlans(): Plan[] {
  return TUNED_KINDS.flatMap((kind, k) =>
    SCENARIOS.map((scenario, s) => {
      const seed = 1 + 3 * s + 100 * k;
      const size = SIZES[seed % SIZES.length] ?? SIZES[0];
      return { subject: made(kind), scenario, seed, size, enlarged: 1.6, painted: 0.18 };
    }),
  );
}

/**
 * Cases that were not used to choose thresholds: other pictures, sizes and strengths, everything combined at random.
 * The same seed returns the same cases.
 */
export function heldOutPlans(seed: number, count: number): Plan[] {
  return Array.from({ length: count }, (_, i) => {
    const own = 1_000_000 + 10_000 * seed + i;
    const random = randomOf(own);
    const between = (low: number, high: number): number => low + (high - low) * random();
    return {
      subject: made(KINDS[i % KINDS.length] ?? 'photo'),
      scenario: anyScenario(random, between),
      seed: own,
      size: { width: Math.round(between(420, 1200)), height: Math.round(between(420, 1000)) },
      enlarged: between(0.9, 2.2),
      painted: between(0.06, 0.26),
    };
  });
}

function anyScenario(random: () => number, between: (low: number, high: number) => number): Scenario {
  const sometimes = <T>(share: number, value: T): T | undefined => (random() < share ? value : undefined);
  const ignoredFor = sometimes(0.25, random() < 0.7 ? 'sameKind' : 'otherKind');
  const shiftPx = sometimes(0.75, 24) ?? 0;
  const scale = sometimes(0.6, 0.03) ?? 0;
  const isRotated = sometimes(0.3, true);
  const isStretched = sometimes(0.3, true);
  const isDrifting = sometimes(0.3, true);
  const isRecoloured = sometimes(0.4, true);
  const noise = sometimes(0.35, between(2, 12));
  const jpegQuality = sometimes(0.5, Math.round(between(50, 95)));
  const repainted = sometimes(ignoredFor === undefined ? 0.2 : 0, between(0.15, 0.35));
  const hasNoMask = sometimes(0.15, true);
  const bent = { isRotated, isStretched, isDrifting };
  const names = {
    ignoredFor,
    shifted: shiftPx,
    scaled: scale,
    ...bent,
    isRecoloured,
    noise,
    jpegQuality,
    repainted,
    hasNoMask,
  };
  const used = repainted === undefined ? USED : SOMEHOW_USED;
  return {
    name:
      Object.entries(names)
        .flatMap(([name, value]) => (value ? [name] : []))
        .join('+') || 'faithful',
    shiftPx,
    scale,
    ...(ignoredFor && { ignoredFor }),
    ...(isRotated && { isRotated }),
    ...(isStretched && { isStretched }),
    ...(isDrifting && { isDrifting }),
    ...(isRecoloured && { isRecoloured }),
    ...(noise !== undefined && { noise }),
    ...(jpegQuality !== undefined && { jpegQuality }),
    ...(repainted !== undefined && { repainted }),
    ...(hasNoMask && { hasNoMask }),
    verdicts: ignoredFor === undefined ? used : NOT_USED,
  };
}

/** A case with all input of the app, and the true values that are unknown to it. */
export type Case = {
  planned: Plan;
  source: Raster;
  sourceFile: Uint8Array;
  resultFile: Uint8Array;
  plan: WirePlan;
  coverage: Uint8Array | null;
  /** How far each point of the source is displaced. */
  displace: Displace;
  /** The source with the edit, as a perfect model would have painted it; null if the source was ignored. */
  truth: Raster | null;
};

/** Creates a case. */
export async function makeCase(plan: Plan): Promise<Case> {
  const { subject, scenario, seed, size, enlarged, painted } = plan;
  const random = randomOf(seed);
  const { width, height } = size;
  const source = await subject.source(size, seed);
  const edit = await subject.edit({ width: width >> 1, height: height >> 1 }, seed + 5000);
  const patch: Patch = { x: 0.35 + 0.3 * random(), y: 0.35 + 0.3 * random(), rx: painted, ry: painted };
  const wireSize = { width: Math.round(width * enlarged), height: Math.round(height * enlarged) };
  const displace = displacementOf(scenario, size, random);
  const { ignoredFor, repainted, reshape } = scenario;
  const truth = ignoredFor === undefined ? pasted(source, edit, patch) : null;
  const shown = truth ?? (await subject.stranger(size, seed + 9000, ignoredFor ?? 'sameKind'));
  const other = { x: 1 - patch.x, y: 1 - patch.y, rx: repainted ?? 0, ry: repainted ?? 0 };
  let reply = repainted === undefined ? shown : pasted(shown, edit, other);
  if (scenario.isRestyled) reply = await restyled(reply);
  reply = displaced(reply, wireSize.width, wireSize.height, displace);
  if (reshape !== undefined) reply = await reshaped(reply, reshape, random);
  if (scenario.isRecoloured) reply = recoloured(reply, seed);
  if (scenario.isRelit) reply = relit(reply);
  if (scenario.noise !== undefined) reply = noisy(reply, scenario.noise, seed);
  return {
    planned: plan,
    source,
    sourceFile: await fileOf(source),
    resultFile: await fileOf(reply, scenario.jpegQuality),
    plan: planWire(size, wireSize),
    coverage: scenario.hasNoMask ? null : coverageOf(patch, width, height),
    displace,
    truth,
  };
}

/** Rotation at most, in degrees; half of it at least. */
const ROTATION = 0.8;
const STRETCHED = { wider: 0.012, lower: 0.006 } as const;
const DRIFT_PX = 2.5;

/** A displacement of the kinds that a scenario has; how strong they are is chosen at random. */
function displacementOf(scenario: Scenario, { width, height }: Size, random: () => number): Displace {
  const either = (): number => 2 * random() - 1;
  const [dxPx, dyPx] = [scenario.shiftPx * either(), scenario.shiftPx * either()];
  const scale = 1 + scenario.scale * (scenario.scale > 0.1 ? 1 : either());
  const turnShare = either();
  const turn = scenario.isRotated ? (Math.sign(turnShare) * (1 + Math.abs(turnShare)) * ROTATION * Math.PI) / 360 : 0;
  const wide = scale * (scenario.isStretched ? 1 + STRETCHED.wider : 1);
  const tall = scale * (scenario.isStretched ? 1 - STRETCHED.lower : 1);
  const waves = scenario.isDrifting
    ? [0, 1].map(() => ({ u: either(), v: either(), phase: 2 * Math.PI * random() }))
    : [];
  const long = Math.max(width, height);
  return (x, y) => {
    const [fromX, fromY] = [x - width / 2, y - height / 2];
    const [driftX = 0, driftY = 0] = waves.map(
      ({ u, v, phase }) => DRIFT_PX * Math.sin((2 * Math.PI * (u * x + v * y)) / long + phase),
    );
    return [
      dxPx + driftX + wide * (fromX * Math.cos(turn) - fromY * Math.sin(turn)) - fromX,
      dyPx + driftY + tall * (fromX * Math.sin(turn) + fromY * Math.cos(turn)) - fromY,
    ];
  };
}

/** The mask of the patch, painted a little larger than the edit, with a soft edge of one or two pixels. */
function coverageOf(patch: Patch, width: number, height: number): Uint8Array {
  const painted = { ...patch, rx: patch.rx * 1.08, ry: patch.ry * 1.08 };
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const inner = depth(painted, ((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height);
    return Math.max(0, Math.min(255, Math.round(inner * 60 * 255)));
  });
}
