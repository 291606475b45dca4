import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { item } from '../testing/fake-ipc.ts';
import { connectMediaKeys } from './media-keys.ts';
import type { PlayerBarState, PlayerStore } from './player-store.ts';

afterEach(() => vi.unstubAllGlobals());

function start() {
  const handlers = new Map<string, ((details: object) => void) | null>();
  const session = {
    metadata: null as { title: string } | null,
    playbackState: 'none',
    setActionHandler: (action: string, handler: (details: object) => void) => handlers.set(action, handler),
  };
  vi.stubGlobal('navigator', { mediaSession: session });
  vi.stubGlobal(
    'MediaMetadata',
    class {
      readonly title: string;
      constructor({ title }: { title: string }) {
        this.title = title;
      }
    },
  );
  const actions = { toggle: vi.fn(), pause: vi.fn(), seek: vi.fn(), seekBy: vi.fn() };
  const state: Partial<PlayerBarState> = { ...actions, item: null, live: null, isPlaying: false };
  const player = createStore(() => state) as unknown as PlayerStore;
  const leave = connectMediaKeys(player);
  const press = (action: string, details: object = {}): void => handlers.get(action)?.({ action, ...details });
  return { session, handlers, actions, player, leave, press };
}

test('media keys play, pause and jump', () => {
  const { actions, player, press } = start();
  press('play');
  expect(actions.toggle).toHaveBeenCalledTimes(1);
  player.setState({ isPlaying: true });
  press('play');
  expect(actions.toggle).toHaveBeenCalledTimes(1);
  press('pause');
  press('stop');
  expect(actions.pause).toHaveBeenCalledTimes(2);
  press('seekforward');
  press('seekbackward', { seekOffset: 2 });
  expect(actions.seekBy.mock.calls).toEqual([[5], [-2]]);
  press('seekto', { seekTime: 1.5 });
  expect(actions.seek).toHaveBeenCalledWith(1.5);
});

test('the system shows what is playing, and nothing after disconnecting', () => {
  const { session, handlers, player, leave } = start();
  expect(session).toMatchObject({ metadata: null, playbackState: 'none' });
  player.setState({ live: { jobId: 'a', title: 'On its way' }, isPlaying: true });
  expect(session).toMatchObject({ metadata: { title: 'On its way' }, playbackState: 'playing' });
  player.setState({ live: null, item: item('a', 1), isPlaying: false });
  expect(session).toMatchObject({ metadata: { title: 'Hello.' }, playbackState: 'paused' });
  leave();
  expect([...handlers.values()].every((handler) => handler === null)).toBe(true);
});
