import { describe, expect, test, vi } from 'vitest';
import { createIpc } from './ipc.ts';

function fakeBridge(
  request: (route: string, input: unknown) => Promise<unknown> = async () => ({ ok: true, data: null }),
) {
  let emit: (envelope: unknown) => void = () => undefined;
  const bridge = {
    request,
    onEvent: (listener: (envelope: unknown) => void) => {
      emit = listener;
    },
  };
  return { bridge, emit: (envelope: unknown) => emit(envelope) };
}

describe('createIpc', () => {
  test('passes events to their listeners until they unsubscribe', () => {
    const { bridge, emit } = fakeBridge();
    const ipc = createIpc(bridge);
    const seen = vi.fn();
    const leave = ipc.on('practice.changed', seen);
    emit({ seq: 4, name: 'practice.changed', payload: 'running' });
    leave();
    emit({ seq: 5, name: 'practice.changed', payload: 'failed' });
    expect(seen.mock.calls).toEqual([['running']]);
  });

  test('drops events with an old number and reports a gap', () => {
    const { bridge, emit } = fakeBridge();
    const ipc = createIpc(bridge);
    const seen = vi.fn();
    const gap = vi.fn();
    ipc.on('practice.changed', seen);
    ipc.onGap(gap);
    emit({ seq: 1, name: 'practice.changed', payload: 'starting' });
    emit({ seq: 1, name: 'practice.changed', payload: 'starting' });
    expect(gap).not.toHaveBeenCalled();
    emit({ seq: 3, name: 'practice.changed', payload: 'running' });
    expect(seen).toHaveBeenCalledTimes(2);
    expect(gap).toHaveBeenCalledTimes(1);
    emit('nonsense');
    emit({ seq: 4 });
    expect(seen).toHaveBeenCalledTimes(2);
  });

  test('reports events that came before anybody listened', async () => {
    const { bridge, emit } = fakeBridge();
    const ipc = createIpc(bridge);
    emit({ seq: 1, name: 'practice.changed', payload: 'running' });
    const [gap, ended] = [vi.fn(), vi.fn()];
    ipc.on('practice.changed', () => undefined);
    ipc.onGap(gap);
    ipc.onGap(ended)();
    await Promise.resolve();
    emit({ seq: 2, name: 'practice.changed', payload: 'failed' });
    expect([gap.mock.calls.length, ended.mock.calls.length]).toEqual([1, 0]);
  });

  test('returns a broken bridge as an expected failure', async () => {
    const ipc = createIpc(fakeBridge(() => Promise.reject(new Error('gone'))).bridge);
    const result = await ipc.request('app.getState', null);
    expect(result.ok).toBe(false);
    if (!result.ok)
      expect(result.error).toMatchObject({ code: 'internal.bug', details: { reason: 'gone', route: 'app.getState' } });
  });
});
