// The small app for the host's tests, and functions that run it. Independent of what is tested.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = { name: 'test-app', productName: 'Test App', version: '1.2.3', type: 'module', main: 'main.js' };

const CSP =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; " +
  "media-src 'self' blob:; connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'none'; " +
  "object-src 'none'; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; " +
  "require-trusted-types-for 'script'; trusted-types app";

/** The start of every test app: its data folder and its scheme. */
export const PROLOGUE = `
import { app, BrowserWindow, dialog, ipcMain, Menu, protocol, safeStorage, session, shell, utilityProcess } from 'electron';
import { join } from 'node:path';
const userData = process.argv.find((arg) => arg.startsWith('--user-data-dir='))?.slice(16);
if (userData) app.setPath('userData', userData);
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
]);
`;

const WINDOW_APP = `${PROLOGUE}
if (!app.requestSingleInstanceLock({ from: 'second' })) app.quit();
app.on('second-instance', (_event, argv, cwd, data) => console.log('second-instance', JSON.stringify({ argv, cwd, data })));
for (const name of ['before-quit', 'will-quit', 'quit']) app.on(name, () => console.log(name));
app.on('window-all-closed', () => app.quit());
const headers = {
  'content-security-policy': ${JSON.stringify(CSP)},
  'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp',
};
const html = '<!doctype html><title>Test page</title><p>hello</p><script src="/page.js"></script>';
const script = "addEventListener('securitypolicyviolation', (e) => api.log('violation ' + e.violatedDirective)); addEventListener('pagehide', () => api.log('pagehide')); api.log('hello');";
async function serve(request) {
  const { pathname } = new URL(request.url);
  if (pathname === '/index.html') return new Response(html, { headers: { ...headers, 'content-type': 'text/html' } });
  if (pathname === '/page.js') return new Response(script, { headers: { ...headers, 'content-type': 'text/javascript' } });
  if (pathname === '/media') {
    const [, from, to] = /bytes=(\\d+)-(\\d+)/.exec(request.headers.get('range')) ?? [];
    if (!from) return new Response('abcdefghij', { headers });
    const part = 'abcdefghij'.slice(Number(from), Number(to) + 1);
    return new Response(part, { status: 206, headers: { ...headers, 'content-range': 'bytes ' + from + '-' + to + '/10' } });
  }
  if (pathname === '/endless') {
    let sent = 0;
    const pull = (controller) => { sent += 65536; controller.enqueue(new Uint8Array(65536)); };
    const cancel = () => console.log('cancelled after', sent, request.signal.aborted);
    return new Response(new ReadableStream({ pull, cancel }), { headers });
  }
  if (pathname === '/body') {
    const text = await request.text();
    const seen = { method: request.method, url: request.url, origin: request.headers.get('origin'), cookie: request.headers.get('cookie') };
    return Response.json({ ...seen, text }, { headers });
  }
  if (pathname === '/empty.html') return new Response('<!doctype html><title>Empty</title>', { headers: { ...headers, 'content-type': 'text/html' } });
  if (pathname === '/broken') throw new Error('broken on purpose');
  return new Response('none', { status: 404, headers });
}
let win;
app.whenReady().then(async () => {
  protocol.handle('app', serve);
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => permission === 'geolocation');
  session.defaultSession.on('will-download', (event, item) => { event.preventDefault(); console.log('download', item.getURL()); });
  session.defaultSession.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: url.endsWith('/unwanted') }));
  ipcMain.handle('echo', (_event, value) => value);
  ipcMain.handle('kinds', (_event, value) => Object.values(value).map((item) => Object.prototype.toString.call(item)));
  ipcMain.handle('fail', () => { throw new TypeError('failed on purpose'); });
  ipcMain.handle('bad', () => () => 1);
  ipcMain.handle('who', ({ sender, senderFrame }) => [
    sender === win.webContents && senderFrame === win.webContents.mainFrame, senderFrame.origin,
  ]);
  ipcMain.handle('save', async () => (await dialog.showSaveDialog(win, { defaultPath: 'take.mp3' })).filePath);
  ipcMain.handle('drag', () => win.webContents.startDrag({ file: join(import.meta.dirname, 'main.js'), icon: join(import.meta.dirname, 'icon.png') }));
  ipcMain.handle('zoom', (_event, factor) => win.webContents.setZoomFactor(factor));
  ipcMain.handle('bounds', () => win.getNormalBounds());
  ipcMain.handle('log', (_event, text) => { console.log('page:', text); if (text === 'hello') console.log('ready'); });
  ipcMain.handle('tick', (event, bytes) => event.sender.send('tick', { bytes, at: new Date(7) }, 2));
  Menu.setApplicationMenu(Menu.buildFromTemplate([
    { label: 'File', submenu: [{ id: 'file.open', label: 'Open', click: () => console.log('menu: open') }] },
  ]));
  win = new BrowserWindow({ width: 1000, height: 700, webPreferences: { preload: join(import.meta.dirname, 'preload.cjs') } });
  win.on('ready-to-show', () => console.log('ready-to-show'));
  ipcMain.handle('open', (_event, url) => { win.loadURL(url).then(() => console.log('opened', url)); });
  win.webContents.setWindowOpenHandler(({ url }) => { console.log('window-open', url); return { action: 'deny' }; });
  win.webContents.on('will-navigate', (event) => { console.log('will-navigate', event.url); event.preventDefault(); });
  win.webContents.on('render-process-gone', (_event, details) => {
    console.log('gone', details.reason);
    win.webContents.reload();
  });
  await win.loadURL('app://studio/index.html');
});
`;

const PRELOAD = `
const { contextBridge, ipcRenderer } = require('electron');
const subscribers = new Set();
ipcRenderer.on('tick', (_event, ...args) => { for (const each of subscribers) each(...args); });
let forbidden = '';
try { require('fs'); } catch (error) { forbidden = error.message; }
let unsupported = '';
try { require('electron').webFrame; } catch (error) { unsupported = error.message; }
contextBridge.exposeInMainWorld('api', {
  forbidden, unsupported, nested: { list: [1, { deep: true }] }, bytes: new Uint8Array([1, 2, 3]), hidden: Symbol('x'),
  add: (left, right) => left + right,
  fail: () => { throw new RangeError('sync failure'); },
  later: async (value) => { if (value === 'bad') throw new Error('async failure'); return { value }; },
  call: (callback, ...args) => callback(...args),
  hold: (callback) => () => callback,
  wait: (promise) => promise.then((value) => value + 1),
  map: (value) => value instanceof Map && value.get('a') instanceof Date,
  same: (value) => value,
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  log: (text) => { ipcRenderer.invoke('log', text); },
  open: (url) => { ipcRenderer.invoke('open', url); },
  onTick: (callback) => { subscribers.add(callback); return () => subscribers.delete(callback); },
  tick: (bytes) => { ipcRenderer.invoke('tick', bytes); },
});
try { contextBridge.exposeInMainWorld('api', {}); } catch (error) { contextBridge.exposeInMainWorld('twice', error.message); }
`;

/** A started host: its output so far, its page's debugging address, its end. */
export interface RunningApp {
  readonly process: ChildProcessWithoutNullStreams;
  readonly output: () => string;
  /** Resolves with the match as soon as the output (stdout and stderr) contains it. */
  waitFor(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>;
  readonly exit: Promise<number | null>;
}

/** Writes an app into a new folder; without a main script it is the one with a window. */
export async function writeApp(mainScript?: string): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'host-test-'));
  await mkdir(join(dir, 'app'));
  await writeFile(join(dir, 'app', 'package.json'), JSON.stringify(PACKAGE));
  await writeFile(join(dir, 'app', 'main.js'), mainScript === undefined ? WINDOW_APP : PROLOGUE + mainScript);
  await writeFile(join(dir, 'app', 'preload.cjs'), PRELOAD);
  await writeFile(join(dir, 'app', 'icon.png'), '\x89PNG', 'latin1');
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** Starts the app in a folder on the host, headless, with its data in the same folder. */
export function runApp(dir: string, ...flags: string[]): RunningApp {
  const program = join(import.meta.dirname, 'main.ts');
  const own = ['--headless', `--user-data-dir=${join(dir, 'data')}`, `--save-dir=${join(dir, 'saved')}`];
  const args = ['--disable-warning=ExperimentalWarning', program, join(dir, 'app'), ...own, ...flags];
  const child = spawn(process.execPath, args, { env: { ...process.env, RELAY_STUDIO_HOST_CONTROL: '1' } });
  let output = '';
  const onData = (chunk: Buffer): void => {
    output += chunk;
  };
  child.stdout.on('data', onData);
  child.stderr.on('data', onData);
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    process: child,
    output: () => output,
    exit,
    waitFor: (pattern, timeoutMs = 30_000) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const match = pattern.exec(output);
          if (!match) return;
          stop();
          resolve(match);
        };
        const stop = (): void => {
          clearTimeout(timer);
          child.stdout.off('data', check);
          child.stderr.off('data', check);
        };
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`no ${pattern} in:\n${output}`));
        }, timeoutMs);
        child.stdout.on('data', check);
        child.stderr.on('data', check);
        check();
      }),
  };
}
