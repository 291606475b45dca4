// The worker that owns all masks and draws the canvas, so that neither waits for the page.

import type { OverlayColorId } from '../../../shared/images/mask-tools.ts';
import type { Size } from '../../../shared/images/size.ts';
import { holdLifeline } from '../../lifetime/lifeline.ts';
import { staleGuard } from '../../lifetime/stale-guard.ts';
import { decodeGuarded } from '../pixels/codec/guarded-decode.ts';
import { createAutosave } from './autosave.ts';
import { coverageOf, guessChannel, type ImportChannel } from './painting/mask-import.ts';
import { type Operation, tilesAfter, tilesAfterWork } from './painting/operation.ts';
import { type PictureRows, selectSimilar } from './painting/wand.ts';
import { createMessageReader } from './points/point-messages.ts';
import { createRingReader } from './points/point-ring.ts';
import type { PointReader } from './points/points.ts';
import type {
  FromWorker,
  Look,
  MaskChange,
  OpenFailure,
  PictureSource,
  RestoredMask,
  RingLook,
  ToWorker,
} from './protocol.ts';
import { unpackTile } from './raster/kept-tile.ts';
import { createMaskDocument, type MaskDocument } from './raster/mask-document.ts';
import { encodeMaskPng } from './raster/mask-png.ts';
import { createTileStore, type Tile, tileOfPlane } from './raster/tiles.ts';
import type { EdgeRefinement } from './select/refine-edge.ts';
import { createSelecting } from './selecting.ts';
import { bitmapRows } from './view/bitmap-rows.ts';
import { createCoveragePyramid } from './view/coverage-pyramid.ts';
import { OVERLAY_COLORS, type OverlayLook, REVEALING } from './view/overlay.ts';
import { contrastingColor, type PictureSamples, samplePicture, samplesUnder } from './view/overlay-color.ts';
import type { Ring } from './view/painter.ts';
import { createPictureLevels, type PictureLevels } from './view/picture-levels.ts';
import type { Scene } from './view/scene.ts';
import { createScreen } from './view/screen.ts';
import { type Point, toViewport, type View } from './view/view.ts';
import { type RunningWork, runInParts } from './work-in-parts.ts';

/**
 * An open picture: its mask, how it is shown, the number of its latest finished change, and the number up to which
 * changes were reported.
 */
type MaskSession = {
  document: MaskDocument;
  scene: Scene;
  /** A picture beneath is seen where the mask covers, not its colour. */
  isRevealing: boolean;
  finished: number;
  reported: number;
  /** The picture, while it is shown, and the overlay's colour that contrasts with it under this revision of the mask. */
  contrast?: { samples: PictureSamples; color: OverlayColorId; revision: number } | undefined;
};
/** The stroke in progress: its number, its brush size, how the brush is drawn, and its position in picture pixels. */
type StrokeInProgress = { number: number; sizePx: number; ring: RingLook | undefined; at: Point };
type Of<D extends ToWorker['type']> = Extract<ToWorker, { type: D }>;

/**
 * Shortest interval between two reports on the mask. Longer during a stroke: figures that change faster cannot be read.
 */
const STATE_INTERVAL_MS = 60;
const STROKE_STATE_INTERVAL_MS = 250;
/**
 * Painting may take this much of a frame. Remaining points wait for the next frame, so that even a fast, large brush is
 * shown without delay.
 */
const STROKE_BUDGET_MS = 8;

/**
 * Messages that need the result of the preview being computed, and messages that do not affect it. Any other message
 * cancels it.
 */
const WANTS_PREVIEW: ReadonlySet<ToWorker['type']> = new Set(['accept', 'settle', 'export', 'exportPng']);
const LEAVES_PREVIEW: ReadonlySet<ToWorker['type']> = new Set([
  'attach',
  'resize',
  'look',
  'view',
  'kept',
  'lookFirst',
]);

const BEGINS: ReadonlySet<ToWorker['type']> = new Set(['begin', 'beginSelect']);

const sessions = new Map<string, MaskSession>();
let shownId: string | undefined;
/** Points that arrived in messages. */
const messages = createMessageReader();
/** Points that are not painted yet, from messages or from shared memory. */
let points: PointReader = messages;
let stroke: StrokeInProgress | undefined;
/** The latest stroke that has ended, and the latest of which nothing more will come. */
let strokeEnded = 0;
let strokeDone = 0;
let look: OverlayLook = { color: OVERLAY_COLORS.red, opacity: 1, lineWidthPx: 1 };
let isMaskOnly = false;
let stateTimer: ReturnType<typeof setTimeout> | undefined;
let stateDueMs = Number.POSITIVE_INFINITY;
const beginOpening = staleGuard();
/** The preview being computed, and the request that waits for it. */
let computing: { request: number; work: RunningWork } | undefined;
/** The picture that is being previewed as a mask. */
let imported: { rows: PictureRows; bitmap: ImageBitmap } | undefined;

const selecting = createSelecting();
const autosave = createAutosave(
  () => [...sessions].map(([id, { document }]) => [id, document] as const),
  (pictureId, tiles) => {
    const session = sessions.get(pictureId);
    if (session === undefined || (tiles.length === 0 && session.reported === session.finished)) return;
    session.reported = session.finished;
    post(
      { type: 'unsaved', pictureId, tiles, upTo: session.finished },
      tiles.map(({ packed }) => packed.buffer),
    );
  },
);
const screen = createScreen(() => {
  paintWaiting(STROKE_BUDGET_MS);
  // During a stroke, each frame checks for new points.
  const hasMore = stroke !== undefined;
  return { dirty: shownSession()?.document.takeDirty() ?? new Map(), hasMore, ring: ringOfStroke() };
});

holdLifeline();
self.addEventListener('message', (event: MessageEvent<ToWorker>) => handle(event.data));

function handle(message: ToWorker): void {
  // Points wait for the next frame, as they do in shared memory.
  if (message.type === 'points') {
    messages.add(message);
    return;
  }
  const session = shownSession();
  if (message.type !== 'view') paintWaiting(Number.POSITIVE_INFINITY);
  if (message.type !== 'cancel' && !LEAVES_PREVIEW.has(message.type)) selecting.finish();
  if (WANTS_PREVIEW.has(message.type)) computing?.work.finish();
  else if (!LEAVES_PREVIEW.has(message.type)) stopComputing();
  switch (message.type) {
    case 'attach':
      screen.attach(message.canvas);
      if (message.points !== undefined) points = createRingReader(message.points);
      return;
    case 'resize':
      screen.resize(message.viewport);
      return;
    case 'look':
      setLook(message.look);
      return;
    case 'view':
      if (session !== undefined) session.scene.view = message.view;
      screen.move();
      return;
    case 'open':
      open(message);
      return;
    case 'restore':
      restore(message);
      return;
    case 'hide':
      hide();
      return;
    case 'close':
      if (message.pictureId === shownId) hide();
      sessions.delete(message.pictureId);
      return;
    case 'lookFirst':
      if (session !== undefined) selecting.look(session.scene);
      return;
    case 'preview':
      dropImport();
      preview(message);
      return;
    case 'previewFile':
      previewFile(message).then(
        (channel) => post({ type: 'previewed', request: message.request, isShown: true, channel }),
        () => post({ type: 'previewed', request: message.request, isShown: false, channel: undefined }),
      );
      return;
    case 'export':
    case 'exportPng':
      exportMask(message);
      return;
    case 'kept':
      autosave.answer(message.pictureId, message.indexes, message.isKept);
      return;
    case 'settle':
      // Pending changes are drawn in the next frame, and are on the screen in the one after it.
      requestAnimationFrame(() => requestAnimationFrame(() => post({ type: 'settled', request: message.request })));
      return;
    default:
      if (session === undefined) return;
      change(session, message);
      showChange();
  }
}

function shownSession(): MaskSession | undefined {
  return shownId === undefined ? undefined : sessions.get(shownId);
}

function change(session: MaskSession, message: MaskChange): void {
  const { document, scene } = session;
  const { number = session.finished } = message;
  strokeEnded = stroke?.number ?? strokeEnded;
  stroke = undefined;
  if (message.type === 'end' && selecting.end(() => noteSelected(session, number))) return;
  selecting.cancel();
  strokeDone = strokeEnded;
  // A stroke that begins finishes what was in progress.
  if (message.number !== undefined) session.finished = number - (BEGINS.has(message.type) ? 1 : 0);
  if (message.type !== 'accept') dropImport();
  switch (message.type) {
    case 'begin':
      document.begin(message.mode, message.settings, message.point);
      stroke = { number: message.stroke, sizePx: message.settings.sizePx, ring: message.ring, at: message.point };
      return;
    case 'beginSelect':
      if (selecting.begin(document, scene, message.mode, message.how, message.point))
        stroke = { number: message.stroke, sizePx: 0, ring: undefined, at: message.point };
      else strokeEnded = message.stroke;
      return;
    case 'apply':
      document.apply(message.operation);
      return;
    case 'select': {
      if (scene.picture === undefined) return;
      const chosen = selectSimilar(bitmapRows(scene.picture.bitmapFor(0)), message.point, message.settings);
      if (chosen !== undefined) document.apply({ type: 'blend', strength: chosen.data, mode: message.mode });
      return;
    }
    case 'accept':
      document.accept();
      dropImport();
      return;
    default:
      document[message.type]();
  }
}

/** What a stroke selects has become a step. @param number of the change that it is */
function noteSelected(session: MaskSession, number: number): void {
  session.finished = number;
  strokeDone = strokeEnded;
  showChange();
}

/** Draws, reports and saves a change of the mask that is shown. */
function showChange(): void {
  screen.schedule();
  autosave.schedule();
  scheduleState();
}

function open({ request, pictureId, source, beneath, size, view, restored }: Of<'open'>): void {
  hide();
  const session = sessions.get(pictureId) ?? beginSession(pictureId, size, view, restored);
  session.isRevealing = beneath !== undefined;
  Object.assign(session.scene, { view, ...lookOf(session) });
  shownId = pictureId;
  const isLatest = beginOpening();
  screen.show(session.scene);
  autosave.schedule();
  scheduleState();
  showPicture(session, source, beneath, isLatest).then(
    ({ failure, color }) => post({ type: 'opened', request, failure, color }),
    () => post({ type: 'opened', request, failure: 'unreadable', color: undefined }),
  );
}

function beginSession(pictureId: string, size: Size, view: View, restored: RestoredMask | undefined): MaskSession {
  const tiles = restoredTiles(restored, size);
  const document = createMaskDocument(size.width, size.height, tiles);
  // A mask given as a plane has not been saved as tiles yet.
  if (restored instanceof Uint8Array) document.putBackUnsaved(tiles.keys());
  const coverage = createCoveragePyramid(document.store);
  const scene = { view, size, picture: undefined, beneath: undefined, coverage, look, isMaskOnly };
  // Nothing was reported, not even number 0.
  const session = { document, scene, isRevealing: false, finished: 0, reported: -1 };
  sessions.set(pictureId, session);
  return session;
}

/** Takes over a mask of a worker that has died. It is the target of the changes that follow. */
function restore({ pictureId, size, view, restored, unsaved }: Of<'restore'>): void {
  beginSession(pictureId, size, view, restored).document.putBackUnsaved(unsaved);
  shownId = pictureId;
  autosave.schedule();
}

function restoredTiles(restored: RestoredMask | undefined, { width, height }: Size): Map<number, Tile> {
  const empty = createTileStore(width, height);
  if (restored instanceof Uint8Array) {
    const cut = empty.tiles.map((_none, index) => [index, tileOfPlane(empty, index, restored)] as const);
    return new Map(cut.filter(([, tile]) => tile !== 0));
  }
  return new Map(restored?.map((kept) => [kept.index, unpackTile(kept)]));
}

async function showPicture(
  session: MaskSession,
  source: PictureSource,
  beneath: PictureSource | undefined,
  isLatest: () => boolean,
): Promise<{ failure?: OpenFailure; color?: OverlayColorId | undefined }> {
  const { scene } = session;
  const [over, below] = await Promise.all([decode(source), beneath === undefined ? undefined : decode(beneath)]);
  const { bitmap } = over;
  const isRightSize = [bitmap, below?.bitmap ?? bitmap].every(
    ({ width, height }) => width === scene.size.width && height === scene.size.height,
  );
  if (!isLatest() || !isRightSize) {
    bitmap.close();
    below?.bitmap.close();
    return { failure: isLatest() ? 'wrongSize' : 'superseded' };
  }
  const levelsOf = (decoded: Decoded): PictureLevels =>
    createPictureLevels(decoded.bitmap, decoded.isOpaque, () => screen.show(shownSession()?.scene));
  scene.picture = levelsOf(over);
  scene.beneath = below && levelsOf(below);
  screen.show(scene);
  const samples = samplePicture(bitmap);
  // The mask may have been painted already, as of a picture that is opened again.
  session.contrast = samples && { samples, color: contrastingColor(samples.data), revision: 0 };
  return { color: contrastNow(session) };
}

/** The overlay's colour that contrasts with what the mask covers, or with the whole picture while that is nothing. */
function contrastNow({ contrast, document, scene }: MaskSession): OverlayColorId | undefined {
  if (contrast === undefined) return undefined;
  const { isEmpty, revision } = document.state();
  // During a stroke the colour stays.
  if (isEmpty || stroke !== undefined || revision === contrast.revision) return contrast.color;
  const { samples } = contrast;
  const under = samplesUnder(samples, scene.coverage.level(samples.level));
  contrast.revision = revision;
  contrast.color = contrastingColor(under, contrast.color);
  return contrast.color;
}

type Decoded = { bitmap: ImageBitmap; isOpaque: boolean };

/** Decodes a picture. `isOpaque` if its file format has no transparency. */
async function decode(source: PictureSource): Promise<Decoded> {
  const file = source instanceof Blob ? source : await download(source);
  return { bitmap: await decodeGuarded(file, await bytesOf(file)), isOpaque: file.type === 'image/jpeg' };
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

async function download(address: string): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The picture was not served: ${response.status}`);
  return response.blob();
}

/** Ends the gesture in progress and frees the picture; the mask is kept. */
function hide(): void {
  const session = shownSession();
  dropImport();
  selecting.forget();
  session?.document.end();
  stroke = undefined;
  session?.scene.picture?.dispose();
  session?.scene.beneath?.dispose();
  if (session !== undefined) {
    session.scene.picture = undefined;
    session.scene.beneath = undefined;
    session.contrast = undefined;
  }
  shownId = undefined;
  beginOpening();
  screen.show(undefined);
  autosave.schedule();
}

/** Previews the result of an operation as soon as it is computed. */
function preview({ request, operation }: Of<'preview'>): void {
  const { document, scene } = shownSession() ?? {};
  let isDone = false;
  const base = document?.base();
  const begun =
    base &&
    scene &&
    (isByPicture(operation) ? selecting.refine(base, scene, operation) : tilesAfterWork(base, operation));
  if (document === undefined || begun === undefined) {
    post({ type: 'previewed', request, isShown: false, channel: undefined });
    return;
  }
  const work = runInParts(begun, {
    onProgress: (share) => post({ type: 'progress', share }),
    onDone: (after) => {
      isDone = true;
      computing = undefined;
      document.preview(after);
      post({ type: 'previewed', request, isShown: true, channel: undefined });
      showChange();
    },
  });
  if (!isDone) computing = { request, work };
}

function isByPicture(operation: Operation | EdgeRefinement): operation is EdgeRefinement {
  return operation.type === 'edge' || operation.type === 'hair';
}

function stopComputing(): void {
  if (computing === undefined) return;
  computing.work.cancel();
  post({ type: 'previewed', request: computing.request, isShown: false, channel: undefined });
  computing = undefined;
}

/**
 * Previews a file as the mask. Resolves to the channel it was read from; rejects if it cannot be read or if another
 * picture is shown meanwhile.
 */
async function previewFile({ file, choice }: Of<'previewFile'>): Promise<ImportChannel> {
  const session = shownSession();
  if (session === undefined) throw new Error('There is no picture.');
  if (file !== undefined) {
    const { width: resizeWidth, height: resizeHeight } = session.scene.size;
    const bitmap = await decodeGuarded(file, await bytesOf(file), { resizeWidth, resizeHeight, resizeQuality: 'high' });
    dropImport();
    imported = { rows: bitmapRows(bitmap), bitmap };
  }
  if (imported === undefined || session !== shownSession()) throw new Error('There is nothing to be read.');
  const channel = choice.channel ?? guessChannel(imported.rows);
  const coverage = coverageOf(imported.rows, channel, choice.isInverted);
  session.document.preview(tilesAfter(session.document.base(), { type: 'replace', coverage }));
  showChange();
  return channel;
}

function dropImport(): void {
  imported?.bitmap.close();
  imported = undefined;
}

function exportMask({ type: how, request, pictureId }: Of<'export' | 'exportPng'>): void {
  const document = sessions.get(pictureId)?.document;
  const isPainted = document?.state().isEmpty === false;
  const bytes = isPainted ? (how === 'export' ? document.exportCoverage() : encodeMaskPng(document.store)) : undefined;
  post({ type: 'exported', request, bytes }, bytes === undefined ? [] : [bytes.buffer]);
}

function setLook(next: Look): void {
  isMaskOnly = next.isMaskOnly;
  look = isMaskOnly
    ? { color: [255, 255, 255], opacity: 1, lineWidthPx: 0 }
    : { color: next.color, opacity: next.opacity, lineWidthPx: Math.max(1, Math.round(next.pixelRatio)) };
  const session = shownSession();
  if (session !== undefined) Object.assign(session.scene, lookOf(session));
  screen.show(session?.scene);
}

/** How a mask is shown: as chosen, unless a picture is seen where it covers. */
function lookOf({ isRevealing }: MaskSession): Pick<Scene, 'look' | 'isMaskOnly'> {
  return isRevealing ? { look: REVEALING, isMaskOnly: false } : { look, isMaskOnly };
}

/** Paints the waiting points of the stroke in progress, in order, until the time is used up. */
function paintWaiting(budgetMs: number): void {
  const document = shownSession()?.document;
  if (document === undefined || stroke === undefined) return;
  if (selecting.isStroking()) {
    selectWaiting(stroke.number);
    return;
  }
  const endMs = performance.now() + budgetMs;
  let hasPainted = false;
  while (performance.now() < endMs) {
    const point = points.next(stroke.number);
    if (point === undefined) break;
    stroke.at = point;
    document.move([point]);
    hasPainted = true;
  }
  if (hasPainted) scheduleState(STROKE_STATE_INTERVAL_MS);
}

/** Selects by all waiting points: another frame takes as long, however many there are. */
function selectWaiting(number: number): void {
  const waiting: Point[] = [];
  for (let point = points.next(number); point !== undefined; point = points.next(number)) waiting.push(point);
  selecting.move(waiting);
  if (waiting.length > 0) scheduleState(STROKE_STATE_INTERVAL_MS);
}

/** The brush of the stroke in progress, as it is drawn on the screen. */
function ringOfStroke(): Ring | undefined {
  const view = shownSession()?.scene.view;
  if (stroke?.ring === undefined || view === undefined) return undefined;
  const { leastDiameterPx, lineWidthPx } = stroke.ring;
  const diameterPx = Math.max(leastDiameterPx, stroke.sizePx * view.scale);
  return { ...toViewport(view, stroke.at), diameterPx, lineWidthPx };
}

function scheduleState(inMs = STATE_INTERVAL_MS): void {
  const dueMs = performance.now() + inMs;
  if (dueMs >= stateDueMs) return;
  clearTimeout(stateTimer);
  stateDueMs = dueMs;
  stateTimer = setTimeout(postState, inMs);
}

function postState(): void {
  stateDueMs = Number.POSITIVE_INFINITY;
  const session = shownSession();
  if (shownId !== undefined && session !== undefined)
    post({
      type: 'state',
      pictureId: shownId,
      state: session.document.state(),
      color: contrastNow(session),
      strokeDone,
    });
}

function post(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
