// The mask engine as the app sees it: pictures in, gestures by pointer and keyboard, masks out. Hot state stays in its worker; it must not know React or stores.

import { fail, ok, type Result } from '../../shared/result.ts';
import { createBrushCursor } from './input/brush-cursor.ts';
import { createGestures } from './input/gestures.ts';
import { createKeyboardInput } from './input/keyboard-input.ts';
import { createOutlineLayer } from './input/outline-layer.ts';
import { createPointerInput, type InputPoint } from './input/pointer-input.ts';
import { addSurface, deviceSizeOf, observeDeviceSize } from './input/surface.ts';
import type { ImportChannel } from './painting/mask-import.ts';
import type { Operation } from './painting/operation.ts';
import { DEFAULT_TOOL_SETTINGS, type ToolSettings } from './painting/tool-settings.ts';
import type { ImportChoice, OpenFailure, PackedPoints, PictureSource, RestoredMask } from './protocol.ts';
import type { KeptTile } from './raster/kept-tile.ts';
import type { MaskState } from './raster/mask-document.ts';
import { OVERLAY_COLORS, type OverlayColorId } from './view/overlay.ts';
import { type Place, toViewport } from './view/view.ts';
import { createViews } from './view/views.ts';
import { createWorkerClient } from './worker-client.ts';

/** What a view shows about the picture in hand. Told at most some fifteen times a second. */
export type MaskSummary = MaskState & {
  /** Undefined while no picture is open. */
  pictureId: string | undefined;
  /** Device pixels per picture pixel: 1 is 100 %. */
  zoom: number;
};

/** How the mask is shown; `opacity` is 0–1. `isMaskOnly`: white on black instead of the picture. */
export type MaskLook = { color: OverlayColorId; opacity: number; isMaskOnly: boolean };

/** A picture to open. */
type PictureToOpen = {
  pictureId: string;
  /** An address on the page's own origin, a file's bytes, or a bitmap, which the engine takes over. */
  source: PictureSource;
  /** Size of the working picture. */
  widthPx: number;
  heightPx: number;
  /** A mask to begin with; a plane is taken over. Ignored when the picture is open already. */
  restored?: RestoredMask | undefined;
};

export type { RestoredMask };

/** The mask engine. */
export type MaskEngine = {
  /** Shows a picture with its own mask, undo and view, which it keeps until closed. The mask works before the picture is decoded, and without it. */
  open: (picture: PictureToOpen) => Promise<Result<undefined, OpenFailure>>;
  /** Shows no picture; all masks are kept. */
  hide: () => void;
  /** Forgets a picture, its mask and its undo. */
  close: (pictureId: string) => void;
  /** Changes the tool in hand, or how the next gesture works; see {@link ToolSettings} for ranges. */
  configure: (change: Partial<ToolSettings>) => void;
  look: (change: Partial<MaskLook>) => void;
  undo: () => void;
  redo: () => void;
  /** Does something to the mask in hand, as one step of undo. */
  apply: (operation: Operation) => void;
  /** Drops the gesture in progress or the preview, as Escape does; false when there is no gesture. */
  cancelGesture: () => boolean;
  fit: () => void;
  /** Zooms around the middle; 1 is 100 %, limits are 0.05 and 32. */
  zoomTo: (scale: number) => void;
  zoomBy: (factor: number) => void;
  /** Shows what would come of something until it is accepted or something else is done. Resolves when it is computed. */
  preview: (operation: Operation) => Promise<void>;
  /**
   * Shows a picture file, brought to the size of the picture in hand, as its mask until it is accepted or something else is done; without
   * a file, the one before, read otherwise. @returns the channel it was read from; undefined when it cannot be read.
   */
  previewFile: (file: Blob | undefined, choice: ImportChoice) => Promise<ImportChannel | undefined>;
  /** What is previewed becomes one step of undo. */
  acceptPreview: () => void;
  /** Coverage 0–255 of an open picture, `widthPx * heightPx` bytes row by row; undefined when it is not open or nothing is painted. */
  exportCoverage: (pictureId: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The mask of an open picture as a PNG file of greys, white where something is to be edited; undefined likewise. */
  exportPng: (pictureId: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The same object until something in it changes. */
  summary: () => MaskSummary;
  subscribe: (listener: () => void) => () => void;
  /** Resolves when everything asked for before is on the screen; never while the page is hidden. */
  settled: () => Promise<void>;
  dispose: () => void;
};

/** What the engine needs. */
export type MaskEngineOptions = {
  /** An element with a size of its own; the engine fills it and listens there. Where it takes the focus, keys paint too. */
  host: HTMLElement;
  /** Starts the bundled `mask-worker.ts`; the engine ends it. */
  createWorker: () => Worker;
  /** Keeps what has changed in a mask, for the next time it is opened; false when that failed, and the same tiles come again. */
  keep?: (pictureId: string, tiles: readonly KeptTile[]) => Promise<boolean>;
  /** Told at once how the picture is seen, for what is drawn around it; undefined while none is. */
  onView?: (view: ShownView | undefined) => void;
  /** The worker threw: a bug. Nothing can be painted any more. */
  onCrash: (message: string) => void;
};

/** How the picture is seen, in CSS pixels: those of each picture pixel, and where its top left corner lies in the host. */
export type ShownView = { scale: number; leftPx: number; topPx: number };

const NOTIFY_INTERVAL_MS = 60;
/** The longest leash of a steadied brush, in CSS pixels. */
const LONGEST_LEASH_PX = 60;
const EMPTY_STATE: MaskState = {
  coveredRatio: 0,
  isEmpty: true,
  canUndo: false,
  canRedo: false,
  isPreview: false,
  hasDroppedUndo: false,
  revision: 0,
};

/** Makes an engine inside `host`. */
export function createMaskEngine({ host, createWorker, keep, onView, onCrash }: MaskEngineOptions): MaskEngine {
  const { surface, canvas } = addSurface(host);
  const cursor = createBrushCursor(surface);
  const outlineLayer = createOutlineLayer(surface);
  const views = createViews(deviceSizeOf(surface));
  const states = new Map<string, MaskState>();
  const listeners = new Set<() => void>();
  let pictureId: string | undefined;
  let settings = DEFAULT_TOOL_SETTINGS;
  let look: MaskLook = { color: 'red', opacity: 0.45, isMaskOnly: false };
  let hovered: { at: Place | undefined; purpose: 'draw' | 'pan' } = { at: undefined, purpose: 'draw' };
  let outline: { places: readonly Place[]; isClosed: boolean } | undefined;
  let notifyTimer: ReturnType<typeof setTimeout> | undefined;
  let summary: MaskSummary = { ...EMPTY_STATE, pictureId: undefined, zoom: 1 };

  const notify = (): void => {
    clearTimeout(notifyTimer);
    notifyTimer = undefined;
    const state = (pictureId === undefined ? undefined : states.get(pictureId)) ?? EMPTY_STATE;
    summary = { ...state, pictureId, zoom: shownView()?.scale ?? 1 };
    for (const listener of [...listeners]) listener();
  };
  const notifySoon = (): void => {
    notifyTimer ??= setTimeout(notify, NOTIFY_INTERVAL_MS);
  };
  const client = createWorkerClient(createWorker(), {
    onState: (message) => {
      if (message.pictureId !== pictureId && !states.has(message.pictureId)) return;
      states.set(message.pictureId, message.state);
      notify();
    },
    onUnsaved: ({ pictureId: id, tiles }) => {
      const indexes = tiles.map(({ index }) => index);
      const answer = (isKept: boolean): void => client.send({ do: 'kept', pictureId: id, indexes, isKept });
      if (keep === undefined) answer(true);
      else keep(id, tiles).then(answer, () => answer(false));
    },
    onError: onCrash,
  });
  const shownView = () => (pictureId === undefined ? undefined : views.view(pictureId));
  // Asking the layout with each event would cost more than all the rest.
  let ratio = devicePixelRatio;
  const pixelRatio = (): number => ratio;
  const measureRatio = (): void => {
    if (surface.clientWidth > 0) ratio = views.viewport().widthPx / surface.clientWidth;
  };
  measureRatio();
  const toPicture = (place: Place): Place => (pictureId === undefined ? place : views.toPicture(pictureId, place));
  const tellView = (): void => {
    const view = shownView();
    onView?.(view && { scale: view.scale / ratio, leftPx: view.offsetX / ratio, topPx: view.offsetY / ratio });
  };
  const showView = (): void => {
    const view = shownView();
    if (view === undefined) return;
    tellView();
    client.send({ do: 'view', view });
    showCursor();
    showOutline();
    notifySoon();
  };
  const showLook = (): void => {
    const { color } = OVERLAY_COLORS.find(({ id }) => id === look.color) ?? OVERLAY_COLORS[0];
    const { opacity, isMaskOnly } = look;
    client.send({ do: 'look', look: { color, opacity, isMaskOnly, pixelRatio: devicePixelRatio } });
  };
  const showCursor = (): void => {
    const view = shownView();
    const isBrush = settings.tool === 'brush' || settings.tool === 'eraser';
    const at = hovered.at && { x: hovered.at.x / ratio, y: hovered.at.y / ratio };
    const diameterPx = isBrush ? (settings.sizePx * (view?.scale ?? 1)) / ratio : 0;
    if (view === undefined || hovered.purpose === 'pan') cursor.hide(view === undefined ? 'default' : 'grab');
    else cursor.show(at, diameterPx, keyboard.isUsed());
  };
  const showOutline = (): void => {
    const view = shownView();
    const places = outline?.places.map((place) => {
      const { x, y } = view === undefined ? place : toViewport(view, place);
      return { x: x / ratio, y: y / ratio };
    });
    outlineLayer.show(places, outline?.isClosed ?? false);
  };
  const pack = (points: readonly InputPoint[]): PackedPoints => {
    const packed = new Float64Array(3 * points.length);
    points.forEach(({ x, y, pressure }, i) => {
      packed[3 * i] = x;
      packed[3 * i + 1] = y;
      packed[3 * i + 2] = pressure;
    });
    return packed;
  };

  const gestures = createGestures(
    {
      toPicture,
      scale: () => shownView()?.scale ?? 1,
      beginStroke: (tool, point) => {
        const { sizePx, hardness, opacity, pressureToSize, steadiness } = settings;
        const leashPx = (steadiness * LONGEST_LEASH_PX * pixelRatio()) / (shownView()?.scale ?? 1);
        const brush = { sizePx, hardness, opacity, pressureToSize, leashPx };
        client.send({ do: 'begin', tool, settings: brush, points: pack([point]) });
      },
      moveStroke: (points) => client.send({ do: 'move', points: pack(points) }),
      endStroke: () => client.send({ do: 'end' }),
      cancelStroke: () => client.send({ do: 'cancel' }),
      apply: (operation) => client.send({ do: 'apply', operation }),
      wand: (place, mode) => {
        const { tolerance, isContiguous } = settings;
        client.send({ do: 'wand', place, settings: { tolerance, isContiguous }, mode });
      },
      showOutline: (places, isClosed) => {
        outline = places && { places, isClosed };
        showOutline();
      },
    },
    () => settings,
  );
  const input = createPointerInput(surface, () => views.viewport().widthPx, {
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
    isKeyboardUsed: () => keyboard.isUsed(),
    doubleClick: gestures.close,
    hover: (at, purpose) => {
      hovered = { at, purpose };
      if (at !== undefined) {
        keyboard.pointerAt(at);
        gestures.hover(at);
      }
      showCursor();
    },
  });
  const keyboard = createKeyboardInput(host, {
    viewport: views.viewport,
    pixelRatio,
    begin: (place, modifiers) => gestures.begin({ ...place, pressure: 1 }, modifiers),
    move: (place, modifiers) => gestures.move([{ ...place, pressure: 1 }], modifiers),
    end: gestures.end,
    cancel: gestures.cancel,
    hover: (at) => {
      hovered = { at, purpose: 'draw' };
      if (at !== undefined) gestures.hover(at);
      showCursor();
    },
    enter: gestures.close,
    escape: gestures.cancel,
    backspace: gestures.removeCorner,
  });
  /** Ends what is being painted and drops what is only outlined. */
  const finish = (): void => {
    input.finish();
    gestures.cancel();
  };
  const hide = (): void => {
    finish();
    gestures.forget();
    pictureId = undefined;
    tellView();
    client.send({ do: 'hide' });
    showCursor();
    notify();
  };
  const zoomTo = (scale: number): void => {
    if (pictureId !== undefined) views.zoomTo(pictureId, scale);
    showView();
  };
  const exported = async (how: 'export' | 'exportPng', id: string) => {
    const answer = await client.ask((request) => ({ do: how, request, pictureId: id }));
    return answer.is === 'exported' ? answer.bytes : undefined;
  };

  client.send({ do: 'attach', canvas }, [canvas]);
  client.send({ do: 'resize', viewport: views.viewport() });
  showLook();
  const stopObserving = observeDeviceSize(surface, (size) => {
    if (!views.resize(size)) return;
    measureRatio();
    client.send({ do: 'resize', viewport: size });
    showLook();
    showView();
  });

  return {
    open: async ({ pictureId: id, source, widthPx, heightPx, restored }) => {
      finish();
      if (id !== pictureId) gestures.forget();
      const size = { widthPx, heightPx };
      const view = views.open(id, size);
      pictureId = id;
      tellView();
      notify();
      const address = typeof source === 'string' ? new URL(source, location.href).href : source;
      const answer = await client.ask(
        (request) => ({ do: 'open', request, pictureId: id, source: address, size, view, restored }),
        [
          ...(source instanceof ImageBitmap ? [source] : []),
          ...(restored instanceof Uint8Array ? [restored.buffer] : []),
        ],
      );
      return answer.is === 'opened' && answer.failure !== undefined ? fail(answer.failure) : ok(undefined);
    },
    hide,
    close: (id) => {
      if (id === pictureId) hide();
      views.close(id);
      states.delete(id);
      client.send({ do: 'close', pictureId: id });
    },
    configure: (change) => {
      if (change.tool !== undefined && change.tool !== settings.tool) finish();
      settings = { ...settings, ...change };
      showCursor();
    },
    look: (change) => {
      look = { ...look, ...change };
      showLook();
    },
    undo: () => {
      finish();
      client.send({ do: 'undo' });
    },
    redo: () => {
      finish();
      client.send({ do: 'redo' });
    },
    apply: (operation) => {
      finish();
      client.send({ do: 'apply', operation });
    },
    cancelGesture: () => {
      const isDrawing = input.cancel() || gestures.cancel();
      // Drops a preview; where a stroke was dropped just now, there is nothing left to drop.
      client.send({ do: 'cancel' });
      return isDrawing;
    },
    fit: () => {
      if (pictureId !== undefined) views.fit(pictureId);
      showView();
    },
    zoomTo,
    zoomBy: (factor) => zoomTo((shownView()?.scale ?? 1) * factor),
    preview: async (operation) => {
      finish();
      await client.ask((request) => ({ do: 'preview', request, operation }));
    },
    previewFile: async (file, choice) => {
      finish();
      const answer = await client.ask((request) => ({ do: 'previewFile', request, file, choice }));
      return answer.is === 'previewed' ? answer.channel : undefined;
    },
    acceptPreview: () => client.send({ do: 'accept' }),
    exportCoverage: (id) => exported('export', id),
    exportPng: (id) => exported('exportPng', id),
    summary: () => summary,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settled: async () => {
      await client.ask((request) => ({ do: 'settle', request }));
    },
    dispose: () => {
      clearTimeout(notifyTimer);
      listeners.clear();
      stopObserving();
      keyboard.dispose();
      input.dispose();
      cursor.dispose();
      outlineLayer.dispose();
      client.dispose();
      surface.remove();
    },
  };
}
