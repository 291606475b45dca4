// Draws the pictures before and after an edit on the canvas of a comparison. It uses smaller versions of large
// pictures, so that drawing costs only what is visible.

import { holdLifeline } from '../../lifetime/lifeline.ts';
import { checkerTile } from '../../mask/view/painter.ts';
import { createPictureLevels, type PictureLevels } from '../../mask/view/picture-levels.ts';
import { levelFor } from '../../mask/view/view.ts';
import type { CompareScene, FromCompareWorker, LaidPair, ToCompareWorker } from './compare-drawing.ts';
import { type FramePlace, WHOLE_FRAME } from './compare-geometry.ts';

/**
 * Pictures that are no longer shown are kept up to this total number of pixels, so that switching back decodes nothing
 * again.
 */
const KEPT_PIXELS = 40_000_000;

type Context = OffscreenCanvasRenderingContext2D;
/** A picture that is being or has been decoded. `levels`, once created, owns the bitmap. */
type Read = { bitmap: ImageBitmap | undefined; isOpaque: boolean; levels: PictureLevels | undefined };

const read = new Map<string, Read>();
let covering: Read | undefined;
let screen: Context | undefined;
let pair: LaidPair | undefined;
let scene: CompareScene | undefined;
let number = 0;
let frame = 0;

holdLifeline();
self.addEventListener('message', ({ data }: MessageEvent<ToCompareWorker>) => {
  if (data.type === 'begin') begin(data.canvas);
  if (data.type === 'lay') lay({ before: data.before, after: data.after });
  if (data.type === 'cover') cover(data.file);
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
  for (const [url, entry] of [...read].reverse()) {
    if (shown.includes(url)) continue;
    spare -= entry.bitmap === undefined ? 0 : entry.bitmap.width * entry.bitmap.height;
    if (spare >= 0) continue;
    release(entry);
    read.delete(url);
  }
}

/** Each difference is drawn anew, so that one no longer shown is not kept. */
function cover(file: Blob | null): void {
  if (covering !== undefined) release(covering);
  covering = undefined;
  if (file === null) return;
  covering = decode(Promise.resolve(file), {
    isWanted: (one) => covering === one,
    forget: () => {
      covering = undefined;
    },
  });
}

/** Starts to read and decode a picture. */
function open(url: string): Read {
  return decode(fetchPicture(url), {
    isWanted: (one) => read.get(url) === one,
    // The next request tries again.
    forget: () => read.delete(url),
  });
}

async function fetchPicture(url: string): Promise<Blob> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`The picture was not served: ${reply.status}`);
  return reply.blob();
}

type Owner = { isWanted: (one: Read) => boolean; forget: () => void };

/** Starts to decode a picture; what its owner no longer wants by then is closed. */
function decode(file: Promise<Blob>, { isWanted, forget }: Owner): Read {
  const opened: Read = { bitmap: undefined, isOpaque: false, levels: undefined };
  const fill = async (): Promise<void> => {
    const blob = await file;
    const bitmap = await createImageBitmap(blob);
    if (!isWanted(opened)) {
      bitmap.close();
      return;
    }
    opened.bitmap = bitmap;
    opened.isOpaque = blob.type === 'image/jpeg';
    redraw();
  };
  fill().catch(() => {
    if (!isWanted(opened)) return;
    forget();
    post({ type: 'unreadable' });
  });
  return opened;
}

function release({ bitmap, levels }: Read): void {
  if (levels === undefined) bitmap?.close();
  else levels.dispose();
}

function draw(): void {
  frame = 0;
  if (screen === undefined || scene === undefined || pair === undefined) return;
  const { viewport } = scene;
  const { canvas } = screen;
  if (canvas.width !== viewport.width || canvas.height !== viewport.height) {
    canvas.width = viewport.width;
    canvas.height = viewport.height;
  }
  screen.clearRect(0, 0, canvas.width, canvas.height);
  const isCovered = covering !== undefined && drawPart(screen, scene, covering, WHOLE_FRAME, 0, canvas.width);
  const isWhole = isCovered || (drawPair(screen, scene, pair) && covering === undefined);
  post({ type: 'drawn', number, isWhole });
  // Scaling a large picture down takes time, so both pictures are shown first.
  if (isWhole) setTimeout(makeLevels);
}

function makeLevels(): void {
  for (const one of covering === undefined ? read.values() : [...read.values(), covering]) {
    if (one.bitmap !== undefined) one.levels ??= createPictureLevels(one.bitmap, one.isOpaque, redraw);
  }
}

/** Draws both pictures, each on its side. @returns whether both are decoded. */
function drawPair(to: Context, shown: CompareScene, { before, after }: LaidPair): boolean {
  const { width } = to.canvas;
  const cut = Math.round(Math.min(width, Math.max(0, shown.cutPx)));
  const isBeforeDrawn = before === null || drawPart(to, shown, read.get(before.url), before.place, 0, cut);
  const isAfterDrawn = drawPart(to, shown, read.get(after.url), after.place, cut, width);
  return isBeforeDrawn && isAfterDrawn;
}

/** Draws the part of a picture between two columns of the viewport. @returns whether the picture is decoded. */
function drawPart(
  to: Context,
  { view, picture, squaresFrom }: CompareScene,
  decoded: Read | undefined,
  place: FramePlace,
  left: number,
  right: number,
): boolean {
  const { bitmap, isOpaque, levels } = decoded ?? {};
  if (bitmap === undefined) return false;
  const [frameWidth, frameHeight] = [picture.width * view.scale, picture.height * view.scale];
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
