// The one page of the cases: its scheme, its files, and how a case works in it.

import path from 'node:path';
import type { WebContents, BrowserWindow as Window } from 'electron';
import { BrowserWindow, ipcMain, protocol, session } from './electron.ts';

/** Must be called before ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
}

const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
const HTML = { ...ISOLATED, 'content-type': 'text/html' };
const SCRIPT = { 'content-type': 'text/javascript' };
const WORKER = 'postMessage("started")';

/** Files of the page by path; a case may add its own. */
export const FILES = new Map<string, (request: Request) => Response | Promise<Response>>([
  ['/index.html', () => new Response('<!doctype html><title>Page</title><p>Hello</p>', { headers: HTML })],
  ['/empty.html', () => new Response('<!doctype html><title>Empty</title>', { headers: HTML })],
  ['/worker.js', () => new Response(WORKER, { headers: { ...ISOLATED, ...SCRIPT } })],
  ['/bare-worker.js', () => new Response(WORKER, { headers: SCRIPT })],
  ['/moved.html', () => new Response(null, { status: 302, headers: { ...HTML, location: '/index.html' } })],
]);

/** Must be called once, after ready. */
export function servePage(): void {
  protocol.handle('app', async (request) => {
    const file = FILES.get(new URL(request.url).pathname);
    return file ? file(request) : new Response('none', { status: 404, headers: ISOLATED });
  });
  // Before the page is opened, and geolocation is what a page may ask for everywhere.
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => permission === 'geolocation');
  ipcMain.handle('echo', (_event, value) => value);
  ipcMain.handle('kinds', (_event, ...values) => values.map((value) => Object.prototype.toString.call(value)));
  ipcMain.handle('pool', (_event, view: Uint8Array) => [view.byteOffset, view.byteLength, view.buffer.byteLength]);
  ipcMain.handle('part', () => new Uint8Array(new ArrayBuffer(64), 8, 4).fill(7));
  ipcMain.handle('fail', () => {
    throw new TypeError('failed on purpose');
  });
  ipcMain.handle('uncloneable', () => () => 1);
  ipcMain.handle('who', ({ sender, senderFrame }) => [
    sender === window?.webContents && senderFrame === sender.mainFrame,
    senderFrame?.origin,
  ]);
  ipcMain.handle('answer', ({ sender }) => {
    for (const value of [1, { at: new Date(7) }, 'three']) sender.send('tell', value);
  });
}

let window: Window | undefined;

/** Returns the window, without loading anything. */
export function pageWindow(): Window {
  window ??= new BrowserWindow({
    width: 800,
    height: 600,
    webPreferences: { preload: path.join(__dirname, 'preload.cjs'), sandbox: true, contextIsolation: true },
  });
  return window;
}

/** Loads the page anew and returns it. */
export async function freshPage(name = 'index.html'): Promise<WebContents> {
  await pageWindow().loadURL(`app://studio/${name}`);
  return pageWindow().webContents;
}

type Send = (method: string, params?: object) => Promise<unknown>;

/** Sends a command of the DevTools protocol to the page. */
export function devtools(contents: WebContents, method: string, params: object = {}): Promise<unknown> {
  // The Chromium host has no debugger, but the session itself.
  if ('cdp' in contents) return (contents.cdp as { send: Send }).send(method, params);
  if (!contents.debugger.isAttached()) contents.debugger.attach();
  return contents.debugger.sendCommand(method, params);
}

/** Runs a function in the page, to which its text alone is known, and returns its result. @throws its error. */
export async function inPage<T>(contents: WebContents, work: () => T): Promise<Awaited<T>> {
  const how = { awaitPromise: true, returnByValue: true, userGesture: true };
  const reply = await devtools(contents, 'Runtime.evaluate', { expression: `(${work})()`, ...how });
  const { result, exceptionDetails } = reply as {
    result: { value: Awaited<T> };
    exceptionDetails?: { exception?: { description?: string } };
  };
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'failed in the page');
  return result.value;
}

/** Resolves with the arguments of the next such event. */
export function next(emitter: { once: (name: never, listener: never) => unknown }, name: string): Promise<unknown[]> {
  return new Promise((resolve) => emitter.once(name as never, ((...args: unknown[]) => resolve(args)) as never));
}
