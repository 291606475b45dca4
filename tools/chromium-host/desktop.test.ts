// Windows, screens, themes, folders and the shell as the app meets them, without a browser: no page is loaded.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runApp, writeApp } from './test-app.ts';

/** Runs a main script after ready, with everything imported; gives what it passed to `finish`. */
async function afterReady(script: string): Promise<unknown> {
  const files = await writeApp(`
    import { nativeTheme, Notification, screen } from 'electron';
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
    // A hidden window that is maximised is shown.
    [true, false, true, place],
    [false, true, true, place],
    [false, false, true, place],
    1,
    ['close', false, false],
    true,
    0,
  ]);
});

it('a page is announced before anybody has its window', async () => {
  const seen = await afterReady(`
    let window;
    app.on('web-contents-created', (_event, contents) => {
      setImmediate(() => finish([early, contents === window.webContents]));
      early = [window === undefined, contents.isDestroyed()];
    });
    let early;
    window = new BrowserWindow({ show: false });`);
  expect(seen).toEqual([[true, false], true]);
});

it('a window that has gone, and its page, are good for nothing', async () => {
  const seen = await afterReady(`
    const complaint = (work) => { try { work(); return 'fine'; } catch (error) { return error.message; } };
    const window = new BrowserWindow({ show: false });
    const { webContents, id } = window;
    window.on('closed', () => finish([
      window.isDestroyed(), webContents.isDestroyed(), window.id === id,
      ...[() => window.isFocused(), () => window.webContents, () => window.setProgressBar(-1), () => webContents.send('x'), () => webContents.mainFrame]
        .map(complaint),
    ]));
    app.on('window-all-closed', () => undefined);
    window.close();`);
  expect(seen).toEqual([true, true, true, ...new Array(5).fill('Object has been destroyed')]);
});

it('a hidden window takes no focus', async () => {
  const files = await writeApp(`
    app.whenReady().then(() => {
      const window = new BrowserWindow({ show: false });
      window.focus();
      window.show();
      window.hide();
      window.focus();
      console.log('ready');
    });`);
  onTestFinished(() => files.remove());
  const app = runApp(files.dir);
  await app.waitFor(/^ready$/m);
  app.process.stdin.write('{"do":"recorded"}\n');
  const [, json = ''] = await app.waitFor(/^recorded (.*)$/m);
  app.process.kill('SIGKILL');
  await app.exit;
  const calls = (JSON.parse(json) as { call: string }[]).map(({ call }) => call);
  expect(calls.filter((call) => call === 'BrowserWindow.focus')).toHaveLength(1);
});

it('a notification is shown, and closed', async () => {
  const seen = await afterReady(`
    const seen = [Notification.isSupported()];
    const notification = new Notification({ title: 'Edit finished', body: 'Teal' });
    for (const name of ['show', 'click', 'close']) notification.on(name, () => seen.push(name));
    notification.show();
    notification.close();
    finish(seen);`);
  expect(seen).toEqual([true, 'show', 'close']);
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
    process.env.LANGUAGE = 'zh_CN:en';
    finish([
      app.getVersion(), app.isPackaged, app.getAppPath(), app.getPath('userData'), app.getPreferredSystemLanguages(),
      await session.defaultSession.resolveProxy('http://127.0.0.1:9/'),
      ['one', 'two'].map((name) => app.commandLine.hasSwitch(name)),
    ]);`);
  const [version, isPackaged, appPath, userData, languages, proxy, switches] = seen as unknown[];
  expect([version, isPackaged, languages, proxy]).toEqual(['1.2.3', false, ['zh-CN', 'zh', 'en'], 'DIRECT']);
  expect(switches).toEqual([true, false]);
  expect(String(userData)).toBe(join(String(appPath), '..', 'data'));
});
