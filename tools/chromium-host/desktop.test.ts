// Windows, screens, themes, folders and the shell as the app meets them, without a browser: no page is loaded.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runApp, writeApp } from './test-app.ts';

/** Runs a main script after ready, with everything imported; gives what it passed to `finish`. */
async function afterReady(script: string): Promise<unknown> {
  const files = await writeApp(`
    import { nativeTheme, screen, session } from 'electron';
    const finish = (value) => { console.log('result ' + JSON.stringify(value)); app.exit(); };
    app.commandLine.appendSwitch('one', '1');
    app.commandLine.appendSwitch('two');
    app.commandLine.removeSwitch('two');
    app.whenReady().then(async () => { ${script} });`);
  onTestFinished(() => files.remove());
  const app = runApp(files.dir);
  const [, json = ''] = await app.waitFor(/^result (.*)$/m);
  expect(await app.exit).toBe(0);
  return JSON.parse(json);
}

it('a window keeps its normal place while it is maximised or minimised, and comes back', async () => {
  const place = { x: 10, y: 20, width: 640, height: 480 };
  const seen = await afterReady(`
    const seen = [];
    const window = new BrowserWindow({ ...${JSON.stringify(place)}, show: false });
    const look = () => seen.push([window.isMaximized(), window.isMinimized(), window.isVisible(), window.getNormalBounds()]);
    look();
    window.maximize(); look();
    window.unmaximize(); window.minimize(); look();
    window.restore(); window.show(); window.focus(); look();
    window.on('close', () => seen.push(['close', window.isDestroyed(), window.webContents.isDestroyed()]));
    app.on('window-all-closed', () => {
      finish([...seen, window.isDestroyed(), BrowserWindow.getAllWindows().length]);
    });
    seen.push(BrowserWindow.getAllWindows().length);
    window.close();`);
  expect(seen).toEqual([
    [false, false, false, place],
    [true, false, false, place],
    [false, true, false, place],
    [false, false, true, place],
    1,
    ['close', false, false],
    true,
    0,
  ]);
});

it('a screen has a work area, a theme can be chosen', async () => {
  const [area, before, after] = (await afterReady(`
    const { workArea } = screen.getDisplayMatching({ x: 0, y: 0, width: 10, height: 10 });
    const before = nativeTheme.themeSource;
    nativeTheme.themeSource = 'dark';
    finish([workArea, before, nativeTheme.shouldUseDarkColors]);`)) as [object, string, boolean];
  expect(area).toEqual({ x: 0, y: 0, width: expect.any(Number), height: expect.any(Number) });
  expect([before, after]).toEqual(['system', true]);
});

it('tells names, folders, languages, proxies and switches; refuses none', async () => {
  const seen = await afterReady(`
    dialog.showErrorBox('Title', 'Text');
    await shell.openExternal('https://studio.example/');
    finish([
      app.getVersion(), app.isPackaged, app.getAppPath(), app.getPath('userData'), app.getPreferredSystemLanguages().length > 0,
      await session.defaultSession.resolveProxy('http://127.0.0.1:9/'),
      ['one', 'two'].map((name) => app.commandLine.hasSwitch(name)),
    ]);`);
  const [version, isPackaged, appPath, userData, hasLanguages, proxy, switches] = seen as unknown[];
  expect([version, isPackaged, hasLanguages, proxy]).toEqual(['1.2.3', false, true, 'DIRECT']);
  expect(switches).toEqual([true, false]);
  expect(String(userData)).toBe(join(String(appPath), '..', 'data'));
});
