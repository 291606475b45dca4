// Whether edits can be trusted: slips found and undone, verdicts, seams beside plain compositing, and what it costs. Each case runs in the app's
// own picture worker; what is true of it is known from how it was made.

import sharp from 'sharp';
import type { Composite } from '../../renderer/images/pipeline/tasks-contract.ts';
import { planWire } from '../../shared/images/wire-geometry.ts';
import { type Bench, type Figure, percentile, repeat } from './bench.ts';
import { type Case, makeCase, PLANS } from './trust/cases.ts';
import { KINDS, makePicture, type Raster } from './trust/pictures.ts';
import { fileOf, pasted, slipped } from './trust/replies.ts';
import { startWorkerPages, type WorkerPage, type WorkerPages } from './trust/worker-page.ts';

/** What others do, and what this app did before: scale the result to the source, and lay it over. */
const PLAIN = { isAligned: false, isSeamMatched: false, growPx: 0, featherPx: 0 } as const;
const MENDED = { ...PLAIN, isAligned: true, isSeamMatched: true } as const;
/** Cases under way at once. */
const LANES = 2;

/** What became of a case. */
type Outcome = {
  made: Case;
  found: Composite;
  /** Farthest the found slip leaves any corner from its place, in pixels of the source. */
  offPx: number;
  /** Pixels outside the mask that differ from the source, counted here. */
  outsideChanged: number;
  /** Mean difference from a perfect edit inside the mask, in levels; null where there is none to compare with. */
  mendedError: number | null;
  plainError: number | null;
};

/** The cases, then times and memory at two large sizes. */
export const benchTrust: Bench = async () => {
  const pages = await startWorkerPages();
  try {
    const outcomes = await runCases(pages);
    const sizes = [
      { name: '4K', width: 3840, height: 2160, aim: 1500, times: 5 },
      { name: '8K', width: 7680, height: 4320, aim: undefined, times: 2 },
    ];
    const costs: Figure[] = [];
    for (const size of sizes) costs.push(...(await measureCost(pages, size)));
    return [...slipFigures(outcomes), ...verdictFigures(outcomes), ...seamFigures(outcomes), ...costs];
  } finally {
    await pages.close();
  }
};

async function runCases(pages: WorkerPages): Promise<Outcome[]> {
  const waiting = [...PLANS];
  const outcomes: Outcome[] = [];
  const lane = async (): Promise<void> => {
    const page = await pages.open();
    for (let plan = waiting.shift(); plan !== undefined; plan = waiting.shift()) {
      outcomes.push(await runCase(page, await makeCase(plan)));
      if (outcomes.length % 50 === 0) console.error(`  ${outcomes.length} of ${PLANS.length} cases`);
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return outcomes;
}

async function runCase(page: WorkerPage, made: Case): Promise<Outcome> {
  const { coverage, plan, slip, truth, source } = made;
  const files = { source: made.sourceFile, result: made.resultFile, ...(coverage && { coverage }) };
  const { data: found } = await page.composite(files, { plan, ...MENDED });
  const shift = found.alignment ?? { dxPx: 0, dyPx: 0, scale: 1 };
  const growth = Math.abs(shift.scale - slip.scale) / 2;
  const offPx = Math.hypot(
    Math.abs(shift.dxPx - slip.dxPx) + growth * source.width,
    Math.abs(shift.dyPx - slip.dyPx) + growth * source.height,
  );
  const after = await decode(found.bytes);
  const outsideChanged = coverage === null ? 0 : countOutside(source, after, coverage);
  if (coverage === null || truth === null) {
    return { made, found, offPx, outsideChanged, mendedError: null, plainError: null };
  }
  const { data: plain } = await page.composite(files, { plan, ...PLAIN });
  const plainError = errorInside(truth, await decode(plain.bytes), coverage);
  return { made, found, offPx, outsideChanged, mendedError: errorInside(truth, after, coverage), plainError };
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

/** Slips within reach, of pictures with texture: what should be found to a pixel. */
function slipFigures(outcomes: readonly Outcome[]): Figure[] {
  const inReach = outcomes.filter(({ made }) => made.truth !== null && Math.abs(made.slip.scale - 1) <= 0.04);
  return KINDS.map((kind) => {
    const own = inReach.filter(({ made }) => made.kind === kind);
    const exact = own.filter(({ offPx }) => offPx <= 1).length;
    const untold = own.filter(({ found }) => found.used.verdict === 'cannotTell').length;
    const note =
      untold > 0 ? `"cannot tell" in ${untold} of ${own.length}` : `to 1 px or less in ${exact} of ${own.length}`;
    return { name: `trust: slip left, ${kind}`, unit: 'px', samples: own.map(({ offPx }) => offPx), note };
  });
}

function verdictFigures(outcomes: readonly Outcome[]): Figure[] {
  const textured = outcomes.filter(({ made }) => made.kind !== 'flat');
  const used = textured.filter(({ made }) => made.truth !== null);
  const ignored = textured.filter(({ made }) => made.truth === null);
  const flat = outcomes.filter(({ made }) => made.kind === 'flat');
  const right = ({ made, found }: Outcome): boolean => made.scenario.verdicts.includes(found.used.verdict);
  const alarms = used.filter(({ found }) => found.used.verdict === 'notUsed');
  const missed = ignored.filter(({ found }) => found.used.verdict !== 'notUsed');
  const share = (of: readonly Outcome[]): number[] => [(100 * of.filter(right).length) / of.length];
  const named = (of: readonly Outcome[]): string =>
    of.map(({ made, found }) => `${made.kind} ${made.scenario.name}: ${found.used.verdict}`).join('; ');
  return [
    {
      name: 'trust: verdicts right, used',
      unit: '%',
      samples: share(used),
      note: `${used.length} cases, ${alarms.length} false alarms ${named(alarms)}; wrong: ${named(used.filter((one) => !right(one)))}`,
    },
    {
      name: 'trust: verdicts right, ignored',
      unit: '%',
      samples: share(ignored),
      note: `${ignored.length} cases, ${missed.length} missed ${named(missed)}`,
    },
    {
      name: 'trust: flat, "cannot tell"',
      unit: '%',
      samples: [(100 * flat.filter(({ found }) => found.used.verdict === 'cannotTell').length) / flat.length],
      note: `${flat.length} cases`,
    },
  ];
}

function seamFigures(outcomes: readonly Outcome[]): Figure[] {
  const told = outcomes.filter(({ plainError, found }) => plainError !== null && found.used.verdict !== 'cannotTell');
  const mended = told.map(({ mendedError }) => mendedError ?? 0);
  const plain = told.map(({ plainError }) => plainError ?? 0);
  const before = told.map(({ found }) => found.seamErrorBefore ?? 0);
  const after = told.map(({ found }) => found.seamErrorAfter ?? 0);
  const masked = outcomes.filter(({ made }) => made.coverage !== null);
  const worse = told.filter(({ mendedError, plainError }) => (mendedError ?? 0) > (plainError ?? 0) + 0.5);
  const ratio = (ours: readonly number[], theirs: readonly number[]): string =>
    `${(percentile(ours, 0.5) / percentile(theirs, 0.5)).toFixed(2)} of it`;
  return [
    { name: 'trust: error inside, plain composite', unit: 'levels', samples: plain, note: 'against a perfect edit' },
    {
      name: 'trust: error inside, ours',
      unit: 'levels',
      samples: mended,
      note: `${ratio(mended, plain)}; worse than plain in ${worse.length} of ${told.length}`,
    },
    { name: 'trust: error at the seam, plain', unit: 'levels', samples: before },
    { name: 'trust: error at the seam, ours', unit: 'levels', samples: after, note: ratio(after, before) },
    {
      name: 'trust: changed outside the mask',
      unit: 'px',
      samples: masked.map(({ outsideChanged }) => outsideChanged),
      aim: 0,
      note: `${masked.filter(({ outsideChanged }) => outsideChanged > 0).length} of ${masked.length} pictures`,
    },
  ];
}

type Cost = { name: string; width: number; height: number; aim: number | undefined; times: number };

async function measureCost(pages: WorkerPages, { name, width, height, aim, times }: Cost): Promise<Figure[]> {
  const small = await makePicture('photo', 1920, 1080, 7);
  const source = slipped(small, width, height, { dxPx: 0, dyPx: 0, scale: 1 });
  const edit = await makePicture('graphic', 1920, 1080, 8);
  const edited = pasted(source, edit, { x: 0.5, y: 0.5, rx: 0.15, ry: 0.2 });
  // A relay gives back 4K at most.
  const wire = width > 4096 ? { width: 3840, height: 2160 } : { width, height };
  const reply = slipped(edited, wire.width, wire.height, { dxPx: 9.3, dyPx: -6.8, scale: 1.012 });
  const files = {
    source: await fileOf(source, 92),
    result: await fileOf(reply, 92),
    coverage: Uint8Array.from({ length: width * height }, (_, i) =>
      Math.hypot((i % width) / width - 0.5, Math.floor(i / width) / height - 0.5) < 0.2 ? 255 : 0,
    ),
  };
  const page = await pages.open();
  const plan = planWire({ width, height }, wire);
  const measure = async (input: typeof PLAIN | typeof MENDED) => page.composite(files, { plan, ...input });
  const runs = await repeat({ warmUps: 1, times }, () => measure(MENDED));
  const peak = await page.peakBytes();
  await page.close();
  const megabytes = peak === undefined ? '' : `, ${Math.round(peak / 1e6)} MB at most in the page's process`;
  return [
    {
      name: `trust: protected picture, ${name}`,
      unit: 'ms',
      samples: runs.map(({ elapsedMs }) => elapsedMs),
      ...(aim !== undefined && { aim }),
      note: `JPEG in, PNG out, proven${megabytes}`,
    },
    {
      name: `trust: longest pause of the page, ${name}`,
      unit: 'ms',
      samples: runs.map(({ longestPauseMs }) => longestPauseMs),
      aim: 50,
      note: 'meanwhile',
    },
  ];
}
