import { expect, it } from 'vitest';
import type { LineTake } from '../../../shared/contract/library.ts';
import type { ScriptLine } from '../../../shared/contract/scripts.ts';
import { compileLexicon } from '../../../shared/script/lexicon.ts';
import { linesOf } from '../../../shared/script/lines.ts';
import { sentLines } from '../../../shared/script/sent-text.ts';
import { item } from '../../testing/fake-ipc.ts';
import { linesToExport } from './lines-to-export.ts';
import type { ScriptLineView } from './script-lines.ts';
import { createScriptTimeline } from './script-timeline.ts';

const TEXT =
  'ANNA: [1.2x] Good [pause 1] morning.\n\n***\n  Note: this is no role.\nANNA: Late.\nBen: Failed, before.\nBen: Cut off.';
const RECORDS: ScriptLine[] = [
  { id: 'l0', index: 0, takeIds: [], usedTakeId: null, pauseAfterMs: 50 },
  { id: 'l1', index: 1, takeIds: [], usedTakeId: null, chapter: 'Stars' },
  { id: 'l2', index: 2, takeIds: [], usedTakeId: null, role: '', cue: { startMs: 10, endMs: 20 } },
];
const NOTE = { name: 'Note', extras: {}, colour: 0 };

it('are the spoken lines with roles, takes and what was set for them', () => {
  const base = { voice: null, speed: 1, extras: {} };
  const sent = sentLines({ text: TEXT, lines: RECORDS, cast: [NOTE] }, linesOf(TEXT), base, compileLexicon([]));
  const view = (index: number, state: ScriptLineView['state'], used?: LineTake): ScriptLineView => ({
    id: `l${index}`,
    sent: sent[index] ?? expect.fail(),
    record: RECORDS[index],
    state,
    takes: used === undefined ? [] : [used],
    used,
    job: undefined,
  });
  const take = item('take', 1);
  const views = [
    view(0, 'ready', take),
    view(1, 'none'),
    view(2, 'none'),
    // It is being made again; what was made before can be used meanwhile.
    view(3, 'running', take),
    view(4, 'failed', take),
    view(5, 'failed', item('cut', 1, { isComplete: false })),
  ];
  const lines = linesToExport(views, createScriptTimeline()(views, []));
  expect(lines).toMatchObject([
    {
      number: 1,
      role: 'ANNA',
      text: 'Good morning.',
      state: 'ready',
      pauseAfterMs: 50,
      take: { mediaId: take.mediaId },
    },
    { number: 3, role: '', text: 'Note: this is no role.', chapter: 'Stars', state: 'missing', take: null },
    { number: 4, role: 'ANNA', state: 'changed', chapter: null, take: { mediaId: take.mediaId }, pauseAfterMs: null },
    { number: 5, role: 'Ben', state: 'changed' },
    { number: 6, role: 'Ben', state: 'failed', take: null },
  ]);
  expect(lines[1]).toMatchObject({ cue: { startMs: 10, endMs: 20 } });
  expect(lines.map(({ expectedMs }) => expectedMs > 500 && expectedMs < 3000)).not.toContain(false);
});
