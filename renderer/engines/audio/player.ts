// A player with two sources: a take that is still arriving, and a saved file.
//
// A live take plays to its end from memory, even if it is saved in the meantime. Playback moves to the file only where
// it is interrupted anyway (resuming after a pause, a seek, another rate, a selection) and at the end, at exactly the
// next frame. So no gap can be heard, and the two clocks never have to be synchronised. See
// docs/decisions/0009-live-takes.md.

import { createScope } from '../../lifetime/scope.ts';
import { createFileOutput } from './file-output.ts';
import type { LiveOutput, LiveVoice } from './live-output.ts';
import type { Loop } from './loop.ts';
import { createSilentVoice } from './silent-voice.ts';
import type { ArrivingTake } from './sound-decoder.ts';

/** The state of the player, without the position, which is read when it is drawn. */
export type PlayerSnapshot = {
  /** The source is a live take, not its file. */
  isLive: boolean;
  isPlaying: boolean;
  /** It should be playing, but waits for bytes. */
  isWaiting: boolean;
  /** The loaded take can be heard only once it is saved. */
  isReceiving: boolean;
  /** The file was played to its end. */
  hasEnded: boolean;
  hasFailed: boolean;
  /** The audio device was removed; `play` looks for another. */
  isOutputLost: boolean;
  /** The length that the file declares, in seconds; null while unknown, and for a live take. */
  durationS: number | null;
  /** The selection that is repeated. */
  loop: Loop | null;
};

/** The player engine. */
export type Player = {
  /** Loads a saved file without playing it. */
  load: (url: string) => void;
  /** Plays a take from its beginning while it arrives; if that is not possible, as soon as it is saved. */
  playLive: (takeId: string, take: ArrivingTake) => void;
  /** Sets the file of a take that has been saved, see above; ignored unless that take is loaded. */
  saveLive: (takeId: string, url: string) => void;
  unload: () => void;
  /** Prepares for a live take of this sample rate. */
  warm: (rateHz: number) => void;
  play: () => void;
  pause: () => void;
  seek: (positionS: number) => void;
  /** Repeats a selection; null ends that. */
  setLoop: (loop: Loop | null) => void;
  setVolume: (volume: number) => void;
  /**
   * Sets the playback rate of saved files; the pitch is preserved. A live take plays at normal rate until it is saved.
   */
  setRate: (rate: number) => void;
  positionS: () => number;
  /** The length in seconds of the file, or of what has arrived. */
  lengthS: () => number;
  snapshot: () => PlayerSnapshot;
  /** Calls `listener` when the snapshot changes or the position jumps; the returned function ends that. */
  subscribe: (listener: () => void) => () => void;
  dispose: () => void;
};

type Live = { takeId: string; voice: LiveVoice; savedUrl: string | null };

/**
 * Creates a player, which also disposes of its live output. Without live output, every take is played from its file.
 */
export function createPlayer(liveOutput: LiveOutput | null): Player {
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const file = createFileOutput(notify);
  let live: Live | null = null;
  let loop: Loop | null = null;
  let rate = 1;
  let isOutputLost = false;

  const dropLive = (): void => {
    live?.voice.stop();
    live = null;
  };

  const scope = createScope();
  scope.add(
    () => liveOutput?.dispose(),
    file.dispose,
    () => listeners.clear(),
    dropLive,
  );

  const clearLoop = (): void => {
    loop = null;
    file.setLoop(null);
  };

  /** Continues in the saved file at the position of the live take; does nothing if the take is not saved yet. */
  const switchToFile = (): void => {
    if (live === null || live.savedUrl === null) return;
    const { voice } = live;
    const positionS = voice.positionS();
    const wasPlaying = voice.isPlaying();
    const isOver = voice.state() === 'ended';
    const hasMore = isOver && voice.isCutShort();
    dropLive();
    if (isOver && !hasMore) file.seekToEnd(positionS);
    else file.seek(positionS);
    if (wasPlaying || hasMore) file.play();
    notify();
  };

  const onVoiceChange = (): void => {
    if (live?.voice.state() === 'ended') switchToFile();
    notify();
  };

  return {
    load: (url) => {
      dropLive();
      clearLoop();
      isOutputLost = false;
      file.load(url);
      notify();
    },
    playLive: (takeId, take) => {
      dropLive();
      clearLoop();
      isOutputLost = false;
      const onOutputLost = (): void => {
        isOutputLost = true;
        notify();
      };
      const voice =
        liveOutput === null || take === null
          ? createSilentVoice(onVoiceChange)
          : liveOutput.start(take, { onChange: onVoiceChange, onOutputLost });
      live = { takeId, voice, savedUrl: null };
      voice.play();
      file.unload();
    },
    saveLive: (takeId, url) => {
      if (live?.takeId !== takeId) return;
      live.savedUrl = url;
      file.load(url);
      const state = live.voice.state();
      if (rate !== 1 || state === 'ended' || state === 'silent') switchToFile();
    },
    unload: () => {
      dropLive();
      clearLoop();
      isOutputLost = false;
      file.unload();
      notify();
    },
    warm: (rateHz) => liveOutput?.warm(rateHz),
    play: () => {
      isOutputLost = false;
      switchToFile();
      if (live === null) file.play();
      else live.voice.play();
    },
    pause: () => {
      if (live === null) file.pause();
      else live.voice.pause();
    },
    seek: (positionS) => {
      switchToFile();
      if (live === null) file.seek(positionS);
      else live.voice.seek(positionS);
    },
    setLoop: (next) => {
      switchToFile();
      loop = next;
      file.setLoop(next);
      live?.voice.setLoop(next);
      notify();
    },
    setVolume: (volume) => {
      file.setVolume(volume);
      liveOutput?.setVolume(volume);
    },
    setRate: (next) => {
      rate = next;
      file.setRate(next);
      if (next !== 1) switchToFile();
    },
    positionS: () => (live === null ? file.positionS() : live.voice.positionS()),
    lengthS: () => (live === null ? (file.durationS() ?? 0) : live.voice.arrivedS()),
    snapshot: () => {
      if (live === null)
        return {
          isLive: false,
          isPlaying: file.isPlaying(),
          isWaiting: false,
          isReceiving: false,
          hasEnded: file.hasEnded(),
          hasFailed: file.hasFailed(),
          isOutputLost,
          durationS: file.durationS(),
          loop,
        };
      const isPlaying = live.voice.isPlaying();
      const state = live.voice.state();
      const isReceiving = state === 'silent';
      const isWaiting = isPlaying && (isReceiving || state === 'waiting');
      const ends = { hasEnded: false, hasFailed: false, durationS: null };
      return { isLive: true, isPlaying, isWaiting, isReceiving, ...ends, isOutputLost, loop };
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: scope.dispose,
  };
}
