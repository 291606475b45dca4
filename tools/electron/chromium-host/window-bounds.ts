// The bounds of a window and whether it is maximized or minimized. Independent of pages and the app.

export type WindowState = 'normal' | 'minimized' | 'maximized';

export interface WindowBoundsOptions {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width: number;
  readonly height: number;
  /** Applies bounds in the browser; called only with fields that its protocol's Bounds accepts. */
  readonly applyBounds: (bounds: object) => void;
}

/** Bounds and state of one window, as set by the app and as reported by the page. */
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

  setState(state: WindowState): void {
    this.#state = state;
    this.#options.applyBounds({ windowState: state });
  }

  /** A browser window was opened with the right bounds: its state is still to be set. */
  opened(): void {
    if (this.#state !== 'normal') this.#options.applyBounds({ windowState: this.#state });
  }

  /** Called when the page reports new bounds of its window. */
  moved(bounds: Electron.Rectangle): void {
    // A page that loads before its window is on the screen reports no size.
    if (bounds.width === 0 || bounds.height === 0) return;
    this.#bounds = { ...bounds };
    if (this.#state === 'normal') this.#normalBounds = this.#bounds;
  }
}
