import { expect, test, vi } from 'vitest';
import { job } from '../../renderer/testing/fake-ipc.ts';
import { appError } from '../../shared/errors.ts';
import type { Emit } from '../ipc.ts';
import { createJobReports } from './job-reports.ts';

function start() {
  const emit = vi.fn<Emit>();
  const [look, follow] = [vi.fn(async () => undefined), vi.fn()];
  const reports = createJobReports({ emit, disk: { look }, desktop: { follow }, log: { error: vi.fn() } });
  return { reports, emit, look, follow };
}

test('only a job that the disk failed has the storage looked at', () => {
  const { reports, emit, look, follow } = start();
  const others = [job('a'), job('b', { state: 'failed', error: appError('download.failed') })];
  for (const one of others) reports.onUpdated(one);
  expect(look).not.toHaveBeenCalled();
  const failed = job('c', { state: 'failed', error: appError('storage.failed') });
  reports.onUpdated(failed);
  expect(look).toHaveBeenCalledOnce();
  expect(follow.mock.calls).toEqual([...others, failed].map((one) => [one]));
  expect(emit.mock.calls).toEqual([...others, failed].map((one) => ['job.updated', one]));
});

test('what earlier runs left reaches the page, but is nothing new for the desktop', () => {
  const { reports, emit, follow } = start();
  const queue = { connectionId: 'c', isPaused: true } as Parameters<typeof reports.onQueueChanged>[0];
  reports.onLoaded([job('a')], [queue]);
  expect(emit.mock.calls).toEqual([
    ['job.updated', job('a')],
    ['queue.changed', queue],
  ]);
  expect(follow).not.toHaveBeenCalled();
});
