// Draws the pictures before and after an edit, or several side by side, on the canvas of a comparison. It uses smaller versions of large
// pictures, so that drawing costs only what is visible.

import { checkerTile } from '../../engines/mask/view/painter.ts';
import { createPictureLevels, type PictureLevels } from '../../engines/mask/view/picture-levels.ts';
import { levelFor } from '../../engines/mask/view/view.ts';
import { decodePartly } from '../../engines/pixels/codec/decode-partly.ts';
import { decodeUpright } from '../../engines/pixels/codec/upright-bitmap.ts';
import { holdLifeline } from '../../lifetime/lifeline.ts';
import type { CompareScene, FromCompareWorker, LaidPair, LaidPicture, ToCompareWorker } from './compare-drawing.ts';
import { type FramePlace, WHOLE_FRAME } from './compare-geometry.ts';
import { hatchTile } from './hatch-tile.ts';

/**
 * Pictures that are no longer shown are kept up to this total number of pixels, so that switching back decodes nothing
 * again.
 */
const KEPT_PIXELS = 40_000_000;

type Context = OffscreenCanvasRenderingContext2D;
/** A picture that is being or has been decoded. `levels`, once created, owns the bitmap. */
type Read = {
  bitmap: ImageBitmap | undefined;
  isOpaque: boolean;
  /** Only a part of the file could be decoded. */
  isPart: boolean;
  levels: PictureLevels | undefined;
};

const read = new Map<string, Read>();
let covering: Read | undefined;
let screen: Context | undefined;
let pairs: readonly LaidPair[] | undefined;
let scene: CompareScene | undefined;
let number = 0;
let frame = 0;
let checker: OffscreenCanvas | undefined;

holdLifeline();
self.addEventListener('message', ({ data }: MessageEvent<ToCompareWorker>) => {
  if (data.type === 'begin') begin(data.canvas);
  if (data.type === 'lay') lay(data.pairs);
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

function lay(next: readonly LaidPair[]): void {
  pairs = next;
  const shown = next.flatMap(({ before, after }) => [before, after]).flatMap(urlsOf);
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

function urlsOf(picture: LaidPair['after']): string[] {
  if (picture === null) return [];
  return picture.over === undefined ? [picture.url] : [picture.over.url, picture.url];
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
  const opened: Read = { bitmap: undefined, isOpaque: false, isPart: false, levels: undefined };
  const fill = async (): Promise<void> => {
    const blob = await file;
    const whole = await decodeUpright(blob).catch(() => undefined);
    const bitmap = whole ?? (await decodePartly(new Uint8Array(await blob.arrayBuffer())));
    if (bitmap === undefined) throw new Error('The picture cannot be decoded.');
    if (!isWanted(opened)) {
      bitmap.close();
      return;
    }
    opened.bitmap = bitmap;
    opened.isPart = whole === undefined;
    opened.isOpaque = blob.type === 'image/jpeg' && whole !== undefined;
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
  if (screen === undefined || scene === undefined || pairs === undefined) return;
  const { viewport } = scene;
  const { canvas } = screen;
  if (canvas.width !== viewport.width || canvas.height !== viewport.height) {
    canvas.width = viewport.width;
    canvas.height = viewport.height;
  }
  screen.clearRect(0, 0, canvas.width, canvas.height);
  const isWhole = drawPanes(screen, scene, pairs);
  post({ type: 'drawn', number, isWhole });
  // Scaling a large picture down takes time, so both pictures are shown first.
  if (isWhole) setTimeout(makeLevels);
}

function makeLevels(): void {
  for (const one of covering === undefined ? read.values() : [...read.values(), covering]) {
    if (one.bitmap !== undefined) one.levels ??= createPictureLevels(one.bitmap, one.isOpaque, redraw);
  }
}

/** Draws each pane. @returns whether all that can be decoded is decoded. */
function drawPanes(to: Context, shown: CompareScene, laid: readonly LaidPair[]): boolean {
  const { size, origins } = shown.panes;
  // The scene and what is laid come one after the other.
  let isWhole = laid.length === origins.length;
  for (const [index, { x, y }] of origins.entries()) {
    const pair = laid[index];
    if (pair === undefined) continue;
    to.save();
    to.beginPath();
    to.rect(x, y, size.width, size.height);
    to.clip();
    to.translate(x, y);
    const isCovered = covering !== undefined && drawOne(to, shown, covering, WHOLE_FRAME, 0, size.width);
    const isDrawn = isCovered || (drawPair(to, shown, pair) && covering === undefined);
    isWhole &&= isDrawn;
    to.restore();
  }
  return isWhole;
}

/**
 * Draws both pictures, each on its side; in the place of one that is still being read, the other.
 * @returns whether all that can be decoded is decoded.
 */
function drawPair(to: Context, shown: CompareScene, { before, after }: LaidPair): boolean {
  const { width } = shown.panes.size;
  const chosen = Math.round(Math.min(width, Math.max(0, shown.cutPx)));
  const cut = isBeingRead(after) ? width : isBeingRead(before) ? 0 : chosen;
  const isBeforeDrawn = before === null || drawLaid(to, shown, before, 0, cut);
  const isAfterDrawn = after === null ? drawMissing(to, shown, cut, width) : drawLaid(to, shown, after, cut, width);
  return isBeforeDrawn && isAfterDrawn;
}

function isBeingRead(picture: LaidPair['after']): boolean {
  return urlsOf(picture).some((url) => {
    const entry = read.get(url);
    return entry !== undefined && entry.bitmap === undefined;
  });
}

/** Draws the part of a picture between two columns of a pane, over the one that it is of. @returns whether all is decoded */
function drawLaid(to: Context, shown: CompareScene, { url, place, over }: LaidPicture, left: number, right: number) {
  const isDrawn = over === undefined || drawOne(to, shown, read.get(over.url), WHOLE_FRAME, left, right);
  return drawOne(to, shown, read.get(url), place, left, right, over?.part) && isDrawn;
}

/** Draws the part of a picture between two columns of a pane, inside `frame`. @returns whether the picture is decoded. */
function drawOne(
  to: Context,
  shown: CompareScene,
  decoded: Read | undefined,
  place: FramePlace,
  left: number,
  right: number,
  frame: FramePlace = WHOLE_FRAME,
): boolean {
  const { view, picture, squaresFrom } = shown;
  const { bitmap, isOpaque, isPart, levels } = decoded ?? {};
  if (bitmap === undefined) return false;
  const [frameWidth, frameHeight] = [picture.width * view.scale, picture.height * view.scale];
  const width = place.width * frameWidth;
  // The picture may have a higher or lower resolution than the frame.
  const scale = width / bitmap.width;
  to.save();
  clipToFrame(to, shown, left, right, frame);
  if (isPart) fillWith(to, hatchTile(), view.offsetX, view.offsetY, frameWidth, frameHeight);
  else if (!isOpaque) fillWith(to, knownChecker(), view.offsetX, view.offsetY, frameWidth, frameHeight);
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

/** Fills the part of the frame between two columns of a pane with the pattern of what is not there. */
function drawMissing(to: Context, shown: CompareScene, left: number, right: number): true {
  const { view, picture } = shown;
  to.save();
  clipToFrame(to, shown, left, right);
  fillWith(to, hatchTile(), view.offsetX, view.offsetY, picture.width * view.scale, picture.height * view.scale);
  to.restore();
  return true;
}

function clipToFrame(
  to: Context,
  { view, picture }: CompareScene,
  left: number,
  right: number,
  frame: FramePlace = WHOLE_FRAME,
): void {
  const [frameWidth, frameHeight] = [picture.width * view.scale, picture.height * view.scale];
  const first = view.offsetX + frame.left * frameWidth;
  const from = Math.max(left, first);
  const width = Math.min(right, first + frame.width * frameWidth) - from;
  to.beginPath();
  to.rect(from, view.offsetY + frame.top * frameHeight, Math.max(0, width), frame.height * frameHeight);
  to.clip();
}

function knownChecker(): OffscreenCanvas {
  checker ??= checkerTile();
  return checker;
}

/** Repeats a tile behind a picture: the checkerboard of transparent parts, or the hatching of missing ones. */
function fillWith(to: Context, tile: OffscreenCanvas, x: number, y: number, width: number, height: number): void {
  to.fillStyle = to.createPattern(tile, 'repeat') ?? '#bbb';
  to.fillRect(x, y, width, height);
}
