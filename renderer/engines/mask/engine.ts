// The mask engine: takes pictures and gestures of pointer and keyboard, and produces masks. Frequently changing state
// is kept in its worker.

import {
  DEFAULT_OVERLAY,
  DEFAULT_TOOL_SETTINGS,
  OVERLAY_COLOR_IDS,
  type OverlayColorId,
} from '../../../shared/images/mask-tools.ts';
import { fail, ok } from '../../../shared/result.ts';
import { createScope } from '../../lifetime/scope.ts';
import type { MaskEngine, MaskEngineOptions, MaskLook, MaskSummary } from './engine-api.ts';
import { createCanvasOverlay } from './input/canvas-overlay.ts';
import { createGestures } from './input/gestures.ts';
import { createKeyboardInput } from './input/keyboard-input.ts';
import { createPointerInput } from './input/pointer-input.ts';
import { addSurface, deviceSizeOf, observeDeviceSize } from './input/surface.ts';
import type { PictureSource } from './protocol.ts';
import type { MaskState } from './raster/mask-document.ts';
import { OVERLAY_COLORS } from './view/overlay.ts';
import type { Point } from './view/view.ts';
import { createViews } from './view/views.ts';
import { createWorkerClient } from './worker-client.ts';

const NOTIFY_INTERVAL_MS = 60;
/** The longest leash of a steadied brush, in CSS pixels. */
const MAX_LEASH_PX = 60;
const EMPTY_STATE: MaskState = {
  coveredRatio: 0,
  bounds: undefined,
  isEmpty: true,
  canUndo: false,
  undoSteps: 0,
  redoSteps: 0,
  canRedo: false,
  isPreview: false,
  hasDroppedUndo: false,
  revision: 0,
};

/** Creates an engine inside `host`, which it fills with a canvas. */
export function createMaskEngine({
  host,
  layer,
  tools,
  createWorker,
  hasSharedMemory,
  keep,
  onView,
  isWheelZoom,
  onGesture,
  onBrushSize,
  onRestart,
  onCrash,
}: MaskEngineOptions): MaskEngine {
  const scope = createScope();
  const { surface, createCanvas } = addSurface(host, layer);
  const views = createViews(deviceSizeOf(surface));
  const states = new Map<string, MaskState>();
  const listeners = new Set<() => void>();
  let pictureId: string | undefined;
  let settings = DEFAULT_TOOL_SETTINGS;
  let look: MaskLook = { ...DEFAULT_OVERLAY, isMaskOnly: false };
  /** The number of the latest stroke. */
  let stroke = 0;
  /** The stroke whose selection is still being found; it counts as a step already, so that undo does not miss it. */
  let selecting: number | undefined;
  let isSelectStroke = false;
  let previewShare: number | undefined;
  let notifyTimer: ReturnType<typeof setTimeout> | undefined;
  let summary: MaskSummary = {
    ...EMPTY_STATE,
    pictureId: undefined,
    zoom: 1,
    overlayColor: OVERLAY_COLOR_IDS[0],
    previewShare: undefined,
  };
  /** The contrasting colour of each open picture. */
  const contrasting = new Map<string, OverlayColorId>();
  const overlayColor = (): OverlayColorId => {
    if (look.color !== 'auto') return look.color;
    return contrasting.get(pictureId ?? '') ?? OVERLAY_COLOR_IDS[0];
  };

  const notify = (): void => {
    clearTimeout(notifyTimer);
    notifyTimer = undefined;
    const state = (pictureId === undefined ? undefined : states.get(pictureId)) ?? EMPTY_STATE;
    const steps =
      selecting === undefined ? {} : { undoSteps: state.undoSteps + 1, canUndo: true, redoSteps: 0, canRedo: false };
    summary = {
      ...state,
      ...steps,
      pictureId,
      zoom: shownView()?.scale ?? 1,
      overlayColor: overlayColor(),
      previewShare,
    };
    for (const listener of [...listeners]) listener();
  };
  const notifySoon = (): void => {
    notifyTimer ??= setTimeout(notify, NOTIFY_INTERVAL_MS);
  };
  const parts = { createWorker, createCanvas, hasSharedMemory };
  const client = createWorkerClient(parts, {
    onState: (message) => {
      if (message.pictureId !== pictureId && !states.has(message.pictureId)) return;
      states.set(message.pictureId, message.state);
      if (selecting !== undefined && message.strokeDone >= selecting) selecting = undefined;
      setContrasting(message.pictureId, message.color);
      notify();
    },
    onProgress: (share) => {
      previewShare = share;
      notify();
    },
    save: keep ?? (async () => true),
    onRestart: (lostChanges) => {
      previewShare = undefined;
      selecting = undefined;
      onRestart(lostChanges);
    },
    onEnd: onCrash,
  });
  const shownView = () => (pictureId === undefined ? undefined : views.view(pictureId));
  // Cached, because reading the layout on each event would cost more than everything else together.
  let ratio = devicePixelRatio;
  const pixelRatio = (): number => ratio;
  const measureRatio = (): void => {
    if (surface.clientWidth > 0) ratio = views.viewport().width / surface.clientWidth;
  };
  measureRatio();
  const ringPx = (): number => {
    const tool = tools[settings.tool];
    return tool.navigates === undefined ? tool.cursorPx(settings) : 0;
  };
  const overlay = createCanvasOverlay(surface, {
    view: shownView,
    pixelRatio,
    ringPx: () => ringPx(),
    isKeyboardUsed: () => keyboard.isUsed(),
  });
  const toPicture = (point: Point): Point => (pictureId === undefined ? point : views.toPicture(pictureId, point));
  const reportView = (): void => {
    const view = shownView();
    const device = view && { view, viewport: views.viewport() };
    onView?.(
      device && { scale: view.scale / ratio, leftPx: view.offsetX / ratio, topPx: view.offsetY / ratio, device },
    );
  };
  const showView = (): void => {
    const view = shownView();
    if (view === undefined) return;
    reportView();
    client.send({ type: 'view', view });
    overlay.refresh();
    notifySoon();
  };
  const showLook = (): void => {
    const { opacity, isMaskOnly } = look;
    client.send({
      type: 'look',
      look: { color: OVERLAY_COLORS[overlayColor()], opacity, isMaskOnly, pixelRatio: devicePixelRatio },
    });
  };
  const setContrasting = (id: string, color: OverlayColorId | undefined): void => {
    if (color === undefined || contrasting.get(id) === color) return;
    contrasting.set(id, color);
    if (id === pictureId) showLook();
  };
  const gestures = createGestures(
    {
      toPicture,
      scale: () => shownView()?.scale ?? 1,
      beginStroke: (mode, point) => {
        const { sizePx, hardness, opacity, pressureToSize, steadiness } = settings;
        const leashPx = (steadiness * MAX_LEASH_PX * pixelRatio()) / (shownView()?.scale ?? 1);
        const brush = { sizePx, hardness, opacity, pressureToSize, leashPx };
        stroke += 1;
        isSelectStroke = false;
        client.send({ type: 'begin', stroke, mode, settings: brush, point, ring: overlay.suspendBrush() });
      },
      beginSelect: (mode, how, point) => {
        stroke += 1;
        isSelectStroke = true;
        client.send({ type: 'beginSelect', stroke, mode, how, point });
      },
      moveStroke: (moved) => client.writePoints(stroke, moved),
      endStroke: () => {
        client.send({ type: 'end' });
        overlay.resumeBrush();
        if (!isSelectStroke) return;
        selecting = stroke;
        notify();
      },
      cancelStroke: () => {
        client.send({ type: 'cancel' });
        overlay.resumeBrush();
      },
      apply: (operation) => client.send({ type: 'apply', operation }),
      select: (point, how, mode) => client.send({ type: 'select', point, settings: how, mode }),
      showOutline: overlay.outline,
      onBegin: () => onGesture?.(),
    },
    tools,
    () => settings,
  );
  const purpose = () => tools[settings.tool].navigates ?? 'draw';
  const input = createPointerInput(surface, () => views.viewport().width, {
    begin: gestures.begin,
    move: gestures.move,
    end: gestures.end,
    cancel: gestures.cancel,
    pan: (byX, byY) => {
      if (pictureId !== undefined) views.pan(pictureId, byX, byY);
      showView();
    },
    zoom: (factor, at) => {
      const view = shownView();
      if (pictureId !== undefined && view !== undefined) views.zoomTo(pictureId, view.scale * factor, at);
      showView();
    },
    stepZoom: (direction, at) => {
      if (pictureId !== undefined) views.stepZoom(pictureId, direction, at);
      showView();
    },
    isWheelZoom: () => isWheelZoom?.() ?? false,
    purposeAt: purpose,
    resizeBrush: () => {
      const scale = shownView()?.scale;
      const { sizePx } = settings;
      if (scale === undefined || ringPx() === 0) return undefined;
      return (byPx) => onBrushSize?.(sizePx + byPx / scale);
    },
    isKeyboardUsed: () => keyboard.isUsed(),
    doubleClick: () => {
      if (tools[settings.tool].navigates === 'pan') fitShown();
      else gestures.close();
    },
    hover: (at, purpose) => {
      if (at !== undefined) {
        keyboard.pointerAt(at);
        gestures.hover(at);
      }
      overlay.pointAt(at, purpose);
    },
  });
  const keyboard = createKeyboardInput(host, {
    viewport: views.viewport,
    pixelRatio,
    begin: (point, modifiers) => gestures.begin({ ...point, pressure: 1 }, modifiers),
    move: (point, modifiers) => gestures.move([{ ...point, pressure: 1 }], modifiers),
    end: gestures.end,
    cancel: gestures.cancel,
    hover: (at) => {
      if (at !== undefined) gestures.hover(at);
      overlay.pointAt(at, purpose());
    },
    enter: gestures.close,
    escape: gestures.cancel,
    backspace: gestures.removeCorner,
  });
  const lookFirst = (): void => {
    const tool = tools[settings.tool];
    if (tool.navigates === undefined && tool.looksFirst === true) client.send({ type: 'lookFirst' });
  };
  /** Ends the stroke in progress and cancels an outline that is not filled yet. */
  const finish = (): void => {
    input.finish();
    gestures.cancel();
  };
  const hide = (): void => {
    finish();
    gestures.forget();
    pictureId = undefined;
    selecting = undefined;
    reportView();
    client.send({ type: 'hide' });
    overlay.refresh();
    notify();
  };
  const fitShown = (): void => {
    if (pictureId !== undefined) views.fit(pictureId);
    showView();
  };
  const exported = async (how: 'export' | 'exportPng', id: string) => {
    const answer = await client.ask((request) => ({ type: how, request, pictureId: id }));
    return answer.type === 'exported' ? answer.bytes : undefined;
  };

  client.send({ type: 'resize', viewport: views.viewport() });
  showLook();
  scope.add(
    () => surface.remove(),
    () => listeners.clear(),
    () => clearTimeout(notifyTimer),
    client.dispose,
    overlay.dispose,
    input.dispose,
    keyboard.dispose,
  );
  const stopObserving = observeDeviceSize(surface, (size) => {
    if (!views.resize(size)) return;
    measureRatio();
    client.send({ type: 'resize', viewport: size });
    showLook();
    showView();
  });
  scope.add(stopObserving);

  return {
    open: async ({ pictureId: id, source, beneath, widthPx, heightPx, restored }) => {
      finish();
      if (id !== pictureId) gestures.forget();
      const size = { width: widthPx, height: heightPx };
      const view = views.open(id, size, pictureId);
      pictureId = id;
      selecting = undefined;
      reportView();
      showLook();
      notify();
      const answer = await client.ask((request) => ({
        type: 'open',
        request,
        pictureId: id,
        source: absolute(source),
        beneath: beneath && absolute(beneath),
        size,
        view,
        restored,
      }));
      if (answer.type === 'opened') {
        setContrasting(id, answer.color);
        notifySoon();
        lookFirst();
      }
      return answer.type === 'opened' && answer.failure !== undefined ? fail(answer.failure) : ok(undefined);
    },
    hide,
    close: (id) => {
      if (id === pictureId) hide();
      views.close(id);
      states.delete(id);
      contrasting.delete(id);
      client.send({ type: 'close', pictureId: id });
    },
    configure: (change) => {
      if (change.tool !== undefined && change.tool !== settings.tool) finish();
      settings = { ...settings, ...change };
      if (change.tool !== undefined) lookFirst();
      overlay.refresh();
    },
    look: (change) => {
      look = { ...look, ...change };
      showLook();
      notifySoon();
    },
    undo: () => {
      finish();
      client.send({ type: 'undo' });
    },
    redo: () => {
      finish();
      client.send({ type: 'redo' });
    },
    apply: (operation) => {
      finish();
      client.send({ type: 'apply', operation });
    },
    cancelGesture: () => {
      const isDrawing = input.cancel() || gestures.cancel();
      // Cancels a preview. If a stroke has just been cancelled, this has no effect.
      client.send({ type: 'cancel' });
      return isDrawing;
    },
    fit: fitShown,
    zoomTo: (scale) => {
      if (pictureId !== undefined) views.zoomTo(pictureId, scale);
      showView();
    },
    stepZoom: (direction) => {
      if (pictureId !== undefined) views.stepZoom(pictureId, direction);
      showView();
    },
    preview: async (operation) => {
      finish();
      const answer = await client.ask((request) => ({ type: 'preview', request, operation }));
      previewShare = undefined;
      notifySoon();
      return answer.type === 'previewed' && answer.isShown;
    },
    previewFile: async (file, choice) => {
      finish();
      const answer = await client.ask((request) => ({ type: 'previewFile', request, file, choice }));
      return answer.type === 'previewed' ? answer.channel : undefined;
    },
    acceptPreview: () => client.send({ type: 'accept' }),
    exportCoverage: (id) => exported('export', id),
    exportPng: (id) => exported('exportPng', id),
    press: input.press,
    summary: () => summary,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settled: async () => {
      await client.ask((request) => ({ type: 'settle', request }));
    },
    dispose: scope.dispose,
  };
}

/** A worker has another base address than the page. */
function absolute(source: PictureSource): PictureSource {
  return typeof source === 'string' ? new URL(source, location.href).href : source;
}
