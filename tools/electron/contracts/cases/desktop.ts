// Cases about the desktop: dialogs, notifications, screens, themes, the key store.

import { type Case, errorOf, rejectionOf } from './case.ts';
import { app, dialog, Menu, Notification, nativeTheme, powerSaveBlocker, safeStorage, screen } from './electron.ts';
import { freshPage, inPage, pageWindow } from './page.ts';

const KEY_STORE = [
  'safeStorage.isAsyncEncryptionAvailable',
  'safeStorage.encryptStringAsync',
  'safeStorage.decryptStringAsync',
];

export const DESKTOP_CASES: readonly Case[] = [
  {
    title: 'dialogs, screens and notifications before ready throw',
    shows: ['dialog.showOpenDialog', 'dialog.showSaveDialog', 'screen.getDisplayMatching', 'new Notification'],
    when: 'early',
    run: (note) => {
      note(errorOf(() => dialog.showOpenDialog({ properties: ['openDirectory'] })));
      note(errorOf(() => dialog.showSaveDialog({})));
      note(errorOf(() => dialog.showMessageBox({ message: '?' })));
      note(errorOf(() => screen.getDisplayMatching({ x: 0, y: 0, width: 1, height: 1 })));
      note(errorOf(() => new Notification({ title: 'One' })));
    },
  },
  {
    title: 'the key store before ready',
    shows: KEY_STORE,
    when: 'early',
    run: async (note) => {
      note(errorOf(() => safeStorage.isAsyncEncryptionAvailable()));
      note(await rejectionOf(Promise.resolve().then(() => safeStorage.encryptStringAsync('x'))));
    },
  },
  {
    title: 'the name of the key store is unknown before ready',
    shows: ['safeStorage.getSelectedStorageBackend'],
    when: 'early',
    run: (note) => note(safeStorage.getSelectedStorageBackend()),
  },
  {
    title: 'without a key store of the system there is an encryptor all the same',
    shows: [...KEY_STORE, 'safeStorage.getSelectedStorageBackend'],
    when: 'ready',
    run: async (note) => {
      const encrypted = await safeStorage.encryptStringAsync('x');
      note([await safeStorage.isAsyncEncryptionAvailable(), safeStorage.getSelectedStorageBackend()]);
      note([encrypted.toString('latin1', 0, 3), (await safeStorage.decryptStringAsync(encrypted)).result]);
    },
  },
  {
    title: 'wrong options of a dialog throw at once',
    shows: ['dialog.showOpenDialog', 'dialog.showSaveDialog', 'dialog.showMessageBox'],
    when: 'ready',
    run: (note) => {
      note(errorOf(() => dialog.showOpenDialog({ properties: 'openDirectory' as never })));
      note(errorOf(() => dialog.showSaveDialog({ defaultPath: 7 as never })));
      note(errorOf(() => dialog.showSaveDialog({ title: 7 as never })));
      note(errorOf(() => dialog.showMessageBox({ message: 7 as never })));
      note(errorOf(() => dialog.showMessageBox({ message: '?', buttons: 'Yes' as never })));
    },
  },
  {
    title: 'a chosen theme decides, also in the page',
    shows: ['nativeTheme.themeSource', 'nativeTheme.shouldUseDarkColors'],
    when: 'ready',
    run: async (note) => {
      note(nativeTheme.themeSource);
      const contents = await freshPage();
      const isDark = () => inPage(contents, () => matchMedia('(prefers-color-scheme: dark)').matches);
      for (const source of ['dark', 'light'] as const) {
        nativeTheme.themeSource = source;
        note([nativeTheme.themeSource, nativeTheme.shouldUseDarkColors]);
        while ((await isDark()) !== (source === 'dark')) await new Promise(setImmediate);
      }
      nativeTheme.themeSource = 'system';
    },
  },
  {
    title: 'a change of the theme is announced in a later task',
    shows: ['nativeTheme.themeSource'],
    when: 'ready',
    run: async (note) => {
      const order: string[] = [];
      const announced = new Promise<void>((resolve) => nativeTheme.once('updated', () => resolve()));
      nativeTheme.once('updated', () => order.push('updated'));
      nativeTheme.themeSource = nativeTheme.shouldUseDarkColors ? 'light' : 'dark';
      order.push('set');
      await announced;
      note(order);
      nativeTheme.themeSource = 'system';
    },
  },
  {
    title: 'a screen has a work area',
    shows: ['screen.getDisplayMatching'],
    when: 'ready',
    run: (note) => {
      const { workArea } = screen.getDisplayMatching({ x: 0, y: 0, width: 10, height: 10 });
      note(
        Object.entries(workArea)
          .map(([name, value]) => `${name}: ${typeof value}`)
          .sort(),
      );
    },
  },
  {
    title: 'what keeps the computer awake has a number',
    shows: ['powerSaveBlocker.start', 'powerSaveBlocker.stop'],
    when: 'ready',
    run: (note) => {
      const [first, second] = [1, 2].map(() => powerSaveBlocker.start('prevent-app-suspension')) as [number, number];
      note([first === second, powerSaveBlocker.stop(first), powerSaveBlocker.stop(second)]);
    },
  },
  {
    title: 'stopping what is not known is no error',
    shows: ['powerSaveBlocker.stop'],
    when: 'ready',
    run: (note) => note(powerSaveBlocker.stop(99)),
  },
  {
    title: 'a number on the icon where no desktop supports it',
    shows: ['app.setBadgeCount'],
    when: 'ready',
    run: (note) => note([app.setBadgeCount(1), app.setBadgeCount(0)]),
  },
  {
    title: 'a progress bar takes any number',
    shows: ['BrowserWindow.setProgressBar'],
    when: 'ready',
    run: (note) => note([2, 0.5, -1].map((value) => errorOf(() => pageWindow().setProgressBar(value)))),
  },
  {
    title: 'a menu needs a window to open in',
    shows: ['Menu.popup'],
    when: 'early',
    run: (note) => note(errorOf(() => Menu.buildFromTemplate([{ label: 'One' }]).popup())),
  },
];
