// The worker that owns every mask and draws the canvas, so that neither ever waits for the page. It must not know the page.

import type { BrushPoint } from './brush.ts';
import { createCoveragePyramid } from './coverage-pyramid.ts';
import type { DirtyTiles } from './dirty-tiles.ts';
import { createMaskDocument, type MaskDocument } from './mask-document.ts';
import { OVERLAY_COLORS, type OverlayLook } from './overlay.ts';
import { createPainter, type Painter, type Scene } from './painter.ts';
import { createPictureLevels } from './picture-levels.ts';
import type { FromWorker, Look, OpenFailure, PackedPoints, PictureSource, ToWorker } from './protocol.ts';

type Sheet = { document: MaskDocument; scene: Scene };

/** Mask and picture are told about at most this often. */
const STATE_INTERVAL_MS = 60;
const OVERLAY_OPACITY = 0.45;
/** Painting may take this much of a frame; what is left waits for the next, so that a fast large brush still shows at once. */
const STROKE_BUDGET_MS = 8;

const sheets = new Map<string, Sheet>();
/** Points of the gesture in progress that are not painted yet. */
let waiting: BrushPoint[] = [];
let painter: Painter | undefined;
let shownId: string | undefined;
let look: OverlayLook = { color: OVERLAY_COLORS[0] ?? [255, 0, 0], opacity: OVERLAY_OPACITY, lineWidthPx: 1 };
let isMaskOnly = false;
let mustPaintAll = true;
let isFrameAsked = false;
let isStateAsked = false;
let opening = 0;

self.addEventListener('message', (event: MessageEvent<ToWorker>) => handle(event.data));

function handle(message: ToWorker): void {
  const sheet = shownId === undefined ? undefined : sheets.get(shownId);
  if (message.do !== 'move' && message.do !== 'view') paintWaiting(Number.POSITIVE_INFINITY);
  switch (message.do) {
    case 'attach':
      painter = createPainter(message.canvas);
      return;
    case 'resize':
      painter?.resize(message.viewport);
      paintAll();
      return;
    case 'look':
      setLook(message.look);
      paintAll();
      return;
    case 'view':
      if (sheet !== undefined) sheet.scene.view = message.view;
      paintAll();
      return;
    case 'open':
      open(message);
      return;
    case 'hide':
      hide();
      return;
    case 'close':
      if (message.pictureId === shownId) hide();
      sheets.delete(message.pictureId);
      return;
    case 'export': {
      const coverage = sheets.get(message.pictureId)?.document.exportCoverage();
      post({ is: 'coverage', request: message.request, coverage }, coverage === undefined ? [] : [coverage.buffer]);
      return;
    }
    case 'settle':
      // Whatever is to be drawn is drawn in the next frame, and on the screen in the one after.
      requestAnimationFrame(() => requestAnimationFrame(() => post({ is: 'settled', request: message.request })));
      return;
    default:
      if (sheet === undefined) return;
      change(sheet.document, message);
      askFrame();
      askState();
  }
}

type Change = Extract<
  ToWorker,
  { do: 'begin' | 'move' | 'end' | 'cancel' | 'undo' | 'redo' | 'clear' | 'invert' | 'import' }
>;

function change(document: MaskDocument, message: Change): void {
  switch (message.do) {
    case 'begin': {
      const [first, ...rest] = unpack(message.points);
      if (first === undefined) return;
      document.begin(message.tool, message.settings, first);
      waiting = rest;
      return;
    }
    case 'move':
      waiting.push(...unpack(message.points));
      return;
    case 'import':
      document.importCoverage(message.coverage);
      return;
    default:
      document[message.do]();
  }
}

function open({ request, pictureId, source, size, view, coverage }: Extract<ToWorker, { do: 'open' }>): void {
  hide();
  let sheet = sheets.get(pictureId);
  if (sheet === undefined) {
    const document = createMaskDocument(size.widthPx, size.heightPx, coverage);
    const pyramid = createCoveragePyramid(document.store);
    sheet = { document, scene: { view, size, picture: undefined, coverage: pyramid, look, isMaskOnly } };
    sheets.set(pictureId, sheet);
  }
  Object.assign(sheet.scene, { view, look, isMaskOnly });
  shownId = pictureId;
  opening = request;
  paintAll();
  askState();
  const { scene } = sheet;
  showPicture(scene, source, request).then(
    (failure) => post({ is: 'opened', request, failure }),
    () => post({ is: 'opened', request, failure: 'unreadable' }),
  );
}

async function showPicture(scene: Scene, source: PictureSource, request: number): Promise<OpenFailure | undefined> {
  const bitmap = await decode(source);
  const isCurrent = opening === request;
  const isRightSize = bitmap.width === scene.size.widthPx && bitmap.height === scene.size.heightPx;
  if (!isCurrent || !isRightSize) {
    bitmap.close();
    return isCurrent ? 'wrongSize' : 'superseded';
  }
  scene.picture = createPictureLevels(bitmap, paintAll);
  paintAll();
  return undefined;
}

async function decode(source: PictureSource): Promise<ImageBitmap> {
  if (source instanceof ImageBitmap) return source;
  if (source instanceof Blob) return createImageBitmap(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`The picture was not served: ${response.status}`);
  return createImageBitmap(await response.blob());
}

/** Ends what is going on and frees the picture; the mask stays. */
function hide(): void {
  const sheet = shownId === undefined ? undefined : sheets.get(shownId);
  sheet?.document.end();
  sheet?.scene.picture?.dispose();
  if (sheet !== undefined) sheet.scene.picture = undefined;
  shownId = undefined;
  opening = 0;
  paintAll();
}

function setLook(next: Look): void {
  isMaskOnly = next.isMaskOnly;
  look = isMaskOnly
    ? { color: [255, 255, 255], opacity: 1, lineWidthPx: 0 }
    : { color: next.color, opacity: OVERLAY_OPACITY, lineWidthPx: Math.max(1, Math.round(next.pixelRatio)) };
  const sheet = shownId === undefined ? undefined : sheets.get(shownId);
  if (sheet !== undefined) Object.assign(sheet.scene, { look, isMaskOnly });
}

function paintAll(): void {
  mustPaintAll = true;
  askFrame();
}

function askFrame(): void {
  if (isFrameAsked) return;
  isFrameAsked = true;
  requestAnimationFrame(paint);
}

/** Paints points in order until the time is up. */
function paintWaiting(budgetMs: number): void {
  const sheet = shownId === undefined ? undefined : sheets.get(shownId);
  const endMs = performance.now() + budgetMs;
  let painted = 0;
  while (painted < waiting.length && performance.now() < endMs) {
    sheet?.document.move(waiting.slice(painted, painted + 1));
    painted += 1;
  }
  waiting = waiting.slice(painted);
}

function paint(): void {
  isFrameAsked = false;
  paintWaiting(STROKE_BUDGET_MS);
  if (waiting.length > 0) askFrame();
  const sheet = shownId === undefined ? undefined : sheets.get(shownId);
  const dirty: DirtyTiles = sheet?.document.takeDirty() ?? new Map();
  sheet?.scene.coverage.mark(dirty);
  if (mustPaintAll || sheet === undefined) painter?.paintAll(sheet?.scene);
  else painter?.paintChanged(sheet.scene, dirty);
  mustPaintAll = false;
}

function askState(): void {
  if (isStateAsked) return;
  isStateAsked = true;
  setTimeout(() => {
    isStateAsked = false;
    const sheet = shownId === undefined ? undefined : sheets.get(shownId);
    if (shownId !== undefined && sheet !== undefined)
      post({ is: 'state', pictureId: shownId, state: sheet.document.state() });
  }, STATE_INTERVAL_MS);
}

function unpack(points: PackedPoints): BrushPoint[] {
  return Array.from({ length: Math.floor(points.length / 3) }, (_none, i) => ({
    x: points[3 * i] ?? 0,
    y: points[3 * i + 1] ?? 0,
    pressure: points[3 * i + 2] ?? 1,
  }));
}

function post(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
