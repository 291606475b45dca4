// Plays one saved sound through an <audio> element. It must not know React, stores or what a take is.

/** What a listener is told about. Position is not among it: it is asked for when it is drawn. */
type PlayerSnapshot = {
  url: string | null;
  isPlaying: boolean;
  hasFailed: boolean;
  /** Length in seconds as far as the file tells; null while unknown. */
  durationS: number | null;
};

/** The player engine. */
export type Player = {
  load: (url: string) => void;
  unload: () => void;
  play: () => Promise<void>;
  pause: () => void;
  seek: (positionS: number) => void;
  setVolume: (volume: number) => void;
  /** Playback rate; the pitch stays. */
  setRate: (rate: number) => void;
  positionS: () => number;
  snapshot: () => PlayerSnapshot;
  /** Calls `listener` when the snapshot changes or the position jumps. */
  subscribe: (listener: () => void) => () => void;
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

/** Makes a player on an audio element of its own. */
export function createPlayer(): Player {
  const audio = new Audio();
  audio.preload = 'auto';
  audio.preservesPitch = true;
  const listeners = new Set<() => void>();
  let url: string | null = null;
  let hasFailed = false;
  let rate = 1;

  const notify = (event: Event): void => {
    if (event.type === 'error' && url !== null) hasFailed = true;
    for (const listener of [...listeners]) listener();
  };
  for (const name of OBSERVED) audio.addEventListener(name, notify);

  const unload = (): void => {
    url = null;
    hasFailed = false;
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
  };

  return {
    load: (next) => {
      url = next;
      hasFailed = false;
      audio.src = next;
      // Loading a source resets the rate to its default.
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
    },
    unload,
    play: async () => {
      if (url === null) return;
      if (audio.ended) audio.currentTime = 0;
      // Rejected when a newer load interrupts it or the file cannot be played; the error event tells the latter.
      await audio.play().catch(() => undefined);
    },
    pause: () => audio.pause(),
    seek: (positionS) => {
      if (url === null) return;
      const end = Number.isFinite(audio.duration) ? audio.duration : positionS;
      audio.currentTime = Math.max(0, Math.min(positionS, end));
    },
    setVolume: (volume) => {
      audio.volume = Math.max(0, Math.min(1, volume));
    },
    setRate: (next) => {
      rate = next;
      audio.defaultPlaybackRate = next;
      audio.playbackRate = next;
    },
    positionS: () => audio.currentTime,
    snapshot: () => ({
      url,
      isPlaying: url !== null && !audio.paused && !audio.ended,
      hasFailed,
      durationS: Number.isFinite(audio.duration) ? audio.duration : null,
    }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => {
      for (const name of OBSERVED) audio.removeEventListener(name, notify);
      listeners.clear();
      unload();
    },
  };
}
