// The mask engine as the app sees it: pictures in, strokes by pointer, masks out. Hot state stays in its worker; it must not know React or stores.

import { fail, ok, type Result } from '../../shared/result.ts';
import type { BrushSettings } from './brush.ts';
import { createBrushCursor } from './brush-cursor.ts';
import type { MaskState } from './mask-document.ts';
import { OVERLAY_COLORS } from './overlay.ts';
import { createPointerInput, type InputPoint } from './pointer-input.ts';
import type { OpenFailure, PackedPoints, PictureSource } from './protocol.ts';
import { addSurface, deviceSizeOf, observeDeviceSize } from './surface.ts';
import type { ToolId } from './tool.ts';
import type { Place } from './view.ts';
import { createViews } from './views.ts';
import { createWorkerClient } from './worker-client.ts';

/** What a view shows about the picture in hand. Told at most some fifteen times a second. */
export type MaskSummary = MaskState & {
  /** Undefined while no picture is open. */
  pictureId: string | undefined;
  /** Device pixels per picture pixel: 1 is 100 %. */
  zoom: number;
};

/** A picture to open. */
type PictureToOpen = {
  pictureId: string;
  /** An address on the page's own origin, a file's bytes, or a bitmap, which the engine takes over. */
  source: PictureSource;
  /** Size of the working picture. */
  widthPx: number;
  heightPx: number;
  /** A mask to begin with, one byte per pixel; taken over. Ignored when the picture is open already. */
  coverage?: Uint8Array<ArrayBuffer>;
};

/** The mask engine. */
export type MaskEngine = {
  /** Shows a picture with its own mask, undo and view, which it keeps until closed. The mask works before the picture is decoded, and without it. */
  open: (picture: PictureToOpen) => Promise<Result<undefined, OpenFailure>>;
  /** Shows no picture; all masks are kept. */
  hide: () => void;
  /** Forgets a picture, its mask and its undo. */
  close: (pictureId: string) => void;
  setTool: (tool: ToolId) => void;
  /** Changes how the next gesture paints; see {@link BrushSettings} for ranges. */
  setBrush: (change: Partial<BrushSettings>) => void;
  undo: () => void;
  redo: () => void;
  clear: () => void;
  invert: () => void;
  /** Drops the gesture in progress, as Escape does; false when there is none. */
  cancelGesture: () => boolean;
  fit: () => void;
  /** Zooms around the middle; 1 is 100 %, limits are 0.05 and 32. */
  zoomTo: (scale: number) => void;
  zoomBy: (factor: number) => void;
  /** The next colour of the overlay. */
  cycleOverlayColor: () => void;
  /** White on black instead of the picture. */
  setMaskOnly: (isMaskOnly: boolean) => void;
  /** Coverage 0–255 of an open picture, `widthPx * heightPx` bytes row by row; undefined when it is not open. */
  exportCoverage: (pictureId: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Replaces the mask of the picture in hand by such bytes, as one step of undo; they are taken over. */
  importCoverage: (coverage: Uint8Array<ArrayBuffer>) => void;
  /** The same object until something in it changes. */
  summary: () => MaskSummary;
  subscribe: (listener: () => void) => () => void;
  /** Resolves when everything asked for before is on the screen; never while the page is hidden. */
  settled: () => Promise<void>;
  dispose: () => void;
};

/** What the engine needs. */
export type MaskEngineOptions = {
  /** An element with a size of its own; the engine fills it and listens there. */
  host: HTMLElement;
  /** Starts the bundled `mask-worker.ts`; the engine ends it. */
  createWorker: () => Worker;
  /** The worker threw: a bug. Nothing can be painted any more. */
  onCrash: (message: string) => void;
};

const NOTIFY_INTERVAL_MS = 60;
const EMPTY_STATE: MaskState = {
  coveredRatio: 0,
  isEmpty: true,
  canUndo: false,
  canRedo: false,
  hasDroppedUndo: false,
  revision: 0,
};

/** Makes an engine inside `host`. */
export function createMaskEngine({ host, createWorker, onCrash }: MaskEngineOptions): MaskEngine {
  const { surface, canvas } = addSurface(host);
  const cursor = createBrushCursor(surface);
  const views = createViews(deviceSizeOf(surface));
  const states = new Map<string, MaskState>();
  const listeners = new Set<() => void>();
  let pictureId: string | undefined;
  let tool: ToolId = 'brush';
  let brush: BrushSettings = { sizePx: 48, hardness: 0.8, opacity: 1, pressureToSize: 0 };
  let colorIndex = 0;
  let isMaskOnly = false;
  let hovered: { at: Place | undefined; purpose: 'draw' | 'pan' } = { at: undefined, purpose: 'draw' };
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
    onError: onCrash,
  });
  const shownView = () => (pictureId === undefined ? undefined : views.view(pictureId));
  const showView = (): void => {
    const view = shownView();
    if (view === undefined) return;
    client.send({ do: 'view', view });
    showCursor();
    notifySoon();
  };
  const showLook = (): void => {
    const color = OVERLAY_COLORS[colorIndex % OVERLAY_COLORS.length] ?? [255, 0, 0];
    client.send({ do: 'look', look: { color, isMaskOnly, pixelRatio: devicePixelRatio } });
  };
  const showCursor = (): void => {
    const view = shownView();
    const isPanning = hovered.purpose === 'pan';
    const ratio = views.viewport().widthPx / Math.max(1, surface.clientWidth);
    const at = hovered.at && { x: hovered.at.x / ratio, y: hovered.at.y / ratio };
    cursor.show(view === undefined || isPanning ? undefined : at, (brush.sizePx * (view?.scale ?? 1)) / ratio);
    if (view === undefined) surface.style.cursor = 'default';
    else if (isPanning) surface.style.cursor = 'grab';
  };
  const pack = (points: readonly InputPoint[]): PackedPoints => {
    const packed = new Float64Array(3 * points.length);
    points.forEach((point, i) => {
      const { x, y } = pictureId === undefined ? point : views.toPicture(pictureId, point);
      packed.set([x, y, point.pressure], 3 * i);
    });
    return packed;
  };
  const input = createPointerInput(surface, () => views.viewport().widthPx, {
    begin: (point) => client.send({ do: 'begin', tool, settings: brush, points: pack([point]) }),
    move: (points) => client.send({ do: 'move', points: pack(points) }),
    end: () => client.send({ do: 'end' }),
    cancel: () => client.send({ do: 'cancel' }),
    pan: (byX, byY) => {
      if (pictureId !== undefined) views.pan(pictureId, byX, byY);
      showView();
    },
    zoom: (factor, at) => {
      const view = shownView();
      if (pictureId !== undefined && view !== undefined) views.zoomTo(pictureId, view.scale * factor, at);
      showView();
    },
    hover: (at, purpose) => {
      hovered = { at, purpose };
      showCursor();
    },
  });
  /** Does something to the mask in hand, after the gesture in progress. */
  const act = (what: 'undo' | 'redo' | 'clear' | 'invert') => (): void => {
    input.finish();
    client.send({ do: what });
  };
  const hide = (): void => {
    input.finish();
    pictureId = undefined;
    client.send({ do: 'hide' });
    showCursor();
    notify();
  };
  const zoomTo = (scale: number): void => {
    if (pictureId !== undefined) views.zoomTo(pictureId, scale);
    showView();
  };

  client.send({ do: 'attach', canvas }, [canvas]);
  client.send({ do: 'resize', viewport: views.viewport() });
  showLook();
  const stopObserving = observeDeviceSize(surface, (size) => {
    if (!views.resize(size)) return;
    client.send({ do: 'resize', viewport: size });
    showLook();
    showView();
  });

  return {
    open: async ({ pictureId: id, source, widthPx, heightPx, coverage }) => {
      input.finish();
      const size = { widthPx, heightPx };
      const view = views.open(id, size);
      pictureId = id;
      notify();
      const address = typeof source === 'string' ? new URL(source, location.href).href : source;
      const answer = await client.ask(
        (request) => ({ do: 'open', request, pictureId: id, source: address, size, view, coverage }),
        [...(source instanceof ImageBitmap ? [source] : []), ...(coverage === undefined ? [] : [coverage.buffer])],
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
    setTool: (next) => {
      tool = next;
    },
    setBrush: (change) => {
      brush = { ...brush, ...change };
      showCursor();
    },
    undo: act('undo'),
    redo: act('redo'),
    clear: act('clear'),
    invert: act('invert'),
    cancelGesture: input.cancel,
    fit: () => {
      if (pictureId !== undefined) views.fit(pictureId);
      showView();
    },
    zoomTo,
    zoomBy: (factor) => zoomTo((shownView()?.scale ?? 1) * factor),
    cycleOverlayColor: () => {
      colorIndex += 1;
      showLook();
    },
    setMaskOnly: (next) => {
      isMaskOnly = next;
      showLook();
    },
    exportCoverage: async (id) => {
      const answer = await client.ask((request) => ({ do: 'export', request, pictureId: id }));
      return answer.is === 'coverage' ? answer.coverage : undefined;
    },
    importCoverage: (coverage) => {
      input.finish();
      client.send({ do: 'import', coverage }, [coverage.buffer]);
    },
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
      input.dispose();
      cursor.dispose();
      client.dispose();
      surface.remove();
    },
  };
}
