import { describe, expect, test, vi } from 'vitest';
import type { Player } from '../audio/player.ts';
import { appState, fakeIpc, item } from '../testing/fake-ipc.ts';
import { createPlayerStore } from './player-store.ts';
import { createSessionStore } from './session-store.ts';

function fakeEngine() {
  let state = { url: null as string | null, isPlaying: false, hasFailed: false, durationS: null as number | null };
  let listener: () => void = () => undefined;
  const change = (next: Partial<typeof state>): void => {
    state = { ...state, ...next };
    listener();
  };
  const engine = {
    load: (url: string) => change({ url, isPlaying: false, hasFailed: false, durationS: null }),
    unload: () => change({ url: null, isPlaying: false }),
    play: async () => change({ isPlaying: true }),
    pause: () => change({ isPlaying: false }),
    seek: vi.fn(),
    setVolume: vi.fn(),
    setRate: vi.fn(),
    positionS: () => 2,
    snapshot: () => state,
    subscribe: (next: () => void) => {
      listener = next;
      return () => undefined;
    },
    dispose: vi.fn(),
  } satisfies Player;
  return { engine, change };
}

function start() {
  const { ipc, requests } = fakeIpc();
  const session = createSessionStore({ ipc, initial: appState() });
  const { engine, change } = fakeEngine();
  return { player: createPlayerStore({ engine, session }), engine, change, requests };
}

describe('the player store', () => {
  test('plays a take, pauses it, and changes to another', () => {
    const { player, engine } = start();
    const first = item('1', 1);
    player.getState().toggleItem(first);
    expect(player.getState()).toMatchObject({ item: { id: '1' }, isPlaying: true });
    expect(engine.snapshot().url).toBe(`/media/${first.mediaId}`);
    player.getState().toggleItem(first);
    expect(player.getState().isPlaying).toBe(false);
    player.getState().toggleItem(item('2', 2));
    expect(player.getState()).toMatchObject({ item: { id: '2' }, isPlaying: true });
  });

  test('shows the library’s length until the file tells its own', () => {
    const { player, change } = start();
    player.getState().play(item('1', 1));
    expect(player.getState().durationS).toBe(1);
    change({ durationS: 1.2 });
    expect(player.getState().durationS).toBe(1.2);
  });

  test('lets go of a deleted take only', () => {
    const { player } = start();
    player.getState().play(item('1', 1));
    player.getState().unload(['2']);
    expect(player.getState().item?.id).toBe('1');
    player.getState().unload(['1']);
    expect(player.getState()).toMatchObject({ item: null, isPlaying: false, durationS: null });
  });

  test('keeps the volume, at the latest when the window closes', () => {
    const { player, requests, engine } = start();
    player.getState().setVolume(0.5);
    player.getState().dispose();
    expect(engine.setVolume).toHaveBeenLastCalledWith(0.5);
    expect(requests).toEqual([{ route: 'settings.update', input: { player: { volume: 0.5 } } }]);
  });

  test('seeks from where it is', () => {
    const { player, engine } = start();
    player.getState().seekBy(-5);
    expect(engine.seek).toHaveBeenCalledWith(-3);
  });
});
