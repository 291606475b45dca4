import { expect, it, vi } from 'vitest';
import { job, OWN } from '../../renderer/testing/fake-ipc.ts';
import { speechHandlers } from './speech.ts';

const request = { connectionId: OWN.id, text: 'Hello', voice: null, speed: 1, format: 'pcm' as const, extras: {} };

/** The handlers of a library in which every request has a take, or none. */
function start(made?: string) {
  const add = vi.fn(() => job('new'));
  const handlers = speechHandlers({
    connections: { list: () => [OWN] },
    library: { findMade: () => made },
    jobs: { add, findSame: () => undefined },
    practice: { restart: vi.fn() },
    storage: { isWritable: true, folder: '/library', reason: '' },
  });
  return { add, handlers };
}

it('"again" decides about the order and is no part of the request that is sent', async () => {
  const { add, handlers } = start('take');
  expect(await handlers['speech.generate'](request)).toMatchObject({ data: { kind: 'made', itemId: 'take' } });
  expect(await handlers['speech.generate']({ ...request, again: true })).toMatchObject({ data: { kind: 'job' } });
  expect(add.mock.calls).toEqual([['speech', request, { fingerprint: expect.stringMatching(/./) }]]);
});

it('finds takes in the order asked, null where a request would have to be sent', async () => {
  const gone = { ...request, connectionId: 'gone' };
  expect(await start('take').handlers['speech.findMade']([request, gone])).toEqual({ ok: true, data: ['take', null] });
  expect(await start().handlers['speech.findMade']([request])).toEqual({ ok: true, data: [null] });
});
