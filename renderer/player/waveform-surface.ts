// Shows waveform, position and selection as they move, and handles pointer, wheel and keys; all of this changes too
// often for React. Independent of stores.

import { ROLE_COLOURS } from '../../shared/script/script-size.ts';
import type { Loop } from '../engines/audio/loop.ts';
import type { Peaks } from '../engines/audio/peaks.ts';
import { createWaveformPainter, type WaveformColors } from '../engines/audio/waveform-painter.ts';
import { follow, resizeView, scrollBy, timeAt, wholeView, zoomAround } from '../engines/audio/waveform-view.ts';
import type { Transport } from './player-store.ts';

/** The elements of the waveform. */
export type WaveformElements = {
  canvas: HTMLCanvasElement;
  /** Covers the canvas; receives pointer and key events. */
  slider: HTMLInputElement;
  position: HTMLElement;
  length: HTMLElement;
};

/** How times are formatted, and the sources of what is drawn. */
export type WaveformPorts = {
  transport: Transport;
  /** Returns the length in seconds, as far as known; called for each frame. */
  lengthS: () => number;
  /** Returns the peaks so far; called for each frame. */
  peaks: () => Peaks | undefined;
  format: {
    position: (seconds: number) => string;
    length: (seconds: number) => string;
    valueText: (positionS: number, lengthS: number) => string;
  };
};

/** A mounted waveform. Once disposed of, it draws nothing: the elements may be another one's by then. */
export type WaveformSurface = {
  /** Draws once, or while `isMoving` whenever the position has moved by a pixel. */
  refresh: (isMoving: boolean) => void;
  /** Zooms in by `factor` around the playhead; 0 shows the whole sound. */
  zoom: (factor: number) => void;
  dispose: () => void;
};

/** Sound moves at most so many times as fast as it was spoken. */
const MAX_RATE = 2;
/** How long a moving waveform may stay as it is, in milliseconds: it also grows while sound arrives. */
const LONGEST_STILL_MS = 100;
/** While sound moves, the slider and the texts follow in steps of so many seconds. */
const VALUE_STEP_S = 0.25;
/** A pointer that moves less than this clicks instead of dragging. */
const DRAG_PX = 4;
const ZOOM_STEP = 1.5;
const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP, '0': 0 };

/** Handles the elements until disposed of. */
export function createWaveformSurface(elements: WaveformElements, ports: WaveformPorts): WaveformSurface {
  const { canvas, slider } = elements;
  const { transport, format } = ports;
  const painter = createWaveformPainter(canvas);
  const stop = new AbortController();
  const listen = { signal: stop.signal };
  let colors = readColors(canvas);
  let wait: ReturnType<typeof setTimeout> | undefined;
  let isMoving = false;
  let lengthS = 0;
  let view = wholeView(0);
  /** What the slider and the texts say. */
  let shown = { positionS: Number.NaN, lengthS: 0 };
  let drag: { fromX: number; fromS: number; loop: Loop | null } | undefined;

  const show = (): void => {
    if (stop.signal.aborted) return;
    const nextLengthS = ports.lengthS();
    if (nextLengthS !== lengthS) view = resizeView(view, lengthS, nextLengthS);
    lengthS = nextLengthS;
    const positionS = lengthS > 0 ? Math.min(transport.positionS(), lengthS) : 0;
    if (isMoving && drag === undefined) view = follow(view, lengthS, positionS);
    painter.setPeaks(ports.peaks());
    painter.draw({ view, lengthS, positionS, loop: drag?.loop ?? transport.snapshot().loop, colors });
    // Each value costs the page a layout. One that went back, as in a loop, is shown however short the way was.
    const stepS = positionS - shown.positionS;
    if (isMoving && lengthS === shown.lengthS && stepS >= 0 && stepS < VALUE_STEP_S) return;
    shown = { positionS, lengthS };
    setText(elements.position, format.position(positionS));
    setText(elements.length, format.length(lengthS));
    setAttribute(slider, 'max', String(lengthS > 0 ? lengthS : 1));
    slider.value = String(positionS);
    setAttribute(slider, 'aria-valuetext', format.valueText(positionS, lengthS));
  };

  const tick = (): void => {
    show();
    if (!isMoving || stop.signal.aborted) return;
    const pixelS = (view.toS - view.fromS) / Math.max(1, canvas.width);
    const stillMs = Math.min(LONGEST_STILL_MS, (1000 * pixelS) / MAX_RATE);
    wait = setTimeout(tick, stillMs);
  };

  const shareAt = (clientX: number): number => {
    const box = slider.getBoundingClientRect();
    return box.width > 0 ? (clientX - box.left) / box.width : 0;
  };

  const change = (next: typeof view): void => {
    view = next;
    show();
  };

  const select = (loop: Loop): void => {
    transport.setLoop(loop);
    const positionS = transport.positionS();
    if (positionS < loop.fromS || positionS > loop.toS) transport.seek(loop.fromS);
  };

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || slider.disabled) return;
    slider.setPointerCapture(event.pointerId);
    drag = { fromX: event.clientX, fromS: timeAt(view, shareAt(event.clientX)), loop: null };
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (drag === undefined) return;
    const atS = timeAt(view, shareAt(event.clientX));
    const isDrag = drag.loop !== null || Math.abs(event.clientX - drag.fromX) >= DRAG_PX;
    if (isDrag && atS !== drag.fromS) drag.loop = { fromS: Math.min(atS, drag.fromS), toS: Math.max(atS, drag.fromS) };
    show();
  };
  const onPointerUp = (): void => {
    if (drag === undefined) return;
    const { loop, fromS } = drag;
    drag = undefined;
    if (loop !== null) select(loop);
    else {
      const old = transport.snapshot().loop;
      if (old !== null && (fromS < old.fromS || fromS > old.toS)) transport.setLoop(null);
      transport.seek(fromS);
    }
    show();
  };
  const onPointerCancel = (): void => {
    drag = undefined;
    show();
  };

  const onWheel = (event: WheelEvent): void => {
    if (slider.disabled) return;
    event.preventDefault();
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isSideways) {
      const delta = event.deltaX || event.deltaY;
      change(scrollBy(view, lengthS, (delta / slider.clientWidth) * (view.toS - view.fromS)));
    } else change(zoomAround(view, lengthS, timeAt(view, shareAt(event.clientX)), 2 ** (-event.deltaY / 300)));
  };

  const zoom = (factor: number): void =>
    change(factor === 0 ? wholeView(lengthS) : zoomAround(view, lengthS, transport.positionS(), factor));

  /** Moves the end of the selection, which starts at the playhead. */
  const extend = (byS: number): void => {
    const { fromS, toS } = transport.snapshot().loop ?? { fromS: transport.positionS(), toS: transport.positionS() };
    const end = Math.max(0, Math.min(lengthS, toS + byS));
    if (end !== fromS) select({ fromS: Math.min(fromS, end), toS: Math.max(fromS, end) });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const stepS = Math.max(0.1, Math.min(1, (view.toS - view.fromS) / 20));
    const jumps: Readonly<Record<string, number>> = {
      ArrowLeft: -stepS,
      ArrowDown: -stepS,
      ArrowRight: stepS,
      ArrowUp: stepS,
      PageDown: -5 * stepS,
      PageUp: 5 * stepS,
    };
    const jump = jumps[event.key];
    const zoomFactor = ZOOM_KEYS[event.key];
    if (jump !== undefined && event.shiftKey) extend(jump);
    else if (jump !== undefined) transport.seek(transport.positionS() + jump);
    else if (zoomFactor !== undefined) zoom(zoomFactor);
    else if (event.key === 'Escape' && transport.snapshot().loop !== null) transport.setLoop(null);
    else return;
    event.preventDefault();
    show();
  };

  const recolor = (): void => {
    colors = readColors(canvas);
    show();
  };
  const resize = new ResizeObserver(() => {
    painter.resize(canvas.clientWidth, canvas.clientHeight, devicePixelRatio);
    show();
  });
  resize.observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolor, listen);
  slider.addEventListener('pointerdown', onPointerDown, listen);
  slider.addEventListener('pointermove', onPointerMove, listen);
  slider.addEventListener('pointerup', onPointerUp, listen);
  slider.addEventListener('pointercancel', onPointerCancel, listen);
  // Prevents the slider's own dragging, which does not support zoom and selection.
  slider.addEventListener(
    'mousedown',
    (event) => {
      event.preventDefault();
      slider.focus({ preventScroll: true });
    },
    listen,
  );
  slider.addEventListener('wheel', onWheel, { ...listen, passive: false });
  slider.addEventListener('keydown', onKeyDown, listen);
  // Assistive technology, Home and End set the value directly.
  slider.addEventListener('input', () => transport.seek(slider.valueAsNumber), listen);
  const leave = transport.subscribe(show);

  return {
    refresh: (moves) => {
      isMoving = moves;
      clearTimeout(wait);
      tick();
    },
    zoom,
    dispose: () => {
      clearTimeout(wait);
      resize.disconnect();
      leave();
      stop.abort();
    },
  };
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function setAttribute(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Reads the painter's colours from the canvas's unused `color`, `outline-color` and `caret-color`, where the style
 * sheet defines them.
 */
function readColors(canvas: HTMLCanvasElement): WaveformColors {
  const { color, outlineColor, caretColor } = getComputedStyle(canvas);
  let hues: readonly string[] | undefined;
  return {
    color,
    playedColor: outlineColor,
    playheadColor: caretColor,
    hues: () => {
      hues ??= readHues(canvas);
      return hues;
    },
  };
}

/** The colours of roles as a canvas takes them. They are custom properties, which only a used colour makes known. */
function readHues(canvas: HTMLCanvasElement): readonly string[] {
  return Array.from({ length: ROLE_COLOURS }, (_, index) => {
    // One for each: the colour of an element that has had another is in transition.
    const probe = document.createElement('span');
    probe.style.color = `var(--role-${index})`;
    canvas.parentElement?.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
}
