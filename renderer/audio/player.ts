// One player over two sources: a take that is still arriving, and a saved file. It must not know React, stores or what a take is.
//
// A live take plays to its end from memory, also when it is saved meanwhile. The file takes over where the listener
// interrupts anyway (playing on after a pause, a jump, another rate, a selection) and at the end, at the frame that was next.
// So nobody hears a seam, and no clock has to be matched with another. See docs/decisions/0009-live-then-file.md.

import { createScope } from '../lifetime/scope.ts';
import { createFileOutput } from './file-output.ts';
import type { LiveOutput, LiveVoice } from './live-output.ts';
import type { Loop } from './loop.ts';
import { createSilentVoice } from './silent-voice.ts';
import type { ArrivingTake } from './sound-decoder.ts';

/** What a listener is told about. Position is not among it: it is asked for when it is drawn. */
export type PlayerSnapshot = {
  /** Whether what plays is a take that has not been handed over to its file. */
  isLive: boolean;
  isPlaying: boolean;
  /** It should play, but has to wait for bytes. */
  isWaiting: boolean;
  /** What is in hand can be heard only once it is saved. */
  isReceiving: boolean;
  hasFailed: boolean;
  /** The sound device went away; playing again looks for one. */
  isOutputLost: boolean;
  /** Length in seconds as far as the file tells; null while unknown, and of a live take. */
  durationS: number | null;
  /** The selection that is played over and over. */
  loop: Loop | null;
};

/** The player engine. */
export type Player = {
  /** Takes a saved file in hand, without playing it. */
  load: (url: string) => void;
  /** Plays a take from its beginning while it arrives, or, where it cannot be heard yet, as soon as it is saved. */
  playLive: (takeId: string, take: ArrivingTake) => void;
  /** The take in hand is saved: its file takes over, see above. Another take changes nothing. */
  saveLive: (takeId: string, url: string) => void;
  unload: () => void;
  /** Gets ready for a live take of this sample rate. */
  warm: (rateHz: number) => void;
  play: () => void;
  pause: () => void;
  seek: (positionS: number) => void;
  /** Plays a selection over and over; null ends that. */
  setLoop: (loop: Loop | null) => void;
  setVolume: (volume: number) => void;
  /** Playback rate of saved files, the pitch kept; a live take plays as it was spoken until it is saved. */
  setRate: (rate: number) => void;
  positionS: () => number;
  /** Seconds there are: of the file, or those that have arrived. */
  lengthS: () => number;
  snapshot: () => PlayerSnapshot;
  /** Calls `listener` when the snapshot changes or the position jumps. */
  subscribe: (listener: () => void) => () => void;
  dispose: () => void;
};

type Live = { takeId: string; voice: LiveVoice; savedUrl: string | null };

/** Makes a player; it disposes of its live output. Without one, every take is heard from its file. */
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

  /** Lets the saved file go on where the live take is; nothing when it is not saved yet. */
  const handOver = (): void => {
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
    if (live?.voice.state() === 'ended') handOver();
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
      file.unload();
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
    },
    saveLive: (takeId, url) => {
      if (live?.takeId !== takeId) return;
      live.savedUrl = url;
      file.load(url);
      const state = live.voice.state();
      if (rate !== 1 || state === 'ended' || state === 'silent') handOver();
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
      handOver();
      if (live === null) file.play();
      else live.voice.play();
    },
    pause: () => {
      if (live === null) file.pause();
      else live.voice.pause();
    },
    seek: (positionS) => {
      handOver();
      if (live === null) file.seek(positionS);
      else live.voice.seek(positionS);
    },
    setLoop: (next) => {
      handOver();
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
      if (next !== 1) handOver();
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
          hasFailed: file.hasFailed(),
          isOutputLost,
          durationS: file.durationS(),
          loop,
        };
      const isPlaying = live.voice.isPlaying();
      const state = live.voice.state();
      const isReceiving = state === 'silent';
      const isWaiting = isPlaying && (isReceiving || state === 'waiting');
      return { isLive: true, isPlaying, isWaiting, isReceiving, hasFailed: false, isOutputLost, durationS: null, loop };
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: scope.dispose,
  };
}
