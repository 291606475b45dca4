// Cases about pages, and the messages between them and the main process.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Case, errorOf } from './case.ts';
import { app, ipcMain } from './electron.ts';
import { devtools, freshPage, inPage, next, pageWindow } from './page.ts';
import type { Api } from './preload.ts';

declare const api: Api;
declare const twice: string;

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const PAGE_CASES: readonly Case[] = [
  {
    title: 'a page has no Node, and its preload few modules',
    shows: ['contextBridge.exposeInMainWorld'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(
        await inPage(contents, () => [
          ['require', 'process', 'module', 'ipcRenderer', 'Buffer'].filter((name) => name in window),
          api.forbidden,
          twice,
        ]),
      );
    },
  },
  {
    title: 'a page that is isolated by its headers',
    shows: ['protocol.handle'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(await inPage(contents, () => [crossOriginIsolated, isSecureContext]));
    },
  },
  {
    title: 'a worker of an isolated page starts only with the header that isolates it',
    shows: ['protocol.handle'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(
        await inPage(contents, () =>
          Promise.all(
            ['/worker.js', '/bare-worker.js'].map(
              (name) =>
                new Promise((resolve) => {
                  const worker = new Worker(name);
                  worker.onmessage = ({ data }) => resolve(data);
                  worker.onerror = () => resolve('error');
                }),
            ),
          ),
        ),
      );
    },
  },
  {
    title: 'the bridge returns at once, clones and freezes',
    shows: ['contextBridge.exposeInMainWorld'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(
        await inPage(contents, () => [
          api.add(1, 2),
          Object.isFrozen(api) && Object.isFrozen(api.nested.list),
          api.nested.list,
          api.bytes instanceof Uint8Array && api.bytes.length,
          Object.getOwnPropertyDescriptor(window, 'api')?.writable,
          Object.getOwnPropertyDescriptor(window, 'api')?.configurable,
        ]),
      );
    },
  },
  {
    title: 'the bridge passes a symbol',
    shows: ['contextBridge.exposeInMainWorld'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(await inPage(contents, () => typeof api.hidden));
    },
    stricter: 'Electron’s documentation says that symbols are left out, and here they are',
  },
  {
    title: 'the bridge clones a map with a date',
    shows: ['contextBridge.exposeInMainWorld'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(await inPage(contents, () => api.isMap(new Map([['a', new Date()]]))));
    },
  },
  {
    title: 'the bridge passes functions both ways, and promises',
    shows: ['contextBridge.exposeInMainWorld'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(
        await inPage(contents, async () => {
          const callback = (): void => undefined;
          const circle: Record<string, unknown> = {};
          circle.self = circle;
          const back = api.same(circle) as typeof circle;
          return [
            api.call((left, right) => [left, right, api.add(2, 3)], 'l', 'r'),
            api.hold(callback)() === callback,
            await api.later(true),
            back.self === back,
          ];
        }),
      );
    },
  },
  {
    title: 'the bridge keeps the message of an error',
    shows: ['contextBridge.exposeInMainWorld'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(
        await inPage(contents, async () => {
          const thrown = (work: () => unknown): unknown => {
            try {
              return work();
            } catch (error) {
              return error instanceof Error ? error.message : String(error);
            }
          };
          return [
            thrown(() => api.fail()),
            await api.later(false).catch((error: Error) => error.message),
            thrown(() => api.same(new WeakMap()) === null),
          ];
        }),
      );
    },
  },
  {
    title: 'IPC sends binary and every cloneable kind in both directions',
    shows: ['ipcRenderer.invoke', 'ipcMain.handle'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(
        await inPage(contents, async () => {
          const value = { bytes: new Uint8Array([1, 2, 255]), when: new Date(9), none: undefined, big: 12n };
          const back = (await api.invoke('echo', {
            ...value,
            map: new Map([[1, 'x']]),
            nan: Number.NaN,
          })) as typeof value & {
            map: Map<number, string>;
            nan: number;
          };
          return [
            [...back.bytes],
            back.when.getTime(),
            'none' in back && back.none === undefined,
            String(back.big),
            back.map.get(1),
            Number.isNaN(back.nan),
            await api.invoke('kinds', new ArrayBuffer(2), new Float32Array(2), new Set(), /x/, new Error('e'), [1]),
          ];
        }),
      );
    },
  },
  {
    title: 'IPC sends the whole buffer under a view, both ways',
    shows: ['ipcRenderer.invoke', 'ipcMain.handle'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(
        await inPage(contents, async () => {
          const part = (await api.invoke('part')) as Uint8Array;
          return [
            await api.invoke('pool', new Uint8Array(new ArrayBuffer(64), 8, 4)),
            [part.byteOffset, part.byteLength, part.buffer.byteLength],
          ];
        }),
      );
    },
  },
  {
    title: 'IPC reports failures as text',
    shows: ['ipcRenderer.invoke', 'ipcMain.handle'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(
        await inPage(contents, () =>
          Promise.all(
            [api.invoke('fail'), api.invoke('nobody'), api.invoke('uncloneable')].map((call) =>
              call.catch((error: Error) => error.message),
            ),
          ),
        ),
      );
    },
  },
  {
    title: 'a second handler for a channel throws',
    shows: ['ipcMain.handle'],
    when: 'ready',
    run: (note) => note(errorOf(() => ipcMain.handle('echo', () => 2))),
  },
  {
    title: 'IPC names its sender, whose frame remains after a reload',
    shows: ['WebContents.mainFrame', 'WebFrameMain.origin', 'WebContents.reload'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      const frame = contents.mainFrame;
      note([await inPage(contents, () => api.invoke('who')), frame.origin]);
      const loaded = next(contents, 'did-finish-load');
      contents.reload();
      await loaded;
      note([await inPage(contents, () => api.invoke('who')), frame === contents.mainFrame]);
    },
  },
  {
    title: 'messages to the page arrive in order',
    shows: ['WebContents.send', 'ipcRenderer.on'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(
        await inPage(contents, async () => {
          await api.invoke('answer');
          // The answer to a call and messages take different ways.
          while (api.heard().length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
          return api.heard().map((value) => (typeof value === 'object' ? 'date' : value));
        }),
      );
    },
  },
  {
    title: 'a message that is sent while the page loads waits for it',
    shows: ['WebContents.send', 'ipcRenderer.on'],
    when: 'ready',
    run: async (note) => {
      await freshPage();
      const loaded = next(pageWindow().webContents, 'did-finish-load');
      const loading = pageWindow().loadURL('app://studio/index.html?again');
      await loaded;
      pageWindow().webContents.send('tell', 'after');
      await loading;
      note(
        await inPage(pageWindow().webContents, async () => {
          while (api.heard().length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
          return api.heard();
        }),
      );
    },
  },
  {
    title: 'what cannot be cloned is not sent',
    shows: ['WebContents.send'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(errorOf(() => contents.send('tell', () => 1)));
    },
  },
  {
    title: 'a page that leaves is asked about, first by frame',
    shows: ["WebContents.on('will-frame-navigate')", "WebContents.on('will-navigate')"],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      const order: unknown[] = [];
      contents.once('will-frame-navigate', ({ url }) => order.push(['will-frame-navigate', url]));
      contents.once('will-navigate', (event) => {
        event.preventDefault();
        order.push(['will-navigate', event.url]);
      });
      const asked = next(contents, 'will-navigate');
      await inPage(contents, () => {
        location.href = 'http://127.0.0.1:9/elsewhere';
      });
      await asked;
      note([order, await inPage(contents, () => location.pathname)]);
    },
  },
  {
    title: 'loading, and reloading by the app, are not asked about',
    shows: ["WebContents.on('will-navigate')"],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      const asked = (): void => note('asked');
      contents.on('will-navigate', asked);
      await freshPage();
      const loaded = next(contents, 'did-finish-load');
      contents.reload();
      await loaded;
      contents.off('will-navigate', asked);
      note('loaded');
    },
  },
  {
    title: 'a page that reloads itself is asked about',
    shows: ["WebContents.on('will-navigate')", "WebContents.on('will-frame-navigate')"],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      const loaded = next(contents, 'did-finish-load').then(() => 'loaded');
      const asked = next(contents, 'will-navigate').then(() => 'asked');
      await inPage(contents, () => void setTimeout(() => location.reload()));
      note(await Promise.race([asked, loaded]));
      await loaded;
    },
  },
  {
    title: 'a redirect is asked about',
    shows: ["WebContents.on('will-redirect')"],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      contents.once('will-redirect', ({ url }) => note(url));
      await freshPage('moved.html');
      note(await inPage(contents, () => location.pathname));
    },
  },
  {
    title: 'a new window is asked about, and denied',
    shows: ['WebContents.setWindowOpenHandler'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      const asked = new Promise((resolve) => {
        contents.setWindowOpenHandler(({ url }) => {
          resolve(url);
          return { action: 'deny' };
        });
      });
      await inPage(contents, () => void setTimeout(() => window.open('/index.html?popup')));
      note(await asked);
    },
  },
  {
    title: 'a crash is reported, and the page can be loaded again from there',
    shows: ["WebContents.on('render-process-gone')", 'WebContents.reload'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      const gone = next(contents, 'render-process-gone');
      void devtools(contents, 'Page.crash').catch(() => undefined);
      const [, details] = await gone;
      note((details as Electron.RenderProcessGoneDetails).reason);
      if (!('cdp' in contents)) contents.debugger.detach();
      const loaded = next(contents, 'did-finish-load');
      contents.reload();
      await loaded;
      note(await inPage(contents, () => document.title));
    },
  },
  {
    title: 'a menu is asked for with what is possible there, unless the page prevents it',
    shows: ["WebContents.on('context-menu')"],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      await inPage(contents, () => {
        document.body.innerHTML =
          '<style>* { margin: 0 } textarea, p { display: block; height: 100px; width: 300px }</style>' +
          '<textarea>abc</textarea><p>text</p><p oncontextmenu="event.preventDefault()">own</p>';
        document.querySelector('textarea')?.select();
      });
      const ask = async (y: number): Promise<unknown> => {
        const asked = next(contents, 'context-menu').then(([, params]) => params as Electron.ContextMenuParams);
        const at = { x: 10, y, button: 'right', clickCount: 1 };
        await devtools(contents, 'Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
        await devtools(contents, 'Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
        const params = await Promise.race([asked, new Promise<undefined>((resolve) => setTimeout(resolve, 500))]);
        if (!params) return 'nothing';
        const { isEditable, selectionText, editFlags } = params;
        return [isEditable, selectionText, editFlags.canCut, editFlags.canCopy];
      };
      for (const y of [50, 150, 250]) note(await ask(y));
    },
  },
  {
    title: 'a size of the interface must be above 0',
    shows: ['WebContents.setZoomFactor'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note([errorOf(() => contents.setZoomFactor(0)), errorOf(() => contents.setZoomFactor(1))]);
    },
  },
  {
    title: 'a drag needs an icon that is a picture, and files',
    shows: ['WebContents.startDrag'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      const file = path.join(app.getPath('userData'), 'take.txt');
      const icon = path.join(app.getPath('userData'), 'icon.png');
      writeFileSync(file, 'text');
      writeFileSync(icon, Buffer.from(PIXEL, 'base64'));
      const drag = (item: object): void =>
        note(errorOf(() => contents.startDrag(item as Electron.Item)).replace(app.getPath('userData'), ''));
      drag({ file });
      drag({ file, icon: `${file}.png` });
      drag({ file, icon: file });
      drag({ icon });
    },
  },
];
