// The one place where the mask engine is wired: its element, its worker, the tools' settings. Strokes and zoom stay inside; only figures come out.

import { createMaskEngine, type MaskSummary as EngineSummary, type MaskEngine } from '../mask/engine.ts';
import workerUrl from '../mask/mask-worker.ts?worker&url';
import { startWorker } from '../trusted-types.ts';
import { type MaskSummary, NO_MASK, type TrayPicture } from './images-state.ts';
import type { Bytes, MaskPort } from './ports.ts';

/** Brush sizes on offer, in picture pixels. */
export const BRUSH_SIZE = { min: 1, max: 400, default: 48 } as const;
/** What `[` and `]` change the brush by. */
const SIZE_FACTOR = 1.2;

/** How the canvas is looked at and painted on. */
type StageSettings = { tool: 'brush' | 'eraser'; sizePx: number; hardness: number; isMaskOnly: boolean };

/** The mask engine with an element to be put on the screen. */
export type MaskStage = MaskPort & {
  /** Puts the canvas into an element, until the returned function is called. The canvas and all masks outlive it. */
  mount: (parent: HTMLElement) => () => void;
  settings: () => StageSettings;
  change: (change: Partial<StageSettings>) => void;
  stepBrush: (direction: 1 | -1) => void;
  subscribeSettings: (listener: () => void) => () => void;
  undo: () => void;
  redo: () => void;
  clear: () => void;
  invert: () => void;
  fit: () => void;
  actualSize: () => void;
  nextOverlay: () => void;
  /** Device pixels per picture pixel, and the listener for it: it changes with every turn of the wheel. */
  zoom: () => number;
  subscribeZoom: (listener: () => void) => () => void;
  dispose: () => void;
};

/** Makes the stage; the engine starts when it is first put on the screen. @param onCrash the engine is gone. */
export function createMaskStage({ onCrash }: { onCrash: (message: string) => void }): MaskStage {
  const host = document.createElement('div');
  Object.assign(host.style, { position: 'absolute', inset: '0' });
  const summaryListeners = new Set<(summary: MaskSummary) => void>();
  const zoomListeners = new Set<() => void>();
  const settingsListeners = new Set<() => void>();
  /** Masks to begin with, until their picture is opened. */
  const restored = new Map<string, Bytes>();
  let settings: StageSettings = { tool: 'brush', sizePx: BRUSH_SIZE.default, hardness: 0.8, isMaskOnly: false };
  let engine: MaskEngine | undefined;
  let leave = (): void => undefined;
  let wanted: TrayPicture | null = null;
  let shown: EngineSummary | undefined;

  const follow = (): void => {
    const next = engine?.summary();
    const before = shown;
    shown = next;
    if (next?.zoom !== before?.zoom || next?.pictureId !== before?.pictureId)
      for (const listener of [...zoomListeners]) listener();
    if (next !== undefined && isSameMask(next, before)) return;
    const summary = next === undefined ? NO_MASK : summaryOf(next);
    for (const listener of [...summaryListeners]) listener(summary);
  };
  const open = (): void => {
    if (engine === undefined) return;
    if (wanted === null) {
      engine.hide();
      return;
    }
    const { key, mediaId, widthPx, heightPx } = wanted;
    const coverage = restored.get(key);
    restored.delete(key);
    engine
      .open({ pictureId: key, source: `/media/${mediaId}`, widthPx, heightPx, ...(coverage && { coverage }) })
      .catch(() => undefined);
  };
  const start = (): void => {
    if (engine !== undefined) return;
    engine = createMaskEngine({ host, createWorker: () => startWorker(workerUrl), onCrash });
    engine.setBrush({ sizePx: settings.sizePx, hardness: settings.hardness });
    leave = engine.subscribe(follow);
    if (wanted !== null) open();
  };
  const change = (next: Partial<StageSettings>): void => {
    settings = { ...settings, ...next };
    engine?.setTool(settings.tool);
    engine?.setBrush({ sizePx: settings.sizePx, hardness: settings.hardness });
    if (next.isMaskOnly !== undefined) engine?.setMaskOnly(next.isMaskOnly);
    for (const listener of [...settingsListeners]) listener();
  };

  return {
    mount: (parent) => {
      parent.append(host);
      start();
      return () => host.remove();
    },
    show: (picture, coverage) => {
      if (picture !== null && coverage !== undefined) restored.set(picture.key, new Uint8Array(coverage));
      wanted = picture;
      open();
    },
    forget: (key) => {
      restored.delete(key);
      engine?.close(key);
    },
    coverage: async (key) => {
      const plane = engine === undefined ? restored.get(key) : await engine.exportCoverage(key);
      return plane?.some((value) => value > 0) ? plane : null;
    },
    subscribe: (listener) => addTo(summaryListeners, listener),
    settings: () => settings,
    change,
    stepBrush: (direction) => {
      const stepped = settings.sizePx * (direction > 0 ? SIZE_FACTOR : 1 / SIZE_FACTOR);
      const rounded = direction > 0 ? Math.ceil(stepped) : Math.floor(stepped);
      change({ sizePx: Math.min(BRUSH_SIZE.max, Math.max(BRUSH_SIZE.min, rounded)) });
    },
    subscribeSettings: (listener) => addTo(settingsListeners, listener),
    undo: () => engine?.undo(),
    redo: () => engine?.redo(),
    clear: () => engine?.clear(),
    invert: () => engine?.invert(),
    fit: () => engine?.fit(),
    actualSize: () => engine?.zoomTo(1),
    nextOverlay: () => engine?.cycleOverlayColor(),
    zoom: () => shown?.zoom ?? 1,
    subscribeZoom: (listener) => addTo(zoomListeners, listener),
    dispose: () => {
      leave();
      engine?.dispose();
      engine = undefined;
      host.remove();
    },
  };
}

function summaryOf({ coveredRatio, isEmpty, canUndo, canRedo }: EngineSummary): MaskSummary {
  return { coveredRatio, isEmpty, isFull: coveredRatio >= 1, canUndo, canRedo };
}

function isSameMask(a: EngineSummary, b: EngineSummary | undefined): boolean {
  return (
    b !== undefined &&
    a.pictureId === b.pictureId &&
    a.coveredRatio === b.coveredRatio &&
    a.canUndo === b.canUndo &&
    a.canRedo === b.canRedo
  );
}

function addTo<T>(set: Set<T>, listener: T): () => void {
  set.add(listener);
  return () => set.delete(listener);
}
