// Draws the pictures before and after an edit on the canvas of a comparison. It uses smaller versions of large
// pictures, so that drawing costs only what is visible.

import { holdLifeline } from '../../lifetime/lifeline.ts';
import { checkerTile } from '../../mask/view/painter.ts';
import { createPictureLevels, type PictureLevels } from '../../mask/view/picture-levels.ts';
import { levelFor } from '../../mask/view/view.ts';
import type { CompareScene, FromCompareWorker, LaidPair, ToCompareWorker } from './compare-drawing.ts';

/**
 * Pictures that are no longer shown are kept up to this total number of pixels, so that switching back decodes nothing
 * again.
 */
const KEPT_PIXELS = 40_000_000;

type Context = OffscreenCanvasRenderingContext2D;
/** A picture that is being or has been decoded. `levels`, once created, owns the bitmap. */
type Read = { bitmap: ImageBitmap | undefined; isOpaque: boolean; levels: PictureLevels | undefined };

const read = new Map<string, Read>();
let screen: Context | undefined;
let pair: LaidPair | undefined;
let scene: CompareScene | undefined;
let number = 0;
let frame = 0;

holdLifeline();
self.addEventListener('message', ({ data }: MessageEvent<ToCompareWorker>) => {
  if (data.type === 'begin') begin(data.canvas);
  if (data.type === 'lay') lay({ before: data.before, after: data.after });
  if (data.type === 'draw') {
    scene = data.scene;
    number = data.number;
  }
  redraw();
});

function begin(canvas: OffscreenCanvas): void {
  screen = canvas.getContext('2d') ?? undefined;
  // The graphics card was lost and is back: the canvas is empty.
  canvas.addEventListener('contextrestored', redraw);
}

function post(message: FromCompareWorker): void {
  self.postMessage(message);
}

function redraw(): void {
  if (frame === 0) frame = requestAnimationFrame(draw);
}

function lay(next: LaidPair): void {
  pair = next;
  const shown = [next.before, next.after].flatMap((picture) => picture?.url ?? []);
  for (const url of shown) {
    const entry = read.get(url) ?? open(url);
    // Reinserted, so that the map is ordered by last use.
    read.delete(url);
    read.set(url, entry);
  }
  let spare = KEPT_PIXELS;
  for (const [url, { bitmap, levels }] of [...read].reverse()) {
    if (shown.includes(url)) continue;
    spare -= bitmap === undefined ? 0 : bitmap.width * bitmap.height;
    if (spare >= 0) continue;
    if (levels === undefined) bitmap?.close();
    else levels.dispose();
    read.delete(url);
  }
}

/** Starts to read and decode a picture. */
function open(url: string): Read {
  const opened: Read = { bitmap: undefined, isOpaque: false, levels: undefined };
  const decode = async (): Promise<void> => {
    const reply = await fetch(url);
    if (!reply.ok) throw new Error(`The picture was not served: ${reply.status}`);
    const file = await reply.blob();
    const bitmap = await createImageBitmap(file);
    if (read.get(url) !== opened) {
      bitmap.close();
      return;
    }
    opened.bitmap = bitmap;
    opened.isOpaque = file.type === 'image/jpeg';
    redraw();
  };
  decode().catch(() => {
    if (read.get(url) !== opened) return;
    // Removed, so that the next request tries again.
    read.delete(url);
    post({ type: 'unreadable' });
  });
  return opened;
}

function draw(): void {
  frame = 0;
  if (screen === undefined || scene === undefined || pair === undefined) return;
  const { viewport, cutPx } = scene;
  const { canvas } = screen;
  if (canvas.width !== viewport.width || canvas.height !== viewport.height) {
    canvas.width = viewport.width;
    canvas.height = viewport.height;
  }
  screen.clearRect(0, 0, canvas.width, canvas.height);
  const cut = Math.round(Math.min(canvas.width, Math.max(0, cutPx)));
  const isBeforeDrawn = pair.before === null || drawPart(screen, scene, pair.before, 0, cut);
  const isAfterDrawn = drawPart(screen, scene, pair.after, cut, canvas.width);
  const isWhole = isBeforeDrawn && isAfterDrawn;
  post({ type: 'drawn', number, isWhole });
  // Scaling a large picture down takes time, so both pictures are shown first.
  if (isWhole) setTimeout(makeLevels);
}

function makeLevels(): void {
  for (const one of read.values()) {
    if (one.bitmap !== undefined) one.levels ??= createPictureLevels(one.bitmap, one.isOpaque, redraw);
  }
}

/** Draws the part of a picture between two columns of the viewport. @returns whether the picture is decoded. */
function drawPart(
  to: Context,
  { view, picture, squaresFrom }: CompareScene,
  placed: LaidPair['after'],
  left: number,
  right: number,
): boolean {
  const { bitmap, isOpaque, levels } = read.get(placed.url) ?? {};
  if (bitmap === undefined) return false;
  const [frameWidth, frameHeight] = [picture.width * view.scale, picture.height * view.scale];
  const { place } = placed;
  const width = place.width * frameWidth;
  // The picture may have a higher or lower resolution than the frame.
  const scale = width / bitmap.width;
  const from = Math.max(left, view.offsetX);
  to.save();
  to.beginPath();
  to.rect(from, view.offsetY, Math.max(0, Math.min(right, view.offsetX + frameWidth) - from), frameHeight);
  to.clip();
  if (!isOpaque) drawChecker(to, view.offsetX, view.offsetY, frameWidth, frameHeight);
  // At 100 % pixels are aligned to device pixels.
  const whole = (px: number): number => (scale === 1 ? Math.round(px) : px);
  to.imageSmoothingEnabled = scale < squaresFrom && scale !== 1;
  to.drawImage(
    levels?.bitmapFor(levelFor({ ...view, scale })) ?? bitmap,
    whole(view.offsetX + place.left * frameWidth),
    whole(view.offsetY + place.top * frameHeight),
    width,
    place.height * frameHeight,
  );
  to.restore();
  return true;
}

let checker: OffscreenCanvas | undefined;

/** Draws the checkerboard that is visible through transparent parts of a picture. */
function drawChecker(to: Context, x: number, y: number, width: number, height: number): void {
  checker ??= checkerTile();
  to.fillStyle = to.createPattern(checker, 'repeat') ?? '#bbb';
  to.fillRect(x, y, width, height);
}
