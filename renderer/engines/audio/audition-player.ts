// Plays one of several short sounds, equally loud or as they are, and switches between them without losing the position.

import type { Level } from './loudness.ts';

/** The engine of an audition. Positions are a share of a sound, 0 to 1. */
export type AuditionPlayer = {
  /** Reads a sound and measures its loudness; false when it cannot be decoded. */
  load: (id: string, url: string) => Promise<boolean>;
  /** Plays a sound from the position of the previous one; pauses it if it is already playing. */
  flip: (id: string) => void;
  /** Stops playing and returns to the beginning. */
  stop: () => void;
  /** Stops and removes all sounds. */
  clear: () => void;
  playingId: () => string | null;
  /** The position in seconds of a sound: of the one that plays, or where this one would begin. */
  positionS: (id: string) => number;
  /** The length of a sound in seconds; 0 if it is not loaded. */
  lengthS: (id: string) => number;
  /** Moves to this position of a sound; it goes on playing if it plays. */
  seek: (id: string, positionS: number) => void;
  /** Sets the volume, 0 to 1. */
  setVolume: (volume: number) => void;
  /** Whether all sounds are made equally loud, as they are at first. */
  setEqual: (isEqual: boolean) => void;
  /** Calls `listener` when another sound starts or the current one stops; the returned function ends that. */
  subscribe: (listener: () => void) => () => void;
  dispose: () => void;
};

/** Long enough to avoid a click, short enough not to be heard as a gap. */
const FADE_S = 0.012;

type Sound = { buffer: AudioBuffer; level: Level };
type Voice = { id: string; source: AudioBufferSourceNode; gain: GainNode; startedAtS: number };

/** Creates a player; the audio device is opened for the first sound. */
export function createAuditionPlayer(): AuditionPlayer {
  const sounds = new Map<string, Sound>();
  /** What makes the sounds equally loud, by id. */
  let gains: ReadonlyMap<string, number> = new Map();
  const listeners = new Set<() => void>();
  let context: AudioContext | undefined;
  let voice: Voice | null = null;
  /** The position at which the next sound starts. */
  let restAt = 0;
  let volume = 1;
  let areEqual = true;

  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const opened = (): AudioContext => {
    context ??= new AudioContext();
    return context;
  };
  const durationOf = (id: string): number => sounds.get(id)?.buffer.duration ?? 0;
  const position = (): number => {
    if (voice === null || context === undefined) return restAt;
    const durationS = durationOf(voice.id);
    return durationS === 0 ? 0 : Math.min(1, Math.max(0, context.currentTime - voice.startedAtS) / durationS);
  };

  /** The gain of a sound. */
  const gainOf = (id: string): number => (areEqual ? volume * (gains.get(id) ?? 1) : volume);
  const applyGain = (): void => {
    if (voice !== null && context !== undefined)
      voice.gain.gain.setTargetAtTime(gainOf(voice.id), context.currentTime, FADE_S / 3);
  };

  /** Fades out the sound that is playing and returns its position. */
  const release = (): number => {
    const at = position();
    if (voice !== null && context !== undefined) {
      const { source, gain } = voice;
      source.onended = null;
      gain.gain.setTargetAtTime(0, context.currentTime, FADE_S / 3);
      source.stop(context.currentTime + FADE_S * 2);
      voice = null;
    }
    return at;
  };

  const begin = (id: string, at: number): void => {
    const sound = sounds.get(id);
    if (sound === undefined) return;
    const audio = opened();
    void audio.resume();
    const source = new AudioBufferSourceNode(audio, { buffer: sound.buffer });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setTargetAtTime(gainOf(id), audio.currentTime, FADE_S / 3);
    source.connect(gain).connect(audio.destination);
    const offsetS = at * sound.buffer.duration;
    source.start(0, offsetS);
    source.onended = () => {
      voice = null;
      restAt = 0;
      notify();
    };
    voice = { id, source, gain, startedAtS: audio.currentTime - offsetS };
  };

  const stop = (): void => {
    const wasPlaying = voice !== null;
    release();
    restAt = 0;
    if (wasPlaying) notify();
  };

  return {
    load: async (id, url) => {
      try {
        const response = await fetch(url);
        if (!response.ok) return false;
        const buffer = await opened().decodeAudioData(await response.arrayBuffer());
        const channels = Array.from({ length: buffer.numberOfChannels }, (_, i) => buffer.getChannelData(i));
        const { equalGains, measureLevel } = await import('./loudness.ts');
        sounds.set(id, { buffer, level: measureLevel(channels, buffer.sampleRate) });
        const equal = equalGains([...sounds.values()].map(({ level }) => level));
        gains = new Map([...sounds.keys()].map((one, index) => [one, equal[index] ?? 1]));
        return true;
      } catch {
        return false;
      }
    },
    flip: (id) => {
      if (!sounds.has(id)) return;
      const isSame = voice?.id === id;
      restAt = release();
      if (!isSame) begin(id, restAt);
      notify();
    },
    stop,
    clear: () => {
      stop();
      sounds.clear();
    },
    playingId: () => voice?.id ?? null,
    positionS: (id) => position() * durationOf(id),
    lengthS: durationOf,
    seek: (id, positionS) => {
      if (!sounds.has(id)) return;
      const isPlaying = voice?.id === id;
      release();
      restAt = Math.min(1, Math.max(0, positionS / (durationOf(id) || 1)));
      if (isPlaying) begin(id, restAt);
      notify();
    },
    setVolume: (next) => {
      volume = next;
      applyGain();
    },
    setEqual: (isEqual) => {
      areEqual = isEqual;
      applyGain();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => {
      listeners.clear();
      release();
      sounds.clear();
      void context?.close();
      context = undefined;
    },
  };
}
