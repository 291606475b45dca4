// The host's pure functions.

import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { describe, expect, it, vi } from 'vitest';
import { parseAccelerator } from './accelerator.ts';
import { browserArguments } from './browser.ts';
import { uniquePath } from './dialog.ts';
import { findInstalledChromium } from './find-chromium.ts';
import { honest } from './honest.ts';
import { type StartMessage, takeInstanceLock } from './instance-lock.ts';
import { describeMenu, findItem, Menu } from './menu.ts';
import { checkMacKeys } from './menu-keys.ts';
import { parseOptions } from './options.ts';
import { systemLanguages } from './paths.ts';
import { proxyFor } from './protocol.ts';
import { state } from './state.ts';

describe('parseOptions', () => {
  it('keeps its own flags and passes the rest on', () => {
    const args = [
      '--headless',
      '--remote-debugging-port=9',
      '--save-dir=out',
      '--test-keyring',
      '--without-isolation',
      '--user-data-dir=/d',
      'x',
    ];
    expect(parseOptions('/app', args, '/cwd')).toEqual({
      appRoot: '/app',
      headless: true,
      debuggingPort: 9,
      saveDir: '/cwd/out',
      keyring: 'working',
      isIsolated: false,
      appArgs: ['--headless', '--user-data-dir=/d', 'x'],
    });
  });

  it('refuses an invalid port or platform', () => {
    expect(() => parseOptions('/app', ['--remote-debugging-port=x'], '/')).toThrow('wants a number');
    expect(parseOptions('/app', ['--platform=darwin'], '/').platform).toBe('darwin');
    expect(() => parseOptions('/app', ['--platform=amiga'], '/')).toThrow('wants one of');
  });
});

describe('browserArguments', () => {
  const options = {
    executable: '/c',
    url: 'http://127.0.0.1:1/',
    widthPx: 1180,
    heightPx: 760,
    headless: false,
    debuggingPort: undefined,
    locale: 'zh-CN',
    webRtcPolicy: 'default',
    position: undefined,
  };

  it('opens an app window without a port or --no-sandbox by default', () => {
    const args = browserArguments(options, '/profile', false);
    expect(args).toContain('--app=http://127.0.0.1:1/');
    expect(args).toContain('--window-size=1180,760');
    expect(args).toContain('--user-data-dir=/profile');
    expect(args).toContainEqual(expect.stringMatching(/^--disable-features=BackForwardCache/));
    const shell = browserArguments({ ...options, executable: '/usr/bin/chromium-headless-shell' }, '/profile', false);
    expect(shell.at(-1)).toBe(options.url);
    expect(args.join(' ')).not.toMatch(/--no-sandbox|--headless|--remote-debugging-port|--window-position/);
  });

  it('adds them on request', () => {
    const webRtcPolicy = 'disable_non_proxied_udp';
    const wanted = { ...options, headless: true, debuggingPort: 0, webRtcPolicy, position: { x: -5, y: 7 } };
    expect(browserArguments(wanted, '/profile', true)).toEqual(
      expect.arrayContaining([
        '--no-sandbox',
        '--headless',
        '--remote-debugging-port=0',
        '--webrtc-ip-handling-policy=disable_non_proxied_udp',
        '--window-position=-5,7',
      ]),
    );
  });
});

describe('findInstalledChromium', () => {
  const find = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, ...existing: string[]) =>
    findInstalledChromium({ headless: false }, { platform, env, isExecutable: (path) => existing.includes(path) });

  it('uses only CHROMIUM_PATH if it is set', () => {
    expect(find('linux', { CHROMIUM_PATH: '/own', PATH: '/bin' }, '/own', '/bin/chromium')).toBe('/own');
    expect(find('linux', { CHROMIUM_PATH: '/own', PATH: '/bin' }, '/bin/chromium')).toBeUndefined();
  });

  it('searches PATH and the usual places of each system', () => {
    expect(find('linux', { PATH: '/bin' }, '/bin/google-chrome')).toBe('/bin/google-chrome');
    expect(find('linux', { PATH: '' }, '/snap/bin/chromium')).toBe('/snap/bin/chromium');
    const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(find('darwin', { PATH: '', HOME: '/h' }, mac)).toBe(mac);
    const windows = 'C:\\P\\Microsoft\\Edge\\Application\\msedge.exe';
    expect(find('win32', { PATH: '', PROGRAMFILES: 'C:\\P' }, windows)).toBe(windows);
    expect(find('linux', {})).toBeUndefined();
  });

  it('prefers a browser that shares the folder for temporary files, which one from a snap does not', () => {
    const snap = ['/snap/bin/chromium', '/usr/bin/chromium-browser'];
    expect(find('linux', { PATH: '/snap/bin:/bin' }, ...snap, '/bin/google-chrome')).toBe('/bin/google-chrome');
    // Ubuntu's package of this name only starts the snap.
    const chrome = '/opt/google/chrome/google-chrome';
    expect(find('linux', { PATH: '/usr/bin' }, ...snap, chrome)).toBe(chrome);
    expect(find('linux', { PATH: '' }, '/usr/bin/chromium-browser')).toBe('/usr/bin/chromium-browser');
  });

  it('prefers a browser without windows where none is to be seen', () => {
    const surroundings = {
      platform: 'linux' as const,
      env: { PATH: '/bin' },
      isExecutable: (path: string) => ['/bin/chromium', '/bin/chromium-headless-shell'].includes(path),
    };
    expect(findInstalledChromium({ headless: false }, surroundings)).toBe('/bin/chromium');
    expect(findInstalledChromium({ headless: true }, surroundings)).toBe('/bin/chromium-headless-shell');
  });
});

describe('proxyFor', () => {
  it.each([
    ['https://relay.example/v1', {}, 'DIRECT'],
    ['https://relay.example/v1', { HTTPS_PROXY: 'http://proxy:3128' }, 'PROXY proxy:3128'],
    ['http://relay.example/v1', { HTTPS_PROXY: 'http://proxy:3128' }, 'DIRECT'],
    ['http://relay.example/v1', { http_proxy: 'proxy' }, 'PROXY proxy:80'],
    ['https://relay.example/v1', { ALL_PROXY: 'socks5://proxy' }, 'SOCKS5 proxy:1080'],
    ['https://relay.example/v1', { HTTPS_PROXY: 'https://proxy' }, 'HTTPS proxy:443'],
    ['https://a.relay.example/', { HTTPS_PROXY: 'http://proxy:1', NO_PROXY: 'other, .relay.example' }, 'DIRECT'],
    ['https://relay.example:8443/', { HTTPS_PROXY: 'http://proxy:1', NO_PROXY: 'relay.example:443' }, 'PROXY proxy:1'],
    ['https://relay.example/', { HTTPS_PROXY: 'http://proxy:1', NO_PROXY: 'relay.example:443' }, 'DIRECT'],
    ['https://relay.example/', { HTTPS_PROXY: 'http://proxy:1', NO_PROXY: '*' }, 'DIRECT'],
    ['http://127.0.0.1:9/', { HTTP_PROXY: 'http://proxy:1' }, 'DIRECT'],
    ['http://localhost:9/', { HTTP_PROXY: 'http://proxy:1' }, 'DIRECT'],
  ])('%s with %o: %s', (url, env, expected) => {
    expect(proxyFor(url, env as NodeJS.ProcessEnv)).toBe(expected);
  });
});

describe('systemLanguages', () => {
  it.each([
    [{ LANGUAGE: 'zh_CN:en_GB:en', LANG: 'de_DE.UTF-8' }, ['zh-CN', 'zh', 'en-GB', 'en']],
    [{ LC_ALL: 'zh_TW.UTF-8', LANG: 'de_DE' }, ['zh-TW', 'zh']],
    [{ LANG: 'C.UTF-8' }, []],
    [{}, []],
  ])('%o: %o', (env, expected) => {
    expect(systemLanguages(env as NodeJS.ProcessEnv)).toEqual(expected);
  });
});

describe('uniquePath', () => {
  it('adds a number to an existing name', () => {
    const taken = new Set(['/d/a.mp3', '/d/a (2).mp3']);
    expect(uniquePath('/d/a.mp3', (path) => taken.has(path))).toBe('/d/a (3).mp3');
    expect(uniquePath('/d/b.mp3', (path) => taken.has(path))).toBe('/d/b.mp3');
  });
});

describe('honest objects', () => {
  it('throw for missing properties, except those that tools read on any object', async () => {
    const object = honest('thing', { has: 1, later: undefined });
    expect(object.has).toBe(1);
    expect(object.later).toBeUndefined();
    expect(() => (object as { lacks?: number }).lacks).toThrow('not implemented on the Chromium host: thing.lacks');
    expect(await object).toBe(object);
  });
});

describe('Menu', () => {
  it('consists of data that can be clicked', () => {
    const onOpen = vi.fn();
    const menu = Menu.buildFromTemplate([
      {
        label: 'File',
        submenu: [{ id: 'open', label: 'Open', accelerator: 'CmdOrCtrl+O', click: onOpen }, { role: 'quit' }],
      },
      { id: 'off', label: 'Off', enabled: false, click: onOpen },
    ]);
    findItem(menu, 'open')?.click();
    findItem(menu, 'off')?.click();
    expect(onOpen).toHaveBeenCalledOnce();
    expect(findItem(menu, 'none')).toBeUndefined();
    expect(describeMenu(menu)[0]).toMatchObject({
      label: 'File',
      type: 'submenu',
      submenu: [{ id: 'open', accelerator: 'CmdOrCtrl+O' }, { role: 'quit' }],
    });
    menu.entries[0]?.submenu?.entries[1]?.click();
    expect(state.recorded.at(-1)).toEqual({ call: 'Menu.role', args: ['quit'] });
  });
});

describe('parseAccelerator', () => {
  it('parses a key and its modifiers for each platform', () => {
    const none = { isAlt: false, isControl: false, isCommand: false, isShift: false };
    expect(parseAccelerator('CmdOrCtrl+Shift+Z', 'darwin')).toEqual({
      ...none,
      key: 'z',
      isCommand: true,
      isShift: true,
    });
    expect(parseAccelerator('CommandOrControl+Enter', 'linux')).toEqual({ ...none, key: 'Enter', isControl: true });
    expect(parseAccelerator('Space', 'win32')).toEqual({ ...none, key: ' ' });
    expect(() => parseAccelerator('Hyper+A', 'linux')).toThrow("no modifier 'hyper'");
    expect(() => parseAccelerator('Anykey', 'linux')).toThrow('no such key');
  });
});

describe('the keys of a menu on macOS', () => {
  const menuWith = (...accelerators: string[]) =>
    Menu.buildFromTemplate(
      accelerators.map((accelerator, i) => ({ label: `item ${i}`, accelerator, registerAccelerator: false })),
    );

  it('need Command or Control, because they are active even if not registered', () => {
    for (const key of ['B', '[', 'Space', 'Escape', 'Shift+B', 'Alt+B'])
      expect(() => checkMacKeys(menuWith('Cmd+B', key)), key).toThrow(
        `'item 1': on macOS the accelerator '${key}' would act while somebody types`,
      );
    expect(() => checkMacKeys(menuWith('Cmd+B', 'Control+B', 'F5', 'Cmd+Shift+B'))).not.toThrow();
  });

  it('belong to one item each, including those of roles', () => {
    expect(() => checkMacKeys(menuWith('Cmd+Enter', 'CommandOrControl+Enter'))).toThrow(
      "'item 0' and 'item 1' have one key",
    );
    const edit = Menu.buildFromTemplate([{ role: 'undo' }, { label: 'Undo stroke', accelerator: 'CmdOrCtrl+Z' }]);
    expect(() => checkMacKeys(edit)).toThrow("'undo' and 'Undo stroke'");
  });
});

describe('takeInstanceLock', () => {
  const message: StartMessage = { argv: ['a'], workingDirectory: '/w', additionalData: { files: ['/a b.txt'] } };

  it('has one holder, which receives the messages of the others, and can be released', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lock-test-'));
    const locked = join(folder, 'data');
    const received: StartMessage[] = [];
    const first = takeInstanceLock(locked, message, (one) => received.push(one));
    expect(first).toBeDefined();
    expect(takeInstanceLock(locked, message, () => undefined)).toBeUndefined();
    await expect.poll(() => received).toEqual([message]);
    first?.release();
    const next = takeInstanceLock(locked, message, () => undefined);
    expect(next).toBeDefined();
    next?.release();
    expect(readdirSync(locked)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  /** Where the lock of a folder is, as anybody can compute it. */
  function lockFolderOf(locked: string): string {
    const digest = createHash('sha256').update(realpathSync(locked)).digest('hex').slice(0, 16);
    return join(tmpdir(), `chromium-host-lock-${userInfo().username}-${digest}`);
  }

  it('drops what is no message', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lock-test-'));
    const place = lockFolderOf(folder);
    const received: StartMessage[] = [];
    const lock = takeInstanceLock(folder, message, (one) => received.push(one));
    for (const [name, text] of Object.entries({
      'message-1': '{',
      'message-2': JSON.stringify({ argv: 'x', workingDirectory: '/' }),
      'message-3': serialize(message).toString('latin1'),
      'message-4': `"${'x'.repeat(2 ** 21)}"`,
    }))
      writeFileSync(join(place, name), text);
    takeInstanceLock(folder, message, () => undefined);
    await expect.poll(() => received).toEqual([message]);
    await expect.poll(() => readdirSync(place)).toEqual(['lock']);
    lock?.release();
    rmSync(folder, { recursive: true });
  });

  it.skipIf(process.platform === 'win32')('refuses a folder for its lock that others can write, or a link', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lock-test-'));
    const place = lockFolderOf(folder);
    mkdirSync(place);
    chmodSync(place, 0o777);
    expect(() => takeInstanceLock(folder, message, () => undefined)).toThrow('not ours');
    rmdirSync(place);
    symlinkSync(folder, place);
    expect(() => takeInstanceLock(folder, message, () => undefined)).toThrow('not ours');
    rmSync(place);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
