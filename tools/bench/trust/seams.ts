// Seams as they were received, after one change of colour for the whole edit, and as the app joins them; in figures, and
// on sheets to look at.

import type { Composite } from '../../../renderer/images/pipeline/tasks-contract.ts';
import { type Figure, percentile } from '../bench.ts';
import type { Photograph } from '../photographs.ts';
import { countOutside, decode, errorInside, MENDED, PLAIN } from './run-cases.ts';
import { makeSeamCase, type SeamCase, seamPlans } from './seam-cases.ts';
import { createSheets } from './seam-sheet.ts';
import type { WorkerPage, WorkerPages } from './worker-page.ts';

/** The ways of joining that are compared. */
const WAYS = {
  plain: PLAIN,
  once: { ...PLAIN, isSeamMatched: true },
  ours: MENDED,
  blended: { ...MENDED, isBlended: true },
} as const;
type Way = keyof typeof WAYS;
const NAMES = Object.keys(WAYS) as Way[];

/** The errors of a case in levels, at the seam and against a perfect edit. */
type Outcome = {
  isRelit: boolean;
  grain: { of: number; added: number } | null;
  seam: Record<'before' | Way, number>;
  inside: Record<Way, number>;
  outsideChanged: number;
};

/** Figures of all seams; prints where the sheets are. */
export async function measureSeams(pages: WorkerPages, photographs: readonly Photograph[]): Promise<Figure[]> {
  const page = await pages.open();
  const sheets = await createSheets();
  const outcomes: Outcome[] = [];
  for (const plan of seamPlans(photographs)) {
    const made = await makeSeamCase(plan);
    const results = await join(page, made);
    const { behaviour, name } = made;
    const pictures = [
      { name: 'source', file: made.sourceFile },
      { name: 'received', file: made.resultFile },
      ...NAMES.map((way) => ({
        name: `${way} ${(results[way].seamErrorAfter ?? 0).toFixed(1)}`,
        file: results[way].bytes,
      })),
    ];
    await sheets.add(behaviour.name, name, pictures);
    outcomes.push(await outcomeOf(made, results));
  }
  await page.close();
  console.log(`Sheets of ${outcomes.length} seams: ${await sheets.write()}`);
  return figuresOf(outcomes);
}

async function join(page: WorkerPage, { plan, ...made }: SeamCase): Promise<Record<Way, Composite>> {
  const files = { source: made.sourceFile, result: made.resultFile, coverage: made.coverage };
  const by = async (way: Way): Promise<Composite> => {
    const { data } = await page.composite(files, { plan, ...WAYS[way] });
    if (!('bytes' in data)) throw new Error('A result that has a seam was not laid over its source.');
    return data;
  };
  return { plain: await by('plain'), once: await by('once'), ours: await by('ours'), blended: await by('blended') };
}

async function outcomeOf(made: SeamCase, results: Record<Way, Composite>): Promise<Outcome> {
  const { behaviour, source, truth, coverage } = made;
  const inside = { plain: 0, once: 0, ours: 0, blended: 0 };
  let outsideChanged = 0;
  for (const way of NAMES) {
    const joined = await decode(results[way].bytes);
    inside[way] = errorInside(truth, joined, coverage);
    outsideChanged += countOutside(source, joined, coverage);
  }
  const seamOf = (way: Way): number => results[way].seamErrorAfter ?? 0;
  const seam = { plain: seamOf('plain'), once: seamOf('once'), ours: seamOf('ours'), blended: seamOf('blended') };
  const { grain } = results.ours.corrections;
  return {
    isRelit: behaviour.light !== undefined && behaviour.grain === undefined,
    grain: behaviour.grain === undefined ? null : { of: behaviour.grain, added: grain?.deviation ?? 0 },
    seam: { before: results.ours.seamErrorBefore ?? 0, ...seam },
    inside,
    outsideChanged,
  };
}

function figuresOf(outcomes: readonly Outcome[]): Figure[] {
  const relit = outcomes.filter(({ isRelit }) => isRelit);
  const grained = outcomes.flatMap(({ grain }) => (grain === null ? [] : [grain]));
  const seams = (way: 'before' | Way): number[] => relit.map(({ seam }) => seam[way]);
  const ratio = percentile(seams('ours'), 0.5) / percentile(seams('once'), 0.5);
  const halved = relit.filter(({ seam }) => seam.ours <= 0.5 * seam.once).length;
  const worse = (way: Way): number => outcomes.filter(({ seam }) => seam[way] > seam.before).length;
  const rows: Figure[] = [
    { name: 'relit: before', unit: 'levels', samples: seams('before') },
    { name: 'relit: one change of colour', unit: 'levels', samples: seams('once') },
    {
      name: 'relit: ours',
      unit: 'levels',
      samples: seams('ours'),
      note: `${ratio.toFixed(2)} of one change; at most half of it in ${halved} of ${relit.length}`,
    },
    { name: 'relit: blended too', unit: 'levels', samples: seams('blended') },
    ...NAMES.map((way): Figure => {
      const samples = relit.map(({ inside }) => inside[way]);
      return { name: `relit, inside: ${way}`, unit: 'levels', samples, note: 'against a perfect edit' };
    }),
    {
      name: 'worse than before',
      unit: 'times',
      samples: [worse('ours')],
      aim: 0,
      note: `of ${outcomes.length}; blended ${worse('blended')}, one change ${worse('once')}`,
    },
    {
      name: 'grain that was added',
      unit: '%',
      samples: grained.map(({ of, added }) => (100 * added) / of),
      note: `of the source's; none in ${grained.filter(({ added }) => added === 0).length} of ${grained.length}`,
    },
    {
      name: 'changed outside the mask',
      unit: 'px',
      samples: outcomes.map(({ outsideChanged }) => outsideChanged),
      aim: 0,
      aimShare: 1,
    },
  ];
  return rows.map((row) => ({ ...row, name: `seams, ${row.name}` }));
}
