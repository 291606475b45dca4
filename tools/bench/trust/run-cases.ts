// Runs cases in the app's own picture worker, and returns the result of each beside its true values.

import sharp from 'sharp';
import { displacementAt, NO_DISPLACEMENT } from '../../../renderer/engines/pixels/resampling/placement.ts';
import type { Composite } from '../../../renderer/images/pipeline/tasks-contract.ts';
import { DEFAULT_CORRECTIONS } from '../../../shared/images/correction-choices.ts';
import { type Case, makeCase, type Plan } from './cases.ts';
import type { Raster } from './pictures.ts';
import type { WorkerPage, WorkerPages } from './worker-page.ts';

/** The usual method: scale the result to the source and composite it. */
export const PLAIN = {
  isAligned: false,
  isSeamMatched: false,
  isLightMatched: false,
  isGrainMatched: false,
  isBlended: false,
  growPx: 0,
  featherPx: 0,
} as const;
/** The app's method. */
export const MENDED = { ...PLAIN, ...DEFAULT_CORRECTIONS } as const;
/** Number of cases that run at the same time. */
const LANES = 2;

/** The result of a case, without pictures, so that thousands fit in memory. */
export type Outcome = {
  planned: Plan;
  isMasked: boolean;
  /** What was found. Of a result that is shown as received there is no misalignment, and no seam. */
  found: Pick<Composite, 'used' | 'misalignment' | 'seamErrorBefore' | 'seamErrorAfter'>;
  /**
   * How far what is shown inside the mask (without one: anywhere) is from its true place, in pixels of the source: mean
   * and largest.
   */
  remaining: { meanPx: number; mostPx: number };
  /** Pixels outside the mask that differ from the source, counted here. */
  outsideChanged: number;
  /**
   * Mean difference from a perfect edit inside the mask, in levels: the app's, and that of a plain composite; null if
   * there is no perfect edit.
   */
  errors: { mended: number; plain: number } | null;
};

/** Runs the cases, in any order. */
export async function runCases(pages: WorkerPages, plans: readonly Plan[]): Promise<Outcome[]> {
  const waiting = [...plans];
  const outcomes: Outcome[] = [];
  const lane = async (): Promise<void> => {
    const page = await pages.open();
    for (let plan = waiting.shift(); plan !== undefined; plan = waiting.shift()) {
      outcomes.push(await runCase(page, await makeCase(plan)));
      if (outcomes.length % 50 === 0) console.error(`  ${outcomes.length} of ${plans.length} cases`);
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return outcomes;
}

async function runCase(page: WorkerPage, made: Case): Promise<Outcome> {
  const { planned, coverage, plan, truth, source } = made;
  const files = { source: made.sourceFile, result: made.resultFile, ...(coverage && { coverage }) };
  const { data: answer } = await page.composite(files, { plan, ...MENDED });
  const laid = 'bytes' in answer ? answer : null;
  const found = {
    used: answer.used,
    misalignment: laid?.misalignment ?? null,
    seamErrorBefore: laid?.seamErrorBefore ?? null,
    seamErrorAfter: laid?.seamErrorAfter ?? null,
  };
  const facts = { planned, isMasked: coverage !== null, found, remaining: remainingOf(made, found) };
  if (coverage === null || laid === null) return { ...facts, outsideChanged: 0, errors: null };
  const after = await decode(laid.bytes);
  const outsideChanged = countOutside(source, after, coverage);
  if (truth === null) return { ...facts, outsideChanged, errors: null };
  const { data: plain } = await page.composite(files, { plan, ...PLAIN });
  if (!('bytes' in plain)) return { ...facts, outsideChanged, errors: null };
  const errors = {
    mended: errorInside(truth, after, coverage),
    plain: errorInside(truth, await decode(plain.bytes), coverage),
  };
  return { ...facts, outsideChanged, errors };
}

/** Pixels from one place that is measured to the next. */
const EVERY = 5;

function remainingOf({ source, coverage, displace }: Case, { misalignment }: Outcome['found']): Outcome['remaining'] {
  const undone = misalignment?.isBetterUndone ? misalignment : NO_DISPLACEMENT;
  const out = { x: 0, y: 0 };
  let [sum, count, mostPx] = [0, 0, 0];
  for (let y = 0; y < source.height; y += EVERY) {
    for (let x = 0; x < source.width; x += EVERY) {
      if (coverage !== null && coverage[y * source.width + x] === 0) continue;
      displacementAt(undone, source, x + 0.5, y + 0.5, out);
      const [dx, dy] = displace(x + 0.5, y + 0.5);
      const distance = Math.hypot(out.x - dx, out.y - dy);
      sum += distance;
      count += 1;
      mostPx = Math.max(mostPx, distance);
    }
  }
  return { meanPx: count > 0 ? sum / count : 0, mostPx };
}

export async function decode(file: Uint8Array): Promise<Raster> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

export function countOutside(before: Raster, after: Raster, coverage: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < coverage.length; i++) {
    if (coverage[i] === 0 && [0, 1, 2].some((k) => before.data[3 * i + k] !== after.data[3 * i + k])) count += 1;
  }
  return count;
}

export function errorInside(truth: Raster, found: Raster, coverage: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < coverage.length; i++) {
    if (coverage[i] === 0) continue;
    for (let k = 0; k < 3; k++) sum += Math.abs((truth.data[3 * i + k] ?? 0) - (found.data[3 * i + k] ?? 0));
    count += 3;
  }
  return sum / count;
}
