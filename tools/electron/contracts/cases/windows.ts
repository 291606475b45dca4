// Cases about windows and menus.

import type { BrowserWindow as Window } from 'electron';
import { type Case, errorOf, rejectionOf } from './case.ts';
import { app, BrowserWindow, Menu } from './electron.ts';
import { FILES, freshPage, inPage, next, pageWindow, registerScheme, servePage } from './page.ts';

export const WINDOW_CASES: readonly Case[] = [
  {
    title: 'a window before ready throws',
    shows: ['new BrowserWindow'],
    when: 'early',
    run: (note) => note(errorOf(() => new BrowserWindow())),
  },
  {
    title: 'a window has the bounds that it was given',
    shows: ['new BrowserWindow', 'BrowserWindow.getNormalBounds', 'BrowserWindow.isMaximized'],
    when: 'alone',
    run: (note) =>
      app.whenReady().then(() => {
        const window = new BrowserWindow({ x: 10, y: 20, width: 640, height: 480, show: false });
        note([window.getNormalBounds(), window.isMaximized(), window.isMinimized(), window.isFocused()]);
        note([window.isDestroyed(), BrowserWindow.getAllWindows().length]);
        app.exit();
      }),
  },
  {
    title: 'a page is announced before its window is available',
    shows: ["app.on('web-contents-created')", 'BrowserWindow.webContents'],
    when: 'alone',
    run: (note) =>
      app.whenReady().then(() => {
        let window: Window | undefined;
        app.once('web-contents-created', (_event, contents) => {
          note([window === undefined, contents.isDestroyed()]);
          setImmediate(() => {
            note(contents === window?.webContents);
            app.exit();
          });
        });
        window = new BrowserWindow({ show: false });
      }),
  },
  {
    title: 'a closed window and its page throw on use',
    shows: ['BrowserWindow.isDestroyed', 'WebContents.isDestroyed', 'BrowserWindow.webContents', 'WebContents.send'],
    when: 'alone',
    run: (note) =>
      app.whenReady().then(() => {
        const window = new BrowserWindow({ show: false });
        const { webContents } = window;
        window.on('closed', () => {
          note([window.isDestroyed(), webContents.isDestroyed()]);
          note(errorOf(() => window.isFocused()));
          note(errorOf(() => window.setProgressBar(-1)));
          note(errorOf(() => webContents.setZoomFactor(1)));
          note(errorOf(() => webContents.mainFrame));
          note(errorOf(() => webContents.send('tell', 1)));
        });
        app.quit();
      }),
  },
  {
    title: 'the page of a closed window cannot be reached from it',
    shows: ['BrowserWindow.webContents'],
    when: 'alone',
    run: (note) =>
      app.whenReady().then(() => {
        const window = new BrowserWindow({ show: false });
        window.on('closed', () => note(errorOf(() => window.webContents)));
        app.quit();
      }),
  },
  {
    title: 'a page is loaded when its event has been raised',
    shows: ['BrowserWindow.loadURL', "WebContents.once('did-finish-load')"],
    when: 'ready',
    run: async (note) => {
      const order: string[] = [];
      pageWindow().webContents.once('did-finish-load', () => order.push('did-finish-load'));
      const contents = await freshPage();
      order.push('loaded');
      note([order, await inPage(contents, () => document.title)]);
    },
  },
  {
    title: 'a page that cannot be loaded rejects with its address',
    shows: ['BrowserWindow.loadURL'],
    when: 'ready',
    run: async (note) => {
      await freshPage();
      FILES.set('/broken.html', () => Response.error());
      note(await rejectionOf(pageWindow().loadURL('app://studio/broken.html')));
    },
  },
  {
    title: 'a window is ready to show when there is something to see, and at each load',
    shows: ["BrowserWindow.once('ready-to-show')"],
    when: 'alone',
    run: (note) => {
      registerScheme();
      return app.whenReady().then(async () => {
        servePage();
        for (const name of ['index.html', 'empty.html', 'index.html']) {
          const shown = next(pageWindow(), 'ready-to-show').then(() => true);
          await freshPage(name);
          note([name, await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 1500, false))])]);
        }
        app.exit();
      });
    },
    stricter: 'only what was painted counts, not that an empty page has loaded',
  },
  {
    title: 'a menu needs a label, a role or a type for every item',
    shows: ['Menu.buildFromTemplate'],
    when: 'ready',
    run: (note) => {
      note(errorOf(() => Menu.buildFromTemplate([{ enabled: true }])));
      note(errorOf(() => Menu.buildFromTemplate([{ label: 'One' }, { role: 'copy' }, { type: 'separator' }])));
      note(errorOf(() => Menu.buildFromTemplate('menu' as never)));
    },
  },
  {
    title: 'setting a menu and none',
    shows: ['Menu.setApplicationMenu'],
    when: 'ready',
    run: (note) => {
      note(errorOf(() => Menu.setApplicationMenu(Menu.buildFromTemplate([{ label: 'File', submenu: [] }]))));
      note(errorOf(() => Menu.setApplicationMenu(null)));
      note(errorOf(() => Menu.setApplicationMenu({} as never)));
    },
  },
];
