// Draws a waveform on a canvas, its played part in another colour. It must not know the player or where peaks come from.

import { type Peaks, toColumns } from './peaks.ts';

const BAR_PX = 2;
const GAP_PX = 1;
/** A silent stretch still shows a line. */
const MIN_BAR_PX = 2;

/** What to draw; `progress` is the played part from 0 to 1. */
type WaveformLook = { progress: number; color: string; playedColor: string };

/** A canvas that remembers its bars between frames. */
export type WaveformPainter = {
  setPeaks: (peaks: Peaks | undefined) => void;
  resize: (widthPx: number, heightPx: number, pixelRatio: number) => void;
  draw: (look: WaveformLook) => void;
};

/** Makes a painter for one canvas. */
export function createWaveformPainter(canvas: HTMLCanvasElement): WaveformPainter {
  let peaks: Peaks | undefined;
  let bars = new Float32Array(0);
  let size = { widthPx: 0, heightPx: 0, pixelRatio: 1 };
  const rebuild = (): void => {
    const count = Math.floor(size.widthPx / (BAR_PX + GAP_PX));
    bars = peaks === undefined ? new Float32Array(Math.max(0, count)) : new Float32Array(toColumns(peaks, count));
    let loudest = 0;
    for (const bar of bars) loudest = Math.max(loudest, bar);
    // Quiet voices fill the height too; near-silence stays flat.
    if (loudest > 0.02) bars = bars.map((bar) => bar / loudest);
  };
  return {
    setPeaks: (next) => {
      peaks = next;
      rebuild();
    },
    resize: (widthPx, heightPx, pixelRatio) => {
      size = { widthPx, heightPx, pixelRatio };
      canvas.width = Math.max(1, Math.round(widthPx * pixelRatio));
      canvas.height = Math.max(1, Math.round(heightPx * pixelRatio));
      rebuild();
    },
    draw: ({ progress, color, playedColor }) => {
      const context = canvas.getContext('2d');
      if (context === null) return;
      context.setTransform(size.pixelRatio, 0, 0, size.pixelRatio, 0, 0);
      context.clearRect(0, 0, size.widthPx, size.heightPx);
      const playedPx = progress * size.widthPx;
      const middle = size.heightPx / 2;
      for (let i = 0; i < bars.length; i++) {
        const x = i * (BAR_PX + GAP_PX);
        const height = Math.max(MIN_BAR_PX, (bars[i] ?? 0) * (size.heightPx - 2));
        const playedWidth = Math.max(0, Math.min(BAR_PX, playedPx - x));
        if (playedWidth > 0) {
          context.fillStyle = playedColor;
          context.fillRect(x, middle - height / 2, playedWidth, height);
        }
        if (playedWidth < BAR_PX) {
          context.fillStyle = color;
          context.fillRect(x + playedWidth, middle - height / 2, BAR_PX - playedWidth, height);
        }
      }
    },
  };
}
