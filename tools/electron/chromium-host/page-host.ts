// Opens one page in Chromium: server, grant, scripts, target. Independent of BrowserWindow.

import { setTimeout as delay } from 'node:timers/promises';
import { Browser } from './browser.ts';
import type { CdpParams } from './cdp.ts';
import { findChromium, NO_CHROMIUM } from './find-chromium.ts';
import { buildPageScripts, ISOLATED_WORLD } from './page-scripts.ts';
import { systemLanguages } from './paths.ts';
import { defaultSession, handleAppRequest } from './protocol.ts';
import { type HostServer, SOCKET_PATH, START_PATH, startServer } from './server.ts';
import { preventable, record, state } from './state.ts';
import type { HostWebContents } from './web-contents.ts';

const TARGET_TIMEOUT_MS = 30_000;
/** A page that does not end within this time, because its script does not return, ends with the browser. */
const UNLOAD_TIMEOUT_MS = 5000;

let sharedServer: Promise<HostServer> | undefined;

export interface OpenPageOptions {
  readonly url: string;
  readonly bounds: { readonly x?: number; readonly y?: number; readonly width: number; readonly height: number };
  readonly preload: { readonly name: string; readonly source: string } | undefined;
}

export interface OpenedPage {
  readonly browser: Browser;
  readonly windowId: number;
  /** Returns the loopback address of an app address. */
  toPageUrl(appUrl: string): string;
  /** Resolves when the page or its browser has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Ends the page as Electron does, so that it receives `pagehide` and what it then sends arrives; then the browser. */
  close(): Promise<void>;
}

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
  readonly openerId?: string;
}

const infoOf = (params: CdpParams): TargetInfo => params.targetInfo as TargetInfo;

// `URL.origin` is "null" for schemes that only Electron treats as standard.
function originOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

async function findStartTarget(browser: Browser, startUrl: string): Promise<string> {
  const { browser: cdp } = browser.connection;
  const found = new Promise<string>((resolve) => {
    const onTarget = (params: CdpParams): void => {
      const { targetId, type, url } = infoOf(params);
      if (type === 'page' && url === startUrl) resolve(targetId);
    };
    cdp.on('Target.targetCreated', onTarget);
    cdp.on('Target.targetInfoChanged', onTarget);
  });
  const failed = browser.gone.then(() => {
    throw new Error(`Chromium ended at start:\n${browser.lastOutput}`);
  });
  failed.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Chromium opened no window:\n${browser.lastOutput}`)), TARGET_TIMEOUT_MS);
  });
  await cdp.send('Target.setDiscoverTargets', { discover: true });
  return Promise.race([found, failed, late]).finally(() => clearTimeout(timer));
}

function watchDownloads(browser: Browser, contents: HostWebContents, toAppUrl: (url: string) => string): void {
  const { browser: cdp } = browser.connection;
  cdp.sendUnchecked('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true });
  cdp.on('Browser.downloadWillBegin', ({ url, suggestedFilename }) => {
    const item = {
      getURL: () => toAppUrl(String(url)),
      getFilename: () => String(suggestedFilename),
      cancel: () => undefined,
    };
    // Chromium is configured to deny every download: files are saved by the app, through a dialog.
    defaultSession.emit('will-download', preventable({}), item, contents);
    record('will-download', item.getURL(), item.getFilename());
  });
}

/** Starts Chromium with an app address and connects the page to its webContents. */
export async function openPage(contents: HostWebContents, options: OpenPageOptions): Promise<OpenedPage> {
  const { headless, debuggingPort } = state.options;
  const executable = findChromium({ headless });
  if (executable === undefined) throw new Error(NO_CHROMIUM);
  sharedServer ??= startServer(handleAppRequest);
  const server = await sharedServer;
  const appOrigin = originOf(options.url);
  const toAppUrl = (url: string): string =>
    url.startsWith(server.origin) ? appOrigin + url.slice(server.origin.length) : url;
  const toPageUrl = (url: string): string =>
    originOf(url) === appOrigin ? server.origin + url.slice(appOrigin.length) : url;

  const path = Promise.withResolvers<string>();
  const grant = server.grant({
    appOrigin,
    opened: path.promise,
    onSocket: (socket) => contents.channel.connect(socket),
  });
  const startUrl = `${server.origin}${START_PATH}?token=${grant.token}`;
  const { x, y, width, height } = options.bounds;
  const browser = await Browser.launch({
    executable,
    url: startUrl,
    widthPx: width,
    heightPx: height,
    headless,
    debuggingPort,
    locale: systemLanguages()[0] ?? 'en-US',
    webRtcPolicy: contents.webRtcPolicy,
    position: x === undefined || y === undefined ? undefined : { x, y },
  });
  void browser.gone.then(() => server.revoke(grant));

  try {
    const targetId = await findStartTarget(browser, startUrl);
    const { browser: cdp } = browser.connection;
    const page = await browser.connection.attach(targetId);
    const scripts = buildPageScripts({
      origin: server.origin,
      socketPath: SOCKET_PATH,
      ticket: grant.ticket,
      preload: options.preload,
    });
    await contents.attach(page, toAppUrl);
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.mainWorld });
    await page.send('Page.addScriptToEvaluateOnNewDocument', {
      source: scripts.isolatedWorld,
      worldName: ISOLATED_WORLD,
    });
    const permissions = defaultSession.grantedPermissions(contents, appOrigin);
    // Chromium denies everything that is not in this list.
    if (permissions) await cdp.send('Browser.grantPermissions', { origin: server.origin, permissions });
    const { windowId } = await page.send('Browser.getWindowForTarget');
    watchDownloads(browser, contents, toAppUrl);

    const ended = new Promise<void>((resolve) => {
      cdp.on('Target.targetDestroyed', (params) => {
        if (params.targetId === targetId) resolve();
      });
      void browser.gone.then(resolve);
    });
    cdp.on('Target.targetCreated', (params) => {
      const info = infoOf(params);
      if (info.openerId === targetId) cdp.sendUnchecked('Target.closeTarget', { targetId: info.targetId });
    });
    path.resolve(toPageUrl(options.url).slice(server.origin.length));
    const close = async (): Promise<void> => {
      // The browser's own command ends pages without their events.
      page.sendUnchecked('Page.close');
      const limit = new AbortController();
      await Promise.race([ended, delay(UNLOAD_TIMEOUT_MS, undefined, { signal: limit.signal }).catch(() => undefined)]);
      limit.abort();
      await browser.close();
    };
    return { browser, windowId: Number(windowId), toPageUrl, ended, close };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
