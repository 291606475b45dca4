// Connects the mask engine: its element, its worker, the settings of the tools. Strokes and zoom stay inside; only
// figures are passed on.

import type { Settings } from '../../../shared/contract/settings.ts';
import { OVERLAY_COLOR_IDS, type OverlayColorId, type ToolSettings } from '../../../shared/images/mask-tools.ts';
import { createMaskEngine } from '../../engines/mask/engine.ts';
import type { MaskEngine, MaskLook, MaskSummary, ShownView } from '../../engines/mask/engine-api.ts';
import workerUrl from '../../engines/mask/mask-worker.ts?worker&url';
import type { Operation } from '../../engines/mask/painting/operation.ts';
import type { RestoredMask } from '../../engines/mask/protocol.ts';
import type { KeptTile } from '../../engines/mask/raster/kept-tile.ts';
import { TOOLS } from '../../engines/mask/tools/all-tools.ts';
import { autosave } from '../../lifetime/autosave.ts';
import { createScope } from '../../lifetime/scope.ts';
import { startWorker } from '../../trusted-types.ts';
import type { Navigation } from '../compare/compare-input.ts';
import { type MaskFigures, NO_MASK } from '../images-state.ts';
import { MaskEnded, type MaskPort, type PaintedPicture } from '../ports.ts';
import { firstBrushSize, possibleBrushSize, steppedBrushSize } from './brush-size.ts';
import { createMaskPreviewer, type MaskPreview, type MaskPreviewer } from './mask-preview.ts';

/** The settings of display and tools, and the current preview. */
type StageSettings = ToolSettings & {
  appearance: MaskLook;
  preview: MaskPreview | null;
  /** Share, 0–1, of the preview that is computed; null unless that takes long. */
  previewShare: number | null;
  /** The colour in which the mask is shown, chosen by a person or by the picture. */
  overlayColor: OverlayColorId;
};

/** The mask engine with an element for the screen. */
export type MaskStage = MaskPort & {
  /**
   * Adds the canvas to an element until the returned function is called. The canvas and all masks stay in memory after
   * that.
   */
  mount: (parent: HTMLElement) => () => void;
  /** An element over the picture and its mask, below the brush. Pointers act through it. */
  layer: HTMLElement;
  /** Begins a gesture with a press that another element over the canvas has received; the pointer must still be down. */
  press: (event: PointerEvent) => void;
  /** Does what whole gestures do, whose events another element over the canvas has received before. */
  replay: (events: readonly PointerEvent[]) => void;
  /** Puts the keyboard focus on the canvas. */
  focus: () => void;
  /** Sets the canvas's accessible name and the ids of the elements that describe its keys. */
  describe: (label: string, describedBy: string) => void;
  settings: () => StageSettings;
  change: (change: Partial<ToolSettings>) => void;
  changeAppearance: (change: Partial<MaskLook>) => void;
  stepBrush: (direction: 1 | -1) => void;
  subscribeSettings: (listener: () => void) => () => void;
  /** Applies an operation to the mask as one undo step. */
  apply: (operation: Operation) => void;
  previewer: MaskPreviewer;
  /** The current mask as a PNG file; null if nothing is painted. */
  exportPng: () => Promise<Uint8Array<ArrayBuffer> | null>;
  fit: () => void;
  zoomTo: (scale: number) => void;
  stepZoom: (direction: 1 | -1) => void;
  nextOverlay: () => void;
  /** What drags do while the hand or the zoom tool is selected, and what the wheel does. */
  navigation: Navigation;
  /** Device pixels per picture pixel; it changes with every wheel event. */
  zoom: () => number;
  subscribeZoom: (listener: () => void) => () => void;
  /** Calls `listener` with the current view, at once and after every change, until the returned function is called. */
  subscribeView: (listener: (view: ShownView | undefined) => void) => () => void;
  dispose: () => void;
};

/** The tool settings that are remembered. */
type ToolMemory = Settings['mask'];

type StageOptions = {
  /** Whether the page can share memory with its workers. */
  hasSharedMemory: boolean;
  /** The remembered tool settings, and the function that stores them some time after they change. */
  remembered: ToolMemory;
  remember: (tools: ToolMemory) => void;
  /** Stores tiles of a mask for the next start; see the engine. */
  keep: (key: string, tiles: readonly KeptTile[]) => Promise<boolean>;
  /** See the engine. */
  isWheelZoom: () => boolean;
  onRestart: (lostChanges: number) => void;
  onCrash: (message: string) => void;
};

/** Creates the stage; the engine starts when it is first mounted or a mask is requested. */
export function createMaskStage({
  hasSharedMemory,
  remembered,
  remember,
  keep,
  isWheelZoom,
  onRestart,
  onCrash,
}: StageOptions): MaskStage {
  const host = document.createElement('div');
  Object.assign(host.style, { position: 'absolute', inset: '0', outlineOffset: '-2px' });
  host.tabIndex = 0;
  host.setAttribute('role', 'application');
  const layer = document.createElement('div');
  const scope = createScope();
  scope.add(
    () => host.remove(),
    () => void remembering.now(),
  );
  const summaryListeners = new Set<(figures: MaskFigures) => void>();
  const zoomListeners = new Set<() => void>();
  const viewListeners = new Set<(view: ShownView | undefined) => void>();
  const settingsListeners = new Set<() => void>();
  const workListeners = new Set<() => void>();
  /** The initial masks of pictures that have not been opened yet. */
  const restored = new Map<string, RestoredMask>();
  let settings: StageSettings = {
    ...remembered.tools,
    appearance: { ...remembered.overlay, isMaskOnly: false },
    preview: null,
    previewShare: null,
    overlayColor: OVERLAY_COLOR_IDS[0],
  };
  let { isBrushSizeChosen } = remembered;
  let engine: MaskEngine | undefined;
  let shownPicture: PaintedPicture | null = null;
  let shown: MaskSummary | undefined;
  let seen: ShownView | undefined;

  const set = (change: Partial<StageSettings>): void => {
    settings = { ...settings, ...change };
    for (const listener of [...settingsListeners]) listener();
  };
  const reportWork = (): void => {
    for (const listener of [...workListeners]) listener();
  };
  const previewer = createMaskPreviewer(
    () => engine,
    () => settings.preview,
    (next) => {
      reportWork();
      set({ preview: next });
    },
  );
  const follow = (): void => {
    const next = engine?.summary();
    const before = shown;
    shown = next;
    if (next?.zoom !== before?.zoom || next?.pictureId !== before?.pictureId)
      for (const listener of [...zoomListeners]) listener();
    if (next !== undefined && next.overlayColor !== settings.overlayColor) set({ overlayColor: next.overlayColor });
    if (next?.previewShare !== before?.previewShare) {
      set({ previewShare: next?.previewShare ?? null });
      previewer.catchUp();
    }
    // Any other operation has ended the preview.
    if (before?.isPreview === true && next?.isPreview !== true) set({ preview: null });
    if (next !== undefined && isSameMask(next, before)) return;
    const summary = next === undefined ? NO_MASK : summaryOf(next);
    for (const listener of [...summaryListeners]) listener(summary);
  };
  const onView = (view: ShownView | undefined): void => {
    seen = view;
    for (const listener of [...viewListeners]) listener(view);
  };
  const open = (): void => {
    if (engine === undefined) return;
    if (shownPicture === null) {
      engine.hide();
      return;
    }
    const { key, mediaId, file, beneathId, widthPx, heightPx } = shownPicture;
    const mask = restored.get(key);
    restored.delete(key);
    const source = file ?? `/media/${mediaId}`;
    const beneath = beneathId === undefined ? undefined : `/media/${beneathId}`;
    engine.open({ pictureId: key, source, beneath, widthPx, heightPx, restored: mask }).catch(() => undefined);
  };
  const start = (): MaskEngine => {
    if (engine !== undefined) return engine;
    const createWorker = (): Worker => startWorker(workerUrl);
    const parts = { host, layer, tools: TOOLS, createWorker, hasSharedMemory, keep, isWheelZoom };
    const events = { onView, onGesture: reportWork, onBrushSize: resizeBrush, onRestart, onCrash };
    const started = createMaskEngine({ ...parts, ...events });
    engine = started;
    scope.add(() => {
      engine = undefined;
      started.dispose();
    }, started.subscribe(follow));
    started.configure(settings);
    started.look(settings.appearance);
    if (shownPicture !== null) open();
    return started;
  };
  const remembering = autosave(async () => {
    const { appearance, preview: _preview, previewShare: _share, overlayColor: _color, ...tools } = settings;
    const overlay = { color: appearance.color, opacity: appearance.opacity };
    remember({ tools, overlay, isBrushSizeChosen });
  });
  const change = (next: Partial<ToolSettings>): void => {
    if (next.sizePx !== undefined) isBrushSizeChosen = true;
    // Hand and zoom only change the view.
    if (next.tool !== undefined && TOOLS[next.tool].navigates === undefined) reportWork();
    set(next);
    remembering.soon();
    engine?.configure(next);
  };
  /** Sets the brush to the closest possible diameter. */
  const resizeBrush = (sizePx: number): void => {
    change({ sizePx: possibleBrushSize(sizePx) });
  };
  const changeAppearance = (next: Partial<MaskLook>): void => {
    reportWork();
    set({ appearance: { ...settings.appearance, ...next } });
    remembering.soon();
    engine?.look(next);
  };

  /** A function that works on the mask. */
  const working = (act: () => void) => (): void => {
    reportWork();
    act();
  };

  return {
    layer,
    press: (event) => engine?.press(event),
    replay: (events) => {
      for (const event of events) {
        const type = event.type === 'pointermove' ? 'pointerrawupdate' : event.type;
        host.firstElementChild?.dispatchEvent(new PointerEvent(type, event));
      }
    },
    onWork: (listener) => addTo(workListeners, listener),
    mount: (parent) => {
      parent.append(host);
      start();
      return () => host.remove();
    },
    focus: () => host.focus({ preventScroll: true }),
    describe: (label, describedBy) => {
      host.setAttribute('aria-label', label);
      host.setAttribute('aria-describedby', describedBy);
    },
    show: (picture, coverage) => {
      if (picture !== null && coverage !== undefined) restored.set(picture.key, new Uint8Array(coverage));
      shownPicture = picture;
      if (picture !== null && !isBrushSizeChosen) {
        const sizePx = firstBrushSize(picture);
        set({ sizePx });
        engine?.configure({ sizePx });
      }
      open();
    },
    restore: (key, tiles) => restored.set(key, tiles),
    forget: (key) => {
      restored.delete(key);
      engine?.close(key);
    },
    applyPreview: () => previewer.accept(),
    coverage: async (key) => {
      const coverage = await start()
        .exportCoverage(key)
        .catch(() => {
          throw new MaskEnded();
        });
      return coverage ?? null;
    },
    subscribe: (listener) => addTo(summaryListeners, listener),
    settings: () => settings,
    change,
    changeAppearance,
    stepBrush: (direction) => change({ sizePx: steppedBrushSize(settings.sizePx, direction) }),
    subscribeSettings: (listener) => addTo(settingsListeners, listener),
    apply: (operation) => working(() => engine?.apply(operation))(),
    previewer,
    undo: working(() => engine?.undo()),
    redo: working(() => engine?.redo()),
    exportPng: async () => (shownPicture === null ? null : ((await start().exportPng(shownPicture.key)) ?? null)),
    fit: () => engine?.fit(),
    zoomTo: (scale) => engine?.zoomTo(scale),
    stepZoom: (direction) => engine?.stepZoom(direction),
    nextOverlay: () => {
      const at = OVERLAY_COLOR_IDS.indexOf(settings.overlayColor);
      changeAppearance({ color: OVERLAY_COLOR_IDS[(at + 1) % OVERLAY_COLOR_IDS.length] ?? OVERLAY_COLOR_IDS[0] });
    },
    navigation: { navigates: () => TOOLS[settings.tool].navigates, isWheelZoom },
    zoom: () => shown?.zoom ?? 1,
    subscribeZoom: (listener) => addTo(zoomListeners, listener),
    subscribeView: (listener) => {
      listener(seen);
      return addTo(viewListeners, listener);
    },
    dispose: scope.dispose,
  };
}

function summaryOf({ coveredRatio, bounds, pictureId, ...summary }: MaskSummary): MaskFigures {
  const { isEmpty, canUndo, canRedo, undoSteps, redoSteps, hasDroppedUndo } = summary;
  const isFull = coveredRatio >= 1;
  return {
    coveredRatio,
    bounds,
    isEmpty,
    isFull,
    canUndo,
    canRedo,
    undoSteps,
    redoSteps,
    hasDroppedUndo,
    pictureKey: pictureId,
  };
}

function isSameMask(a: MaskSummary, b: MaskSummary | undefined): boolean {
  return (
    b !== undefined &&
    a.pictureId === b.pictureId &&
    a.coveredRatio === b.coveredRatio &&
    a.undoSteps === b.undoSteps &&
    a.redoSteps === b.redoSteps &&
    a.hasDroppedUndo === b.hasDroppedUndo
  );
}

function addTo<T>(set: Set<T>, listener: T): () => void {
  set.add(listener);
  return () => set.delete(listener);
}
