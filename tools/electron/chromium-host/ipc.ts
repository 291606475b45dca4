// Implements `ipcMain` and the message socket of one page. Of windows it uses only the sender it is given.

import { types } from 'node:util';
import type { IpcMain } from 'electron';
import type { WebSocket } from 'ws';
import { decodeMessage, encodeMessage } from './codec.ts';
import { honestEmitter } from './honest.ts';

type InvokeHandler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

class HostIpcMain extends honestEmitter('ipcMain') implements Pick<IpcMain, 'handle'> {
  readonly #handlers = new Map<string, InvokeHandler>();

  handle(channel: string, listener: InvokeHandler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    if (typeof listener !== 'function')
      throw new TypeError(`Expected handler to be a function, got ${typeof listener}`);
    this.#handlers.set(channel, listener);
  }

  /** For page channels: calls the handler of an `invoke`. */
  async invoke(channel: string, event: object, args: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return handler(event as Electron.IpcMainInvokeEvent, ...args);
  }
}

export const ipcMain = new HostIpcMain();

/** The sender fields of every IPC event in Electron. */
export interface IpcSender {
  readonly sender: unknown;
  readonly senderFrame: unknown;
  readonly processId: number;
  readonly frameId: number;
}

/** What the preload's world tells of the page: its window, its pointer, and where a context menu is asked for. */
const REPORTS = ['state', 'pressed', 'context-menu'] as const;
type Report = (typeof REPORTS)[number];

/** The IPC of one document. Messages sent before its socket connects are queued; a new document clears the queue. */
export class PageChannel {
  readonly #describe: () => IpcSender;
  readonly #onReport: (kind: Report, report: unknown) => void;
  #socket: WebSocket | undefined;
  /** That of a document that is being replaced. */
  #leaving: WebSocket | undefined;
  #waiting: Uint8Array[] = [];

  constructor(describe: () => IpcSender, onReport: (kind: Report, report: unknown) => void) {
    this.#describe = describe;
    this.#onReport = onReport;
  }

  /** Another document has been requested. */
  onRequested(): void {
    this.#leaving = this.#socket;
  }

  /**
   * The document has been replaced. Its socket gets nothing any more, although it may be open; another one belongs to
   * the new document, which can connect before the navigation event arrives.
   */
  onNavigated(): void {
    this.#waiting = [];
    if (this.#socket === this.#leaving) this.#socket = undefined;
    this.#leaving = undefined;
  }

  /** The page has ended. */
  reset(): void {
    this.#waiting = [];
    this.#socket?.close();
    this.#socket = undefined;
  }

  connect(socket: WebSocket): void {
    this.#socket?.close();
    this.#socket = socket;
    socket.binaryType = 'nodebuffer';
    socket.on('message', (data) => void this.#receive(socket, data as Buffer));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined;
    });
    this.#flush();
  }

  #flush(): void {
    if (this.#socket) for (const bytes of this.#waiting.splice(0)) this.#socket.send(bytes);
  }

  /** Sends an event to the page; as in Electron, values that cannot be cloned are not sent, which is logged only. */
  send(channel: string, args: unknown[]): void {
    try {
      this.#waiting.push(encodeMessage(['event', channel, args], types.isProxy));
      // The answer to a call goes another way in Electron, and may come first: here it does.
      setImmediate(() => this.#flush());
    } catch (error) {
      console.error('Error sending from webFrameMain:', error);
    }
  }

  async #receive(socket: WebSocket, data: Buffer): Promise<void> {
    const [kind, ...rest] = decodeMessage(data) as [string, ...unknown[]];
    const report = REPORTS.find((one) => one === kind);
    if (report) {
      this.#onReport(report, rest[0]);
    } else if (kind === 'invoke') {
      const [id, channel, args] = rest as [number, string, unknown[]];
      socket.send(await this.#invoke(id, channel, args));
    }
  }

  async #invoke(id: number, channel: string, args: unknown[]): Promise<Uint8Array> {
    try {
      const value = await ipcMain.invoke(channel, { type: 'frame', ...this.#describe() }, args);
      return encodeMessage(['result', id, true, value], types.isProxy);
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error);
      return encodeMessage(['result', id, false, `Error invoking remote method '${channel}': ${error}`]);
    }
  }
}
