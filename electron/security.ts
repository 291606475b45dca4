// What pages may do: response headers, permissions, navigation, windows. Everything that is not needed is denied.

import type { App, Session, WebContents } from 'electron';

/** Scheme and origin of everything the window shows, code and media. */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = 'app://studio';

const CSP = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "worker-src 'self'",
  "manifest-src 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types app',
].join('; ');

/** Headers of every response on our origin: strict CSP with Trusted Types, no other connection, and cross-origin isolation. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CSP,
  // What the policy does not cover in documents: early connections, look-ups of names, WebRTC. Only from Chromium 152 on;
  // before, it wants the token of an origin trial. Workers are not known to have it, and rely on the policy (decision 35).
  'connection-allowlist': '(response-origin);webrtc=block',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/**
 * Prevents remote control of the pages of an installed app. A package whose fuse allows the inspector is one for tests,
 * whose driver waits for the debugging port; released packages have that fuse off, so their inspector never runs.
 */
export function closeDebugging(app: Pick<App, 'isPackaged' | 'commandLine'>, isInspected: boolean): void {
  if (!app.isPackaged || isInspected) return;
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe']) app.commandLine.removeSwitch(name);
}

/** What the start of the app does about the sandbox of its pages. */
export type SandboxDecision = 'enable' | 'leave' | 'refuse';

/**
 * Must be called first, because `app.enableSandbox()` deletes the `--no-sandbox` switch and passes `--enable-sandbox`
 * to every utility process instead (`App::EnableSandbox` in Electron's shell/browser/api/electron_api_app.cc), and with
 * the environment as it was given. `argv` is the command line as it was typed: Electron itself adds the switch for
 * `ELECTRON_DISABLE_SANDBOX`, before the app runs (shell/app/electron_main_delegate.cc).
 *
 * - `enable`: the usual start.
 * - `leave`: `--no-sandbox` was given, without which Chromium does not run as root; utility processes would abort under
 * `--enable-sandbox`. The window still requests its sandbox.
 * - `refuse`: nobody typed it. The launcher inside an AppImage adds `--no-sandbox` without asking where the system
 * forbids user namespaces; a variable may have been set for another app. The app does not start, because its security
 * depends on the sandbox.
 */
export function decideSandbox(
  app: Pick<App, 'isPackaged' | 'commandLine'>,
  env: NodeJS.ProcessEnv,
  argv: readonly string[],
): SandboxDecision {
  if (!app.commandLine.hasSwitch('no-sandbox')) return 'enable';
  const isTyped = argv.includes('--no-sandbox') && env.APPIMAGE === undefined;
  return app.isPackaged && !isTyped ? 'refuse' : 'leave';
}

/** The reason for a refused start, shown to the person. */
export const NO_SANDBOX =
  'Without a sandbox for its pages the app does not start. If ELECTRON_DISABLE_SANDBOX is set in your environment, remove it. If you use the AppImage, your system does not allow it one: install the .deb package instead.';

/** The only permission our pages need: writing to the clipboard after a click. */
const GRANTED_PERMISSION = 'clipboard-sanitized-write';

/** Denies permissions, devices, screen capture and downloads, and blocks every request to another origin. */
export function restrictSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === GRANTED_PERMISSION));
  session.setPermissionCheckHandler((_contents, permission) => permission === GRANTED_PERMISSION);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !isOwnUrl(details.url) }));
}

/**
 * Denies navigation, new windows, webviews, a veto against being closed, and WebRTC over UDP in every page created from
 * now on.
 */
export function restrictContents(app: App, onDenied: (what: string) => void): void {
  app.on('web-contents-created', (_event, contents) => restrictPage(contents, onDenied));
}

function restrictPage(contents: WebContents, onDenied: (what: string) => void): void {
  const deny = (event: { preventDefault: () => void }, what: string): void => {
    event.preventDefault();
    onDenied(what);
  };
  contents.on('will-navigate', (event) => deny(event, 'navigation'));
  contents.on('will-frame-navigate', (event) => deny(event, 'frame navigation'));
  contents.on('will-redirect', (event) => deny(event, 'redirect'));
  contents.on('will-attach-webview', (event) => deny(event, 'webview'));
  // Here preventing means that the page is closed all the same.
  contents.on('will-prevent-unload', (event) => deny(event, 'staying open'));
  // The header stops WebRTC altogether; this stops its questions over UDP even where a page came without the header.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(() => {
    onDenied('window');
    return { action: 'deny' };
  });
}

/** Whether a URL is on our origin, a blob created by our page, or DevTools, which belong to Chromium. */
export function isOwnUrl(url: string): boolean {
  const plain = url.startsWith('blob:') ? url.slice('blob:'.length) : url;
  return plain === APP_ORIGIN || plain.startsWith(`${APP_ORIGIN}/`) || plain.startsWith('devtools://');
}
