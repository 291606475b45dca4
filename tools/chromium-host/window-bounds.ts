// Owns where a window is and whether it is maximized or minimized; must not know pages or the app.

export type WindowState = 'normal' | 'minimized' | 'maximized';

export interface WindowBoundsOptions {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width: number;
  readonly height: number;
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

  setState(state: WindowState): void {
    this.#state = state;
    this.#options.applyBounds({ windowState: state });
  }

  /** A browser window has come to be, with the right bounds: it still needs the state. */
  opened(): void {
    if (this.#state !== 'normal') this.#options.applyBounds({ windowState: this.#state });
  }

  /** The page sees its window there. */
  moved(bounds: Electron.Rectangle): void {
    // A page that loads before its window is on the screen sees no size.
    if (bounds.width === 0 || bounds.height === 0) return;
    this.#bounds = { ...bounds };
    if (this.#state === 'normal') this.#normalBounds = this.#bounds;
  }
}
