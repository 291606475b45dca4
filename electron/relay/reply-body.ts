// Reads the body of a reply, even if it ends early. Independent of its content.

import type { SpeechFormat } from '../../shared/speech/formats.ts';
import { type ReplyKind, sniffReply } from '../../shared/speech/sniff.ts';
import type { RelayReply } from './http.ts';
import { describeTransportError } from './transport-errors.ts';

/** A body that ends instead of throwing; `failure` then returns why it ended early, undefined if it is complete. */
export type ReplyBody = { chunks: AsyncIterableIterator<Uint8Array>; failure: () => string | undefined };

/** Wraps a body so that its failures do not throw. */
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
 * Determines the kind of a body from its first bytes; `empty` if there are none.
 * @param label the Content-Type of the reply, empty if it has none.
 * @returns the kind, and all chunks, including those that were read to determine it.
 */
export async function sniffBody(
  { chunks }: ReplyBody,
  asked: SpeechFormat,
  label: string,
): Promise<{ kind: ReplyKind | 'empty'; chunks: AsyncIterable<Uint8Array> }> {
  let head: Uint8Array = Buffer.alloc(0);
  let kind: ReplyKind | undefined;
  while (kind === undefined) {
    const next = await chunks.next();
    if (next.done) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
    kind = sniffReply(head, asked, false, label);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head;
    yield* chunks;
  }
  if (head.length === 0) return { kind: 'empty', chunks: all() };
  return { kind: kind ?? sniffReply(head, asked, true, label) ?? 'unknown', chunks: all() };
}

/** Reads chunks until their end, or until they exceed `maxBytes`. */
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
