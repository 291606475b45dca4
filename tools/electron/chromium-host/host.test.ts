// The complete host: a small app in a real headless browser, driven over its debugging port.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { basename, join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { freePort } from '../../../tests/support/free-port.ts';
import { findInstalledChromium } from './find-chromium.ts';
import { type RunningApp, runApp, writeApp } from './test-app.ts';

interface PageApi {
  readonly forbidden: string;
  readonly unsupported: string;
  readonly nested: { list: unknown[] };
  readonly bytes: Uint8Array;
  add(left: number, right: number): number;
  fail(): void;
  later(value: string): Promise<{ value: string }>;
  call(callback: (...args: unknown[]) => unknown, ...args: unknown[]): unknown;
  hold(callback: () => void): () => () => void;
  wait(promise: Promise<number>): Promise<number>;
  map(value: unknown): boolean;
  same(value: unknown): unknown;
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  open(url: string): void;
  onTick(callback: (...args: unknown[]) => void): () => boolean;
  tick(bytes: ArrayBuffer): void;
}
declare const api: PageApi;
declare const twice: string;

const BROWSER_TIMEOUT_MS = 180_000;

function requestStatus(origin: string, path: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(origin + path, { headers, method }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(101);
    });
    request.on('error', reject);
    request.end();
  });
}

// Lists every process whose command line contains the text (Linux only).
function processesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    })
    .filter((commandLine) => commandLine.includes(text));
}

// The global setup has looked for a browser, and reported if there was none.
describe.skipIf(findInstalledChromium({ headless: true }) === undefined)('the Chromium host', () => {
  let files: Awaited<ReturnType<typeof writeApp>>;
  let host: RunningApp;
  let browser: Browser;
  let page: Page;
  let port: number;
  let origin: string;

  async function connect(): Promise<void> {
    browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const [first] = browser.contexts()[0]?.pages() ?? [];
    if (!first) throw new Error('no page');
    page = first;
  }

  beforeAll(async () => {
    files = await writeApp();
    port = await freePort();
    host = runApp(files.dir, `--remote-debugging-port=${port}`, '--app-flag=1');
    await host.waitFor(/^ready$/m);
    await connect();
    origin = new URL(page.url()).origin;
  }, BROWSER_TIMEOUT_MS);

  afterAll(async () => {
    host?.process.kill('SIGKILL');
    await files?.remove();
  });

  const command = (fields: object): void => {
    host.process.stdin.write(`${JSON.stringify(fields)}\n`);
  };

  it('shows the page as a normal page of the debugging port', async () => {
    expect(await page.title()).toBe('Test page');
    expect(new URL(page.url()).pathname).toBe('/index.html');
    expect(await page.evaluate(() => [innerWidth, innerHeight, crossOriginIsolated])).toEqual([1000, 700, true]);
    expect(host.output().match(/^ready$/gm)).toHaveLength(1);
    expect(host.output()).not.toContain('violation');
  });

  it('reports the bounds of its window to the app', async () => {
    const bounds = { x: expect.any(Number), y: expect.any(Number), width: 1000, height: 700 };
    expect(await page.evaluate(() => api.invoke('bounds'))).toEqual(bounds);
  });

  it('keeps Node and the preload world away from the page', async () => {
    const seen = await page.evaluate(() =>
      ['require', 'process', 'module', 'ipcRenderer', 'Buffer'].filter((name) => name in window),
    );
    expect(seen).toEqual([]);
    expect(await page.evaluate(() => [api.forbidden, api.unsupported, twice])).toEqual([
      'module not found: fs',
      'not implemented on the Chromium host: electron (in a preload).webFrame',
      'Cannot bind an API on top of an existing property on the window object',
    ]);
  });

  describe('contextBridge', () => {
    it('returns immediately, with values cloned and frozen', async () => {
      const seen = await page.evaluate(() => [
        api.add(1, 2),
        Object.isFrozen(api) && Object.isFrozen(api.nested.list),
        api.nested.list,
        api.bytes instanceof Uint8Array && api.bytes.length,
        'hidden' in api,
        api.map(new Map([['a', new Date()]])),
        Object.getOwnPropertyDescriptor(window, 'api')?.writable,
      ]);
      expect(seen).toEqual([3, true, [1, { deep: true }], 3, false, true, false]);
    });

    it('keeps the message of a thrown error', async () => {
      const seen = await page.evaluate(async () => {
        const messageOf = (work: () => unknown): unknown => {
          try {
            return work();
          } catch (error) {
            return error instanceof Error ? [error.name, error.message] : error;
          }
        };
        const rejection = await api.later('bad').catch((error: Error) => error.message);
        return [messageOf(() => api.fail()), rejection, messageOf(() => api.same(document.body))];
      });
      expect(seen).toEqual([
        ['RangeError', 'sync failure'],
        'async failure',
        ['Error', 'An object could not be cloned.'],
      ]);
    });

    it('passes functions both ways, and promises', async () => {
      const seen = await page.evaluate(async () => {
        const callback = (): void => undefined;
        const circle: Record<string, unknown> = {};
        circle.self = circle;
        const back = api.same(circle) as Record<string, unknown>;
        return [
          api.call((left, right) => [left, right, api.add(2, 3)], 'l', 'r'),
          api.hold(callback)() === callback,
          await api.later('good'),
          await api.wait(Promise.resolve(41)),
          back.self === back,
        ];
      });
      expect(seen).toEqual([['l', 'r', 5], true, { value: 'good' }, 42, true]);
    });
  });

  describe('IPC', () => {
    it('sends binary and every cloneable kind in both directions', async () => {
      const seen = await page.evaluate(async () => {
        const value = {
          bytes: new Uint8Array([1, 2, 255]),
          when: new Date(9),
          none: undefined,
          map: new Map([[1, 'x']]),
        };
        const back = (await api.invoke('echo', { ...value, big: 12n, nan: Number.NaN })) as typeof value & {
          big: bigint;
          nan: number;
        };
        const kinds = await api.invoke('kinds', { a: new ArrayBuffer(2), b: new Float32Array(2), c: new Set() });
        return [
          [...back.bytes],
          back.when.getTime(),
          'none' in back && back.none === undefined,
          back.map.get(1),
          back.big === 12n,
          Number.isNaN(back.nan),
          kinds,
        ];
      });
      expect(seen).toEqual([
        [1, 2, 255],
        9,
        true,
        'x',
        true,
        true,
        ['[object ArrayBuffer]', '[object Float32Array]', '[object Set]'],
      ]);
    });

    it('sends a large picture', async () => {
      const seen = await page.evaluate(async () => {
        const bytes = new Uint8Array(16 * 1024 * 1024).fill(7);
        const back = (await api.invoke('echo', bytes.buffer)) as ArrayBuffer;
        return [back.byteLength, new Uint8Array(back).at(-1)];
      });
      expect(seen).toEqual([16 * 1024 * 1024, 7]);
    });

    it('reports failures with the same messages as Electron', async () => {
      const seen = await page.evaluate(() =>
        Promise.all(
          [api.invoke('fail'), api.invoke('nobody'), api.invoke('bad'), api.invoke('echo', () => 1)].map((call) =>
            call.catch((error: Error) => error.message),
          ),
        ),
      );
      expect(seen).toEqual([
        "Error invoking remote method 'fail': TypeError: failed on purpose",
        "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
        "Error invoking remote method 'bad': Error: An object could not be cloned.",
        'An object could not be cloned.',
      ]);
    });

    it('identifies the sender', async () => {
      expect(await page.evaluate(() => api.invoke('who'))).toEqual([true, 'app://studio']);
    });

    it('sends events to the page, into its callbacks', async () => {
      const seen = await page.evaluate(async () => {
        const [value, second] = await new Promise<unknown[]>((resolve) => {
          api.onTick((...args) => resolve(args));
          api.tick(new Uint8Array([4, 5]).buffer);
        });
        const { bytes, at } = value as { bytes: ArrayBuffer; at: Date };
        return [[...new Uint8Array(bytes)], at.getTime(), second];
      });
      expect(seen).toEqual([[4, 5], 7, 2]);
    });
  });

  describe("the app's protocol handler", () => {
    it('responds with ranges, bodies and failures', async () => {
      const seen = await page.evaluate(async () => {
        const part = await fetch('/media', { headers: { range: 'bytes=2-5' } });
        const body = await fetch('/body?x=1', { method: 'POST', body: 'text' });
        const broken = await fetch('/broken').catch((error: Error) => error.name);
        return [part.status, part.headers.get('content-range'), await part.text(), await body.json(), broken];
      });
      expect(seen).toEqual([
        206,
        'bytes 2-5/10',
        'cdef',
        { method: 'POST', url: 'app://studio/body?x=1', origin: null, cookie: null, text: 'text' },
        'TypeError',
      ]);
      expect(host.output().match(/protocol.handle: Error: broken on purpose/g)).toHaveLength(1);
    });

    it('streams with backpressure and is notified when the page is closed', async () => {
      const received = await page.evaluate(async () => {
        const leave = new AbortController();
        const { body } = await fetch('/endless', { signal: leave.signal });
        const first = await body?.getReader().read();
        await new Promise((resolve) => setTimeout(resolve, 200));
        leave.abort();
        return first?.value?.byteLength ?? 0;
      });
      expect(received).toBeGreaterThan(0);
      const [, sent, isAborted] = await host.waitFor(/cancelled after (\d+) (\w+)/);
      expect(Number(sent)).toBeLessThan(64 * 1024 * 1024);
      // The signal of Electron's requests is never aborted.
      expect(isAborted).toBe('false');
    });

    it('is not called for requests that the session cancels', async () => {
      const seen = await page.evaluate(() => fetch('/unwanted').catch((error: Error) => error.name));
      expect(seen).toBe('TypeError');
      expect(await page.evaluate(async () => (await fetch('/wanted')).status)).toBe(404);
    });
  });

  describe('access to the server', () => {
    let cookie: string;
    const host403 = (path: string, headers: Record<string, string>, method?: string) =>
      requestStatus(origin, path, headers, method);

    beforeAll(async () => {
      const [session] = (await page.context().cookies()).filter(({ name }) => name === 'host-session');
      expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
      cookie = `${session?.name}=${session?.value}`;
    });

    it('requires the cookie and the right Host and Origin', async () => {
      expect(await host403('/media', { cookie })).toBe(200);
      expect(await host403('/body', { cookie, origin }, 'POST')).toBe(200);
      expect(await host403('/media', {})).toBe(403);
      expect(await host403('/media', { cookie: 'host-session=wrong' })).toBe(403);
      expect(await host403('/media', { cookie, host: 'localhost' })).toBe(403);
      expect(await host403('/media', { cookie, origin: 'http://evil.example' })).toBe(403);
      expect(await host403('/body', { cookie }, 'POST')).toBe(403);
      expect(await host403('/.host/other', { cookie, origin })).toBe(403);
    });

    it('accepts its token once', async () => {
      const [commandLine = ''] = processesWith(`${origin}/.host/start`);
      const token = /\?token=([\w-]+)/.exec(commandLine)?.[1];
      expect(token).toBeDefined();
      expect(await host403(`/.host/start?token=${token}`, {})).toBe(403);
      expect(await host403('/.host/start', {})).toBe(403);
    });

    it('allows no page script to use IPC', async () => {
      const outcome = await page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            const socket = new WebSocket(`ws://${location.host}/.host/ipc`);
            socket.onopen = () => resolve('open');
            socket.onerror = () => resolve('refused');
          }),
      );
      expect(outcome).toBe('refused');
      const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
      const key = { 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };
      expect(await host403('/.host/ipc', { ...upgrade, ...key, cookie, origin })).toBe(403);
    });
  });

  it('allows the app to refuse navigations and windows', async () => {
    const url = page.url();
    await page.evaluate(() => {
      location.href = 'http://127.0.0.1:9/elsewhere';
    });
    await host.waitFor(/will-navigate http:\/\/127\.0\.0\.1:9\/elsewhere/);
    // A connected debugger pauses new windows, and their opener, until it has inspected them: this one is opened
    // without a debugger.
    await page.evaluate(() => void setTimeout(() => window.open('/index.html?popup'), 500));
    await browser.close();
    await host.waitFor(/window-open app:\/\/studio\/index\.html\?popup/);
    await eventually(async () => {
      await connect();
      expect(page.context().pages()).toHaveLength(1);
    });
    expect(page.url()).toBe(url);
    expect(await page.evaluate(() => api.add(1, 1))).toBe(2);
  });

  it('reports a download to the session', async () => {
    await page.evaluate(() => {
      Object.assign(document.createElement('a'), { href: '/media', download: 'take.wav' }).click();
    });
    await host.waitFor(/^download app:\/\/studio\/media$/m);
  });

  it('grants the permissions of its session, and no others', async () => {
    const states = await page.evaluate(async () => {
      const names = ['geolocation', 'midi', 'notifications', 'background-sync'] as PermissionName[];
      return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
    });
    expect(states).toEqual(['granted', 'denied', 'denied', 'denied']);
  });

  it('is ready to show when there is something to see', async () => {
    const shown = () => host.output().match(/^ready-to-show$/gm);
    await eventually(() => expect(shown()).toHaveLength(1));
    await page.evaluate(() => api.open('app://studio/empty.html'));
    await host.waitFor(/^opened app:\/\/studio\/empty.html$/m);
    await page.waitForURL(/empty/);
    await page.evaluate(() => api.open('app://studio/index.html'));
    await page.waitForURL(/index/);
    await eventually(() => expect(shown()).toHaveLength(2));
  });

  it('returns prepared answers of dialogs and records calls', async () => {
    command({ type: 'answer', dialog: 'showSaveDialog', value: { canceled: true, filePath: '' } });
    await host.waitFor(/^done \{"type":"answer"\}$/m);
    const save = () => page.evaluate(() => api.invoke('save'));
    expect([await save(), await save()]).toEqual(['', join(files.dir, 'saved', 'take.mp3')]);
    command({ type: 'recorded' });
    const [, recorded = ''] = await host.waitFor(/^recorded (.*)$/m);
    expect((JSON.parse(recorded) as { call: string }[]).map(({ call }) => call)).toContain('dialog.showSaveDialog');
  });

  it('drags files only while a button is down', async () => {
    const dragged = async (): Promise<number> => {
      const before = host.output().length;
      command({ type: 'recorded' });
      await eventually(() => expect(host.output().slice(before)).toMatch(/^recorded .*\n/m));
      return host.output().slice(before).split('"webContents.startDrag"').length - 1;
    };
    await page.evaluate(() => api.invoke('drag'));
    expect(await dragged()).toBe(0);
    await page.mouse.move(50, 50);
    await page.mouse.down();
    await page.evaluate(() => api.invoke('drag'));
    expect(await dragged()).toBe(1);
    await page.mouse.up();
    await page.evaluate(() => api.invoke('drag'));
    expect(await dragged()).toBe(1);
  });

  it('clicks menu items', async () => {
    command({ type: 'menu', id: 'file.open' });
    await host.waitFor(/^menu: open$/m);
    command({ type: 'menu', id: 'no.such' });
    await host.waitFor(/^failed \{"type":"menu"/m);
  });

  it('shows the page at a zoom factor, also after a reload', async () => {
    const shown = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).zoom);
    await page.evaluate(() => api.invoke('zoom', 1.25));
    await eventually(async () => expect(await shown()).toBe('1.25'));
    await page.reload();
    await eventually(async () => expect(await shown()).toBe('1.25'));
    await page.evaluate(() => api.invoke('zoom', 1));
    await eventually(async () => expect(await shown()).toBe('1'));
  });

  it('reports a crash to the app, and the page can be reloaded', async () => {
    command({ type: 'crashRenderer' });
    await host.waitFor(/^gone crashed$/m);
    await host.waitFor(/page: hello[\s\S]*page: hello/);
  });

  it('passes a second start to the first', async () => {
    const second = runApp(files.dir, '--flag=2');
    expect(await second.exit).toBe(0);
    const [, json = ''] = await host.waitFor(/^second-instance (.*)$/m);
    expect(JSON.parse(json)).toMatchObject({ data: { from: 'second' }, cwd: process.cwd() });
    expect((JSON.parse(json) as { argv: string[] }).argv).toContain('--flag=2');
  });

  it('notifies the page that it closes after SIGTERM, and leaves no processes or files', async () => {
    // A host of its own: if the test is tried again, it starts another.
    const own = await writeApp();
    const ending = runApp(own.dir);
    await ending.waitFor(/^ready$/m);
    // On a busy machine it comes later, and would stand among the events of the end.
    await ending.waitFor(/^ready-to-show$/m);
    const [commandLine = ''] = processesWith(`-${ending.process.pid}-`).filter((line) => line.includes('/.host/start'));
    const profile = /--user-data-dir=([^\0]+)/.exec(commandLine)?.[1] ?? '';
    expect(existsSync(profile)).toBe(true);
    ending.process.kill('SIGTERM');
    expect(await ending.exit).toBe(0);
    expect(ending.output()).toMatch(/before-quit\npage: pagehide\nwill-quit\nquit\n$/);
    expect(existsSync(profile)).toBe(false);
    expect(processesWith(basename(profile))).toEqual([]);
    await own.remove();
  });
});
