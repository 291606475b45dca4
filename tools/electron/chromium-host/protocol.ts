// Implements `protocol` and `session`: schemes, their handlers and the registered session handlers. Independent of HTTP
// and windows.

import type { Protocol, Session } from 'electron';
import { honest, honestEmitter, missing } from './honest.ts';
import { record, requireReady, state } from './state.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** The headers that make a page cross-origin isolated. */
const ISOLATION_HEADERS = ['cross-origin-opener-policy', 'cross-origin-embedder-policy'] as const;
const TOO_EARLY = 'Session can only be received when app is ready';
const handlers = new Map<string, Handler>();
const schemes = new Map<string, Electron.Privileges>();
let areSchemesRegistered = false;

/** Responds to a request for an app URL with the app's own handler, unless the app's session cancels it first. */
export async function handleAppRequest(request: Request): Promise<Response> {
  if (await defaultSession.cancels(request)) return Response.error();
  const handler = handlers.get(new URL(request.url).protocol.slice(0, -1));
  if (!handler) throw new Error(`no protocol.handle for ${request.url}`);
  const response = await handler(request);
  return state.options.isIsolated ? response : withoutIsolation(response);
}

function withoutIsolation({ body, status, headers: given }: Response): Response {
  const headers = new Headers(given);
  for (const name of ISOLATION_HEADERS) headers.delete(name);
  return new Response(body, { status, headers });
}

/** Refuses a page address that Electron would not treat as a secure origin. */
export function checkScheme(url: string): void {
  const scheme = new URL(url).protocol.slice(0, -1);
  const privileges = schemes.get(scheme);
  if (!privileges?.standard || !privileges.secure) {
    throw new Error(`${scheme}: must be registered as standard and secure before the app is ready`);
  }
  if (!handlers.has(scheme)) throw new Error(`${scheme}: has no protocol.handle`);
}

const protocolApi = {
  registerSchemesAsPrivileged: (customSchemes) => {
    if (state.isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (areSchemesRegistered) throw new Error('protocol.registerSchemesAsPrivileged can be called only once');
    areSchemesRegistered = true;
    for (const { scheme, privileges } of customSchemes) schemes.set(scheme, privileges ?? {});
  },
  handle: (scheme, handler) => {
    requireReady(TOO_EARLY);
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler as unknown as Handler);
  },
} satisfies Partial<Protocol>;

export const protocol = honest('protocol', protocolApi);

/** Returns the proxy for a URL by Chromium's environment rules, in the format of `resolveProxy`. */
export function proxyFor(url: string, env: NodeJS.ProcessEnv): string {
  const { protocol: scheme, hostname, port } = new URL(url);
  const get = (name: string): string => env[name.toLowerCase()] || env[name] || '';
  const isExempt = get('NO_PROXY')
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      const [name = '', wantedPort] = entry.replace(/^\*?\./, '').split(/:(?=\d+$)/);
      if (wantedPort && wantedPort !== (port || (scheme === 'https:' ? '443' : '80'))) return false;
      return entry === '*' || hostname === name || hostname.endsWith(`.${name}`);
    });
  // Chromium never sends loopback traffic through a proxy.
  const isLoopback = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  const address = get(scheme === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || get('ALL_PROXY');
  if (!address || isExempt || isLoopback) return 'DIRECT';
  const proxy = new URL(address.includes('://') ? address : `http://${address}`);
  const kind = proxy.protocol === 'https:' ? 'HTTPS' : proxy.protocol.startsWith('socks4') ? 'SOCKS' : 'PROXY';
  const isSocks5 = /^socks(?:5h?)?:$/.test(proxy.protocol);
  const defaultPort = proxy.protocol === 'https:' ? '443' : proxy.protocol.startsWith('socks') ? '1080' : '80';
  return `${isSocks5 ? 'SOCKS5' : kind} ${proxy.hostname}:${proxy.port || defaultPort}`;
}

type SessionMethods =
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'resolveProxy';

type BeforeRequest = (details: object, answer: (response: Electron.CallbackResponse) => void) => void;
type PermissionCheck = Parameters<Session['setPermissionCheckHandler']>[0];

/** The names of permissions in Chromium's protocol, and in Electron. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  audioCapture: 'media',
  backgroundSync: 'background-sync',
  clipboardReadWrite: 'clipboard-read',
  clipboardSanitizedWrite: 'clipboard-sanitized-write',
  displayCapture: 'display-capture',
  durableStorage: 'persistent-storage',
  geolocation: 'geolocation',
  idleDetection: 'idle-detection',
  midi: 'midi',
  midiSysex: 'midiSysex',
  notifications: 'notifications',
  sensors: 'sensors',
  storageAccess: 'storage-access',
  videoCapture: 'media',
  wakeLockScreen: 'screen-wake-lock',
  windowManagement: 'window-management',
};

class HostSession extends honestEmitter('Session') implements Pick<Session, SessionMethods> {
  readonly webRequest = honest('WebRequest', {
    onBeforeRequest: (...args: unknown[]) => {
      if (args.length !== 1) missing('WebRequest.onBeforeRequest with a filter');
      this.#beforeRequest = args[0] as BeforeRequest | null;
    },
  } satisfies Pick<Electron.WebRequest, 'onBeforeRequest'>);

  #beforeRequest: BeforeRequest | null = null;
  #permissionCheck: PermissionCheck = null;

  /** For the host's server: whether the app cancels a request. */
  cancels({ url, method }: Request): Promise<boolean> {
    const listener = this.#beforeRequest;
    if (!listener) return Promise.resolve(false);
    return new Promise((resolve) => listener({ url, method }, ({ cancel }) => resolve(cancel === true)));
  }

  /**
   * For pages: the granted permissions, by their names in Chromium's protocol; undefined if the app leaves the decision
   * to Chromium.
   */
  grantedPermissions(contents: unknown, origin: string): string[] | undefined {
    const check = this.#permissionCheck;
    const details = { isMainFrame: true, requestingUrl: `${origin}/` };
    const isGranted = (name: string): boolean =>
      check?.(contents as Electron.WebContents, name as Parameters<typeof check>[1], origin, details) === true;
    return check ? Object.keys(PERMISSIONS).filter((name) => isGranted(PERMISSIONS[name] ?? '')) : undefined;
  }

  setPermissionRequestHandler(handler: unknown): void {
    record('session.setPermissionRequestHandler', handler !== null);
  }
  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.#permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: unknown): void {
    record('session.setDevicePermissionHandler', handler !== null);
  }
  setDisplayMediaRequestHandler(handler: unknown): void {
    record('session.setDisplayMediaRequestHandler', handler !== null);
  }
  async resolveProxy(url: string): Promise<string> {
    return proxyFor(url, process.env);
  }
}

export const defaultSession = new HostSession();

export const session = honest('session', {
  get defaultSession() {
    requireReady(TOO_EARLY);
    return defaultSession;
  },
});
