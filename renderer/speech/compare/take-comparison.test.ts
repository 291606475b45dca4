import { expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { SpeechItem } from '../../../shared/contract/library.ts';
import { ok } from '../../../shared/result.ts';
import type { AuditionPlayer } from '../../engines/audio/audition-player.ts';
import type { PlayerStore } from '../../player/player-store.ts';
import { createSessionStore } from '../../shell/session-store.ts';
import { appState, failure, fakeIpc, item } from '../../testing/fake-ipc.ts';
import { startScript } from '../../testing/work.ts';
import { createTakeComparison, MAX_COMPARED } from './take-comparison.ts';

/** A line with takes of these names, oldest first; the player decodes all but those that are called `odd`. */
function start(takes: SpeechItem[], usedId?: string) {
  const items = new Map(takes.map((take) => [take.id, take]));
  const { ipc } = fakeIpc({
    'library.getItem': ({ id }) => {
      const found = items.get(id);
      return found ? ok(found) : failure('item.not_found');
    },
  });
  const listeners = new Set<() => void>();
  let playing: string | null = null;
  const player = {
    load: vi.fn(async (id: string) => id !== 'odd'),
    flip: (id: string) => {
      playing = playing === id ? null : id;
      for (const listener of listeners) listener();
    },
    stop: vi.fn(),
    clear: vi.fn(),
    playingId: () => playing,
    positionS: () => 0,
    lengthS: () => 0,
    seek: vi.fn(),
    setVolume: vi.fn(),
    setEqual: vi.fn(),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: vi.fn(),
  } satisfies AuditionPlayer;
  const bar = createStore(() => ({ volume: 0.5 })) as unknown as PlayerStore;
  const comparison = createTakeComparison({ ipc, player, bar });
  onTestFinished(comparison.getState().dispose);
  const script = startScript(ipc, createSessionStore({ ipc, initial: appState() }));
  script.getState().setText('Hello.');
  script.getState().settle();
  const line = script.getState().lines[0] ?? expect.fail();
  const compared = { ...line, takes, used: items.get(usedId ?? '') };
  return { player, comparison, open: () => comparison.getState().open(compared), items };
}

const states = ({ comparison }: ReturnType<typeof start>): string[] =>
  comparison.getState().takes.map(({ item: { id }, state }) => `${id} ${state}`);

test('all takes that can be decoded are compared; one that is deleted or very long is not', async () => {
  const { audio } = item('a', 1);
  const one = start([
    item('a', 1),
    item('odd', 2),
    item('long', 3, { audio: { ...audio, durationMs: 3_600_000 } }),
    item('gone', 4),
    item('b', 5),
  ]);
  one.items.delete('gone');
  await one.open();
  expect(states(one)).toEqual(['a ready', 'odd unplayable', 'long tooLong', 'b ready']);
  const { flip } = one.comparison.getState();
  const heard: (string | null)[] = [];
  for (const id of ['a', 'b', 'odd', 'b']) {
    flip(id);
    heard.push(one.comparison.getState().playing);
  }
  expect(heard).toEqual(['a', 'b', 'b', null]);
  one.comparison.getState().toggle();
  expect(one.comparison.getState()).toMatchObject({ playing: 'b', heard: 'b' });
});

test('of many takes the newest are compared, and the one that is used', async () => {
  const takes = Array.from({ length: MAX_COMPARED + 3 }, (_, index) => item(String(index), index));
  const one = start(takes, '0');
  await one.open();
  expect(one.comparison.getState().takes.map(({ item: { id } }) => Number(id))).toEqual([0, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(one.comparison.getState().leftOut).toBe(3);
});

test('they are equally loud until a person wants them as they are; closing forgets the sounds', async () => {
  const one = start([item('a', 1), item('b', 2)]);
  await one.open();
  expect(one.comparison.getState().isEqual).toBe(true);
  one.comparison.getState().setEqual(false);
  expect(one.player.setEqual).toHaveBeenCalledWith(false);
  expect(one.player.setVolume).toHaveBeenCalledWith(0.5);
  one.player.clear.mockClear();
  one.comparison.getState().close();
  expect(one.player.clear).toHaveBeenCalledOnce();
  expect(one.comparison.getState()).toMatchObject({ line: null, takes: [], heard: null });
});
