import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LineTake } from '../../../shared/contract/library.ts';
import type { ScriptLine } from '../../../shared/contract/scripts.ts';
import { compileLexicon } from '../../../shared/script/lexicon.ts';
import { usedTake } from '../../../shared/script/line-state.ts';
import { linesOf } from '../../../shared/script/lines.ts';
import { sentLines } from '../../../shared/script/sent-text.ts';
import { runs } from '../../../tests/support/runs.ts';
import { expectedFit, FIRST_CHOICES } from '../../items/export-lines.ts';
import { item } from '../../testing/fake-ipc.ts';
import { linesToExport } from '../script/lines-to-export.ts';
import type { ScriptLineView } from '../script/script-lines.ts';
import { createScriptTimeline } from '../script/script-timeline.ts';
import { fittingSpeeds } from './fit-steps.ts';
import { fitsOf, isUnfit, nextUnfit, type TimedScript, waysToFit } from './line-fits.ts';

/** A line: its time, the length of its take at the speed of the screen (none without), and what is set for it. */
type Given = { cue?: [startMs: number, endMs: number]; takeMs?: number; text?: string; set?: Partial<ScriptLine> };

function timedScript(given: readonly Given[], maxSpeedUp = 1.2): TimedScript {
  const text = given.map((one, i) => one.text ?? `Line number ${i} has words.`).join('\n');
  const records = given.map(({ cue, set }, index): ScriptLine => {
    const time = cue && { cue: { startMs: cue[0], endMs: cue[1] } };
    return { id: `l${index}`, index, takeIds: [], usedTakeId: null, ...time, ...set };
  });
  const base = { voice: null, speed: 1, extras: {} };
  const sent = sentLines({ text, lines: records, cast: [] }, linesOf(text), base, compileLexicon([]));
  const lines = sent.map((one, i): ScriptLineView => {
    const { takeMs } = given[i] ?? {};
    const { text: said, pauses } = one.sent;
    const usual = { ...item('x', 1).request, voice: null, speed: 1, extras: {} };
    const request = { ...usual, text: said, ...(pauses && { pauses: [...pauses] }) };
    const audio = { ...item('x', 1).audio, durationMs: takeMs ?? null };
    const takes: LineTake[] = takeMs === undefined ? [] : [item(`take${i}`, 1, { request, audio })];
    const record = records[i];
    const isSame = one.speed === 1 || record?.isLocked === true;
    const state = takeMs === undefined ? 'none' : isSame ? 'ready' : 'changed';
    return {
      id: `l${i}`,
      sent: one,
      record,
      state,
      takes,
      used: usedTake({ sent: one, record, takes }),
      job: undefined,
    };
  });
  return { lines, timeline: createScriptTimeline()(lines, []), maxSpeedUp };
}
const kindsOf = (script: TimedScript) => [...fitsOf(script).fits].map(([index, { kind }]) => [index, kind]);

const SCRIPT: readonly Given[] = [
  { cue: [0, 1000], takeMs: 900 },
  { cue: [1000, 2000], takeMs: 1100 },
  { cue: [2000, 3000], takeMs: 2700 },
  { cue: [3000, 6000], takeMs: 1000 },
  { cue: [6000, 7000], takeMs: 5000 },
];

it('says of each line whether it ends or begins later than its time, or is sped up', () => {
  const script = timedScript(SCRIPT);
  expect(kindsOf(script)).toEqual([
    [1, 'faster'],
    [2, 'over'],
    [3, 'late'],
    [4, 'over'],
  ]);
  expect(fitsOf(script).fits.get(2)).toMatchObject({ laterMs: 1250, speedUp: 1.2, speechMs: 2700, slotMs: 1000 });
  expect(fitsOf(script).fits.get(3)).toMatchObject({ laterMs: 1250, isEstimated: false });
  expect(fitsOf({ ...script, maxSpeedUp: 1 }).fits.get(1)?.kind).toBe('over');
  expect(fitsOf(timedScript([{ takeMs: 900 }, {}])).fits.size).toBe(0);
});

it('counts as the export does', () => {
  const some = fc.array(
    fc.record({ gap: fc.nat(2000), room: fc.nat(4000), takeMs: fc.integer({ min: 1, max: 6000 }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(some, fc.double({ min: 1, max: 2, noNaN: true }), (list, maxSpeedUp) => {
      let at = 0;
      const script = timedScript(
        list.map(({ gap, room, takeMs }): Given => {
          const startMs = at + gap;
          at = startMs + room;
          return { cue: [startMs, at], takeMs };
        }),
        maxSpeedUp,
      );
      const { fits, counts } = fitsOf(script);
      expect(counts).toEqual(expectedFit(linesToExport(script.lines, script.timeline), maxSpeedUp, FIRST_CHOICES));
      expect(list.length - fits.size).toBe(counts.fitting);
      expect([...fits.values()].filter(({ kind }) => kind === 'over')).toHaveLength(counts.overrunning);
    }),
    { numRuns: runs(60) },
  );
});

it('goes through the lines that do not fit, round and round', () => {
  const found = fitsOf(timedScript(SCRIPT));
  expect([null, 2, 3, 4].map((from) => nextUnfit(found, from, 'next'))).toEqual([2, 3, 4, 2]);
  expect([null, 2, 3, 4].map((from) => nextUnfit(found, from, 'previous'))).toEqual([4, 4, 2, 3]);
});

it('finds the speed at which a line fits; once set, the line will fit, and what it delayed too', () => {
  const ways = waysToFit(timedScript(SCRIPT));
  expect([...ways].map(([index, { speed }]) => [index, speed])).toEqual([
    [1, 1.1],
    [2, 2.7],
    [4, 5],
  ]);
  // More than twice as fast is left to a person.
  expect([...fittingSpeeds(timedScript(SCRIPT))]).toEqual([]);
  const slower = [...SCRIPT.slice(0, 2), { cue: [2000, 3000], takeMs: 1700 } as Given, ...SCRIPT.slice(3)];
  expect([...fittingSpeeds(timedScript(slower))]).toEqual([[2, 1.7]]);
  const set = slower.map((one, i) => (i === 2 ? { ...one, set: { speed: 1.7 } } : one));
  expect(kindsOf(timedScript(set))).toEqual([
    [1, 'faster'],
    [2, 'willFit'],
    [3, 'willFit'],
    [4, 'over'],
  ]);
  const locked = slower.map((one, i) => (i === 2 ? { ...one, set: { isLocked: true } } : one));
  expect([...fittingSpeeds(timedScript(locked as Given[]))]).toEqual([]);
});

it('knows that pauses are as long at any speed', () => {
  const paused: Given = { cue: [0, 2000], takeMs: 3000, text: 'One [pause 1] two.' };
  expect(waysToFit(timedScript([paused, {}])).get(0)).toEqual({ speed: 2, pausesByMs: 1000 });
  const shortOfRoom: Given = { cue: [0, 800], takeMs: 3000, text: 'One [pause 1] two.' };
  expect(waysToFit(timedScript([shortOfRoom, {}])).get(0)?.speed).toBe(Number.POSITIVE_INFINITY);
});

it('marks what is estimated: lines without a take, and what they delay', () => {
  const script = timedScript([
    { cue: [0, 100] },
    { cue: [100, 3000], takeMs: 500 },
    { cue: [3000, 3500], takeMs: 3000 },
  ]);
  const { fits, isEstimated } = fitsOf(script);
  expect([...fits].map(([index, fit]) => [index, isUnfit(fit), fit.isEstimated])).toEqual([
    [0, true, true],
    [1, true, true],
    [2, true, false],
  ]);
  expect(isEstimated).toBe(true);
});
