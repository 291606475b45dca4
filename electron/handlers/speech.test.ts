import { expect, it, vi } from 'vitest';
import { job, OWN } from '../../renderer/testing/fake-ipc.ts';
import { ok } from '../../shared/result.ts';
import { speechHandlers } from './speech.ts';

const request = { connectionId: OWN.id, text: 'Hello', voice: null, speed: 1, format: 'pcm' as const, extras: {} };

/** The handlers of a library in which every request has a take, or none. */
function start(made?: string) {
  const add = vi.fn(async (orders: readonly unknown[]) => orders.map(() => job('new')));
  const handlers = speechHandlers({
    connections: { list: () => [OWN] },
    library: { arrivedParts: async () => [], keptPartsOf: async () => [], findMade: async () => made },
    jobs: { addSpeech: add, findSame: () => undefined, findWish: () => [], setJobPaused: () => ok(null) },
    practice: { restart: vi.fn() },
    disk: { opened: async () => ({ isWritable: true, folder: '/library', reason: '' }) },
  });
  return { add, handlers };
}

it('"again" skips the search for an existing take and is not part of the request', async () => {
  const { add, handlers } = start('take');
  expect(await handlers['speech.order']([request])).toMatchObject({ data: [{ kind: 'made', itemId: 'take' }] });
  expect(await handlers['speech.order']([{ ...request, again: true }])).toMatchObject({ data: [{ kind: 'job' }] });
  const own = { fingerprint: expect.stringMatching(/./), line: null };
  expect(add.mock.calls).toEqual([[[{ request, own, wish: expect.any(String) }]]]);
});

it('finds takes in the requested order, null where a request is needed', async () => {
  const gone = { ...request, connectionId: 'gone' };
  expect(await start('take').handlers['speech.findMade']([request, gone])).toEqual({ ok: true, data: ['take', null] });
  expect(await start().handlers['speech.findMade']([request])).toEqual({ ok: true, data: [null] });
});
