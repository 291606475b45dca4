// The preload's world: `require('electron')` for a sandboxed preload, its IPC socket, and reports about the window.
// Independent of the preload. Injected as source: see page-scripts.ts.

import { decodeMessage, encodeMessage } from '../codec.ts';
import { createLink } from './link.ts';

export interface IsolatedWorldConfig {
  readonly origin: string;
  readonly toMain: string;
  readonly toIsolated: string;
  readonly mark: string;
  readonly socketPath: string;
  /** Authorises this world to open the socket; it is unknown in the page's own world. */
  readonly ticket: string;
  readonly preloadName: string;
  readonly process: { readonly platform: string; readonly arch: string; readonly versions: Record<string, string> };
}

type Preload = (
  require: (name: string) => unknown,
  process: object,
  global: object,
  exports: object,
  module: { exports: object },
) => void;
type Listener = (event: object, ...args: unknown[]) => void;
type Waiting = { resolve(value: unknown): void; reject(error: Error): void };

function createSocket(
  url: string,
  ticket: string,
  onMessage: (message: unknown[]) => void,
): (message: unknown) => void {
  const socket = new WebSocket(url, ticket);
  const queue: Uint8Array<ArrayBuffer>[] = [];
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => {
    for (const bytes of queue.splice(0)) socket.send(bytes);
  });
  socket.addEventListener('message', (event: MessageEvent<ArrayBuffer>) => {
    onMessage(decodeMessage(new Uint8Array(event.data)) as unknown[]);
  });
  socket.addEventListener('close', () => onMessage(['closed']));
  return (message) => {
    const bytes = encodeMessage(message);
    if (socket.readyState === WebSocket.CONNECTING) queue.push(bytes);
    else if (socket.readyState === WebSocket.OPEN) socket.send(bytes);
    else queueMicrotask(() => onMessage(['closed']));
  };
}

function createIpcRenderer(connect: (onMessage: (message: unknown[]) => void) => (message: unknown) => void): {
  ipcRenderer: object;
  send: (message: unknown) => void;
} {
  const listeners = new Map<string, Listener[]>();
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  const emit = (channel: string, args: unknown[]): void => {
    for (const listener of listeners.get(channel) ?? []) {
      try {
        listener({ sender: ipcRenderer, ports: [] }, ...args);
      } catch (error) {
        reportError(error);
      }
    }
  };

  const send = connect(([kind, ...rest]) => {
    if (kind === 'event') {
      emit(String(rest[0]), rest[1] as unknown[]);
    } else if (kind === 'result') {
      const [id, isOk, value] = rest as [number, boolean, unknown];
      const call = waiting.get(id);
      waiting.delete(id);
      if (isOk) call?.resolve(value);
      else call?.reject(new Error(String(value)));
    } else if (kind === 'closed') {
      for (const call of waiting.values()) call.reject(new Error('The main process is gone.'));
      waiting.clear();
    }
  });

  const ipcRenderer: object = honestObject('ipcRenderer', {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        // Sends first: a value that cannot be cloned rejects the promise, as in Electron.
        send(['invoke', id, channel, args]);
        waiting.set(id, { resolve, reject });
      }),
    on: (channel: string, listener: Listener): object => {
      if (typeof listener !== 'function') throw new TypeError('The "listener" argument must be of type function.');
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
  });
  return { ipcRenderer, send };
}

function honestObject(name: string, target: object): object {
  return new Proxy(target, {
    get: (object, property, receiver) => {
      if (property in object || typeof property === 'symbol' || property === 'then' || property === '__esModule') {
        return Reflect.get(object, property, receiver);
      }
      throw new Error(`not implemented on the Chromium host: ${name}.${property}`);
    },
  });
}

// Moving a window fires no event in its page.
const MOVE_CHECK_MS = 1000;

function reportWindowState(send: (message: unknown) => void): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let reportedPlace = '';
  const report = (): void => {
    reportedPlace = `${screenX},${screenY}`;
    send([
      'state',
      {
        bounds: { x: screenX, y: screenY, width: outerWidth, height: outerHeight },
        isFocused: document.hasFocus(),
        isDark: dark.matches,
        workArea: { width: screen.availWidth, height: screen.availHeight },
      },
    ]);
  };
  for (const name of ['load', 'resize', 'focus', 'blur']) addEventListener(name, report);
  dark.addEventListener('change', report);
  setInterval(() => {
    if (reportedPlace !== `${screenX},${screenY}`) report();
  }, MOVE_CHECK_MS);
  report();
}

/** Reports whether a button is down, before the page itself hears of it. */
function reportButtons(send: (message: unknown) => void): void {
  addEventListener('pointerdown', () => send(['pressed', true]), true);
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => send(['pressed', false]), true);
}

const TEXT_INPUT = /^(?:text|search|url|tel|email|password|number)$/;

/** Reports where the person asks for a menu that the page does not draw itself. Chromium's own is not opened. */
function reportContextMenus(send: (message: unknown) => void): void {
  addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const [target] = event.composedPath();
    const field = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement ? target : undefined;
    const isTextField = field !== undefined && (field instanceof HTMLTextAreaElement || TEXT_INPUT.test(field.type));
    const isEditable = isTextField ? !field.readOnly : target instanceof HTMLElement && target.isContentEditable;
    const selected = isTextField
      ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
      : String(getSelection() ?? '');
    const canCopy = selected !== '' && field?.type !== 'password';
    const editFlags = { canCut: canCopy && isEditable, canCopy, canPaste: isEditable, canSelectAll: true };
    send(['context-menu', { x: event.x, y: event.y, isEditable, selectionText: selected, editFlags }]);
  });
}

export function startIsolatedWorld(config: IsolatedWorldConfig, preload: Preload | undefined): void {
  if (location.origin !== config.origin || window.top !== window) return;
  const link = createLink({
    incoming: config.toIsolated,
    outgoing: config.toMain,
    mark: config.mark,
    onExpose: () => {
      throw new Error('not implemented on the Chromium host: exposing to the isolated world');
    },
  });
  const { ipcRenderer, send } = createIpcRenderer((onMessage) =>
    createSocket(`ws://${location.host}${config.socketPath}`, config.ticket, onMessage),
  );
  reportWindowState(send);
  reportButtons(send);
  reportContextMenus(send);
  if (!preload) return;

  const electron = honestObject('electron (in a preload)', {
    ipcRenderer,
    contextBridge: honestObject('contextBridge', { exposeInMainWorld: link.expose }),
  });
  const require = (name: string): unknown => {
    const bare = name.replace(/^node:/, '');
    if (bare === 'electron' || bare === 'electron/renderer') return electron;
    if (['events', 'timers', 'url'].includes(bare)) {
      throw new Error(`not implemented on the Chromium host: require('${name}') in a preload`);
    }
    throw new Error(`module not found: ${name}`);
  };
  const sandboxedProcess = {
    ...config.process,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    env: {},
    argv: [],
  };
  const module = { exports: {} };
  try {
    preload(require, sandboxedProcess, globalThis, module.exports, module);
  } catch (error) {
    console.error(`Unable to load preload script: ${config.preloadName}`);
    console.error(error);
  }
}
