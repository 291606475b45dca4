// What a person dismisses is gone for good and at once, and nothing else is. Members of prototypes are replaced.

import { expect, it, onTestFinished } from 'vitest';
import type { Job } from '../../shared/contract/jobs.ts';
import { appError } from '../../shared/errors.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { startScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { failWrites } from '../../tests/support/failing-writes.ts';
import { openJobSide } from '../../tests/support/job-side.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { UNSENT } from './job-handle.ts';
import type { EditRecord } from './job-record.ts';

const lost = appError('result.lost', { url: 'https://relay.example/a.png' });
const later = appError('result.failed');
const edit = (id: string, change: Partial<EditRecord>): EditRecord => ({
  ...UNSENT,
  id,
  kind: 'edit',
  request: editRequest(),
  connectionId: 'c',
  position: 1,
  tries: 1,
  firstTriedAtMs: 1,
  earlierTries: 0,
  createdAtMs: 1,
  endedAtMs: 2,
  error: null,
  itemIds: [],
  failures: [],
  ...change,
});
const several = edit('several', {
  state: 'done',
  itemIds: ['several-0'],
  error: lost,
  failures: [
    { index: 1, error: lost },
    { index: 2, error: later },
  ],
});
const failed = edit('failed', { state: 'failed', error: later });
const whole = edit('whole', { state: 'done', itemIds: ['whole-0'] });

/** The queue over jobs that an earlier run left. */
async function start(...left: EditRecord[]) {
  const root = await tempFolder();
  const clock = manualClock();
  const relay = await startScriptedRelay();
  onTestFinished(relay.close);
  const database = openTestDatabase(root);
  await database.jobs.saveAll(left);
  await database.close();
  const open = async () => {
    const side = await openJobSide(relay, root, { clock });
    await side.queue.resume();
    return side;
  };
  return { ...(await open()), clock, again: open };
}
const shown = ({ queue }: { queue: { visible: () => Job[] } }) =>
  queue.visible().map((job) => [job.id, job.error?.code ?? null, job.kind === 'edit' ? job.failures.length : 0]);

it('of an edit of which pictures came, the error goes first and the places of the others with the next', async () => {
  const side = await start(several, failed, whole);
  expect(shown(side)).toEqual([
    ['several', 'result.lost', 2],
    ['failed', 'result.failed', 0],
  ]);
  side.queue.dismiss(['several', 'failed', 'unknown id']);
  expect(shown(side)).toEqual([['several', null, 2]]);
  await side.close();
  const next = await side.again();
  expect(shown(next)).toEqual([['several', null, 2]]);
  next.queue.dismiss(['several']);
  expect(shown(next)).toEqual([]);
  await next.close();
  expect(shown(await side.again())).toEqual([]);
});

it('of several failed pictures one goes, and the error is that of the first that is left', async () => {
  const side = await start(several);
  side.queue.dismissPicture('several', 1);
  expect(shown(side)).toEqual([['several', 'result.failed', 1]]);
  side.queue.dismissPicture('several', 2);
  expect(shown(side)).toEqual([]);
});

it('what is under way is not dismissed', async () => {
  const side = await start();
  side.queue.setPaused('c', true);
  const { id } = await side.queue.add('edit', editRequest());
  side.queue.dismiss([id]);
  side.queue.dismissPicture(id, 0);
  expect(shown(side)).toEqual([[id, null, 0]]);
});

it('a dismissed job that changes later stays dismissed', async () => {
  const side = await start(several);
  side.queue.dismiss(['several']);
  side.queue.dismiss(['several']);
  await side.queue.amend('several', (job) => ({ ...job, itemIds: ['several-0', 'several-1'] }));
  expect(shown(side)).toEqual([]);
  expect(await side.store.find('several')).toMatchObject({ itemIds: { length: 2 } });
  await side.close();
  expect(shown(await side.again())).toEqual([]);
});

it('is shown no longer at once, though the disk takes it only later', async () => {
  const side = await start(failed);
  const disk = await failWrites(1, false);
  side.queue.dismiss(['failed']);
  expect(shown(side)).toEqual([]);
  await eventually(() => expect(disk.hasFailed()).toBe(true));
  disk.repair();
  await eventually(async () => {
    side.clock.advance(60_000);
    expect(await side.store.visible()).toEqual([]);
  });
});
