// Seams as they were received, after one change of colour for the whole edit, and as the app joins them; in figures, and
// on a sheet to look at.

import type { Composite } from '../../../renderer/images/pipeline/tasks-contract.ts';
import { type Figure, percentile } from '../bench.ts';
import { countOutside, decode, MENDED, PLAIN } from './run-cases.ts';
import { makeSeamCase, type SeamCase, seamPlans } from './seam-cases.ts';
import { type SheetRow, writeSheet } from './seam-sheet.ts';
import type { WorkerPage, WorkerPages } from './worker-page.ts';

/** The ways of joining that are compared. */
const WAYS = {
  plain: PLAIN,
  once: { ...PLAIN, isSeamMatched: true },
  ours: MENDED,
  blended: { ...MENDED, isBlended: true },
} as const;
type Way = keyof typeof WAYS;

type Joined = { made: SeamCase; results: Record<Way, Composite>; outsideChanged: number };

/** Figures of all seams. @param isDrawn also writes the sheet, and prints its path */
export async function measureSeams(pages: WorkerPages, seed: number, isDrawn: boolean): Promise<Figure[]> {
  const page = await pages.open();
  const rows: SheetRow[] = [];
  const joined: Omit<Joined, 'results'>[] = [];
  const errors: Record<'before' | Way, number>[] = [];
  for (const plan of seamPlans(seed)) {
    const { made, results, outsideChanged } = await join(page, await makeSeamCase(plan));
    joined.push({ made, outsideChanged });
    errors.push(errorsOf(results));
    if (isDrawn) rows.push(await rowOf(made, results));
  }
  await page.close();
  if (isDrawn) console.log(`The sheet of ${rows.length} seams: ${await writeSheet(rows)}`);
  return figuresOf(joined, errors);
}

async function join(page: WorkerPage, made: SeamCase): Promise<Joined> {
  const files = { source: made.sourceFile, result: made.resultFile, coverage: made.coverage };
  const by = async (way: Way): Promise<Composite> =>
    (await page.composite(files, { plan: made.plan, ...WAYS[way] })).data;
  const results = {
    plain: await by('plain'),
    once: await by('once'),
    ours: await by('ours'),
    blended: await by('blended'),
  };
  let outsideChanged = 0;
  for (const { bytes } of Object.values(results)) {
    outsideChanged += countOutside(made.source, await decode(bytes), made.coverage);
  }
  return { made, results, outsideChanged };
}

function errorsOf(results: Joined['results']): Record<'before' | Way, number> {
  const after = (way: Way): number => results[way].seamErrorAfter ?? 0;
  return {
    before: results.ours.seamErrorBefore ?? 0,
    plain: after('plain'),
    once: after('once'),
    ours: after('ours'),
    blended: after('blended'),
  };
}

async function rowOf(made: SeamCase, results: Joined['results']): Promise<SheetRow> {
  const { before, once, ours, blended } = errorsOf(results);
  const grain = results.ours.corrections.grainLevels;
  const note = [made.behaviour, grain === null ? '' : `grain ${grain.toFixed(1)}`].filter(Boolean).join(', ');
  const picture = async (name: string, file: Uint8Array) => ({ name, raster: await decode(file) });
  return {
    title: `${made.kind}: ${note}`,
    pictures: [
      await picture('source', made.sourceFile),
      await picture('raw', made.resultFile),
      await picture(`plain ${before.toFixed(1)}`, results.plain.bytes),
      await picture(`one change ${once.toFixed(1)}`, results.once.bytes),
      await picture(`ours ${ours.toFixed(1)}`, results.ours.bytes),
      await picture(`blended ${blended.toFixed(1)}`, results.blended.bytes),
    ],
  };
}

function figuresOf(joined: readonly Omit<Joined, 'results'>[], errors: readonly ReturnType<typeof errorsOf>[]): Figure[] {
  const relit = errors.filter((_, i) => joined[i]?.made.isRelit === true && joined[i]?.made.hasGrain === false);
  const of = (way: 'before' | Way): number[] => relit.map((error) => error[way]);
  const ratio = percentile(of('ours'), 0.5) / percentile(of('once'), 0.5);
  const share = (part: number): number[] => [(100 * part) / errors.length];
  return [
    { name: 'seams, relit: before', unit: 'levels', samples: of('before') },
    { name: 'seams, relit: one change of colour', unit: 'levels', samples: of('once') },
    {
      name: 'seams, relit: ours',
      unit: 'levels',
      samples: of('ours'),
      note: `${ratio.toFixed(2)} of one change; ${relit.filter(({ ours, once }) => ours <= 0.5 * once).length} of ${relit.length} at most half of it`,
    },
    { name: 'seams, relit: blended', unit: 'levels', samples: of('blended') },
    {
      name: 'seams: ours no worse than before',
      unit: '%',
      samples: share(errors.filter(({ ours, before }) => ours <= before).length),
      note: `${errors.length} seams; blended ${errors.filter(({ blended, before }) => blended <= before).length}, one change ${errors.filter(({ once, before }) => once <= before).length}`,
    },
    {
      name: 'seams: changed outside the mask',
      unit: 'px',
      samples: joined.map(({ outsideChanged }) => outsideChanged),
      aim: 0,
      aimShare: 1,
    },
  ].map((row) => ({ ...row, name: `trust, ${row.name}` }) as Figure);
}
