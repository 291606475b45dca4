import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { App, Session } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { closeDebugging, decideSandbox, isOwnUrl, restrictContents, restrictSession } from './security.ts';

/** Every permission the installed Electron has a name for, as its declarations list them. */
const PERMISSIONS = (() => {
  const declarations = readFileSync(createRequire(import.meta.url).resolve('electron/electron.d.ts'), 'utf8');
  const [, names = ''] = /setPermissionRequestHandler\(handler:.*? permission: ([^,]+),/.exec(declarations) ?? [];
  return names.split(' | ').map((name) => name.slice(1, -1));
})();

describe('pages', () => {
  const page = () => {
    const app = new EventEmitter();
    const onDenied = vi.fn();
    restrictContents(app as unknown as App, onDenied);
    let openHandler = (): unknown => undefined;
    const setWebRTCIPHandlingPolicy = vi.fn();
    const contents = Object.assign(new EventEmitter(), {
      setWebRTCIPHandlingPolicy,
      setWindowOpenHandler: (handler: () => unknown) => {
        openHandler = handler;
      },
    });
    app.emit('web-contents-created', {}, contents);
    return { contents, onDenied, setWebRTCIPHandlingPolicy, openWindow: () => openHandler() };
  };

  // attack 5, attack 10
  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview', 'will-prevent-unload'])(
    'may not: %s',
    (name) => {
      const { contents, onDenied } = page();
      const preventDefault = vi.fn();
      contents.emit(name, { preventDefault, url: 'https://evil.example' });
      expect(preventDefault).toHaveBeenCalledOnce();
      expect(onDenied).toHaveBeenCalledOnce();
    },
  );

  // promise page-without-network
  it('sends no question of WebRTC over UDP', () => {
    expect(page().setWebRTCIPHandlingPolicy.mock.calls).toEqual([['disable_non_proxied_udp']]);
  });

  // attack 3
  it('may not open windows', () => expect(page().openWindow()).toEqual({ action: 'deny' }));
});

describe('the session', () => {
  /** A session that records the handlers set on it. */
  const session = () => {
    type Handler = (...values: unknown[]) => unknown;
    const given: Record<string, Handler> = {};
    const keep = (name: string) => (handler: Handler) => {
      given[name] = handler;
    };
    restrictSession({
      setPermissionRequestHandler: keep('request'),
      setPermissionCheckHandler: keep('check'),
      setDevicePermissionHandler: keep('device'),
      setDisplayMediaRequestHandler: keep('display'),
      on: (name: string, handler: Handler) => keep(name)(handler),
      webRequest: { onBeforeRequest: keep('before') },
    } as unknown as Session);
    return given;
  };

  // attack 11
  it('grants only writing to the clipboard after a click', () => {
    const given = session();
    const granted = PERMISSIONS.filter((permission) => {
      const answer = vi.fn();
      given.request?.(null, permission, answer);
      expect(given.check?.(null, permission)).toBe(answer.mock.calls[0]?.[0]);
      expect(answer).toHaveBeenCalledOnce();
      return answer.mock.calls[0]?.[0];
    });
    expect(PERMISSIONS.length).toBeGreaterThan(40);
    expect(granted).toEqual(['clipboard-sanitized-write']);
  });

  // attack 11
  it('gives no device and no screen, and lets no download begin', () => {
    const given = session();
    const answer = vi.fn();
    given.display?.({}, answer);
    const preventDefault = vi.fn();
    given['will-download']?.({ preventDefault });
    expect([given.device?.({}), answer.mock.calls, preventDefault.mock.calls.length]).toEqual([false, [[null]], 1]);
  });

  // promise page-without-network
  it('blocks requests to other origins', () => {
    const before = session().before;
    const isCancelled = (url: string) => {
      const answer = vi.fn();
      before?.({ url }, answer);
      return answer.mock.calls[0]?.[0].cancel;
    };
    expect(isCancelled('app://studio/index.html')).toBe(false);
    expect(isCancelled('https://evil.example/x')).toBe(true);
    expect(isCancelled('file:///etc/passwd')).toBe(true);
  });
});

it.each([
  ['app://studio/media/x', true],
  ['blob:app://studio/1-2', true],
  ['app://studio.evil/x', false],
  ['app://evil/x', false],
  ['wss://studio/x', false],
])('%s is ours: %s', (url, expected) => expect(isOwnUrl(url)).toBe(expected));

// promise sandboxed-pages
it.each([
  [true, { APPIMAGE: '/x.AppImage' }, true, true, 'refuse'],
  [true, { APPIMAGE: '/x.AppImage' }, false, false, 'enable'],
  [true, {}, true, true, 'leave'],
  [true, { ELECTRON_DISABLE_SANDBOX: '' }, true, false, 'refuse'],
  [true, { ELECTRON_DISABLE_SANDBOX: '1' }, true, true, 'leave'],
  [false, { ELECTRON_DISABLE_SANDBOX: '1' }, true, false, 'leave'],
  [false, { APPIMAGE: '/x.AppImage' }, true, true, 'leave'],
  [false, {}, false, false, 'enable'],
])('packaged %s, in %o, with --no-sandbox %s, typed %s: %s', (isPackaged, env, hasSwitch, isTyped, decision) => {
  const app = { isPackaged, commandLine: { hasSwitch: () => hasSwitch } } as unknown as App;
  const argv = ['relay-studio', ...(isTyped ? ['--no-sandbox'] : [])];
  expect(decideSandbox(app, env as NodeJS.ProcessEnv, argv)).toBe(decision);
});

// attack 45
it.each([
  ['a released package', true, false, ['remote-debugging-port', 'remote-debugging-pipe']],
  ['a package that is being inspected', true, true, []],
  ['the app of a developer', false, false, []],
])('%s: debugging switches removed', (_name, isPackaged, isInspected, expected) => {
  const removed: string[] = [];
  const commandLine = { removeSwitch: (name: string) => removed.push(name) };
  closeDebugging({ isPackaged, commandLine } as unknown as App, isInspected);
  expect(removed).toEqual(expected);
});
