// A fake of the player engine and of the decoder of live takes, for tests of stores.

import { vi } from 'vitest';
import type { Player, PlayerSnapshot } from '../engines/audio/player.ts';
import { createTakeWriter } from '../engines/audio/shared-take.ts';
import type { ArrivingTake } from '../engines/audio/sound-decoder.ts';

/** Both of them; `change` changes the engine's snapshot. */
export function fakePlayer() {
  return { ...fakeEngine(), decoder: fakeDecoder() };
}

const SILENT: PlayerSnapshot = {
  isLive: false,
  isPlaying: false,
  isWaiting: false,
  isReceiving: false,
  hasEnded: false,
  hasFailed: false,
  isOutputLost: false,
  durationS: null,
  loop: null,
};

function fakeEngine() {
  let state = SILENT;
  let listener: () => void = () => undefined;
  const change = (next: Partial<PlayerSnapshot>): void => {
    state = { ...state, ...next };
    listener();
  };
  const engine = {
    load: vi.fn((_url: string) => change(SILENT)),
    playLive: vi.fn((_id: string, take: ArrivingTake) =>
      change({ ...SILENT, isLive: true, isPlaying: true, isReceiving: take === null }),
    ),
    saveLive: vi.fn((_id: string, _url: string) => change({ isLive: false, isReceiving: false })),
    unload: vi.fn(() => change(SILENT)),
    warm: vi.fn(),
    play: () => change({ isPlaying: true }),
    pause: () => change({ isPlaying: false }),
    seek: vi.fn(),
    setLoop: (loop) => change({ loop }),
    setVolume: vi.fn(),
    setRate: vi.fn(),
    positionS: () => 2,
    lengthS: () => 3,
    snapshot: () => state,
    subscribe: (next: () => void) => {
      listener = next;
      return () => undefined;
    },
    dispose: vi.fn(),
  } satisfies Player;
  return { engine, change };
}

function fakeDecoder() {
  const takes = new Map<string, ArrivingTake>();
  let listener: (takeId: string, take: ArrivingTake) => void = () => undefined;
  return {
    take: (id: string) => takes.get(id),
    onBegun: (next: typeof listener) => {
      listener = next;
      return () => undefined;
    },
    end: vi.fn(),
    drop: vi.fn((id: string) => void takes.delete(id)),
    /** Simulates the first bytes of a take that cannot be heard before it is saved. */
    beginUnheard: (id: string): void => {
      takes.set(id, null);
      listener(id, null);
    },
    /** Simulates the first samples of a take. */
    begin: (id: string): void => {
      const writer = createTakeWriter({ rateHz: 24_000, channels: 1 });
      writer.append(new Float32Array(1000).fill(0.5));
      writer.end(false);
      takes.set(id, writer.take);
      listener(id, writer.take);
    },
  };
}
