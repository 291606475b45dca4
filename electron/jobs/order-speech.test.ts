import { expect, it, vi } from 'vitest';
import { job } from '../../renderer/testing/fake-ipc.ts';
import { DEFAULT_DIALECT, DEFAULT_MODELS } from '../../shared/connection/connections.ts';
import { NO_PRICES } from '../../shared/connection/prices.ts';
import type { Connection } from '../../shared/contract/settings.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { ok } from '../../shared/result.ts';
import { speechFingerprint } from '../relay/fingerprint.ts';
import type { JobQueue } from './job-queue.ts';
import { orderSpeech } from './order-speech.ts';

const request: SpeechRequest = { connectionId: 'c', text: 'Hello', voice: null, speed: 1, format: 'pcm', extras: {} };
const connection: Connection = {
  id: 'c',
  name: 'Own',
  baseUrl: 'https://relay.example',
  allowsPrivateHttp: false,
  models: DEFAULT_MODELS,
  dialect: DEFAULT_DIALECT,
  prices: NO_PRICES,
  isPractice: false,
  keyState: 'stored',
  keyLast4: '',
};

async function order({ made, running, again = false, isWritable = true }: Partial<Found>) {
  const addSpeech = vi.fn<JobQueue['addSpeech']>(async (jobs) => jobs.map((_, index) => job(`job${index}`)));
  const setJobPaused = vi.fn<JobQueue['setJobPaused']>(() => ok(null));
  const result = await orderSpeech([{ ...request, again }], {
    connections: { list: () => [connection] },
    library: { findMade: async () => made, arrivedParts: async () => [], keptPartsOf: async () => [] },
    jobs: { addSpeech, findSame: () => running, findWish: () => [], setJobPaused },
    practice: { restart: vi.fn() },
    disk: { opened: async () => ({ isWritable, folder: '/library', reason: '' }) },
  });
  return { result, added: addSpeech.mock.calls.length, paused: setJobPaused.mock.calls };
}
type Found = { made: string; running: string; again: boolean; isWritable: boolean };

it('an identical request is paid for once: returns its take, or the job that is making it', async () => {
  expect(await order({ made: 'item', running: 'job' })).toMatchObject({
    result: { data: [{ kind: 'made', itemId: 'item' }] },
    added: 0,
  });
  expect(await order({ running: 'job' })).toMatchObject({
    result: { data: [{ kind: 'running', jobId: 'job' }] },
    added: 0,
    // Who asks again does not want it to stay paused.
    paused: [['job', false]],
  });
});

it('sends a new request, and an identical one if the person asks for it again', async () => {
  expect(await order({})).toMatchObject({ result: { data: [{ kind: 'job' }] }, added: 1 });
  expect(await order({ made: 'item', running: 'job', again: true })).toMatchObject({
    result: { data: [{ kind: 'job' }] },
    added: 1,
  });
});

it('sends nothing if the take could not be stored', async () => {
  expect(await order({ isWritable: false })).toMatchObject({
    result: { error: { code: 'storage.unwritable' } },
    added: 0,
  });
});

it('of several requests, identical ones are one new job, in the order of the lines', async () => {
  const addSpeech = vi.fn<JobQueue['addSpeech']>(async (jobs) => jobs.map((_, index) => job(`job${index}`)));
  const made = speechFingerprint(
    { ...request, text: 'made' },
    { model: DEFAULT_MODELS.speech, dialect: DEFAULT_DIALECT },
  );
  const line = (lineId: string) => ({ scriptId: 's', lineId });
  const result = await orderSpeech(
    [
      { ...request, text: 'one', line: line('1') },
      { ...request, text: 'made', line: line('2') },
      { ...request, text: 'two', line: line('3') },
      { ...request, text: 'one', line: line('4') },
      { ...request, text: 'one', again: true, line: line('5') },
    ],
    {
      connections: { list: () => [connection] },
      library: {
        findMade: async (fingerprint) => (fingerprint === made ? 'item' : undefined),
        arrivedParts: async () => [],
        keptPartsOf: async () => [],
      },
      jobs: { addSpeech, findSame: () => undefined, findWish: () => [], setJobPaused: () => ok(null) },
      practice: { restart: vi.fn() },
      disk: { opened: async () => ({ isWritable: true, folder: '/library', reason: '' }) },
    },
  );
  expect(result).toMatchObject({
    data: [
      { kind: 'job', job: { id: 'job0' } },
      { kind: 'made', itemId: 'item' },
      { kind: 'job', job: { id: 'job1' } },
      { kind: 'running', jobId: 'job0' },
      { kind: 'job', job: { id: 'job2' } },
    ],
  });
  expect(addSpeech.mock.calls[0]?.[0].map(({ request, own }) => [request, own?.line?.lineId])).toMatchObject([
    [{ text: 'one' }, '1'],
    [{ text: 'two' }, '3'],
    [{ text: 'one' }, '5'],
  ]);
});
