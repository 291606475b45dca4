// The thumbnail worker: takes a picture's id, returns a small WebP. Separate from the page and from the picture worker.

import { holdLifeline } from '../../lifetime/lifeline.ts';
import { decodeUpright } from '../../pixels/codec/upright-bitmap.ts';

/** The longer side, in pixels: enough for any list on a high-density screen. */
const LONGEST_PX = 512;
const QUALITY = 0.82;

/** The reply: the file, or null if the picture cannot be read. */
export type MadeThumbnail = { mediaId: string; bytes: Uint8Array<ArrayBuffer> | null };

holdLifeline();
addEventListener('message', ({ data: mediaId }: MessageEvent<string>) => {
  void make(mediaId)
    .catch(() => null)
    .then((bytes) => postMessage({ mediaId, bytes } satisfies MadeThumbnail));
});

async function make(mediaId: string): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await fetch(`/media/${mediaId}`);
  const bitmap = await decodeUpright(await reply.blob());
  const scale = Math.min(1, LONGEST_PX / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new RangeError('No canvas of that size.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const file = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  return new Uint8Array(await file.arrayBuffer());
}
