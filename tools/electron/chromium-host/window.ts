// Implements `BrowserWindow`: one Chromium app window per instance, its bounds and its lifetime. Independent of the
// page's content.

import { basename } from 'node:path';
import type { BrowserWindow as ElectronWindow } from 'electron';
import { app } from './app.ts';
import { honestEmitter, markDestroyed } from './honest.ts';
import { type OpenedPage, openPage } from './page-host.ts';
import { readPreload } from './page-scripts.ts';
import { checkScheme } from './protocol.ts';
import { desktop, type OpenWindow, type PageState, preventable, record, requireReady, state } from './state.ts';
import { HostWebContents } from './web-contents.ts';
import { safePreferences } from './web-preferences.ts';
import { WindowBounds } from './window-bounds.ts';

// The members of this class must have Electron's signatures; `loadURL` and `webContents` differ in their types only.
type WindowMethods =
  | 'focus'
  | 'getNormalBounds'
  | 'isDestroyed'
  | 'isFocused'
  | 'isMaximized'
  | 'isMinimized'
  | 'loadURL'
  | 'maximize'
  | 'restore'
  | 'setProgressBar'
  | 'show';

const DEFAULT_WIDTH = 800;
const DEFAULT_HEIGHT = 600;
const openWindows: BrowserWindow[] = [];

export class BrowserWindow
  extends honestEmitter('BrowserWindow')
  implements OpenWindow, Pick<ElectronWindow, WindowMethods>
{
  static getAllWindows(): BrowserWindow[] {
    return [...openWindows];
  }

  readonly webContents: HostWebContents;
  readonly #preload: { name: string; source: string } | undefined;
  readonly #placement: WindowBounds;
  readonly #gone = Promise.withResolvers<void>();
  readonly #applyTheme = (): void => this.#sendTheme();
  #page: OpenedPage | undefined;
  #opening: Promise<void> | undefined;
  #isFocused = false;
  #isVisible: boolean;
  #isPainted = false;
  readonly #createdMs = performance.now();
  #isClosing = false;
  #isDestroyed = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    requireReady('Cannot create BrowserWindow before app is ready');
    const preferences = safePreferences(options.webPreferences);
    const { preload } = preferences;
    this.#preload = preload === undefined ? undefined : { name: basename(preload), source: readPreload(preload) };
    const { x, y, width = DEFAULT_WIDTH, height = DEFAULT_HEIGHT } = options;
    this.#placement = new WindowBounds({
      x,
      y,
      width,
      height,
      applyBounds: (bounds) => this.#applyBounds(bounds),
    });
    this.#isVisible = options.show ?? true;
    this.webContents = new HostWebContents();
    this.webContents.on('first-paint', () => {
      this.#isPainted = true;
      this.emit('ready-to-show', {});
    });
    this.webContents.pageState.on('state', (page: PageState) => this.#onPageState(page));
    desktop.on('theme-source', this.#applyTheme);
    openWindows.push(this);
    state.windows.add(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  async loadURL(url: string): Promise<void> {
    checkScheme(url);
    // Read now: a window that was closed meanwhile has none.
    const { webContents } = this;
    const finished = new Promise<void>((resolve, reject) => {
      const done = (error?: Error): void => {
        webContents.off('did-finish-load', onFinish);
        webContents.off('did-fail-load', onFail);
        this.off('closed', onClosed);
        if (error) reject(error);
        else resolve();
      };
      const onFinish = (): void => done();
      const onClosed = (): void => done(new Error(`ERR_FAILED (-2) loading '${url}'`));
      const onFail = (_event: unknown, code: number, description: string): void =>
        done(new Error(`${description} (${code}) loading '${url}'`));
      webContents.on('did-finish-load', onFinish);
      webContents.on('did-fail-load', onFail);
      this.on('closed', onClosed);
    });
    finished.catch(() => undefined);
    if (this.#page) {
      this.webContents.expectNavigation(this.#page.toPageUrl(url));
      await this.webContents.cdp.send('Page.navigate', { url: this.#page.toPageUrl(url) });
    } else {
      this.#opening ??= this.#open(url);
      await this.#opening;
    }
    await finished;
  }

  async #open(url: string): Promise<void> {
    const { x, y, width, height } = this.#placement.bounds;
    const bounds = this.#placement.hasPosition ? { x, y, width, height } : { width, height };
    this.#page = await openPage(this.webContents, { url, bounds, preload: this.#preload });
    if (state.themeSource !== 'system') this.#sendTheme();
    this.#placement.opened();
    // Closed by the person, or because the browser ended: too late to ask.
    void this.#page.ended.then(() => {
      if (!this.#isClosing) this.emit('close', preventable({}));
      this.end();
    });
  }

  askToClose(): void {
    if (this.#isClosing) return;
    const event = preventable({});
    this.emit('close', event);
    if (event.defaultPrevented) app.quitWasPrevented();
    else this.end();
  }

  /** For tests: the person shuts Windows down. Ends the process at once, as Windows does, unless the app objects. */
  endSession(): void {
    const event = preventable({ reasons: ['shutdown'] });
    this.emit('query-session-end', event);
    if (!event.defaultPrevented) process.kill(process.pid, 'SIGKILL');
  }

  end(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    void this.#finish();
  }

  async #finish(): Promise<void> {
    desktop.off('theme-source', this.#applyTheme);
    await this.#opening?.catch(() => undefined);
    await this.#page?.close();
    this.#isDestroyed = true;
    this.webContents.destroyed();
    openWindows.splice(openWindows.indexOf(this), 1);
    state.windows.delete(this);
    markDestroyed(this, ['isDestroyed', 'whenGone']);
    this.emit('closed', {});
    this.#gone.resolve();
    if (state.windows.size === 0) app.allWindowsClosed();
  }

  whenGone(): Promise<void> {
    return this.#gone.promise;
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  show(): void {
    this.#appear();
    this.focus();
  }
  #appear(): void {
    this.#isVisible = true;
    record('BrowserWindow.show', { isPainted: this.#isPainted, afterMs: performance.now() - this.#createdMs });
  }
  focus(): void {
    if (!this.#isVisible) return;
    record('BrowserWindow.focus');
    this.webContents.bringToFront();
  }
  /**
   * For tests: the person switches to another program. A page under remote control always believes that it has the
   * focus.
   */
  loseFocus(): void {
    this.#isFocused = false;
  }
  isFocused(): boolean {
    return this.#isFocused;
  }

  isMinimized(): boolean {
    return this.#placement.state === 'minimized';
  }
  isMaximized(): boolean {
    return this.#placement.state === 'maximized';
  }
  /** For tests: the person minimises the window. */
  minimizeByHand(): void {
    this.#placement.setState('minimized');
  }
  maximize(): void {
    if (!this.#isVisible) this.#appear();
    this.#placement.setState('maximized');
  }
  restore(): void {
    this.#placement.setState('normal');
  }
  getNormalBounds(): Electron.Rectangle {
    return this.#placement.normalBounds;
  }
  setProgressBar(progress: number, options?: Electron.ProgressBarOptions): void {
    record('BrowserWindow.setProgressBar', progress, options);
  }

  #applyBounds(bounds: object): void {
    const { windowId, browser } = this.#page ?? {};
    browser?.connection.browser.sendUnchecked('Browser.setWindowBounds', { windowId, bounds });
  }

  #sendTheme(): void {
    if (!this.#page) return;
    const value = state.themeSource === 'system' ? '' : state.themeSource;
    this.webContents.cdp.sendUnchecked('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value }],
    });
  }

  #onPageState(page: PageState): void {
    this.#placement.moved(page.bounds);
    this.#isFocused = page.isFocused;
    desktop.emit('page-state', page);
  }
}
