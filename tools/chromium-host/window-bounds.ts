// Owns where a window is and whether it is maximized, minimized or full screen; must not know pages or the app.

export type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen';

const ENTERING = {
  normal: 'restore',
  minimized: 'minimize',
  maximized: 'maximize',
  fullscreen: 'enter-full-screen',
} as const;
const LEAVING = {
  normal: 'restore',
  minimized: 'restore',
  maximized: 'unmaximize',
  fullscreen: 'leave-full-screen',
} as const;

export interface WindowBoundsOptions {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width: number;
  readonly height: number;
  /** Raises an event of the window. */
  readonly emit: (name: string) => void;
  /** Applies bounds in the browser; called only with what its protocol's Bounds takes. */
  readonly applyBounds: (bounds: object) => void;
}

/** Bounds and state of one window, as the app asked for it and as the page reports it. */
export class WindowBounds {
  readonly hasPosition: boolean;
  readonly #options: WindowBoundsOptions;
  #bounds: Electron.Rectangle;
  #normalBounds: Electron.Rectangle;
  #state: WindowState = 'normal';

  constructor(options: WindowBoundsOptions) {
    const { x, y, width, height } = options;
    this.#options = options;
    this.hasPosition = x !== undefined && y !== undefined;
    this.#bounds = { x: x ?? 0, y: y ?? 0, width, height };
    this.#normalBounds = this.#bounds;
  }

  get bounds(): Electron.Rectangle {
    return { ...this.#bounds };
  }
  get normalBounds(): Electron.Rectangle {
    return { ...this.#normalBounds };
  }
  get state(): WindowState {
    return this.#state;
  }

  set(bounds: Partial<Electron.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    this.#normalBounds = this.#bounds;
    const { x, y, width, height } = this.#bounds;
    this.#options.applyBounds({ left: x, top: y, width, height });
  }

  setState(state: WindowState): void {
    const previous = this.#state;
    this.#state = state;
    this.#options.applyBounds({ windowState: state });
    if (previous === state) return;
    const name = state === 'normal' ? LEAVING[previous] : ENTERING[state];
    queueMicrotask(() => this.#options.emit(name));
  }

  /** A browser window has come to be, with the right bounds: it still needs the state. */
  opened(): void {
    if (this.#state !== 'normal') this.#options.applyBounds({ windowState: this.#state });
  }

  /** The page sees its window there. */
  moved(bounds: Electron.Rectangle): void {
    // A page that loads before its window is on the screen sees no size.
    if (bounds.width === 0 || bounds.height === 0) return;
    const { x, y, width, height } = this.#bounds;
    this.#bounds = { ...bounds };
    if (this.#state === 'normal') this.#normalBounds = this.#bounds;
    if (bounds.x !== x || bounds.y !== y) this.#options.emit('move');
    if (bounds.width !== width || bounds.height !== height) this.#options.emit('resize');
  }
}
