// Draws part of a waveform on a canvas: the played part in another colour, the selection, the playhead.

import type { Loop } from './loop.ts';
import { type Peaks, toColumns } from './peaks.ts';
import type { WaveView } from './waveform-view.ts';

const BAR_PX = 2;
const GAP_PX = 1;
/** The minimum height of a bar, so that silence still shows a line. */
const MIN_BAR_PX = 2;
/** Amplitudes below this are drawn flat; above it, speech fills the height. */
const QUIET = 0.02;
const SELECTION_ALPHA = 0.28;

/** CSS colours; `hues` are those of `Peaks`, without the first, read when they are needed. */
export type WaveformColors = {
  color: string;
  playedColor: string;
  playheadColor: string;
  hues: () => readonly string[];
};
/** What to draw; positions in seconds. */
type WaveformLook = {
  view: WaveView;
  lengthS: number;
  positionS: number;
  loop: Loop | null;
  colors: WaveformColors;
};

/** A painter that keeps the computed bars between frames. */
export type WaveformPainter = {
  /** Sets the peaks of the whole sound; while it arrives, `length` grows from call to call. */
  setPeaks: (peaks: Peaks | undefined) => void;
  resize: (widthPx: number, heightPx: number, pixelRatio: number) => void;
  /** Draws if it looks otherwise than before. */
  draw: (look: WaveformLook) => void;
};

/** Creates a painter for one canvas. */
export function createWaveformPainter(canvas: HTMLCanvasElement): WaveformPainter {
  const context = canvas.getContext('2d');
  let peaks: Peaks | undefined;
  let loudest = 0;
  let bars = new Float32Array(0);
  /** The hue of each bar, where the peaks have hues. */
  let hues = new Uint8Array(0);
  let drawnKey = '';
  let drawnLook = '';
  let size = { widthPx: 0, heightPx: 0, pixelRatio: 1 };

  const updateBars = ({ fromS, toS }: WaveView, lengthS: number): void => {
    const count = Math.max(0, Math.floor(size.widthPx / (BAR_PX + GAP_PX)));
    const barsKey = `${count} ${fromS} ${toS} ${lengthS} ${peaks?.length}`;
    if (barsKey === drawnKey) return;
    drawnKey = barsKey;
    drawnLook = '';
    const perS = peaks === undefined || lengthS === 0 ? 0 : peaks.length / lengthS;
    bars =
      peaks === undefined || perS === 0
        ? new Float32Array(count)
        : new Float32Array(toColumns(peaks, count, fromS * perS, toS * perS));
    hues = new Uint8Array(peaks?.hues === undefined ? 0 : count);
    for (let i = 0; i < hues.length; i++) {
      const middleS = fromS + ((i + 0.5) * (toS - fromS)) / count;
      hues[i] = peaks?.hues?.[Math.floor(middleS * perS)] ?? 0;
    }
    if (loudest > QUIET && peaks?.isAbsolute !== true) bars = bars.map((bar) => Math.min(1, bar / loudest));
  };

  return {
    setPeaks: (next) => {
      const seen = next?.values.buffer === peaks?.values.buffer ? (peaks?.length ?? 0) : 0;
      if (seen === 0) loudest = 0;
      const values = next?.values ?? new Int8Array(0);
      for (let i = 2 * seen; i < 2 * (next?.length ?? 0); i++)
        loudest = Math.max(loudest, Math.abs(values[i] ?? 0) / 127);
      if (seen === 0) drawnKey = '';
      peaks = next;
    },
    resize: (widthPx, heightPx, pixelRatio) => {
      size = { widthPx, heightPx, pixelRatio };
      canvas.width = Math.max(1, Math.round(widthPx * pixelRatio));
      canvas.height = Math.max(1, Math.round(heightPx * pixelRatio));
      drawnKey = '';
    },
    draw: ({ view, lengthS, positionS, loop, colors }) => {
      if (context === null) return;
      updateBars(view, lengthS);
      const { widthPx, heightPx, pixelRatio } = size;
      const xOf = (timeS: number): number => ((timeS - view.fromS) / (view.toS - view.fromS || 1)) * widthPx;
      const middle = heightPx / 2;
      const playedPx = lengthS > 0 ? Math.round(xOf(positionS) * pixelRatio) / pixelRatio : 0;
      const look = JSON.stringify([playedPx, view, lengthS, loop, colors]);
      if (look === drawnLook) return;
      drawnLook = look;
      const fill = (color: string, x: number, width: number, height: number): void => {
        context.fillStyle = color;
        context.fillRect(x, middle - height / 2, width, height);
      };
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
      context.clearRect(0, 0, widthPx, heightPx);
      if (loop !== null) {
        context.globalAlpha = SELECTION_ALPHA;
        fill(colors.color, xOf(loop.fromS), xOf(loop.toS) - xOf(loop.fromS), heightPx);
        context.globalAlpha = 1;
        for (const edge of [loop.fromS, loop.toS]) fill(colors.color, xOf(edge) - 0.5, 1, heightPx);
      }
      const hueColors = hues.length > 0 ? colors.hues() : [];
      for (let i = 0; i < bars.length; i++) {
        const x = i * (BAR_PX + GAP_PX);
        const height = Math.max(MIN_BAR_PX, (bars[i] ?? 0) * (heightPx - 2));
        const playedWidth = Math.max(0, Math.min(BAR_PX, playedPx - x));
        if (playedWidth > 0) fill(colors.playedColor, x, playedWidth, height);
        const color = hueColors[(hues[i] ?? 0) - 1] ?? colors.color;
        if (playedWidth < BAR_PX) fill(color, x + playedWidth, BAR_PX - playedWidth, height);
      }
      if (lengthS > 0) fill(colors.playheadColor, Math.max(0, Math.min(widthPx - 1, playedPx - 0.5)), 1.5, heightPx);
    },
  };
}
