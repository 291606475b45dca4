// Entry of the encode worker: has a surface that another worker paints, and encodes it to files. Encoders never pause,
// so the other worker stays free meanwhile.

import { holdLifeline } from '../../../lifetime/lifeline.ts';
import { type CanvasFileOptions, fileOf } from './canvas-file.ts';
import { createFullColourJpeg } from './full-colour-jpeg.ts';
import type { Strip, Surface } from './surface.ts';

/** What encodes: a canvas, or `fullColourJpeg` for opaque pictures only. */
export type SurfaceKind = 'canvas' | 'fullColourJpeg';

/** What is to be done. */
export type EncodeRequest =
  | { type: 'open'; kind: SurfaceKind; width: number; height: number; isOpaque: boolean }
  | { type: 'paint'; top: number; rows: Strip }
  | { type: 'encode'; options: CanvasFileOptions }
  | { type: 'close' };
/** The strip that was painted, to be used again; the file, or null if there was not enough memory. */
export type EncodeReply = { type: 'painted'; rows: Strip } | { type: 'encoded'; file: Uint8Array<ArrayBuffer> | null };

/** Null if there is not enough memory for one. */
let surface: Promise<Surface | null> = Promise.resolve(null);

holdLifeline();

self.addEventListener('message', async ({ data: request }: MessageEvent<EncodeRequest>) => {
  if (request.type === 'open') surface = open(request).catch(() => null);
  else if (request.type === 'paint') paint(await surface, request);
  else if (request.type === 'encode') await encode(await surface, request.options);
  else {
    const open = surface;
    surface = Promise.resolve(null);
    (await open)?.close();
  }
});

async function open({ kind, width, height, isOpaque }: Extract<EncodeRequest, { type: 'open' }>): Promise<Surface> {
  return kind === 'canvas' ? openCanvas(width, height, isOpaque) : createFullColourJpeg(width, height);
}

/** A canvas that changes no pixel of an opaque picture. @throws if one of that size cannot be created */
function openCanvas(width: number, height: number, isOpaque: boolean): Surface {
  const context = new OffscreenCanvas(width, height).getContext('2d', {
    alpha: !isOpaque,
    willReadFrequently: true,
    colorSpace: 'srgb',
  });
  if (context === null) throw new RangeError('No canvas of that size.');
  const { canvas } = context;
  return {
    paint: (top, rows) => context.putImageData(new ImageData(rows, canvas.width), 0, top),
    encode: (options) => fileOf(canvas, options),
    // Frees the memory at once: nothing here would make the garbage collector look for it.
    close: () => Object.assign(canvas, { width: 0, height: 0 }),
  };
}

function paint(on: Surface | null, { top, rows }: { top: number; rows: Strip }): void {
  on?.paint(top, rows);
  self.postMessage({ type: 'painted', rows } satisfies EncodeReply, { transfer: [rows.buffer] });
}

async function encode(on: Surface | null, options: CanvasFileOptions): Promise<void> {
  const file = on && (await on.encode(options).catch(() => null));
  self.postMessage({ type: 'encoded', file } satisfies EncodeReply, { transfer: file === null ? [] : [file.buffer] });
}
