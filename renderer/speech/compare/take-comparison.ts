// Owns a comparison of the takes of one line: which are compared, which one is heard, whether they are equally loud.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SpeechItem } from '../../../shared/contract/library.ts';
import { isUsable } from '../../../shared/script/line-state.ts';
import type { AuditionPlayer } from '../../engines/audio/audition-player.ts';
import type { Ipc } from '../../ipc.ts';
import { createScope } from '../../lifetime/scope.ts';
import { staleGuard } from '../../lifetime/stale-guard.ts';
import type { PlayerStore, Transport } from '../../player/player-store.ts';
import { takeUrl } from '../../player/take-url.ts';
import { transportOf } from '../heard-sound.ts';
import type { ScriptLineView } from '../script/script-lines.ts';

/** As many as there are keys for. */
export const MAX_COMPARED = 9;
/** Longer takes are not compared, because they are decoded as a whole: a minute takes up to 12 MB. */
export const MAX_COMPARED_MINUTES = 10;

/** A take that is compared; `unplayable` ones cannot be decoded. */
export type ComparedTake = { item: SpeechItem; state: 'loading' | 'ready' | 'unplayable' | 'tooLong' };

/** The line whose takes are compared. */
type ComparedLine = Pick<ScriptLineView, 'id' | 'used'> & { index: number };

/** State and actions of a comparison. */
type Comparison = {
  /** Null while nothing is compared. */
  line: ComparedLine | null;
  /** Numbered from 1 in the order in which they were made. */
  takes: readonly ComparedTake[];
  /** Older takes that are left out. */
  leftOut: number;
  isEqual: boolean;
  /** The ids of the take that plays, and of the one that plays or played last. */
  playing: string | null;
  heard: string | null;
  /** Moves in the sound of `heard`. */
  transport: Transport;
  open: (line: ScriptLineView) => Promise<void>;
  close: () => void;
  /** Plays a take from the moment of the one before; pauses it if it is already playing. */
  flip: (id: string) => void;
  /** Pauses the take that was heard last, or plays it on. */
  toggle: () => void;
  /** Stops playback. */
  stop: () => void;
  setEqual: (isEqual: boolean) => void;
  dispose: () => void;
};

export type TakeComparison = StoreApi<Comparison>;

type ComparisonDeps = { ipc: Ipc; player: AuditionPlayer; bar: Pick<PlayerStore, 'getState' | 'subscribe'> };

/** Creates the store; it disposes of the engine. @param bar whose volume applies */
export function createTakeComparison({ ipc, player, bar }: ComparisonDeps): TakeComparison {
  const scope = createScope();
  const beginOpening = staleGuard();

  const load = async ({ item }: ComparedTake): Promise<void> => {
    const isPlayable = await player.load(item.id, takeUrl(item));
    store.setState(({ takes }) => ({
      takes: takes.map((one) => (one.item === item ? { item, state: isPlayable ? 'ready' : 'unplayable' } : one)),
    }));
  };

  const store: TakeComparison = createStore<Comparison>()((set, get) => ({
    line: null,
    takes: [],
    leftOut: 0,
    isEqual: true,
    playing: null,
    heard: null,
    transport: transportOf(player, () => get().heard),
    open: async ({ id, used: shown, record, takes: all, sent }) => {
      const isLatest = beginOpening();
      const used = isUsable(shown, record) ? shown : undefined;
      const chosen = all.slice(-MAX_COMPARED);
      // The take that is used is one of them, however old it is.
      if (used !== undefined && !chosen.some((take) => take.id === used.id)) chosen.splice(0, 1, used);
      const read = await Promise.all(chosen.map((take) => ipc.request('library.getItem', { id: take.id })));
      if (!isLatest()) return;
      const items = read.flatMap((item) => (item.ok && item.data.kind === 'speech' ? [item.data] : []));
      const takes = items.map(
        (item): ComparedTake => ({
          item,
          state: (item.audio.durationMs ?? 0) > MAX_COMPARED_MINUTES * 60_000 ? 'tooLong' : 'loading',
        }),
      );
      player.clear();
      set({ line: { id, used, index: sent.line.index }, takes, leftOut: all.length - chosen.length, heard: null });
      await Promise.all(takes.filter(({ state }) => state === 'loading').map(load));
    },
    close: () => {
      beginOpening();
      player.clear();
      set({ line: null, takes: [], heard: null });
    },
    flip: (id) => {
      if (get().takes.find(({ item }) => item.id === id)?.state !== 'ready') return;
      set({ heard: id });
      player.flip(id);
    },
    toggle: () => get().flip(get().heard ?? ''),
    stop: () => {
      player.stop();
      set({ heard: null });
    },
    setEqual: (isEqual) => {
      player.setEqual(isEqual);
      set({ isEqual });
    },
    dispose: scope.dispose,
  }));

  player.setVolume(bar.getState().volume);
  scope.add(
    player.dispose,
    bar.subscribe(({ volume }) => player.setVolume(volume)),
    player.subscribe(() => store.setState({ playing: player.playingId() })),
  );
  return store;
}
