// Entry of the encode worker: has a canvas that another worker paints, and encodes it to files. Chromium's encoder never
// pauses, so the other worker stays free meanwhile.

import { holdLifeline } from '../../../lifetime/lifeline.ts';
import { type CanvasFileOptions, fileOf } from './canvas-file.ts';

/** Whole rows: RGBA, not multiplied by alpha. */
export type Strip = Uint8ClampedArray<ArrayBuffer>;

/** What the canvas is to do. */
export type EncodeRequest =
  | { type: 'open'; width: number; height: number; isOpaque: boolean }
  | { type: 'paint'; top: number; rows: Strip }
  | { type: 'encode'; options: CanvasFileOptions }
  | { type: 'close' };
/** The strip that was painted, to be used again; the file, or null if there was not enough memory. */
export type EncodeReply = { type: 'painted'; rows: Strip } | { type: 'encoded'; file: Uint8Array<ArrayBuffer> | null };

let context: OffscreenCanvasRenderingContext2D | null = null;

holdLifeline();

self.addEventListener('message', async ({ data: request }: MessageEvent<EncodeRequest>) => {
  if (request.type === 'open') context = open(request);
  else if (request.type === 'paint') paint(request);
  else if (request.type === 'encode') await encode(request.options);
  else close();
});

/** A canvas that changes no pixel of an opaque picture; null if one of that size cannot be created. */
function open(size: { width: number; height: number; isOpaque: boolean }): OffscreenCanvasRenderingContext2D | null {
  try {
    return new OffscreenCanvas(size.width, size.height).getContext('2d', {
      alpha: !size.isOpaque,
      willReadFrequently: true,
      colorSpace: 'srgb',
    });
  } catch {
    return null;
  }
}

/** Frees the memory of the canvas at once: nothing here would make the garbage collector look for it. */
function close(): void {
  if (context) Object.assign(context.canvas, { width: 0, height: 0 });
  context = null;
}

function paint({ top, rows }: { top: number; rows: Strip }): void {
  context?.putImageData(new ImageData(rows, context.canvas.width), 0, top);
  self.postMessage({ type: 'painted', rows } satisfies EncodeReply, { transfer: [rows.buffer] });
}

async function encode(options: CanvasFileOptions): Promise<void> {
  const file = context && (await fileOf(context.canvas, options).catch(() => null));
  self.postMessage({ type: 'encoded', file } satisfies EncodeReply, { transfer: file === null ? [] : [file.buffer] });
}
