// Encodes a canvas to a file. In a worker, Chromium does so on the worker's thread for most formats, without a pause.

/** A kind of file, and how much of a lossy one is kept: 0 to 1. */
export type CanvasFileOptions = { type: 'image/png' | 'image/jpeg' | 'image/webp'; quality?: number };

/** Encodes a canvas to a file. @throws RangeError if there is not enough memory */
export async function fileOf(canvas: OffscreenCanvas, options: CanvasFileOptions): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await (await canvas.convertToBlob(options)).arrayBuffer());
  } catch (problem) {
    throw new RangeError('The picture cannot be encoded.', { cause: problem });
  }
}
