// Watches the records below a TLS connection, to tell a connection that was closed from one that was cut: Node reports
// both as the end.

import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

const HEADER_BYTES = 5;
const ALERT = 21;
const DATA = 23;
/** TLS 1.3 encrypts alerts as data: two bytes, their type, and a tag of 16 bytes. */
const ENCRYPTED_ALERT_BYTES = 19;

/** Passes bytes between a connection and TLS. */
export class TlsRecords extends Duplex {
  readonly #socket: Socket;
  #header = Buffer.alloc(0);
  /** Bytes of the current record that are still to come. */
  #restBytes = 0;
  #isAlert = false;

  constructor(socket: Socket) {
    super({ allowHalfOpen: false });
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#inspect(bytes);
      if (!this.push(bytes)) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  /** Whether the last record was an alert, as `close_notify` is, and complete (RFC 9112 §9.8). */
  hasClosed(): boolean {
    return this.#isAlert && this.#restBytes === 0 && this.#header.length === 0;
  }

  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  #inspect(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#restBytes === 0) {
        const part = bytes.subarray(at, at + HEADER_BYTES - this.#header.length);
        at += part.length;
        this.#header = Buffer.concat([this.#header, part]);
        if (this.#header.length < HEADER_BYTES) return;
        const type = this.#header.readUInt8(0);
        this.#restBytes = this.#header.readUInt16BE(3);
        this.#isAlert = type === ALERT || (type === DATA && this.#restBytes === ENCRYPTED_ALERT_BYTES);
        this.#header = Buffer.alloc(0);
      }
      const passed = Math.min(this.#restBytes, bytes.length - at);
      this.#restBytes -= passed;
      at += passed;
    }
  }
}
