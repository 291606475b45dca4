// The connection as the HTTP parser gets it: every early end is an error, no received byte is lost to it, and the heads
// of replies are as the parser accepts them.

import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { BOUNDS } from '../../shared/bounds.ts';
import { hasClosed } from './connect.ts';
import { readReplyHead } from './reply-head.ts';

const BUFFER_BYTES = 64 * 1024;

/**
 * The connection broke; the cause is the system's error. undici takes ECONNRESET for the end of a body whose length is
 * not stated. This code of its own means a failure of the running request, if any; those that wait get a new
 * connection.
 */
class BrokenConnectionError extends Error {
  readonly code = 'UND_ERR_SOCKET';
}

/** A TLS connection ended without being closed (RFC 9112 §9.8). */
class CutConnectionError extends Error {
  readonly code = 'TLS_CUT';
}

/** Interim replies come without end: nothing but them would be read until the time is up. */
class InterimFloodError extends Error {
  readonly code = 'INTERIM_REPLIES';
}

/** Passes bytes between a connected socket and the HTTP parser. An error is reported after the last received byte. */
export class ReplySocket extends Duplex {
  readonly #socket: Socket;
  /** The bytes of a reply whose head is incomplete; null while a body passes. */
  #head: Buffer | null = null;
  /** Interim replies to the present request. */
  #interimCount = 0;
  #failure: Error | undefined;
  #hasEnded = false;

  constructor(socket: Socket) {
    super({ highWaterMark: BUFFER_BYTES });
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    socket.on('end', () => this.#end());
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => {
      if (!this.#hasEnded) this.#fail(new Error('The connection was closed'));
    });
  }

  /** The next bytes begin the reply to a new request. */
  expectReply(): void {
    this.#head = Buffer.alloc(0);
    this.#interimCount = 0;
  }

  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }

  override read(size?: number): unknown {
    const bytes: unknown = super.read(size);
    if (this.#failure) queueMicrotask(() => this.#failWhenRead());
    return bytes;
  }

  override _read(): void {
    this.#socket.resume();
  }

  /** A failed write ends the socket, which reports the error itself, after what it has received. */
  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#socket.write(chunk, () => done());
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.#socket.cork();
    chunks.forEach(({ chunk }, index) => {
      this.#socket.write(chunk, index === chunks.length - 1 ? () => done() : undefined);
    });
    this.#socket.uncork();
  }

  override _final(done: () => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  #receive(bytes: Buffer): void {
    if (this.#head === null) {
      this.#pass(bytes);
      return;
    }
    try {
      const received = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
      const read = readReplyHead(received, () => this.#countInterim());
      if ('more' in read) {
        this.#head = read.more;
        return;
      }
      this.#head = null;
      this.#pass(read.ready);
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #countInterim(): void {
    this.#interimCount += 1;
    if (this.#interimCount > BOUNDS.interimReplies) throw new InterimFloodError('Interim replies without end');
  }

  #pass(bytes: Buffer): void {
    if (!this.push(bytes)) this.#socket.pause();
  }

  #passIncompleteHead(): void {
    if (this.#head !== null && this.#head.length > 0) this.push(this.#head);
    this.#head = null;
  }

  #end(): void {
    if (!hasClosed(this.#socket)) {
      this.#fail(new CutConnectionError('The connection ended without being closed'));
      return;
    }
    this.#hasEnded = true;
    this.#passIncompleteHead();
    this.push(null);
  }

  #fail(error: Error): void {
    if (this.#failure || this.#hasEnded) return;
    this.#failure = new BrokenConnectionError(error.message, { cause: error });
    this.#passIncompleteHead();
    this.#failWhenRead();
  }

  #failWhenRead(): void {
    if (this.readableLength === 0) this.destroy(this.#failure);
  }
}

// undici announces every request just before it is written.
subscribe('undici:client:sendHeaders', (message) => {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return;
  if (message.socket instanceof ReplySocket) message.socket.expectReply();
});
