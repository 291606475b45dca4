import { expect, it, onTestFinished, vi } from 'vitest';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { appError } from '../../shared/errors.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import type { JobHandle, JobKind } from './job-handle.ts';
import { createJobQueue } from './job-queue.ts';
import type { EditRecord, SpeechRecord } from './job-record.ts';
import { createJobSeal } from './job-seal.ts';

const request: SpeechRequest = { connectionId: 'c', text: 'Hello', voice: null, speed: 1, format: 'pcm', extras: {} };
const never = async (): Promise<void> => undefined;

/** A queue whose speech jobs are run by the test. */
async function open({ run, hasResults = false }: { run: JobKind<SpeechRecord>['run']; hasResults?: boolean }) {
  const { jobs: store, opened, close } = openTestDatabase(await tempFolder());
  onTestFinished(close);
  const speech: JobKind<SpeechRecord> = {
    initial: { fingerprint: '', line: null, part: null, parts: [], isReread: false },
    hasArrived: () => hasResults,
    hasResults: () => hasResults,
    run,
    settle: never,
  };
  const edit: JobKind<EditRecord> = {
    initial: { failures: [] },
    hasArrived: () => false,
    hasResults: () => false,
    run: never,
    settle: never,
  };
  const events = { onUpdated: vi.fn(), onRemoved: vi.fn(), onQueueChanged: vi.fn(), onLoaded: vi.fn(), onBug: vi.fn() };
  const queue = createJobQueue(
    {
      store,
      opened,
      recoverLeftovers: never,
      kinds: { speech, edit },
      concurrency: () => 1,
      spending: { load: async () => undefined, fits: () => true, allow: vi.fn() },
      clock: manualClock(),
      random: () => 0.5,
      onFailing: vi.fn(),
      seal: createJobSeal(Promise.resolve(undefined)),
    },
    events,
  );
  return { queue, store };
}

it('a job waits for a retry after a failure that is safe to repeat, unless it already has results', async () => {
  const run = async (job: JobHandle<SpeechRecord>) => job.fail(appError('relay.rate_limited'));
  const after = async (hasResults: boolean) => {
    const { queue, store } = await open({ run, hasResults });
    return store.find((await queue.add('speech', request)).id);
  };
  expect(await after(false)).toMatchObject({ state: 'queued', tries: 1 });
  expect(await after(true)).toMatchObject({ state: 'failed', tries: 1 });
});

it.each([
  ['that was sent counts as sent at the next start', 1, 'sending'],
  ['that was not sent yet waits again', null, 'queued'],
] as const)('after the app has ended, a job %s, whatever it reports', async (_what, sentAtMs, state) => {
  let handle: JobHandle<SpeechRecord> | undefined;
  const { queue, store } = await open({
    run: async (job) => {
      handle = job;
      await job.enter('sending');
      job.update({ sentAtMs });
      await new Promise(() => undefined);
    },
  });
  const { id } = await queue.add('speech', request);
  await eventually(() => expect(handle?.current()).toMatchObject({ state: 'sending', sentAtMs }));
  queue.stop();
  expect(handle?.signal.aborted).toBe(true);
  handle?.fail(appError('outcome.unknown'));
  expect((await store.find(id))?.state).toBe(state);
});

// fault 22
it('a job cancelled just when it is queued for a retry ends and is not retried', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { queue, store } = await open({
    run: async (job) => {
      await answered;
      job.fail(appError('relay.rate_limited'));
    },
  });
  const { id } = await queue.add('speech', request);
  queue.cancel(id);
  answer();
  await eventually(async () => expect((await store.find(id))?.state).toBe('cancelled'));
  queue.retryNow('c');
  expect(await store.find(id)).toMatchObject({ state: 'cancelled', tries: 1 });
});
