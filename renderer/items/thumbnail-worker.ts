// The thumbnail worker: takes a picture's id, or the loudness of a sound, and returns a small WebP. Separate from the
// page and from the picture worker.

import { decodeUpright } from '../engines/pixels/codec/upright-bitmap.ts';
import { holdLifeline } from '../lifetime/lifeline.ts';
import { coveredBounds, type Part, shownPart } from './changed-part.ts';

/** The longer side of a picture's thumbnail, in pixels: enough for any list on a high-density screen. */
const MAX_PX = 512;
const QUALITY = 0.82;
/** A sound's thumbnail, in pixels: bars that are opaque where they are, so that the page can give them any colour. */
const BAR_PX = 3;
const BAR_GAP_PX = 2;
const WAVE_HEIGHT_PX = 96;

/** A mask is searched for what it covers at this size of its longer side, in pixels. */
const MASK_PX = 512;

/** What to make a thumbnail of. */
export type ThumbnailWish =
  | { kind: 'picture'; mediaId: string }
  /** The part of a picture that this mask covers, if that is small; otherwise the whole picture. */
  | { kind: 'changed'; mediaId: string; coverageMediaId: string }
  /** A sound with these amplitudes, 0 to 1. */
  | { kind: 'sound'; mediaId: string; amplitudes: Float32Array };
/** The reply: the file, or null if the picture cannot be read. */
export type MadeThumbnail = { mediaId: string; bytes: Uint8Array<ArrayBuffer> | null };

holdLifeline();
addEventListener('message', ({ data: wish }: MessageEvent<ThumbnailWish>) => {
  void draw(wish)
    .catch(() => null)
    .then((bytes) => postMessage({ mediaId: wish.mediaId, bytes } satisfies MadeThumbnail));
});

function draw(wish: ThumbnailWish): Promise<Uint8Array<ArrayBuffer>> {
  switch (wish.kind) {
    case 'picture':
      return drawPicture(wish.mediaId, null);
    case 'changed':
      return drawPicture(wish.mediaId, wish.coverageMediaId);
    case 'sound':
      return drawWave(wish.amplitudes);
  }
}

async function drawPicture(mediaId: string, coverageMediaId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const bitmap = await decode(mediaId);
  const { x, y, width, height } = coverageMediaId === null ? wholeOf(bitmap) : await changedIn(bitmap, coverageMediaId);
  const scale = Math.min(1, MAX_PX / Math.max(width, height));
  const { canvas, context } = createCanvas(width * scale, height * scale);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return encode(canvas);
}

async function decode(mediaId: string): Promise<ImageBitmap> {
  const reply = await fetch(`/media/${mediaId}`);
  return decodeUpright(await reply.blob());
}

function wholeOf({ width, height }: ImageBitmap): Part {
  return { x: 0, y: 0, width, height };
}

/** The part of a picture to show; the whole if its mask cannot be read. */
async function changedIn(picture: ImageBitmap, coverageMediaId: string): Promise<Part> {
  const mask = await decode(coverageMediaId).catch(() => undefined);
  if (mask === undefined) return wholeOf(picture);
  const scale = Math.min(1, MASK_PX / Math.max(mask.width, mask.height));
  const { canvas, context } = createCanvas(mask.width * scale, mask.height * scale);
  context.drawImage(mask, 0, 0, canvas.width, canvas.height);
  mask.close();
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const { width, height } = picture;
  return shownPart(coveredBounds(data, canvas), canvas, { width, height });
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
