// Implements `webContents`: one page, its frame, its events and its IPC. Independent of windows and of how Chromium is
// started.

import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { WebContents } from 'electron';
import type { CdpParams, CdpSession } from './cdp.ts';
import { honest, honestEmitter, markDestroyed } from './honest.ts';
import { PageChannel } from './ipc.ts';
import { preventable, record } from './state.ts';

type ContentsMethods =
  | 'isDestroyed'
  | 'mainFrame'
  | 'reload'
  | 'send'
  | 'setWebRTCIPHandlingPolicy'
  | 'setWindowOpenHandler'
  | 'setZoomFactor'
  | 'startDrag';

type WebRtcPolicy = Parameters<WebContents['setWebRTCIPHandlingPolicy']>[0];
type WindowOpenHandler = (details: Electron.HandlerDetails) => { action: 'allow' | 'deny' };

/** Whether a file starts like a PNG or a JPEG. */
function isPicture(file: string): boolean {
  return existsSync(file) && /^(?:\x89PNG|\xff\xd8\xff)/.test(readFileSync(file).toString('latin1', 0, 4));
}

export class HostWebContents extends honestEmitter('WebContents') implements Pick<WebContents, ContentsMethods> {
  readonly mainFrame: Electron.WebFrameMain;
  readonly channel: PageChannel;
  /** Reports of the page about its window: bounds, focus, colour scheme. */
  readonly pageState = new EventEmitter();
  /** For the start of Chromium. */
  webRtcPolicy: WebRtcPolicy = 'default';
  /** Addresses that the host itself is about to load. */
  readonly #ownNavigations = new Set<string>();
  #toAppUrl: (url: string) => string = (url) => url;
  #cdp: CdpSession | undefined;
  #url = '';
  #isDestroyed = false;
  #hasFailed = false;
  #frameId: unknown;
  #windowOpenHandler: WindowOpenHandler | undefined;
  #zoomFactor = 1;
  /** Whether the page has asked for its own reload. */
  #isReloadingItself = false;
  /** Whether a button of the pointer is down in the page. */
  #isPressed = false;

  constructor() {
    super();
    const contents = this;
    const senderFrame = honest('WebFrameMain', {
      get origin() {
        return contents.#url === '' ? 'null' : contents.#url.split('/').slice(0, 3).join('/');
      },
    } satisfies Partial<Electron.WebFrameMain>) as Electron.WebFrameMain;
    this.mainFrame = senderFrame;
    this.channel = new PageChannel(
      () => ({ sender: this, senderFrame, processId: 1, frameId: 1 }),
      (kind, report) => {
        if (kind === 'state') this.pageState.emit(kind, report);
        else if (kind === 'pressed') this.#isPressed = report === true;
        else this.emit(kind, {}, { ...(report as object), frame: senderFrame });
      },
    );
  }

  /** Starts observing the page over its DevTools session; `toAppUrl` converts loopback addresses to the app's. */
  async attach(cdp: CdpSession, toAppUrl: (url: string) => string): Promise<void> {
    this.#cdp = cdp;
    this.#toAppUrl = toAppUrl;
    cdp.on('Page.frameNavigated', ({ frame }) =>
      this.#onNavigated(frame as { id: string; parentId?: string; url: string }),
    );
    cdp.on('Page.navigatedWithinDocument', ({ url }) => {
      this.#url = toAppUrl(String(url));
    });
    cdp.on('Page.frameRequestedNavigation', ({ frameId, reason }) => {
      if (frameId === this.#frameId && reason === 'reload') this.#isReloadingItself = true;
    });
    cdp.on('Page.loadEventFired', () => this.#onLoaded());
    cdp.on('Page.lifecycleEvent', ({ name, frameId }) => {
      if (name === 'firstContentfulPaint' && frameId === this.#frameId) this.emit('first-paint');
    });
    cdp.on('Page.windowOpen', (details) => this.#onWindowOpen(details));
    cdp.on('Fetch.requestPaused', (paused) => this.#onDocumentRequest(paused));
    cdp.on('Inspector.targetCrashed', () => this.#onCrash());
    cdp.on('Runtime.consoleAPICalled', (entry) => this.#onConsole(entry));
    await Promise.all([
      cdp.send('Page.enable'),
      cdp.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      cdp.send('Runtime.enable'),
      cdp.send('Inspector.enable'),
      cdp.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] }),
    ]);
  }

  /** Called when the window has ended. */
  destroyed(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.channel.reset();
    // In addition to the members that remain in Electron, the host still needs these.
    markDestroyed(this, ['isDestroyed', 'destroyed', 'channel', 'pageState', 'cdp']);
  }

  /** The page's DevTools session; throws before the window has loaded anything. */
  get cdp(): CdpSession {
    if (!this.#cdp) throw new Error('the window has not loaded a page yet');
    return this.#cdp;
  }

  send(channel: string, ...args: unknown[]): void {
    this.channel.send(channel, args);
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  reload(): void {
    this.cdp.sendUnchecked('Page.reload');
  }
  /** Focuses the page's window, if it exists already. */
  bringToFront(): void {
    this.#cdp?.sendUnchecked('Page.bringToFront');
  }
  /** Edits the page's text like the menu item with this role. */
  editText(command: 'undo' | 'redo' | 'selectAll'): void {
    this.cdp.sendUnchecked('Runtime.evaluate', { expression: `document.execCommand('${command}')` });
  }
  setWebRTCIPHandlingPolicy(policy: WebRtcPolicy): void {
    if (this.#cdp) throw new Error('the policy for WebRTC must be set before the window loads a page: it is a switch');
    this.webRtcPolicy = policy;
  }
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#windowOpenHandler = handler;
  }
  setZoomFactor(factor: number): void {
    if (!(factor > 0)) throw new Error("'zoomFactor' must be a double greater than 0.0");
    this.#zoomFactor = factor;
    this.#applyZoom();
  }
  /** DevTools cannot set Chromium's own zoom, so the page's root is zoomed. */
  #applyZoom(): void {
    const expression = `document.documentElement.style.zoom = '${this.#zoomFactor}'`;
    this.#cdp?.sendUnchecked('Runtime.evaluate', { expression });
  }
  startDrag(item: Electron.Item): void {
    const files = item.files ?? (item.file ? [item.file] : []);
    if (item.icon === undefined) throw new Error("'icon' parameter is required");
    if (typeof item.icon === 'string' && !isPicture(item.icon))
      throw new Error(`Failed to load image from path '${item.icon}'`);
    if (files.length === 0) throw new Error("Must specify either 'file' or 'files' option");
    // The system would drop the files at once, wherever the pointer is.
    if (this.#isPressed) record('webContents.startDrag', { file: item.file, files });
    else console.error('webContents.startDrag: no button is down, so there is no drag');
  }

  #onNavigated(frame: { id: string; parentId?: string; url: string; unreachableUrl?: string }): void {
    if (frame.parentId !== undefined) return;
    this.#frameId = frame.id;
    this.channel.onNavigated();
    this.#isPressed = false;
    this.#hasFailed = frame.unreachableUrl !== undefined;
    this.#url = this.#toAppUrl(frame.unreachableUrl ?? frame.url);
    if (this.#hasFailed) this.emit('did-fail-load', {}, -2, 'ERR_FAILED', this.#url, true, 1, 1);
  }

  #onLoaded(): void {
    if (this.#zoomFactor !== 1) this.#applyZoom();
    if (!this.#hasFailed && this.#url !== '') this.emit('did-finish-load', {});
  }

  #onCrash(): void {
    this.channel.reset();
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  }

  /** Announces that the host loads this address now, so that `will-navigate` is not raised. */
  expectNavigation(pageUrl: string): void {
    this.#ownNavigations.add(pageUrl);
  }

  // Every document request is paused here, so that the app's will-navigate can really refuse it.
  #onDocumentRequest(paused: CdpParams): void {
    const requestId = paused.requestId;
    const rawUrl = (paused.request as { url: string }).url;
    const url = this.#toAppUrl(rawUrl);
    const fields = { url, isMainFrame: true, isSameDocument: false, frame: this.mainFrame, initiator: this.mainFrame };
    const event = preventable(fields);
    const isRedirect = paused.redirectedRequestId !== undefined;
    if (isRedirect && this.#url !== '') this.emit('will-redirect', event, url, false, true, 1, 1);
    // What the host did not start is the page's, except a reload that the page has not announced: a driver's.
    const isPages = this.#isReloadingItself || url !== this.#url;
    this.#isReloadingItself = false;
    if (!this.#ownNavigations.delete(rawUrl) && this.#url !== '' && isPages) {
      this.emit('will-frame-navigate', event, url, false, true, 1, 1);
      if (!event.defaultPrevented) this.emit('will-navigate', event, url, false, true, 1, 1);
    }
    if (event.defaultPrevented) this.cdp.sendUnchecked('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    else {
      this.channel.onRequested();
      this.cdp.sendUnchecked('Fetch.continueRequest', { requestId });
    }
  }

  #onWindowOpen(details: CdpParams): void {
    const answer = this.#windowOpenHandler?.({
      url: this.#toAppUrl(String(details.url)),
      frameName: String(details.windowName),
      features: (details.windowFeatures as string[]).join(','),
      disposition: 'new-window',
      referrer: { url: this.#url, policy: 'strict-origin-when-cross-origin' },
    });
    // The window is closed by its opener as soon as it appears.
    if (answer?.action !== 'deny') console.error('not implemented on the Chromium host: opening a second window');
  }

  // For tests: the console output of the page, in order with the keys that are pressed in it.
  #onConsole({ args }: CdpParams): void {
    const parts = (args as { value?: unknown; description?: string }[]).map((arg) =>
      String(arg.value ?? arg.description ?? ''),
    );
    this.emit('console-message', { message: parts.join(' ') });
  }
}
