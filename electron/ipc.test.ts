import type { IpcMain, WebContents } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { BOUNDS } from '../shared/bounds.ts';
import { type RouteName, routes } from '../shared/contract/index.ts';
import { ok } from '../shared/result.ts';
import { createEmitter, type Handlers, serveRequests } from './ipc.ts';

const mainFrame = { origin: 'app://studio' };
const contents = { mainFrame, isDestroyed: () => false, send: vi.fn() } as unknown as WebContents;
const log = { info: vi.fn(), error: vi.fn() };

const onStorageFailed = vi.fn();
function serve(handlers: Partial<Handlers>) {
  let handle = async (..._values: unknown[]): Promise<unknown> => undefined;
  const ipcMain = {
    handle: (_channel: string, listener: typeof handle) => {
      handle = listener;
    },
  };
  serveRequests(
    ipcMain as unknown as IpcMain,
    () => contents,
    async () => handlers as Handlers,
    log,
    onStorageFailed,
  );
  return (route: unknown, input: unknown, senderFrame: unknown = mainFrame) => handle({ senderFrame }, route, input);
}

describe('a request', () => {
  it('that fails because of the disk says so in words, and has the storage looked at', async () => {
    const full = () => {
      throw Object.assign(new Error('write failed'), { code: 'ENOSPC', syscall: 'write' });
    };
    expect(await serve({ 'jobs.cancel': full })('jobs.cancel', { id: 'a-1' })).toMatchObject({
      ok: false,
      error: { code: 'storage.failed', details: { problem: 'full', reason: 'ENOSPC' } },
    });
    expect(onStorageFailed).toHaveBeenCalledOnce();
  });

  it('reaches its handler after parsing', async () => {
    const cancel = vi.fn(() => ok(null));
    expect(await serve({ 'jobs.cancel': cancel })('jobs.cancel', { id: 'a-1' })).toEqual({ ok: true, data: null });
    expect(cancel).toHaveBeenCalledWith({ id: 'a-1' });
  });

  it.each([
    // attack 8, attack 9
    ['another frame of our origin', { origin: 'app://studio' }],
    // attack 9
    ['no frame', null],
  ])('from %s is refused', async (_name, frame) => {
    const cancel = vi.fn(() => ok(null));
    expect(await serve({ 'jobs.cancel': cancel })('jobs.cancel', { id: 'a' }, frame)).toMatchObject({
      ok: false,
      error: { code: 'request.malformed' },
    });
    expect(cancel).not.toHaveBeenCalled();
  });

  // promise only-our-window-asks
  it('from the main frame of another origin is refused', async () => {
    Object.assign(mainFrame, { origin: 'app://studio.evil' });
    expect(await serve({})('jobs.cancel', { id: 'a' })).toMatchObject({ ok: false });
    Object.assign(mainFrame, { origin: 'app://studio' });
  });

  it.each([
    // attack 18
    ['unknown route', 'debug.eval', {}],
    // attack 18
    ['inherited name', 'toString', {}],
    ['route that is no text', 7, {}],
    ['route that cannot become text', { toString: 1, valueOf: 1 }, {}],
    // attack 16
    ['wrong type', 'jobs.cancel', { id: 7 }],
    ['extra key', 'jobs.cancel', { id: 'a', extra: 1 }],
    // attack 15
    ['prototype key', 'jobs.cancel', JSON.parse('{"id":"a","__proto__":{"x":1}}')],
    // attack 41
    ['a path for an id', 'jobs.cancel', { id: '../../etc/passwd' }],
    // attack 16
    ['NaN', 'settings.update', { player: { volume: Number.NaN } }],
  ])('with %s is refused', async (_name, route, input) => {
    const handler = vi.fn(() => ok(null));
    const result = await serve({ 'jobs.cancel': handler, 'settings.update': handler })(route, input);
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'request.malformed', traceId: expect.stringMatching(/^[0-9a-f]{8}$/) },
    });
    expect(handler).not.toHaveBeenCalled();
  });

  // attack 17, bound requests-under-way
  it('beyond the limit are refused while the others are being answered', async () => {
    const answered = Promise.withResolvers<void>();
    const request = serve({
      'jobs.cancel': async () => {
        await answered.promise;
        return ok(null);
      },
    });
    const ask = () => request('jobs.cancel', { id: 'a' });
    const waiting = Array.from({ length: BOUNDS.requestsUnderWay }, ask);
    expect(await ask()).toMatchObject({ ok: false, error: { details: { reason: 'tooMany' } } });
    answered.resolve();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ ok: true, data: null })));
    expect(await ask()).toEqual({ ok: true, data: null });
  });

  // bound characters-of-request, bound values-of-request
  it.each<[string, string, unknown]>([
    ['values', 'scripts.save', { lines: new Array(20_000).fill({ takeIds: new Array(1000).fill('a') }) }],
    ['gaps', 'library.getItems', { ids: new Array(2 ** 32 - 1) }],
    ['itself', 'jobs.cancel', Object.assign([], { 0: [] })],
    ['a text', 'speech.order', new Array(1000).fill({ text: 'x'.repeat(1_000_000) })],
  ])('that repeats %s without end is refused before it is looked at', async (what, route, input) => {
    if (what === 'itself') (input as unknown[])[0] = input;
    const looked = vi.spyOn(routes[route as RouteName].input, 'safeParse');
    expect(await serve({})(route, input)).toMatchObject({ ok: false, error: { details: { reason: 'tooLarge' } } });
    expect(looked).not.toHaveBeenCalled();
    looked.mockRestore();
  });

  it('of many wrong values is refused without describing each of them, and one of as many right ones is answered', async () => {
    const deleted = { count: 0, freedBytes: 0, inUseCount: 0, failedCount: 0, failed: null };
    const request = serve({ 'library.deleteForGood': () => ok(deleted) });
    const looked = vi.spyOn(routes['library.deleteForGood'].input, 'safeParse');
    expect(await request('library.deleteForGood', { ids: new Array(100_000).fill(null) })).toMatchObject({
      error: { code: 'request.malformed', details: { field: 'ids.0' } },
    });
    expect(looked.mock.results[0]?.value.error.issues).toHaveLength(1);
    looked.mockRestore();
    const ids = vi.fn(() => new Array(100_000).fill('a'));
    const right = Object.defineProperty({}, 'ids', { get: ids, enumerable: true });
    expect(await request('library.deleteForGood', right)).toMatchObject({ ok: true });
    // For its size, and by its schema.
    expect(ids).toHaveBeenCalledTimes(2);
  });

  // bound refusals-logged
  it('refused in great number do not push everything else out of the log', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    log.info.mockClear();
    const request = serve({});
    for (let count = 0; count < 3 * BOUNDS.refusalsLogged; count++) await request('debug.eval', {});
    expect(log.info).toHaveBeenCalledTimes(BOUNDS.refusalsLogged);
    vi.useRealTimers();
  });

  it('whose handler throws or returns an invalid result fails with "bug" and no details', async () => {
    const boom = serve({
      'jobs.cancel': () => {
        throw new Error('secret path');
      },
      'app.reportUsable': (() => ok({ leaked: 'secret' })) as unknown as Handlers['app.reportUsable'],
    });
    for (const result of [
      await boom('jobs.cancel', { id: 'a' }),
      await boom('app.reportUsable', { isIsolated: true }),
    ]) {
      expect(result).toMatchObject({ ok: false, error: { code: 'internal.bug' } });
      expect(JSON.stringify(result)).not.toContain('secret');
    }
  });
});

it('events are numbered without gaps', () => {
  const emit = createEmitter(() => contents);
  emit('job.removed', { id: 'a' });
  emit('practice.changed', 'running');
  expect(vi.mocked(contents.send).mock.calls.map(([, envelope]) => envelope.seq)).toEqual([0, 1]);
});
