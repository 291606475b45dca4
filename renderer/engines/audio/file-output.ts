// Plays one saved sound through an <audio> element. Independent of live takes.

import { createScope } from '../../lifetime/scope.ts';
import type { Loop } from './loop.ts';

/** A player of saved files. */
export type FileOutput = {
  load: (url: string) => void;
  unload: () => void;
  play: () => void;
  pause: () => void;
  /** Sets the position, even before the file's length is known. */
  seek: (positionS: number) => void;
  /** Moves to the end and stays there; `play` then starts from the beginning. */
  seekToEnd: (lengthS: number) => void;
  setLoop: (loop: Loop | null) => void;
  setVolume: (volume: number) => void;
  /** Sets the playback rate; the pitch is preserved. */
  setRate: (rate: number) => void;
  positionS: () => number;
  /** The length that the file declares, in seconds; null while unknown. */
  durationS: () => number | null;
  isPlaying: () => boolean;
  /** It was played to its end. */
  hasEnded: () => boolean;
  hasFailed: () => boolean;
  dispose: () => void;
};

const OBSERVED = [
  'play',
  'pause',
  'ended',
  'error',
  'loadedmetadata',
  'durationchange',
  'seeking',
  'seeked',
  'emptied',
  'ratechange',
] as const;
/** Events after which the time until the end of the selection must be computed again. */
const REWINDS_LOOP = new Set(['play', 'playing', 'seeked', 'ratechange', 'timeupdate']);

/**
 * Creates an output with its own audio element. `onChange` is called for every change except the advancing position.
 */
export function createFileOutput(onChange: () => void): FileOutput {
  const audio = new Audio();
  audio.preload = 'auto';
  audio.preservesPitch = true;
  let url: string | null = null;
  let hasFailed = false;
  let rate = 1;
  let loop: Loop | null = null;
  let loopTimer: ReturnType<typeof setTimeout> | undefined;
  /** Where the sound ends, while it stands there; the element may still be reading the file and not know. */
  let endS: number | null = null;

  const notify = (event: Event): void => {
    if (event.type === 'error' && url !== null) hasFailed = true;
    onChange();
  };
  /** The element's time updates are a quarter of a second apart, so a timer waits for the end of the selection. */
  const watchLoop = (): void => {
    clearTimeout(loopTimer);
    if (loop === null || audio.paused) return;
    const leftS = loop.toS - audio.currentTime;
    if (leftS <= 0) audio.currentTime = loop.fromS;
    else loopTimer = setTimeout(watchLoop, (leftS / audio.playbackRate) * 1000);
  };
  const repeatLoop = (): void => {
    // The selection ends at the end of the file, where the element stops.
    if (loop === null) return;
    audio.currentTime = loop.fromS;
    void audio.play().catch(() => undefined);
  };
  const unload = (): void => {
    url = null;
    hasFailed = false;
    endS = null;
    clearTimeout(loopTimer);
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
  };

  const scope = createScope();
  scope.add(unload);
  for (const name of OBSERVED) scope.listen(audio, name, notify);
  for (const name of REWINDS_LOOP) scope.listen(audio, name, watchLoop);
  scope.listen(audio, 'ended', repeatLoop);

  return {
    load: (next) => {
      url = next;
      hasFailed = false;
      endS = null;
      audio.src = next;
      // Loading a source resets the rate to its default.
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
    },
    unload,
    play: () => {
      if (url === null) return;
      if (audio.ended || endS !== null) audio.currentTime = 0;
      endS = null;
      // Rejects when a newer load interrupts it or the file cannot be played; the error event reports the latter.
      void audio.play().catch(() => undefined);
    },
    pause: () => audio.pause(),
    seek: (positionS) => {
      if (url === null) return;
      endS = null;
      const end = Number.isFinite(audio.duration) ? audio.duration : positionS;
      audio.currentTime = Math.max(0, Math.min(positionS, end));
    },
    seekToEnd: (lengthS) => {
      if (url === null) return;
      endS = lengthS;
      audio.currentTime = lengthS;
    },
    setLoop: (next) => {
      loop = next;
      watchLoop();
    },
    setVolume: (volume) => {
      audio.volume = Math.max(0, Math.min(1, volume));
    },
    setRate: (next) => {
      rate = next;
      audio.defaultPlaybackRate = next;
      audio.playbackRate = next;
    },
    positionS: () => endS ?? audio.currentTime,
    durationS: () => (Number.isFinite(audio.duration) ? audio.duration : null),
    isPlaying: () => url !== null && !hasFailed && !audio.paused && !audio.ended,
    hasEnded: () => url !== null && (audio.ended || endS !== null),
    hasFailed: () => hasFailed,
    dispose: scope.dispose,
  };
}
