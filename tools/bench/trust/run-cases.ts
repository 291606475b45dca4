// Runs cases in the app's own picture worker, and returns the result of each beside its true values.

import sharp from 'sharp';
import type { Composite } from '../../../renderer/images/pipeline/tasks-contract.ts';
import { NO_SHIFT, type Shift } from '../../../renderer/pixels/alignment/shift.ts';
import { DEFAULT_CORRECTIONS } from '../../../shared/images/correction-choices.ts';
import { type Case, makeCase, type Plan } from './cases.ts';
import type { Raster } from './pictures.ts';
import type { WorkerPage, WorkerPages } from './worker-page.ts';

/** The usual method: scale the result to the source and composite it. */
const PLAIN = {
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
  /** The applied misalignment. */
  misalignment: Shift;
  isMasked: boolean;
  /** Without the file. */
  found: Omit<Composite, 'bytes'>;
  /** Largest distance of any corner from its true position after correction, in pixels of the source. */
  remainingOffsetPx: number;
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
  const { planned, coverage, plan, misalignment, truth, source } = made;
  const files = { source: made.sourceFile, result: made.resultFile, ...(coverage && { coverage }) };
  const {
    data: { bytes, ...found },
  } = await page.composite(files, { plan, ...MENDED });
  const shift = found.misalignment ?? NO_SHIFT;
  const growth = Math.abs(shift.scale - misalignment.scale) / 2;
  const remainingOffsetPx = Math.hypot(
    Math.abs(shift.dxPx - misalignment.dxPx) + growth * source.width,
    Math.abs(shift.dyPx - misalignment.dyPx) + growth * source.height,
  );
  const facts = { planned, misalignment, isMasked: coverage !== null, found, remainingOffsetPx };
  if (coverage === null) return { ...facts, outsideChanged: 0, errors: null };
  const after = await decode(bytes);
  const outsideChanged = countOutside(source, after, coverage);
  if (truth === null) return { ...facts, outsideChanged, errors: null };
  const { data: plain } = await page.composite(files, { plan, ...PLAIN });
  const errors = {
    mended: errorInside(truth, after, coverage),
    plain: errorInside(truth, await decode(plain.bytes), coverage),
  };
  return { ...facts, outsideChanged, errors };
}

async function decode(file: Uint8Array): Promise<Raster> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

function countOutside(before: Raster, after: Raster, coverage: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < coverage.length; i++) {
    if (coverage[i] === 0 && [0, 1, 2].some((k) => before.data[3 * i + k] !== after.data[3 * i + k])) count += 1;
  }
  return count;
}

function errorInside(truth: Raster, found: Raster, coverage: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < coverage.length; i++) {
    if (coverage[i] === 0) continue;
    for (let k = 0; k < 3; k++) sum += Math.abs((truth.data[3 * i + k] ?? 0) - (found.data[3 * i + k] ?? 0));
    count += 3;
  }
  return sum / count;
}
