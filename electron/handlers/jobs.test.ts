import { expect, it, vi } from 'vitest';
import { editItem, item } from '../../renderer/testing/fake-ipc.ts';
import { startJobSide } from '../../tests/support/job-side.ts';
import { jobHandlers } from './jobs.ts';

const items = { 'job-7-2': { ...editItem('job-7-2', 1), resultIndex: 2 }, take: item('take', 1) };

async function start() {
  const { queue } = await startJobSide();
  const exchanges = vi.spyOn(queue, 'exchanges');
  const handlers = jobHandlers({ jobs: queue, library: { get: (id) => items[id as keyof typeof items] } });
  return { handlers, exchanges };
}

it('what went over the wire for a picture is looked up by the job that made it, for a take by its own id', async () => {
  const { handlers, exchanges } = await start();
  for (const id of ['job-7-2', 'take', 'job-under-way']) {
    expect(await handlers['exchanges.list']({ id })).toEqual({ ok: true, data: [] });
  }
  expect(exchanges.mock.calls).toEqual([['job-7'], ['take'], ['job-under-way']]);
});

it('a job that is gone is an error to show where something was to become of it', async () => {
  const { handlers } = await start();
  const missing = { ok: false, error: { code: 'job.not_found' } };
  expect(await handlers['jobs.cancel']({ id: 'gone' })).toMatchObject(missing);
  expect(await handlers['jobs.move']({ id: 'gone', by: 1 })).toMatchObject(missing);
  expect(await handlers['jobs.dismiss']({ id: 'gone' })).toEqual({ ok: true, data: null });
});
