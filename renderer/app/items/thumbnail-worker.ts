// The thumbnail worker: takes a picture's id, or the loudness of a sound, and returns a small WebP. Separate from the page
// and from the picture worker.

import { holdLifeline } from '../../lifetime/lifeline.ts';
import { decodeUpright } from '../../pixels/codec/upright-bitmap.ts';

/** The longer side of a picture's thumbnail, in pixels: enough for any list on a high-density screen. */
const LONGEST_PX = 512;
const QUALITY = 0.82;
/** A sound's thumbnail, in pixels: bars that are opaque where they are, so that the page can give them any colour. */
const BAR_PX = 3;
const BAR_GAP_PX = 2;
const WAVE_HEIGHT_PX = 96;

/** What to make: the thumbnail of a stored picture, or of a sound with these amplitudes, 0 to 1. */
export type ThumbnailWish = { mediaId: string; amplitudes: Float32Array | null };
/** The reply: the file, or null if the picture cannot be read. */
export type MadeThumbnail = { mediaId: string; bytes: Uint8Array<ArrayBuffer> | null };

holdLifeline();
addEventListener('message', ({ data: { mediaId, amplitudes } }: MessageEvent<ThumbnailWish>) => {
  void (amplitudes === null ? drawPicture(mediaId) : drawWave(amplitudes))
    .catch(() => null)
    .then((bytes) => postMessage({ mediaId, bytes } satisfies MadeThumbnail));
});

async function drawPicture(mediaId: string): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await fetch(`/media/${mediaId}`);
  const bitmap = await decodeUpright(await reply.blob());
  const scale = Math.min(1, LONGEST_PX / Math.max(bitmap.width, bitmap.height));
  const { canvas, context } = createCanvas(bitmap.width * scale, bitmap.height * scale);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return encode(canvas);
}

async function drawWave(amplitudes: Float32Array): Promise<Uint8Array<ArrayBuffer>> {
  const { canvas, context } = createCanvas(amplitudes.length * (BAR_PX + BAR_GAP_PX) - BAR_GAP_PX, WAVE_HEIGHT_PX);
  const loudest = Math.max(...amplitudes);
  for (const [index, amplitude] of amplitudes.entries()) {
    const share = loudest === 0 ? 0 : amplitude / loudest;
    const height = Math.max(BAR_PX, share * WAVE_HEIGHT_PX);
    context.fillRect(index * (BAR_PX + BAR_GAP_PX), (WAVE_HEIGHT_PX - height) / 2, BAR_PX, height);
  }
  return encode(canvas);
}

function createCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  const context = canvas.getContext('2d');
  if (context === null) throw new RangeError('No canvas of that size.');
  return { canvas, context };
}

async function encode(canvas: OffscreenCanvas): Promise<Uint8Array<ArrayBuffer>> {
  const file = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  return new Uint8Array(await file.arrayBuffer());
}
