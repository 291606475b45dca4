// Reading the body of a reply whatever becomes of it. Knows nothing of what a body means.

import type { SpeechFormat } from '../../shared/speech/formats.ts';
import { type ReplyKind, sniffReply } from '../../shared/speech/sniff.ts';
import type { RelayReply } from './http.ts';
import type { ErrorReply } from './reply-errors.ts';
import { describeTransportError } from './transport-errors.ts';

/** More of an error reply is never worth reading. */
const MAX_ERROR_BYTES = 256 * 1024;

/** A body that ends instead of throwing; `failure` then tells why it ended early, undefined when it ended by itself. */
export type ReplyBody = { chunks: AsyncIterableIterator<Uint8Array>; failure: () => string | undefined };

/** Guards a body against its own failures. */
export function guardBody({ body }: Pick<RelayReply, 'body'>): ReplyBody {
  let reason: string | undefined;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const iterator = body[Symbol.asyncIterator]();
    for (;;) {
      let next: IteratorResult<Uint8Array>;
      try {
        next = await iterator.next();
      } catch (error) {
        reason = String(describeTransportError(error, { isSent: true, isTimedOut: false }).details.reason ?? 'aborted');
        return;
      }
      if (next.done) return;
      yield next.value;
    }
  }
  return { chunks: chunks(), failure: () => reason };
}

/**
 * Finds out by its first bytes what a body is; `empty` when there are none.
 * @returns the kind, and all chunks, those included that were needed to tell.
 */
export async function sniffBody(
  { chunks }: ReplyBody,
  asked: SpeechFormat,
): Promise<{ kind: ReplyKind | 'empty'; chunks: AsyncIterable<Uint8Array> }> {
  let head: Uint8Array = Buffer.alloc(0);
  let kind: ReplyKind | undefined;
  while (kind === undefined) {
    const next = await chunks.next();
    if (next.done) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
    kind = sniffReply(head, asked, false);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head;
    yield* chunks;
  }
  if (head.length === 0) return { kind: 'empty', chunks: all() };
  return { kind: kind ?? sniffReply(head, asked, true) ?? 'unknown', chunks: all() };
}

/** Reads chunks until their end, or until they are more than `maxBytes`. */
export async function readBytes(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    read.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) break;
  }
  return Buffer.concat(read);
}

/** Reads a reply that is an error by its status; what was cut off still tells something. */
export async function readErrorReply(reply: RelayReply): Promise<ErrorReply> {
  return asErrorReply(reply, await readBytes(guardBody(reply).chunks, MAX_ERROR_BYTES));
}

/** An error reply from its bytes. */
export function asErrorReply(
  { status, headers }: Pick<RelayReply, 'status' | 'headers'>,
  bytes: Uint8Array,
): ErrorReply {
  const isHtml = sniffReply(bytes, null, true) === 'html';
  return { status, headers, bodyText: new TextDecoder().decode(bytes), isHtml };
}
