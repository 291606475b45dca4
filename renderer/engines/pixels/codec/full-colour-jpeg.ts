// Encodes JPEG files with full colour resolution (4:4:4), by libjpeg-turbo: a canvas halves it below quality 100, which
// blurs red text and thin coloured lines.

/// <reference path="./libjpeg-turbo.d.ts" />

import codeUrl from '@cornerstonejs/codec-libjpeg-turbo-8bit/wasm?url';
import load from '@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs';
import type { Surface } from './surface.ts';

/** Prepares an opaque picture. @throws RangeError if there is not enough memory */
export async function createFullColourJpeg(width: number, height: number): Promise<Surface> {
  const { JPEGEncoder } = await load({ locateFile: () => codeUrl });
  const encoder = new JPEGEncoder();
  const within = <T>(work: () => T): T => {
    try {
      return work();
    } catch (problem) {
      throw new RangeError('The picture cannot be encoded.', { cause: problem });
    }
  };
  const pixels = within(() =>
    encoder.getDecodedBuffer({ width, height, bitsPerSample: 8, componentCount: 3, isSigned: false }),
  );
  return {
    paint(top, rows) {
      for (let from = 0, to = 3 * width * top; from < rows.length; from += 4, to += 3) {
        pixels[to] = rows[from] ?? 0;
        pixels[to + 1] = rows[from + 1] ?? 0;
        pixels[to + 2] = rows[from + 2] ?? 0;
      }
    },
    encode: async ({ quality = 1 }) =>
      within(() => {
        encoder.setQuality(Math.round(quality * 100));
        encoder.setSubSampling(0);
        encoder.setProgressive(false);
        encoder.encode();
        return new Uint8Array(encoder.getEncodedBuffer());
      }),
    // Its memory never shrinks: it goes with the worker.
    close: () => undefined,
  };
}
