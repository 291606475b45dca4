// Owns the take in the player, saved or still arriving, and mirrors the engine's state that changes rarely. The
// position is read from the engine.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SpeechJob } from '../../shared/contract/jobs.ts';
import type { SpeechItem } from '../../shared/contract/library.ts';
import { factsOfFormat, type SpeechFormat } from '../../shared/speech/formats.ts';
import type { Loop } from '../engines/audio/loop.ts';
import type { Peaks } from '../engines/audio/peaks.ts';
import type { PeaksLibrary } from '../engines/audio/peaks-library.ts';
import type { Player, PlayerSnapshot } from '../engines/audio/player.ts';
import { wholePeaksOf } from '../engines/audio/shared-take.ts';
import type { SoundDecoder } from '../engines/audio/sound-decoder.ts';
import { createScope } from '../lifetime/scope.ts';
import { activeConnection, type SessionStore } from '../shell/session-store.ts';
import { takeUrl } from './take-url.ts';

/** The available playback rates. */
export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
/** Seconds that the keys J and L jump. */
export const JUMP_S = 5;
const SAVE_DELAY_MS = 400;

/** A take that plays while it arrives. It becomes an item when it is saved. */
type LiveTake = { jobId: string; title: string };

/** Moves in a sound; what the waveform needs of whatever plays it. */
export type Transport = Pick<Player, 'positionS' | 'lengthS' | 'seek' | 'setLoop' | 'subscribe'> & {
  snapshot: () => Pick<PlayerSnapshot, 'loop'>;
};

/** A line of a script. */
type ScriptLineRef = { scriptId: string; lineId: string };

/** A script that is played line by line. Its positions and its length are those of the whole script. */
type GuestScript = {
  /** The line that is heard. */
  line: ScriptLineRef;
  isLooping: boolean;
  /** Some lines are not made, so that the length is an estimate. */
  isEstimated: boolean;
  /** Shows where lines are. */
  peaks: () => Peaks;
  step: (by: 1 | -1) => void;
  setLooping: (isLooping: boolean) => void;
};

/** What another part of the page plays. The bar shows and controls it in place of the loaded take. */
export type Guest = {
  /** Null for what is not one take. */
  item: SpeechItem | null;
  title: string;
  /** What there is to know of it now. */
  note?: string;
  isPlaying: boolean;
  isWaiting?: boolean;
  /** It follows the bar's rate; otherwise it plays at 1×. */
  hasRate?: boolean;
  script?: GuestScript;
  transport: Transport;
  toggle: () => void;
  stop: () => void;
};

/** State of the player bar. */
export type PlayerBarState = {
  guest: Guest | null;
  /** The saved take in the player. */
  item: SpeechItem | null;
  /** The take in the player while it is not an item yet. */
  live: LiveTake | null;
  isPlaying: boolean;
  isWaiting: boolean;
  /** The loaded take can be heard only once it is saved. */
  isReceiving: boolean;
  hasFailed: boolean;
  isOutputLost: boolean;
  durationS: number | null;
  loop: Loop | null;
  rate: number;
  volume: number;
  /** Shows a guest, or the loaded take again. Only one of them plays: another guest is stopped. */
  setGuest: (guest: Guest | null) => void;
  /** Loads a take and plays it from the start. */
  play: (item: SpeechItem) => void;
  /** Plays takes one after the other, until another one is played. */
  playInARow: (items: readonly SpeechItem[]) => void;
  /** Plays or pauses this take; loads it first if another one is loaded. */
  toggleItem: (item: SpeechItem) => void;
  toggle: () => void;
  pause: () => void;
  /** Moves to a position in seconds. */
  seek: (positionS: number) => void;
  seekBy: (seconds: number) => void;
  setLoop: (loop: Loop | null) => void;
  setRate: (rate: number) => void;
  setVolume: (volume: number) => void;
  /** Unloads the given takes if one of them is loaded. */
  unload: (ids: readonly string[]) => void;
  /** Prepares the audio output: speech of this format is about to be requested. */
  prepare: (format: SpeechFormat) => void;
  /** Plays this job's speech while it arrives, unless something else is played before. */
  expect: (job: SpeechJob) => void;
  /** Whether this job's speech is played, or is going to be. */
  awaits: (jobId: string) => boolean;
  /** No more bytes of this job will come. */
  endLive: (jobId: string) => void;
  /**
   * Called when the job has ended, with its take if there is one. A take that was not played live is played now if
   * `isDone`.
   */
  settleLive: (jobId: string, item: SpeechItem | null, isDone: boolean) => void;
  dispose: () => void;
};

export type PlayerStore = StoreApi<PlayerBarState>;

/** Returns the title of what the bar shows; undefined while that is nothing. */
export function titleOf({ guest, item, live }: PlayerBarState): string | undefined {
  return guest?.title ?? item?.title ?? live?.title;
}

/** Whether what the bar shows is playing. */
export function isSounding({ guest, isPlaying }: PlayerBarState): boolean {
  return guest?.isPlaying ?? isPlaying;
}

/** Returns the line of a script that is heard; null while that is something else. */
export function lineHeard({ guest }: PlayerBarState): ScriptLineRef | null {
  return guest?.script?.line ?? null;
}

type PlayerDeps = {
  engine: Player;
  decoder: Pick<SoundDecoder, 'take' | 'onBegun' | 'end' | 'drop'>;
  peaks: Pick<PeaksLibrary, 'keep'>;
  session: SessionStore;
};

/** Creates the player's store; it disposes of the engine. */
export function createPlayerStore({ engine, decoder, peaks, session }: PlayerDeps): PlayerStore {
  const scope = createScope();
  let saving: ReturnType<typeof setTimeout> | undefined;
  /** The newest request, until something is played. */
  let expected: LiveTake | null = null;
  /** The takes that follow in a row when the loaded one has ended. */
  let following: readonly SpeechItem[] = [];
  const volume = session.getState().settings.player.volume;
  engine.setVolume(volume);

  const saveVolume = (): void => {
    const next = store.getState().volume;
    if (next !== session.getState().settings.player.volume)
      session.getState().updateSettings({ player: { volume: next } });
  };

  const mirror = (): void => {
    const snapshot = engine.snapshot();
    store.setState(stateOf(snapshot, store.getState().item));
    const [next, ...rest] = following;
    if (next !== undefined && (snapshot.hasEnded || snapshot.hasFailed)) start(next, rest);
  };

  const start = (item: SpeechItem, rest: readonly SpeechItem[]): void => {
    expected = null;
    endGuest();
    // Set when the take is loaded: until then the engine reports the end of the one before.
    following = [];
    store.setState({ item, live: null });
    engine.load(takeUrl(item));
    engine.play();
    following = rest;
  };

  const shownTransport = (): Transport => store.getState().guest?.transport ?? engine;

  const endGuest = (): void => {
    store.getState().guest?.stop();
    store.setState({ guest: null });
  };

  const clear = (): void => {
    following = [];
    store.setState({ item: null, live: null });
    engine.unload();
  };

  /** Plays the expected take if its sound has begun to arrive. */
  const playExpected = (): void => {
    const take = expected === null ? undefined : decoder.take(expected.jobId);
    if (expected === null || take === undefined) return;
    const { jobId } = expected;
    following = [];
    endGuest();
    store.setState({ item: null, live: expected });
    expected = null;
    engine.playLive(jobId, take);
  };

  const store: PlayerStore = createStore<PlayerBarState>()((set, get) => ({
    ...stateOf(engine.snapshot(), null),
    guest: null,
    item: null,
    live: null,
    rate: 1,
    volume,
    setGuest: (guest) => {
      const before = get().guest;
      if (before !== null && before.transport !== guest?.transport) before.stop();
      if (guest?.isPlaying) {
        expected = null;
        engine.pause();
      }
      set({ guest });
    },
    play: (item) => start(item, []),
    playInARow: ([first, ...rest]) => {
      if (first !== undefined) start(first, rest);
    },
    toggleItem: (item) => {
      // A sound that could not be played is read again: its file may be back.
      if (get().item?.id === item.id && !get().hasFailed && get().guest === null) get().toggle();
      else get().play(item);
    },
    toggle: () => {
      const { guest, item, live, isPlaying } = get();
      if (guest !== null) return guest.toggle();
      if (item === null && live === null) return;
      if (isPlaying) {
        engine.pause();
        return;
      }
      expected = null;
      engine.play();
    },
    pause: () => {
      const { guest } = get();
      if (guest?.isPlaying) guest.toggle();
      engine.pause();
    },
    seek: (positionS) => shownTransport().seek(positionS),
    seekBy: (seconds) => get().seek(shownTransport().positionS() + seconds),
    setLoop: (loop) => shownTransport().setLoop(loop),
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
      following = following.filter(({ id }) => !ids.includes(id));
      const loaded = get().item;
      if (loaded !== null && ids.includes(loaded.id)) clear();
    },
    prepare: (format) => {
      const pcmRateHz = activeConnection(session.getState())?.dialect.pcmRateHz;
      const rateHz = factsOfFormat(format).rateHz ?? pcmRateHz;
      if (rateHz !== undefined) engine.warm(rateHz);
    },
    expect: ({ id, request }) => {
      expected = { jobId: id, title: request.text.trim() };
      playExpected();
    },
    awaits: (jobId) => expected?.jobId === jobId || get().live?.jobId === jobId,
    endLive: (jobId) => decoder.end(jobId),
    settleLive: (jobId, item, isDone) => {
      const take = decoder.take(jobId);
      const wholePeaks = take ? wholePeaksOf(take) : undefined;
      if (wholePeaks !== undefined && item !== null) peaks.keep(item.mediaId, wholePeaks);
      decoder.drop(jobId);
      const isExpected = expected?.jobId === jobId;
      if (isExpected) expected = null;
      if (get().live?.jobId === jobId) {
        if (item === null) clear();
        else {
          set({ item, live: null });
          engine.saveLive(jobId, takeUrl(item));
        }
      } else if (isExpected && isDone && item !== null) get().play(item);
    },
    dispose: scope.dispose,
  }));

  scope.add(
    engine.dispose,
    saveVolume,
    () => clearTimeout(saving),
    engine.subscribe(mirror),
    decoder.onBegun(playExpected),
  );
  return store;
}

type Mirrored = Pick<
  PlayerBarState,
  'isPlaying' | 'isWaiting' | 'isReceiving' | 'hasFailed' | 'isOutputLost' | 'durationS' | 'loop'
>;

function stateOf(snapshot: PlayerSnapshot, item: SpeechItem | null): Mirrored {
  const { isLive: _live, hasEnded: _ended, ...state } = snapshot;
  const knownMs = item?.audio.durationMs ?? null;
  return { ...state, durationS: state.durationS ?? (knownMs === null ? null : knownMs / 1000) };
}
