// Summarises the results of a set of cases as rows of the table.

import { type Figure, percentile } from '../bench.ts';
import type { Outcome } from './run-cases.ts';

/** Returns all rows of a set. @param set its name */
export function figuresOf(set: string, outcomes: readonly Outcome[]): Figure[] {
  const rows = [...offsetFigures(outcomes), ...verdictFigures(outcomes), ...seamFigures(outcomes)];
  return rows.map((row) => ({ ...row, name: `trust, ${set}: ${row.name}` }));
}

/** Returns a row for each behaviour of a model: how far it is misplaced, and what of it is right. */
export function behaviourFigures(outcomes: readonly Outcome[]): Figure[] {
  const names = [...new Set(outcomes.map(({ planned }) => planned.scenario.name))];
  return names.map((name) => {
    const own = outcomes.filter(({ planned }) => planned.scenario.name === name);
    const most = Math.max(...own.map(({ remaining }) => remaining.mostPx));
    const worse = own.filter(({ found }) => (found.seamErrorAfter ?? 0) > (found.seamErrorBefore ?? 0));
    const wrong = own.filter((one) => !isRight(one));
    const changed = own.reduce((sum, { outsideChanged }) => sum + outsideChanged, 0);
    return {
      name: `trust, photographs: ${name}, misplaced inside`,
      unit: 'px',
      samples: own.map(({ remaining }) => remaining.meanPx),
      aim: 0.5,
      note: `at most ${most.toFixed(2)}; seam worse in ${worse.length} of ${own.length}; ${changed} px changed outside; verdicts wrong ${wrong.length}${named(wrong)}`,
    };
  });
}

const isFlat = ({ planned }: Outcome): boolean => planned.subject.isFlat;
const isIgnored = ({ planned }: Outcome): boolean => planned.scenario.ignoredFor !== undefined;
const isRight = ({ planned, found }: Outcome): boolean => planned.scenario.verdicts.includes(found.used.verdict);
const shareOf = (part: readonly unknown[], all: readonly unknown[]): number[] => [(100 * part.length) / all.length];

/** Describes each wrong case by its parameters and its result. */
function named(outcomes: readonly Outcome[]): string {
  const names = outcomes.map(
    ({ planned, found }) => `${planned.subject.name} ${planned.scenario.name}: ${found.used.verdict}`,
  );
  return names.length > 0 ? `: ${names.join('; ')}` : '';
}

/** Misalignments within the search range, of pictures with texture: these should be found exactly to a pixel. */
function offsetFigures(outcomes: readonly Outcome[]): Figure[] {
  const textured = outcomes.filter(
    (one) => !isFlat(one) && !isIgnored(one) && one.planned.scenario.scale <= CORRECTED_SCALE,
  );
  const found = textured.filter(({ remaining }) => remaining.mostPx <= 1);
  const misses = textured
    .filter(({ remaining }) => remaining.mostPx > 1)
    .map(
      ({ planned, remaining, found: { used } }) =>
        `${planned.subject.name} ${planned.scenario.name}: ${remaining.meanPx.toFixed(1)} px, ${used.verdict}`,
    );
  return [
    {
      name: 'misplaced inside the mask, mean',
      unit: 'px',
      samples: textured.map(({ remaining }) => remaining.meanPx),
      aim: 0.5,
      note: 'textured, source used',
    },
    {
      name: 'misplaced by ≤ 1 px everywhere inside',
      unit: '%',
      samples: shareOf(found, textured),
      note: `${textured.length} cases, wanted ≥ 98 %; missed ${misses.length > 0 ? misses.join('; ') : 'none'}`,
    },
  ];
}

/** The largest change of scale that is corrected. */
const CORRECTED_SCALE = 0.04;

function verdictFigures(outcomes: readonly Outcome[]): Figure[] {
  const textured = outcomes.filter((one) => !isFlat(one));
  const used = textured.filter((one) => !isIgnored(one));
  const ignored = textured.filter(isIgnored);
  const flat = outcomes.filter(isFlat);
  const alarms = used.filter(({ found }) => found.used.verdict === 'notUsed');
  const wrong = used.filter((one) => !isRight(one) && !alarms.includes(one));
  const missed = ignored.filter((one) => !isRight(one));
  const silent = flat.filter(({ found }) => found.used.verdict === 'cannotTell');
  return [
    {
      name: 'verdicts right, used',
      unit: '%',
      samples: shareOf(used.filter(isRight), used),
      note: `${used.length} cases, ${alarms.length} false alarms${named(alarms)}; ${wrong.length} otherwise wrong${named(wrong)}`,
    },
    {
      name: 'verdicts right, ignored',
      unit: '%',
      samples: shareOf(ignored.filter(isRight), ignored),
      note: `${ignored.length} cases, ${missed.length} missed${named(missed)}`,
    },
    { name: 'flat, "cannot tell"', unit: '%', samples: shareOf(silent, flat), note: `${flat.length} cases` },
  ];
}

function seamFigures(outcomes: readonly Outcome[]): Figure[] {
  const told = outcomes.flatMap(({ errors, found }) =>
    errors !== null && found.used.verdict !== 'cannotTell' ? [{ ...errors, found }] : [],
  );
  const mended = told.map((one) => one.mended);
  const plain = told.map((one) => one.plain);
  const before = told.map(({ found }) => found.seamErrorBefore ?? 0);
  const after = told.map(({ found }) => found.seamErrorAfter ?? 0);
  const masked = outcomes.filter(({ isMasked }) => isMasked);
  const worse = told.filter((one) => one.mended > one.plain + 0.5);
  const ratio = (ours: readonly number[], theirs: readonly number[]): string =>
    `${(percentile(ours, 0.5) / percentile(theirs, 0.5)).toFixed(2)} of it`;
  return [
    { name: 'error inside, plain composite', unit: 'levels', samples: plain, note: 'against a perfect edit' },
    {
      name: 'error inside, ours',
      unit: 'levels',
      samples: mended,
      note: `${ratio(mended, plain)}; worse than plain in ${worse.length} of ${told.length}`,
    },
    { name: 'error at the seam, plain', unit: 'levels', samples: before },
    {
      name: 'error at the seam, ours',
      unit: 'levels',
      samples: after,
      note: `${ratio(after, before)}; worse than plain in ${after.filter((one, i) => one > (before[i] ?? 0)).length} of ${after.length}`,
    },
    {
      name: 'changed outside the mask',
      unit: 'px',
      samples: masked.map(({ outsideChanged }) => outsideChanged),
      aim: 0,
      aimShare: 1,
      note: `${masked.filter(({ outsideChanged }) => outsideChanged > 0).length} of ${masked.length} pictures`,
    },
  ];
}
