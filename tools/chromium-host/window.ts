// Owns `BrowserWindow`: one Chromium app window per instance, its bounds and its life; must not know what the page does.

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

// What this class gives must be called as in Electron; `loadURL` and `webContents` differ in their types only.
type WindowMethods =
  | 'blur'
  | 'center'
  | 'close'
  | 'destroy'
  | 'flashFrame'
  | 'focus'
  | 'getBounds'
  | 'getContentBounds'
  | 'getNormalBounds'
  | 'getTitle'
  | 'hide'
  | 'isDestroyed'
  | 'isFocused'
  | 'isFullScreen'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'loadURL'
  | 'maximize'
  | 'minimize'
  | 'moveTop'
  | 'reload'
  | 'restore'
  | 'setAutoHideMenuBar'
  | 'setBackgroundColor'
  | 'setBounds'
  | 'setFullScreen'
  | 'setMenu'
  | 'setMenuBarVisibility'
  | 'setProgressBar'
  | 'setTitle'
  | 'show'
  | 'unmaximize';

const DEFAULT_WIDTH = 800;
const DEFAULT_HEIGHT = 600;
const openWindows: BrowserWindow[] = [];
let lastId = 0;

export class BrowserWindow
  extends honestEmitter('BrowserWindow')
  implements OpenWindow, Pick<ElectronWindow, WindowMethods>
{
  static getAllWindows(): BrowserWindow[] {
    return [...openWindows];
  }
  static fromWebContents(contents: HostWebContents): BrowserWindow | null {
    return openWindows.find((window) => window.webContents === contents) ?? null;
  }
  static fromId(id: number): BrowserWindow | null {
    return openWindows.find((window) => window.id === id) ?? null;
  }
  static getFocusedWindow(): BrowserWindow | null {
    return openWindows.find((window) => window.isFocused()) ?? null;
  }

  readonly id = ++lastId;
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
  #isClosing = false;
  #isDestroyed = false;
  #title: string;

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
      emit: (name) => this.emit(name, {}),
      applyBounds: (bounds) => this.#applyBounds(bounds),
    });
    this.#isVisible = options.show ?? true;
    this.#title = options.title ?? app.getName();
    this.webContents = new HostWebContents(preferences);
    this.webContents.on('first-paint', () => {
      this.#isPainted = true;
      this.emit('ready-to-show', {});
    });
    this.webContents.on('close-requested', () => this.close());
    this.webContents.news.on('state', (news: PageState) => this.#onPageState(news));
    desktop.on('theme-source', this.#applyTheme);
    openWindows.push(this);
    state.windows.add(this);
    app.emit('web-contents-created', {}, this.webContents);
    this.webContents.on('render-process-gone', (event, details) =>
      app.emit('render-process-gone', event, this.webContents, details),
    );
    app.emit('browser-window-created', {}, this);
  }

  async loadURL(url: string): Promise<void> {
    checkScheme(url);
    const finished = new Promise<void>((resolve, reject) => {
      const done = (error?: Error): void => {
        this.webContents.off('did-finish-load', onFinish);
        this.webContents.off('did-fail-load', onFail);
        this.off('closed', onClosed);
        if (error) reject(error);
        else resolve();
      };
      const onFinish = (): void => done();
      const onClosed = (): void => done(new Error(`ERR_FAILED (-2) loading '${url}'`));
      const onFail = (_event: unknown, code: number, description: string): void =>
        done(new Error(`${description} (${code}) loading '${url}'`));
      this.webContents.on('did-finish-load', onFinish);
      this.webContents.on('did-fail-load', onFail);
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
    // Closed by the person, or by the browser's own end: too late to ask.
    void this.#page.ended.then(() => {
      if (!this.#isClosing) this.emit('close', preventable({}));
      this.destroy();
    });
  }

  close(): void {
    if (this.#isClosing) return;
    const event = preventable({});
    this.emit('close', event);
    if (event.defaultPrevented) app.quitWasPrevented();
    else this.destroy();
  }

  destroy(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    void this.#finish();
  }

  async #finish(): Promise<void> {
    desktop.off('theme-source', this.#applyTheme);
    await this.#opening?.catch(() => undefined);
    await this.#page?.browser.close();
    this.#isDestroyed = true;
    this.webContents.destroyed();
    openWindows.splice(openWindows.indexOf(this), 1);
    state.windows.delete(this);
    markDestroyed(this, ['id', 'isDestroyed', 'whenGone']);
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
  reload(): void {
    this.webContents.reload();
  }

  show(): void {
    this.#appear();
    this.focus();
  }
  #appear(): void {
    this.#isVisible = true;
    record('BrowserWindow.show', { isPainted: this.#isPainted });
    this.emit('show', {});
  }
  hide(): void {
    this.#isVisible = false;
    record('BrowserWindow.hide');
    this.emit('hide', {});
  }
  focus(): void {
    if (!this.#isVisible) return;
    record('BrowserWindow.focus');
    this.webContents.focus();
  }
  blur(): void {
    record('BrowserWindow.blur');
  }
  /** For tests: the person goes to another program. A driven page believes that it always has the focus. */
  loseFocus(): void {
    this.#setFocused(false);
  }
  isVisible(): boolean {
    return this.#isVisible;
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
  isFullScreen(): boolean {
    return this.#placement.state === 'fullscreen';
  }
  minimize(): void {
    this.#placement.setState('minimized');
  }
  maximize(): void {
    if (!this.#isVisible) this.#appear();
    this.#placement.setState('maximized');
  }
  unmaximize(): void {
    this.#placement.setState('normal');
  }
  restore(): void {
    this.#placement.setState('normal');
  }
  setFullScreen(isFullScreen: boolean): void {
    this.#placement.setState(isFullScreen ? 'fullscreen' : 'normal');
  }

  getBounds(): Electron.Rectangle {
    return this.#placement.bounds;
  }
  getContentBounds(): Electron.Rectangle {
    return this.#placement.bounds;
  }
  getNormalBounds(): Electron.Rectangle {
    return this.#placement.normalBounds;
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#placement.set(bounds);
  }
  center(): void {
    record('BrowserWindow.center');
  }
  moveTop(): void {
    record('BrowserWindow.moveTop');
  }

  getTitle(): string {
    return this.#title;
  }
  setTitle(title: string): void {
    this.#title = title;
    record('BrowserWindow.setTitle', title);
  }
  setProgressBar(progress: number, options?: Electron.ProgressBarOptions): void {
    record('BrowserWindow.setProgressBar', progress, options);
  }
  setBackgroundColor(color: string): void {
    record('BrowserWindow.setBackgroundColor', color);
  }
  setMenu(menu: unknown): void {
    record('BrowserWindow.setMenu', menu !== null);
  }
  setMenuBarVisibility(isVisible: boolean): void {
    record('BrowserWindow.setMenuBarVisibility', isVisible);
  }
  setAutoHideMenuBar(hides: boolean): void {
    record('BrowserWindow.setAutoHideMenuBar', hides);
  }
  flashFrame(isFlashing: boolean): void {
    record('BrowserWindow.flashFrame', isFlashing);
  }

  #applyBounds(bounds: object): void {
    const { windowId, browser } = this.#page ?? {};
    browser?.connection.browser.tell('Browser.setWindowBounds', { windowId, bounds });
  }

  #sendTheme(): void {
    if (!this.#page) return;
    const value = state.themeSource === 'system' ? '' : state.themeSource;
    this.webContents.cdp.tell('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value }],
    });
  }

  #onPageState(news: PageState): void {
    this.#placement.moved(news.bounds);
    this.#setFocused(news.isFocused);
    desktop.emit('page-state', news);
  }

  #setFocused(isFocused: boolean): void {
    if (isFocused === this.#isFocused) return;
    this.#isFocused = isFocused;
    this.emit(isFocused ? 'focus' : 'blur', {});
    app.emit(isFocused ? 'browser-window-focus' : 'browser-window-blur', {}, this);
  }
}
