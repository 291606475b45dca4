// Reads the pixels of a bitmap through WebGL: Chromium's only interface that returns colours not multiplied by alpha.

import type { Checkpoint } from '../checkpoint.ts';
import { hasOnlyOpaque, type Pixels } from '../pixels.ts';

/** Side of the pieces read at once: below the limit of all graphics cards, and small enough for software rendering. */
const PIECE_PX = 2048;

let isFound: boolean | undefined;

/** Whether WebGL 2 is available; some computers have no graphics card that the browser accepts. */
export function hasWebGl(): boolean {
  if (isFound === undefined) {
    const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
    isFound = gl !== null;
    gl?.getExtension('WEBGL_lose_context')?.loseContext();
  }
  return isFound;
}

/**
 * Reads a bitmap created with `premultiplyAlpha: 'none'`.
 * @throws RangeError if WebGL fails, as it does when memory is short.
 */
export async function readThroughWebGl(bitmap: ImageBitmap, checkpoint: Checkpoint): Promise<Pixels> {
  const { width, height } = bitmap;
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (gl === null) throw new RangeError('No WebGL to read the picture with.');
  try {
    const data = new Uint8ClampedArray(width * height * 4);
    prepare(gl, width, height);
    gl.pixelStorei(gl.PACK_ROW_LENGTH, width);
    for (let y = 0; y < height; y += PIECE_PX) {
      for (let x = 0; x < width; x += PIECE_PX) {
        readPiece(gl, bitmap, x, y, new Uint8Array(data.buffer));
        await checkpoint();
      }
    }
    if (gl.getError() !== gl.NO_ERROR || gl.isContextLost()) throw new RangeError('WebGL could not read the picture.');
    return { data, width, height, isOpaque: hasOnlyOpaque(data) };
  } finally {
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

/** Creates one texture of a piece's size and attaches it for reading. */
function prepare(gl: WebGL2RenderingContext, width: number, height: number): void {
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, Math.min(PIECE_PX, width), Math.min(PIECE_PX, height));
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
}

function readPiece(gl: WebGL2RenderingContext, bitmap: ImageBitmap, x: number, y: number, out: Uint8Array): void {
  const width = Math.min(PIECE_PX, bitmap.width - x);
  const height = Math.min(PIECE_PX, bitmap.height - y);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, x);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, y);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, out, 4 * (y * bitmap.width + x));
}
