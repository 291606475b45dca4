// The view of a comparison: zoom, pan and divider are shared by both pictures, and stay the same for all results of a
// source.
//
// A worker draws the pictures on a canvas. Whatever else changes with each pointer event is set on the surface without
// React, as custom properties:
//   --x --y       the pictures' top left corner, in CSS pixels of the surface
//   --scale       CSS pixels per picture pixel
//   --divider     the position of the divider, in CSS pixels of the surface
//   --cut         the same position in the pictures' own pixels

import type { Size } from '../../../shared/images/size.ts';
import { createScope } from '../../lifetime/scope.ts';
import { createPointerInput, type InputPoint } from '../../mask/input/pointer-input.ts';
import { deviceSizeOf, observeDeviceSize } from '../../mask/input/surface.ts';
import { fitView, type Point, panBy, resizeView, toPicture, type View, zoomTo } from '../../mask/view/view.ts';
import { type CompareCanvas, createCompareCanvas } from './compare-canvas.ts';
import type { LaidPair } from './compare-drawing.ts';
import { type CompareMode, dividerPx, dividerShare, isZoomedIn } from './compare-geometry.ts';

/** Zoom factor of `+` and `−`. */
const ZOOM_STEP = 1.5;
/** Distance moved by Shift and an arrow key, in CSS pixels. */
const PAN_STEP_PX = 60;
/** Distance the divider moves with an arrow key, as a share of the visible part. */
const DIVIDER_STEP = 0.02;
/** How close to the divider a pointer grabs it when zoomed in, in CSS pixels. */
const GRAB_PX = 18;
/** From this scale on, pixels are drawn as squares. */
const PIXELS_FROM = 4;

/** The state that React components read. */
type CompareViewState = {
  /** Device pixels per picture pixel. */
  zoom: number;
  /** The original is shown while a key or button is held. */
  isHeld: boolean;
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
  /** Sets the two pictures. */
  lay: (pair: LaidPair) => void;
  /** Shows a drawing of the frame's size instead of the pictures, once it is decoded; null shows them again. */
  cover: (drawing: Blob | null) => void;
  setMode: (mode: CompareMode) => void;
  /** Synchronises a range input with the divider; its value is the share in percent. */
  bindSlider: (slider: HTMLInputElement | null) => void;
  setDivider: (share: number) => void;
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

/** Creates an empty stage. @param createWorker starts `compare-worker.ts`. */
export function createCompareStage(createWorker: () => Worker): CompareStage {
  const listeners = new Set<() => void>();
  let surface: HTMLElement | undefined;
  let slider: HTMLInputElement | null = null;
  let viewport: Size = { width: 0, height: 0 };
  let picture: Size = { width: 1, height: 1 };
  let sourceId = '';
  let view: View = { scale: 1, offsetX: 0, offsetY: 0 };
  let isFitted = true;
  let share = 0.5;
  let mode: CompareMode = 'slider';
  let gesture: { kind: 'divide' | 'pan'; last: Point } | undefined;
  let current: CompareViewState = { zoom: 1, isHeld: false };
  let frame = 0;
  let canvas: CompareCanvas | undefined;
  let pair: LaidPair | undefined;
  let covering: Blob | null = null;

  const notify = (next: CompareViewState): void => {
    if (next.zoom === current.zoom && next.isHeld === current.isHeld) return;
    current = next;
    for (const listener of [...listeners]) listener();
  };
  // Cached, because reading the layout for each event would cost more than everything else.
  let pxPerCss = devicePixelRatio;
  const measureRatio = (): void => {
    if (surface !== undefined && surface.clientWidth > 0) pxPerCss = viewport.width / surface.clientWidth;
  };
  const lineAt = (): number => dividerPx(share, view, viewport, picture);

  /** The position where the picture after the edit begins. */
  const cutAt = (): number => {
    if (current.isHeld) return viewport.width;
    return mode === 'slider' ? lineAt() : 0;
  };

  const draw = (): void => {
    frame = 0;
    if (surface === undefined || viewport.width === 0) return;
    const set = (name: string, value: string): void => surface?.style.setProperty(name, value);
    set('--x', `${view.offsetX / pxPerCss}px`);
    set('--y', `${view.offsetY / pxPerCss}px`);
    set('--scale', String(view.scale / pxPerCss));
    set('--divider', `${lineAt() / pxPerCss}px`);
    set('--cut', `${toPicture(view, { x: lineAt(), y: 0 }).x}px`);
    surface.toggleAttribute('data-zoomed', isZoomedIn(view, viewport, picture));
    if (slider !== null) {
      slider.valueAsNumber = share * 100;
      slider.setAttribute('aria-valuetext', `${Math.round(share * 100)} %`);
    }
    notify({ ...current, zoom: view.scale });
  };
  const redraw = (): void => {
    // Not throttled here: the worker draws only the latest scene, at its next frame; a second throttle would delay it
    // by another frame.
    if (viewport.width > 0) canvas?.draw({ view, viewport, picture, cutPx: cutAt(), squaresFrom: PIXELS_FROM });
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const change = (next: View): void => {
    view = next;
    isFitted = false;
    redraw();
  };
  const fitPicture = (): void => {
    view = fitView(viewport, picture);
    isFitted = true;
    redraw();
  };
  const middle = (): Point => ({ x: viewport.width / 2, y: viewport.height / 2 });
  const setScale = (scale: number, at: Point): void => change(zoomTo(view, scale, at, viewport, picture));
  const move = (byX: number, byY: number): void => change(panBy(view, byX, byY, viewport, picture));
  const hold = (isHeld: boolean): void => {
    notify({ ...current, isHeld });
    surface?.toggleAttribute('data-held', isHeld);
    redraw();
  };
  const setDivider = (next: number): void => {
    share = Math.min(1, Math.max(0, next));
    redraw();
  };
  const divideAt = (atPx: number): void => setDivider(dividerShare(atPx, view, viewport, picture));

  const isOnLine = (at: Point): boolean => mode === 'slider' && Math.abs(at.x - lineAt()) <= GRAB_PX * pxPerCss;
  const begin = (at: InputPoint): void => {
    slider?.focus();
    if (mode === 'hold') hold(true);
    const isDividing = mode === 'slider' && (isOnLine(at) || !isZoomedIn(view, viewport, picture));
    gesture = { kind: isDividing ? 'divide' : 'pan', last: at };
    if (isDividing) divideAt(at.x);
  };
  const follow = (points: readonly InputPoint[]): void => {
    const at = points.at(-1);
    if (at === undefined || gesture === undefined) return;
    if (gesture.kind === 'divide') divideAt(at.x);
    else if (isZoomedIn(view, viewport, picture)) move(at.x - gesture.last.x, at.y - gesture.last.y);
    gesture.last = at;
  };
  const end = (): void => {
    gesture = undefined;
    if (current.isHeld) hold(false);
  };
  const handlers = {
    begin,
    move: follow,
    end,
    cancel: end,
    pan: move,
    zoom: (factor: number, at: Point): void => setScale(view.scale * factor, at),
    isKeyboardUsed: () => false,
    doubleClick: () => undefined,
    hover: (at: Point | undefined, purpose: 'draw' | 'pan'): void => {
      const isGrabbing = purpose === 'pan' || gesture?.kind === 'pan';
      surface?.toggleAttribute('data-panning', isGrabbing);
      surface?.toggleAttribute('data-on-line', at !== undefined && isOnLine(at));
    },
  };

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
      if (pair !== undefined) canvas.lay(pair);
      canvas.cover(covering);
      viewport = deviceSizeOf(element);
      measureRatio();
      scope.add(() => {
        cancelAnimationFrame(frame);
        frame = 0;
      });
      scope.add(createPointerInput(element, () => viewport.width, handlers).dispose);
      const stopObserving = observeDeviceSize(element, (size) => {
        // Hidden, on another tab.
        if (size.width === 0 || size.height === 0) return;
        const before = viewport;
        viewport = size;
        measureRatio();
        if (isFitted || before.width === 0) fitPicture();
        else view = resizeView(view, before, size);
        redraw();
      });
      scope.add(stopObserving);
      if (isFitted) fitPicture();
      else redraw();
      draw();
      return scope.dispose;
    },
    show: (nextId, size) => {
      const isSameSource = nextId === sourceId;
      if (isSameSource && size.width === picture.width && size.height === picture.height) return;
      sourceId = nextId;
      picture = size;
      if (isFitted || !isSameSource) fitPicture();
      redraw();
    },
    lay: (next) => {
      pair = next;
      surface?.toggleAttribute('data-plain', false);
      canvas?.lay(next);
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
    stepDivider: (direction) => setDivider(share + direction * DIVIDER_STEP),
    hold,
    fit: fitPicture,
    actualSize: () => setScale(1, middle()),
    stepZoom: (direction) => setScale(view.scale * ZOOM_STEP ** direction, middle()),
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
