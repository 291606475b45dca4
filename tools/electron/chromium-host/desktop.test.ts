// Windows, screens, themes, folders and the shell as the app uses them, without a browser: no page is loaded.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type RunningApp, runApp, writeApp } from './test-app.ts';

/** Starts a main script that imports everything and runs after ready. */
async function start(script: string, ...flags: string[]): Promise<RunningApp> {
  const files = await writeApp(`
    import { nativeTheme, Notification, screen } from 'electron';
    const finish = (value) => { console.log('result ' + JSON.stringify(value)); app.exit(); };
    app.whenReady().then(async () => { ${script} });`);
  const app = runApp(files.dir, ...flags);
  onTestFinished(async () => {
    app.process.kill('SIGKILL');
    await app.exit;
    await files.remove();
  });
  return app;
}

/** Runs such a script; returns the value that it passed to `finish`. */
async function afterReady(script: string, ...flags: string[]): Promise<unknown> {
  const app = await start(script, ...flags);
  const [, json = ''] = await app.waitFor(/^result (.*)$/m);
  expect(await app.exit).toBe(0);
  return JSON.parse(json);
}

/** Simulates an action of a person with the window or the desktop. */
async function command(app: RunningApp, name: string): Promise<void> {
  app.process.stdin.write(`${JSON.stringify({ type: name })}\n`);
  await app.waitFor(new RegExp(`^done \\{"type":"${name}"\\}$`, 'm'));
}

it('a window keeps its normal bounds while it is maximised or minimised, and can be restored', async () => {
  const place = { x: 10, y: 20, width: 640, height: 480 };
  const app = await start(`
    const seen = [];
    const window = new BrowserWindow({ ...${JSON.stringify(place)}, show: false });
    const look = () => seen.push([window.isMaximized(), window.isMinimized(), window.getNormalBounds()]);
    look();
    window.maximize(); look();
    window.restore(); look();
    const untilMinimized = setInterval(() => {
      if (!window.isMinimized()) return;
      clearInterval(untilMinimized);
      look();
      window.restore(); window.show(); window.focus(); look();
      console.log('restored');
    }, 5);
    window.on('close', () => seen.push(['close', window.isDestroyed(), window.webContents.isDestroyed()]));
    app.on('window-all-closed', () => {
      finish([...seen, window.isDestroyed(), BrowserWindow.getAllWindows().length]);
    });
    seen.push(BrowserWindow.getAllWindows().length);
    console.log('there');`);
  await app.waitFor(/^there$/m);
  await command(app, 'minimizeWindow');
  await app.waitFor(/^restored$/m);
  await command(app, 'closeWindow');
  const [, json = ''] = await app.waitFor(/^result (.*)$/m);
  expect(JSON.parse(json)).toEqual([
    [false, false, place],
    [true, false, place],
    [false, false, place],
    1,
    [false, true, place],
    [false, false, place],
    ['close', false, false],
    true,
    0,
  ]);
});

it('a page is announced before its window is available', async () => {
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

it('a question without a prepared answer is closed without a button', async () => {
  const seen = await afterReady(`
    const ask = async (options) => (await dialog.showMessageBox({ message: '?', ...options })).response;
    finish([
      await ask({ buttons: ['Repeat', 'Leave'], defaultId: 0 }),
      await ask({ buttons: ['Repeat', 'Leave'], defaultId: 0, cancelId: 0 }),
      await ask({ buttons: ['Yes', 'No'] }),
      await ask({ buttons: ['Fine'] }),
    ]);`);
  expect(seen).toEqual([1, 0, 1, 0]);
});

it('a closed window and its page throw on use', async () => {
  const seen = await afterReady(`
    const errorOf = (work) => { try { work(); return 'fine'; } catch (error) { return error.message; } };
    const window = new BrowserWindow({ show: false });
    const { webContents } = window;
    window.on('closed', () => finish([
      window.isDestroyed(), webContents.isDestroyed(),
      ...[() => window.isFocused(), () => window.webContents, () => window.setProgressBar(-1), () => webContents.send('x'), () => webContents.mainFrame]
        .map(errorOf),
    ]));
    app.quit();`);
  expect(seen).toEqual([true, true, ...new Array(5).fill('Object has been destroyed')]);
});

it('a hidden window takes no focus; a shown or maximised one does', async () => {
  const app = await start(`
    for (const appear of ['show', 'maximize']) {
      const window = new BrowserWindow({ show: false });
      window.focus();
      window[appear]();
      window.focus();
    }
    console.log('there');`);
  await app.waitFor(/^there$/m);
  app.process.stdin.write('{"type":"recorded"}\n');
  const [, json = ''] = await app.waitFor(/^recorded (.*)$/m);
  const calls = (JSON.parse(json) as { call: string }[]).map(({ call }) => call);
  // Showing a window also focuses it.
  expect(calls.filter((call) => call === 'BrowserWindow.focus')).toHaveLength(3);
});

it('a notification is shown, clicked and closed', async () => {
  const app = await start(`
    const notification = new Notification({ title: 'Edit finished', body: 'Teal' });
    for (const name of ['click', 'close']) notification.on(name, () => console.log(name));
    notification.show();
    console.log('shown', Notification.isSupported());`);
  await app.waitFor(/^shown true$/m);
  await command(app, 'clickNotification');
  await command(app, 'closeNotification');
  expect(app.output()).toMatch(/^click\n[\s\S]*^close\n/m);
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

it('returns names, folders, languages, proxies and switches', async () => {
  const seen = await afterReady(
    `
    app.commandLine.removeSwitch('two');
    dialog.showErrorBox('Title', 'Text');
    await shell.openExternal('https://studio.example/');
    shell.showItemInFolder('/library');
    process.env.LANGUAGE = 'zh_CN:en';
    finish([
      app.getVersion(), app.isPackaged, app.getAppPath(), app.getPath('userData'), app.getPreferredSystemLanguages(),
      await session.defaultSession.resolveProxy('http://127.0.0.1:9/'),
      ['one', 'two', 'three'].map((name) => app.commandLine.hasSwitch(name)),
    ]);`,
    '--one=1',
    '--two',
  );
  const [version, isPackaged, appPath, userData, languages, proxy, switches] = seen as unknown[];
  expect([version, isPackaged, languages, proxy]).toEqual(['1.2.3', false, ['zh-CN', 'zh', 'en'], 'DIRECT']);
  expect(switches).toEqual([true, false, false]);
  expect(String(userData)).toBe(join(String(appPath), '..', 'data'));
});

it('keeps the computer awake until it is told otherwise', async () => {
  const seen = await afterReady(`
    const { powerSaveBlocker } = await import('electron');
    const first = powerSaveBlocker.start('prevent-app-suspension');
    const second = powerSaveBlocker.start('prevent-app-suspension');
    finish([first === second, powerSaveBlocker.stop(first), powerSaveBlocker.stop(first), powerSaveBlocker.stop(99)]);`);
  expect(seen).toEqual([false, true, false, false]);
});
