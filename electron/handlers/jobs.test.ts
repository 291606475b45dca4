import { expect, it, vi } from 'vitest';
import { editItem, item } from '../../renderer/testing/fake-ipc.ts';
import { startJobSide } from '../../tests/support/job-side.ts';
import { jobHandlers } from './jobs.ts';

const items = { 'job-7-2': { ...editItem('job-7-2', 1), resultIndex: 2 }, take: item('take', 1) };

async function start() {
  const { queue } = await startJobSide();
  const exchanges = vi.spyOn(queue, 'exchanges');
  const handlers = jobHandlers({ jobs: queue, library: { get: async (id) => items[id as keyof typeof items] } });
  return { handlers, exchanges };
}

it('the exchanges of a picture are found by its job, those of a take by its own id', async () => {
  const { handlers, exchanges } = await start();
  for (const id of ['job-7-2', 'take', 'job-under-way']) {
    expect(await handlers['exchanges.list']({ id })).toEqual({ ok: true, data: [] });
  }
  expect(exchanges.mock.calls).toEqual([['job-7'], ['take'], ['job-under-way']]);
});

it('changing a job that no longer exists returns an error', async () => {
  const { handlers } = await start();
  const missing = { ok: false, error: { code: 'job.not_found' } };
  expect(await handlers['jobs.cancel']({ id: 'gone' })).toMatchObject(missing);
  expect(await handlers['jobs.move']({ id: 'gone', by: 1 })).toMatchObject(missing);
  expect(await handlers['jobs.setPaused']({ id: 'gone', isPaused: true })).toMatchObject(missing);
  expect(await handlers['jobs.dismiss']({ ids: ['gone'] })).toEqual({ ok: true, data: null });
});
