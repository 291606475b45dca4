import { expect, it, onTestFinished, vi } from 'vitest';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { appError } from '../../shared/errors.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';
import { openDatabase } from '../library/database.ts';
import type { JobHandle, JobKind } from './job-handle.ts';
import { createJobQueue } from './job-queue.ts';
import { createJobStore, type EditRecord, type SpeechRecord } from './job-store.ts';

const request: SpeechRequest = { connectionId: 'c', text: 'Hello', voice: null, speed: 1, format: 'pcm', extras: {} };
const never = async (): Promise<void> => undefined;

/** A queue whose speech jobs are run by the test. */
function open({ run, hasResults = false }: { run: JobKind<SpeechRecord>['run']; hasResults?: boolean }) {
  const db = openDatabase(':memory:');
  onTestFinished(() => db.close());
  const store = createJobStore(db, vi.fn());
  const speech: JobKind<SpeechRecord> = {
    initial: { fingerprint: '' },
    hasResults: () => hasResults,
    run,
    settle: never,
  };
  const edit: JobKind<EditRecord> = { initial: { failures: [] }, hasResults: () => false, run: never, settle: never };
  const events = { onUpdated: vi.fn(), onRemoved: vi.fn(), onQueueChanged: vi.fn(), onBug: vi.fn() };
  const queue = createJobQueue(
    {
      store,
      media: { sweepIncoming: never },
      kinds: { speech, edit },
      concurrency: () => 1,
      clock: manualClock(),
      random: () => 0.5,
    },
    events,
  );
  return { queue, store };
}

it('a job waits for a retry after a failure that is safe to repeat, unless it already has results', () => {
  const run = async (job: JobHandle<SpeechRecord>) => job.fail(appError('relay.rate_limited'));
  const empty = open({ run });
  expect(empty.store.find(empty.queue.add('speech', request).id)).toMatchObject({ state: 'queued', tries: 1 });
  const partial = open({ run, hasResults: true });
  expect(partial.store.find(partial.queue.add('speech', request).id)).toMatchObject({ state: 'failed', tries: 1 });
});

it('after the app has ended, a job changes nothing that the next start reads', () => {
  let handle: JobHandle<SpeechRecord> | undefined;
  const { queue, store } = open({
    run: (job) => {
      handle = job;
      job.update({ state: 'sending' });
      return new Promise(() => undefined);
    },
  });
  const { id } = queue.add('speech', request);
  queue.stop();
  expect(handle?.signal.aborted).toBe(true);
  handle?.fail(appError('outcome.unknown'));
  expect(store.find(id)?.state).toBe('sending');
});

it('a job cancelled just when it is queued for a retry ends and is not retried', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { queue, store } = open({
    run: async (job) => {
      await answered;
      job.fail(appError('relay.rate_limited'));
    },
  });
  const { id } = queue.add('speech', request);
  queue.cancel(id);
  answer();
  await vi.waitFor(() => expect(store.find(id)?.state).toBe('cancelled'));
  queue.retryNow('c');
  expect(store.find(id)).toMatchObject({ state: 'cancelled', tries: 1 });
});
