import { expect, it } from 'vitest';
import { BARS_PER_S, timelinePeaks } from './script-timeline.ts';

it('the waveform has the sound and the hue of each line, is low where none is made, and empty in pauses', () => {
  const lines = [
    { startS: 0, durationS: 1, isEstimated: false },
    { startS: 1.5, durationS: 1, isEstimated: true },
    { startS: 2.5, durationS: 0, isEstimated: false },
  ];
  const timeline = { lines, totalS: 2.5, isEstimated: true };
  const { values, length, hues } = timelinePeaks(timeline, (index) => ({
    bars: index === 0 ? Uint8Array.of(10, 100) : undefined,
    hue: index + 1,
  }));
  const at = (seconds: number) => {
    const bar = Math.floor(seconds * BARS_PER_S);
    return [values[2 * bar], values[2 * bar + 1], hues?.[bar]];
  };
  expect(length).toBe(2.5 * BARS_PER_S);
  expect([at(0.2), at(0.8), at(1.2), at(2)]).toEqual([
    [-12, 12, 1],
    [-122, 122, 1],
    [0, 0, 0],
    [-10, 10, 2],
  ]);
});
