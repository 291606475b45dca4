// Owns which take is in the player and mirrors the engine's slow state. Position never passes through here.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SpeechItem } from '../../shared/contract/library.ts';
import type { Player } from '../audio/player.ts';
import type { SessionStore } from './session-store.ts';

/** Playback rates on offer. */
export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
/** What J and L jump. */
export const JUMP_S = 5;
const SAVE_DELAY_MS = 400;

/** State of the player bar. */
export type PlayerBarState = {
  item: SpeechItem | null;
  isPlaying: boolean;
  hasFailed: boolean;
  durationS: number | null;
  rate: number;
  volume: number;
  /** Loads a take and plays it from the start. */
  play: (item: SpeechItem) => void;
  /** Plays or pauses this take, loading it first where another is loaded. */
  toggleItem: (item: SpeechItem) => void;
  toggle: () => void;
  seekBy: (seconds: number) => void;
  setRate: (rate: number) => void;
  setVolume: (volume: number) => void;
  /** Takes deleted takes out of the player. */
  unload: (ids: readonly string[]) => void;
  dispose: () => void;
};

export type PlayerStore = StoreApi<PlayerBarState>;

/** Makes the player's store over its engine. */
export function createPlayerStore({ engine, session }: { engine: Player; session: SessionStore }): PlayerStore {
  let saving: ReturnType<typeof setTimeout> | undefined;
  const volume = session.getState().settings.player.volume;
  engine.setVolume(volume);

  const saveVolume = (): void => {
    const next = store.getState().volume;
    if (next !== session.getState().settings.player.volume)
      session.getState().updateSettings({ player: { volume: next } });
  };

  const store: PlayerStore = createStore<PlayerBarState>()((set, get) => ({
    item: null,
    isPlaying: false,
    hasFailed: false,
    durationS: null,
    rate: 1,
    volume,
    play: (item) => {
      set({ item, hasFailed: false, durationS: factsDuration(item) });
      engine.load(`/media/${item.mediaId}`);
      void engine.play();
    },
    toggleItem: (item) => {
      if (get().item?.id === item.id) get().toggle();
      else get().play(item);
    },
    toggle: () => {
      if (get().item === null) return;
      if (get().isPlaying) engine.pause();
      else void engine.play();
    },
    seekBy: (seconds) => engine.seek(engine.positionS() + seconds),
    setRate: (rate) => {
      engine.setRate(rate);
      set({ rate });
    },
    setVolume: (next) => {
      engine.setVolume(next);
      set({ volume: next });
      clearTimeout(saving);
      saving = setTimeout(saveVolume, SAVE_DELAY_MS);
    },
    unload: (ids) => {
      const loaded = get().item;
      if (loaded === null || !ids.includes(loaded.id)) return;
      engine.unload();
      set({ item: null, isPlaying: false, hasFailed: false, durationS: null });
    },
    dispose: () => {
      leave();
      clearTimeout(saving);
      saveVolume();
      engine.dispose();
    },
  }));

  const leave = engine.subscribe(() => {
    const { isPlaying, hasFailed, durationS } = engine.snapshot();
    const { item } = store.getState();
    store.setState({ isPlaying, hasFailed, durationS: item === null ? null : (durationS ?? factsDuration(item)) });
  });
  return store;
}

function factsDuration(item: SpeechItem): number | null {
  return item.audio.durationMs === null ? null : item.audio.durationMs / 1000;
}
