// Decodes the content codings of a reply (RFC 9110 §8.4). None is asked for, but relays and what is in between apply
// them all the same. Independent of HTTP and of the content.

import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { BOUNDS } from '../../shared/bounds.ts';
import type { ReplyBody } from './reply-body.ts';
import { createZstdFrames } from './zstd-frames.ts';

type Coding = {
  /** Whether bytes begin like this coding; null if it has no signature. */
  recognise: ((head: Uint8Array) => boolean) | null;
  create: (head: Uint8Array) => Transform;
};

/** Output waits for its reader: a small reply cannot expand in memory, and no error overtakes what was decoded. */
const OPTIONS = { readableHighWaterMark: 0, flush: zlib.constants.Z_SYNC_FLUSH };
const BROTLI_OPTIONS = { readableHighWaterMark: 0, flush: zlib.constants.BROTLI_OPERATION_FLUSH };
const ZSTD_OPTIONS = { readableHighWaterMark: 0, flush: zlib.constants.ZSTD_e_flush };

const GZIP: Coding = {
  recognise: (head) => head[0] === 0x1f && head[1] === 0x8b && head[2] === 8,
  create: () => zlib.createGunzip(OPTIONS),
};
const ZSTD: Coding = {
  recognise: (head) => head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd,
  create: () => zlib.createZstdDecompress(ZSTD_OPTIONS),
};
const CODINGS: ReadonlyMap<string, Coding> = new Map<string, Coding>([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['zstd', ZSTD],
  ['br', { recognise: null, create: () => zlib.createBrotliDecompress(BROTLI_OPTIONS) }],
  // Some servers send raw deflate data, without the zlib header that belongs to the coding.
  [
    'deflate',
    {
      recognise: null,
      create: (head) => (hasZlibHeader(head) ? zlib.createInflate(OPTIONS) : zlib.createInflateRaw(OPTIONS)),
    },
  ],
]);

/** The first bytes that decide whether a coding was applied. */
const HEAD_BYTES = 4;
/** Most bytes without any output after which a body that cannot be decoded is still read as it is. */
const MAX_TRIED_BYTES = 64 * 1024;

/** The failure of a body whose coded bytes are damaged or end too early. */
export const CODING_BROKEN = 'coding';

/**
 * Decodes a body. A coding that is named but was not applied is ignored; gzip and zstd are decoded although they are
 * not named. A damaged or cut body gives everything before the damage, then ends with the failure `coding`. Of more
 * codings than `BOUNDS.codingsOfReply` none is decoded for its name: no server applies so many, and each costs a decoder.
 * @param contentEncoding the header's value; empty if there is none.
 */
export function decodeBody(body: ReplyBody, contentEncoding: string): ReplyBody {
  const named = contentEncoding
    .split(',')
    .flatMap((name) => CODINGS.get(name.trim().toLowerCase()) ?? [])
    .reverse();
  const decoded = named.length > BOUNDS.codingsOfReply ? [] : named;
  return [...decoded, undefined].reduce<ReplyBody>(decodeLayer, body);
}

/** Whether a body may have a coding, by its header or its first bytes. */
export function isCoded(head: Uint8Array, contentEncoding: string): boolean {
  const isNamed = contentEncoding.split(',').some((name) => CODINGS.has(name.trim().toLowerCase()));
  return isNamed || [GZIP, ZSTD].some(({ recognise }) => recognise?.(head));
}

/** Decodes one layer. @param coding undefined for one that is recognised by its first bytes. */
function decodeLayer(body: ReplyBody, coding: Coding | undefined): ReplyBody {
  let isBroken = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let head: Uint8Array = Buffer.alloc(0);
    while (head.length < HEAD_BYTES) {
      const next = await body.chunks.next();
      if (next.done) break;
      head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
    }
    const applied = coding ?? [GZIP, ZSTD].find(({ recognise }) => recognise?.(head));
    if (!applied || head.length === 0 || applied.recognise?.(head) === false) {
      if (head.length > 0) yield head;
      yield* rest(body);
      return;
    }
    const decoder = applied.create(head);
    const tried = { chunks: [] as Uint8Array[], sizeBytes: 0 };
    /** Known by its signature, or by its first output. */
    let isApplied = applied.recognise !== null;
    const frames = applied === ZSTD ? createZstdFrames() : undefined;
    const feeding = feed(decoder, head, body, (chunk) => {
      frames?.push(chunk);
      if (isApplied || tried.sizeBytes > MAX_TRIED_BYTES) return;
      tried.chunks.push(chunk);
      tried.sizeBytes += chunk.length;
    });
    try {
      for await (const decoded of decoder as AsyncIterable<Uint8Array>) {
        isApplied = true;
        tried.chunks.length = 0;
        yield decoded;
      }
      if (frames?.isWhole() === false) isBroken = true;
    } catch {
      if (isApplied || tried.sizeBytes > MAX_TRIED_BYTES) isBroken = true;
      // Nothing at all was decoded: the coding was only named.
      else {
        await feeding;
        yield* tried.chunks;
        yield* rest(body);
      }
    } finally {
      decoder.destroy();
    }
  }
  return { chunks: chunks(), failure: () => body.failure() ?? (isBroken ? CODING_BROKEN : undefined) };
}

/** Writes the coded bytes to the decoder as fast as its output is read. Ends when the decoder has failed; never rejects. */
async function feed(decoder: Transform, head: Uint8Array, body: ReplyBody, onChunk: (chunk: Uint8Array) => void) {
  const write = (chunk: Uint8Array): Promise<boolean> => {
    onChunk(chunk);
    return new Promise((resolve) => {
      const end = (): void => resolve(false);
      decoder.once('close', end);
      decoder.write(chunk, (error) => {
        decoder.off('close', end);
        resolve(!error);
      });
    });
  };
  let isOpen = await write(head);
  while (isOpen) {
    const next = await body.chunks.next();
    if (next.done) {
      decoder.end();
      return;
    }
    isOpen = await write(next.value);
  }
}

/** What is left of a body; leaving it early does not end the body. */
async function* rest({ chunks }: ReplyBody): AsyncGenerator<Uint8Array> {
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

/** The two bytes of a zlib header (RFC 1950 §2.2). */
function hasZlibHeader([cmf = 0, flg = 0]: Uint8Array): boolean {
  return (cmf & 0x0f) === 8 && (cmf * 256 + flg) % 31 === 0;
}
