import { expect, it, onTestFinished, vi } from 'vitest';
import type { Guest, PlayerBarState, PlayerStore } from '../../player/player-store.ts';
import { followScript, rateToCatchUp } from './follow-script.ts';

it('a video that is far away is moved, one that is near catches up or waits, and what is not seen is left', () => {
  expect([0, 0.01, -0.01].map(rateToCatchUp)).toEqual([1, 1, 1]);
  expect(rateToCatchUp(0.1)).toBeGreaterThan(1);
  expect(rateToCatchUp(-0.1)).toBeLessThan(1);
  expect([0.5, -3].map(rateToCatchUp)).toEqual([null, null]);
});

it('plays, pauses and moves with the sound of its script, and with no other', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const video = Object.assign(new EventTarget(), {
    currentTime: 0,
    duration: 60,
    paused: true,
    playbackRate: 1,
    pause: () => {
      video.paused = true;
    },
    play: async () => {
      video.paused = false;
    },
  });
  let positionS = 12;
  let state = { guest: null, rate: 1.5 } as PlayerBarState;
  let tell = (): void => undefined;
  const player = {
    getState: () => state,
    subscribe: (listener: () => void) => {
      tell = listener;
      return () => undefined;
    },
  } as unknown as PlayerStore;
  const show = (scriptId: string, isPlaying: boolean): void => {
    const transport = { positionS: () => positionS, subscribe: () => () => undefined };
    state = { ...state, guest: { isPlaying, transport, script: { line: { scriptId } } } as unknown as Guest };
    tell();
  };
  const stop = followScript(video as unknown as HTMLVideoElement, {
    player,
    scriptId: () => 'own',
    restS: () => 3,
    onRest: () => () => undefined,
  });
  expect([video.currentTime, video.paused]).toEqual([3, true]);
  show('own', true);
  expect([video.currentTime, video.paused, video.playbackRate]).toEqual([12, false, 1.5]);
  positionS = 12.1;
  vi.advanceTimersByTime(100);
  expect([video.currentTime, video.playbackRate > 1.5]).toEqual([12, true]);
  positionS = 40;
  show('own', false);
  expect([video.currentTime, video.paused]).toEqual([40, true]);
  show('other', true);
  expect([video.currentTime, video.paused]).toEqual([40, true]);
  positionS = 99;
  show('own', false);
  expect(video.currentTime).toBe(60);
  stop();
});
