// What the encode worker paints a picture on.

import type { CanvasFileOptions } from './canvas-file.ts';

/** Whole rows: RGBA, not multiplied by alpha. */
export type Strip = Uint8ClampedArray<ArrayBuffer>;

/** A picture that is painted from the top down, and encoded. Encoding rejects if there is not enough memory. */
export type Surface = {
  paint: (top: number, rows: Strip) => void;
  encode: (options: CanvasFileOptions) => Promise<Uint8Array<ArrayBuffer>>;
  close: () => void;
};
