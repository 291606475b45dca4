// The view of a comparison: zoom, pan and divider are shared by all its pictures, and stay the same for all results of a
// source. Pictures lie over each other in one pane, or side by side in several.
//
// A worker draws the pictures on a canvas. Whatever else changes with each pointer event is set on the surface without
// React, as custom properties:
//   --x --y       the pictures' top left corner, in CSS pixels of their pane
//   --scale       CSS pixels per picture pixel
//   --divider     the position of the divider, in CSS pixels of the surface
//   --cut         the same position in the pictures' own pixels
//   --pane-width --pane-height --gap    the size of each pane, and the distance between two

import type { Size } from '../../../shared/images/size.ts';
import { createPointerInput } from '../../engines/mask/input/pointer-input.ts';
import { deviceSizeOf, observeDeviceSize } from '../../engines/mask/input/surface.ts';
import { type Point, toPicture, type View } from '../../engines/mask/view/view.ts';
import { createViews } from '../../engines/mask/view/views.ts';
import { createScope } from '../../lifetime/scope.ts';
import { type CompareCanvas, createCompareCanvas } from './compare-canvas.ts';
import type { LaidPair } from './compare-drawing.ts';
import {
  type CompareMode,
  dividerPx,
  dividerShare,
  isZoomedIn,
  onePane,
  PIXELS_FROM,
  paneAt,
  panesOf,
} from './compare-geometry.ts';
import { createCompareInput, type Navigation, type PaneHandlers } from './compare-input.ts';

/** Distance moved by Shift and an arrow key, in CSS pixels. */
const PAN_STEP_PX = 60;
/** Distance the divider moves with an arrow key, as a share of the visible part. */
const DIVIDER_STEP = 0.02;
/** How close to the divider a pointer grabs it when zoomed in, in CSS pixels. */
const GRAB_PX = 18;
/** The distance between two panes, in CSS pixels. */
const PANE_GAP_PX = 8;

/** The state that React components read. */
type CompareViewState = {
  /** Device pixels per picture pixel. */
  zoom: number;
  /** The original is shown while a key or button is held. */
  isHeld: boolean;
  /** The number of panes in a row. */
  columns: number;
};

/** The view of a comparison and the actions on it. */
export type CompareStage = {
  /**
   * Draws on an element and handles its events until the returned function is called. The view stays as it is after
   * that.
   */
  mount: (surface: HTMLElement) => () => void;
  /** Sets what is compared: a new source is fitted, for the same source the view stays. */
  show: (sourceId: string, size: Size) => void;
  /** Sets the two pictures of the one pane, or what is in each of several. */
  lay: (pairs: readonly LaidPair[]) => void;
  /** Sets what clicks on panes do, while they are side by side. */
  bindPanes: (handlers: PaneHandlers | null) => void;
  /** Shows a drawing of the frame's size instead of the pictures, once it is decoded; null shows them again. */
  cover: (drawing: Blob | null) => void;
  setMode: (mode: CompareMode) => void;
  /** Synchronises a range input with the divider; its value is the share in percent. */
  bindSlider: (slider: HTMLInputElement | null) => void;
  setDivider: (share: number) => void;
  /**
   * Puts the divider over a place, from 0 at the picture's left edge to 1 at its right, or in the middle if that is null;
   * but not again for the same key, nor if the divider was moved before the place was found.
   */
  startAt: (key: string, find: () => Promise<number | null>) => Promise<void>;
  stepDivider: (direction: 1 | -1) => void;
  hold: (isHeld: boolean) => void;
  fit: () => void;
  actualSize: () => void;
  stepZoom: (direction: 1 | -1) => void;
  /** Moves the picture by steps. */
  pan: (stepsX: number, stepsY: number) => void;
  viewState: () => CompareViewState;
  subscribe: (listener: () => void) => () => void;
  /** Resolves when the current view is drawn completely. */
  settled: () => Promise<void>;
};

/** The view exists only with a picture. */
const NO_VIEW: View = { scale: 1, offsetX: 0, offsetY: 0 };

/** Creates an empty stage. @param createWorker starts `compare-worker.ts`. */
export function createCompareStage(createWorker: () => Worker, navigation: Navigation): CompareStage {
  const listeners = new Set<() => void>();
  let surface: HTMLElement | undefined;
  let slider: HTMLInputElement | null = null;
  const views = createViews({ width: 0, height: 0 });
  let picture: Size = { width: 1, height: 1 };
  let sourceId = '';
  let share = 0.5;
  let startedFor = '';
  let mode: CompareMode = 'slider';
  let current: CompareViewState = { zoom: 1, isHeld: false, columns: 1 };
  let frame = 0;
  let canvas: CompareCanvas | undefined;
  let pairs: readonly LaidPair[] | undefined;
  let covering: Blob | null = null;
  let size: Size = { width: 0, height: 0 };
  let panes = onePane(size);
  let paneHandlers: PaneHandlers | null = null;

  const notify = (change: Partial<CompareViewState>): void => {
    const next = { ...current, ...change };
    const isSame = next.zoom === current.zoom && next.isHeld === current.isHeld && next.columns === current.columns;
    if (isSame) return;
    current = next;
    for (const listener of [...listeners]) listener();
  };
  // Cached, because reading the layout for each event would cost more than everything else.
  let pxPerCss = devicePixelRatio;
  const measureRatio = (): void => {
    if (surface !== undefined && surface.clientWidth > 0) pxPerCss = size.width / surface.clientWidth;
  };
  /** Divides the surface in the panes of what is laid; `views` has the view in each of them. */
  const arrange = (): void => {
    if (size.width === 0) return;
    panes = panesOf(Math.max(1, pairs?.length ?? 1), picture, size, Math.round(PANE_GAP_PX * pxPerCss));
    views.resize(panes.size);
    notify({ columns: panes.columns });
  };
  const resize = (next: Size): void => {
    // Without area while it is hidden, on another tab.
    if (next.width < 1 || next.height < 1) return;
    size = next;
    measureRatio();
    arrange();
  };
  const currentView = (): View => views.view(sourceId) ?? NO_VIEW;
  const lineAt = (): number => dividerPx(share, currentView(), views.viewport(), picture);
  const isZoomed = (): boolean => isZoomedIn(currentView(), views.viewport(), picture);

  /** The position where the picture after the edit begins. */
  const cutAt = (): number => {
    if (current.isHeld) return views.viewport().width;
    return mode === 'slider' ? lineAt() : 0;
  };

  const draw = (): void => {
    frame = 0;
    if (surface === undefined || views.viewport().width === 0) return;
    const view = currentView();
    const set = (name: string, value: string): void => surface?.style.setProperty(name, value);
    set('--x', `${view.offsetX / pxPerCss}px`);
    set('--y', `${view.offsetY / pxPerCss}px`);
    set('--scale', String(view.scale / pxPerCss));
    set('--divider', `${lineAt() / pxPerCss}px`);
    set('--cut', `${toPicture(view, { x: lineAt(), y: 0 }).x}px`);
    set('--pane-width', `${panes.size.width / pxPerCss}px`);
    set('--pane-height', `${panes.size.height / pxPerCss}px`);
    set('--gap', `${PANE_GAP_PX}px`);
    surface.toggleAttribute('data-zoomed', isZoomed());
    if (slider !== null) {
      slider.valueAsNumber = share * 100;
      slider.setAttribute('aria-valuetext', `${Math.round(share * 100)} %`);
    }
    notify({ zoom: view.scale });
  };
  const redraw = (): void => {
    // Not throttled here: the worker draws only the latest scene, at its next frame; a second throttle would delay it
    // by another frame.
    if (views.viewport().width > 0)
      canvas?.draw({
        view: currentView(),
        viewport: size,
        panes,
        picture,
        cutPx: cutAt(),
        squaresFrom: PIXELS_FROM,
      });
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const fitShown = (): void => {
    views.fit(sourceId);
    redraw();
  };
  const setScale = (scale: number, at?: Point): void => {
    views.zoomTo(sourceId, scale, at);
    redraw();
  };
  const stepZoom = (direction: 1 | -1, at?: Point): void => {
    views.stepZoom(sourceId, direction, at);
    redraw();
  };
  const move = (byX: number, byY: number): void => {
    views.pan(sourceId, byX, byY);
    redraw();
  };
  const hold = (isHeld: boolean): void => {
    notify({ isHeld });
    surface?.toggleAttribute('data-held', isHeld);
    redraw();
  };
  const setDivider = (next: number): void => {
    share = Math.min(1, Math.max(0, next));
    redraw();
  };
  const divideAt = (atPx: number): void => setDivider(dividerShare(atPx, currentView(), views.viewport(), picture));

  const startAt = async (key: string, find: () => Promise<number | null>): Promise<void> => {
    if (key === startedFor) return;
    startedFor = key;
    const before = share;
    const place = (await find()) ?? 0.5;
    if (startedFor !== key || share !== before) return;
    const { scale, offsetX } = currentView();
    if (views.viewport().width === 0) setDivider(place);
    else divideAt(offsetX + place * picture.width * scale);
  };

  const handlers = createCompareInput(
    {
      mode: () => mode,
      pxPerCss: () => pxPerCss,
      isZoomed,
      isOnLine: (at) => mode === 'slider' && Math.abs(at.x - lineAt()) <= GRAB_PX * pxPerCss,
      paneAt: (at) => {
        const index = paneAt(panes, at);
        const { x, y } = panes.origins[index] ?? { x: 0, y: 0 };
        return { index, at: { x: at.x - x, y: at.y - y } };
      },
      paneHandlers: () => paneHandlers,
      focus: () => slider?.focus(),
      hold: (isHeld) => {
        if (isHeld !== current.isHeld) hold(isHeld);
      },
      divideAt,
      move,
      zoom: (factor, at) => setScale(currentView().scale * factor, at),
      stepZoom,
      fit: fitShown,
      mark: ({ isPanning, isZooming, isOnLine }) => {
        surface?.toggleAttribute('data-panning', isPanning);
        surface?.toggleAttribute('data-zooming', isZooming);
        surface?.toggleAttribute('data-on-line', isOnLine);
      },
    },
    navigation,
  );

  return {
    mount: (element) => {
      const scope = createScope();
      surface = element;
      const drawn = createCompareCanvas(element, {
        createWorker,
        onUnreadable: () => element.toggleAttribute('data-plain', true),
      });
      canvas = drawn;
      scope.add(() => {
        surface = undefined;
        canvas = undefined;
        drawn.dispose();
      });
      if (pairs !== undefined) canvas.lay(pairs);
      canvas.cover(covering);
      resize(deviceSizeOf(element));
      scope.add(() => {
        cancelAnimationFrame(frame);
        frame = 0;
      });
      scope.add(createPointerInput(element, () => size.width, handlers).dispose);
      const stopObserving = observeDeviceSize(element, (next) => {
        resize(next);
        redraw();
      });
      scope.add(stopObserving);
      redraw();
      draw();
      return scope.dispose;
    },
    show: (nextId, nextPicture) => {
      if (nextId === sourceId && nextPicture.width === picture.width && nextPicture.height === picture.height) return;
      if (nextId !== sourceId) views.close(sourceId);
      sourceId = nextId;
      picture = nextPicture;
      arrange();
      views.open(sourceId, picture);
      redraw();
    },
    lay: (next) => {
      const isOtherCount = next.length !== pairs?.length;
      pairs = next;
      surface?.toggleAttribute('data-plain', false);
      canvas?.lay(next);
      if (!isOtherCount) return;
      arrange();
      redraw();
    },
    bindPanes: (next) => {
      paneHandlers = next;
    },
    cover: (drawing) => {
      covering = drawing;
      canvas?.cover(drawing);
    },
    setMode: (next) => {
      mode = next;
      redraw();
    },
    bindSlider: (next) => {
      slider = next;
      redraw();
    },
    setDivider,
    startAt,
    stepDivider: (direction) => setDivider(share + direction * DIVIDER_STEP),
    hold,
    fit: fitShown,
    actualSize: () => setScale(1),
    stepZoom,
    pan: (stepsX, stepsY) => move(stepsX * PAN_STEP_PX * pxPerCss, stepsY * PAN_STEP_PX * pxPerCss),
    viewState: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settled: async () => {
      while (frame !== 0) await new Promise(requestAnimationFrame);
      await canvas?.settled();
    },
  };
}
