// Draws before and after on the canvas of a comparison from levels of detail, so that a zoom of a large picture costs what is seen. Independent of results.

import { checkerTile } from '../../mask/view/painter.ts';
import { createPictureLevels, type PictureLevels } from '../../mask/view/picture-levels.ts';
import { levelFor } from '../../mask/view/view.ts';
import type { CompareScene, FromCompareWorker, LaidPair, ToCompareWorker } from './compare-drawing.ts';

/** Pictures that are not shown any more are kept up to this many pixels in all: going back and forth decodes nothing twice. */
const KEPT_PIXELS = 40_000_000;

type Context = OffscreenCanvasRenderingContext2D;
/** A picture as far as it is read. Its smaller versions own the bitmap once there are some. */
type Read = { bitmap: ImageBitmap | undefined; isOpaque: boolean; levels: PictureLevels | undefined };

const read = new Map<string, Read>();
let screen: Context | undefined;
let pair: LaidPair | undefined;
let scene: CompareScene | undefined;
let number = 0;
let frame = 0;

self.addEventListener('message', ({ data }: MessageEvent<ToCompareWorker>) => {
  if (data.type === 'begin') screen = data.canvas.getContext('2d') ?? undefined;
  if (data.type === 'lay') lay({ before: data.before, after: data.after });
  if (data.type === 'draw') {
    scene = data.scene;
    number = data.number;
  }
  redraw();
});

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
    const known = read.get(url) ?? open(url);
    // The latest shown stand last.
    read.delete(url);
    read.set(url, known);
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

/** Begins to read a picture. */
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
    // Asked for again, it is tried again.
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
  // Halving a large picture takes a while: first both are seen.
  if (isWhole) setTimeout(makeLevels);
}

function makeLevels(): void {
  for (const one of read.values()) {
    if (one.bitmap !== undefined) one.levels ??= createPictureLevels(one.bitmap, one.isOpaque, redraw);
  }
}

/** Draws what is seen of a picture between two columns. @returns whether it is read. */
function drawPart(
  to: Context,
  { view, picture, squaresFrom }: CompareScene,
  laid: LaidPair['after'],
  left: number,
  right: number,
): boolean {
  const { bitmap, isOpaque, levels } = read.get(laid.url) ?? {};
  if (bitmap === undefined) return false;
  const [frameWidth, frameHeight] = [picture.width * view.scale, picture.height * view.scale];
  const { place } = laid;
  const width = place.width * frameWidth;
  // Its own pixels may be more or fewer than the frame's.
  const scale = width / bitmap.width;
  const from = Math.max(left, view.offsetX);
  to.save();
  to.beginPath();
  to.rect(from, view.offsetY, Math.max(0, Math.min(right, view.offsetX + frameWidth) - from), frameHeight);
  to.clip();
  if (!isOpaque) drawChecker(to, view.offsetX, view.offsetY, frameWidth, frameHeight);
  // At 100 % a pixel is a pixel.
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

/** What shows through transparent parts of a picture. */
function drawChecker(to: Context, x: number, y: number, width: number, height: number): void {
  checker ??= checkerTile();
  to.fillStyle = to.createPattern(checker, 'repeat') ?? '#bbb';
  to.fillRect(x, y, width, height);
}
