// A fake audio device and fake takes for tests of sequences: the clock is the fake one of the test.

import { vi } from 'vitest';
import type { Block } from '../engines/audio/export/plan.ts';
import type { SequenceOutput } from '../engines/audio/sequence/sequence-output.ts';
import type { TakeAnswer, TakeWish } from '../engines/audio/sequence/take-stream.ts';

/** The fake output has so many samples a second. */
export const RATE_HZ = 1000;
const LEAD = 30;

/** An output whose clock is the fake one of the test; `sounds` are those that were not taken back. */
export function fakeOutput() {
  let [ranMs, sinceMs] = [0, null as number | null];
  let lose: () => void = () => undefined;
  const sounds: { name: number; at: number; frames: number; endedAt: number }[] = [];
  const frame = (): number =>
    Math.round((ranMs + (sinceMs === null ? 0 : performance.now() - sinceMs)) * (RATE_HZ / 1000));
  const pause = (): void => {
    ranMs = (frame() / RATE_HZ) * 1000;
    sinceMs = null;
  };
  const output: SequenceOutput = {
    rateHz: RATE_HZ,
    leadFrames: LEAD,
    frame,
    begin: () => {
      const own: typeof sounds = [];
      return {
        add: (block, at) => {
          const sound = {
            name: block[0]?.[0] ?? 0,
            at,
            frames: block[0]?.length ?? 0,
            endedAt: Number.POSITIVE_INFINITY,
          };
          own.push(sound);
          sounds.push(sound);
          return () => void sounds.splice(sounds.indexOf(sound), 1);
        },
        end: () => {
          for (const sound of own) sound.endedAt = frame();
        },
      };
    },
    resume: () => {
      sinceMs ??= performance.now();
    },
    pause,
    setVolume: vi.fn(),
    dispose: vi.fn(),
  };
  const open = (onLost: () => void): SequenceOutput => {
    lose = onLost;
    return output;
  };
  return { output, sounds, frame, open, lose: () => lose() };
}

/** What a take has, or how it cannot be read; `late` takes 0.7 s for each piece. */
export type FakeSound = { seconds: number; fails?: 'unreadable' | 'lost' | 'late' };

/** Takes of which every sample is the number in their name; at rate 2 half as many. */
export function fakeTakes(soundOf: (url: string) => FakeSound | undefined) {
  const opened: TakeWish[] = [];
  const open = (wish: TakeWish) => {
    opened.push(wish);
    const sound = soundOf(wish.take.url) ?? { seconds: 0, fails: 'unreadable' as const };
    let left = Math.max(0, Math.round(((sound.seconds - wish.fromS) * wish.rateHz) / wish.rate));
    let wanted = 0.5 * wish.rateHz;
    const read = async (): Promise<TakeAnswer> => {
      if (sound.fails === 'late') await new Promise((resolve) => setTimeout(resolve, 700));
      if (sound.fails === 'unreadable' || sound.fails === 'lost') return sound.fails;
      if (left <= 0) return 'end';
      const frames = Math.min(left, wanted);
      left -= frames;
      wanted = 4 * wish.rateHz;
      return { block: [new Float32Array(frames).fill(Number(wish.take.url))] satisfies Block };
    };
    return { read, close: vi.fn() };
  };
  return { open, opened };
}
