// The DevTools protocol over the browser's pipe. Independent of the content of messages.

import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';

export type CdpParams = Readonly<Record<string, unknown>>;

interface CdpMessage {
  id?: number;
  method?: string;
  params?: CdpParams;
  result?: CdpParams;
  error?: { message: string };
  sessionId?: string;
}

interface Pending {
  resolve(result: CdpParams): void;
  reject(error: Error): void;
}

/** One session: the browser's own (no id) or that of an attached page. Emits each event under its method name. */
export class CdpSession extends EventEmitter {
  readonly #connection: CdpConnection;
  readonly #id: string | undefined;

  constructor(connection: CdpConnection, id?: string) {
    super();
    this.#connection = connection;
    this.#id = id;
  }

  /** Sends a command; rejects with the protocol's error. */
  send(method: string, params: CdpParams = {}): Promise<CdpParams> {
    return this.#connection.send(method, params, this.#id);
  }

  /** Sends a command whose failure means only that the page or browser has already ended. */
  sendUnchecked(method: string, params: CdpParams = {}): void {
    this.send(method, params).catch(() => undefined);
  }
}

/** A connection over `--remote-debugging-pipe`: messages are JSON, each ended by a zero byte. */
export class CdpConnection {
  readonly browser = new CdpSession(this);
  readonly #sessions = new Map<string, CdpSession>();
  readonly #pending = new Map<number, Pending>();
  readonly #output: Writable;
  #lastId = 0;
  #parts: Buffer[] = [];
  #isClosed = false;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    input.on('data', (chunk: Buffer) => this.#receive(chunk));
    input.on('close', () => this.#close());
    input.on('error', () => this.#close());
    output.on('error', () => this.#close());
  }

  send(method: string, params: CdpParams, sessionId?: string): Promise<CdpParams> {
    if (this.#isClosed) return Promise.reject(new Error(`${method}: the browser is gone`));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Attaches to a target and returns its session. */
  async attach(targetId: string): Promise<CdpSession> {
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const session = new CdpSession(this, String(sessionId));
    this.#sessions.set(String(sessionId), session);
    return session;
  }

  #receive(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#parts.push(chunk.subarray(start, end));
      start = end + 1;
      const text = Buffer.concat(this.#parts).toString();
      this.#parts = [];
      this.#dispatch(JSON.parse(text) as CdpMessage);
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
  }

  #dispatch({ id, method, params, result, error, sessionId }: CdpMessage): void {
    if (id !== undefined) {
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      if (error) pending?.reject(new Error(error.message));
      else pending?.resolve(result ?? {});
    } else if (method !== undefined) {
      const session = sessionId === undefined ? this.browser : this.#sessions.get(sessionId);
      session?.emit(method, params ?? {});
    }
  }

  #close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#pending.values()) reject(new Error('the browser is gone'));
    this.#pending.clear();
  }
}
