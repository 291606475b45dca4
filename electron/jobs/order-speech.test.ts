import { expect, it, vi } from 'vitest';
import { DEFAULT_DIALECT, DEFAULT_MODELS } from '../../shared/connections.ts';
import type { Connection } from '../../shared/contract/settings.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
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
  isPractice: false,
  keyState: 'stored',
  keyLast4: '',
};

async function order({ made, running, again = false, isWritable = true }: Partial<Found>) {
  const add = vi.fn<JobQueue['add']>();
  const result = await orderSpeech(request, again, {
    connections: { list: () => [connection] },
    library: { findMade: async () => made },
    jobs: { add, findSame: () => running },
    practice: { restart: vi.fn() },
    disk: { opened: async () => ({ isWritable, folder: '/library', reason: '' }) },
  });
  return { result, added: add.mock.calls.length };
}
type Found = { made: string; running: string; again: boolean; isWritable: boolean };

it('an identical request is paid for once: returns its take, or the job that is making it', async () => {
  expect(await order({ made: 'item', running: 'job' })).toMatchObject({
    result: { data: { kind: 'made', itemId: 'item' } },
    added: 0,
  });
  expect(await order({ running: 'job' })).toMatchObject({
    result: { data: { kind: 'running', jobId: 'job' } },
    added: 0,
  });
});

it('sends a new request, and an identical one if the person asks for it again', async () => {
  expect(await order({})).toMatchObject({ result: { data: { kind: 'job' } }, added: 1 });
  expect(await order({ made: 'item', running: 'job', again: true })).toMatchObject({
    result: { data: { kind: 'job' } },
    added: 1,
  });
});

it('sends nothing if the take could not be stored', async () => {
  expect(await order({ isWritable: false })).toMatchObject({
    result: { error: { code: 'storage.unwritable' } },
    added: 0,
  });
});
