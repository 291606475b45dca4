// Receives a reply that is not an error: every byte is reported as it came before anybody interprets it, also what the
// interpretation leaves. Independent of operations and files.

import { decodeBody } from './content-coding.ts';
import type { RelayReply } from './http.ts';
import { guardBody, type ReplyBody } from './reply-body.ts';
import { locationOf } from './task-reply.ts';

/**
 * What is known of a reply beside its bytes. Header values are empty if there are none; `location` is where the reply
 * says that its result is or will be.
 */
export type ReplyFacts = {
  status: number;
  contentType: string;
  contentEncoding: string;
  location?: string | undefined;
};

/** Stores a reply while it arrives. A rejected call ends the request; its error is rethrown. */
export type ReplyWatcher = {
  /** A reply that is not an error has started. */
  onReceiving: (facts: ReplyFacts) => void;
  /** Its bytes as they came: a content coding is not decoded. */
  onBytes: (bytes: Uint8Array) => Promise<void>;
  /** The reply has ended. @param cutReason why it ended early; undefined if it is complete. */
  onReceived: (cutReason: string | undefined) => Promise<void>;
};

/** A reply whose bytes were stored as they came. `cutReason` says why it ended early; undefined if it is complete. */
export type StoredReply = ReplyFacts & { chunks: AsyncIterable<Uint8Array>; cutReason: string | undefined };

const MAX_LOCATION_LENGTH = 2000;
/** Largest reply, in bytes as they come. */
const MAX_REPLY_BYTES = 1024 * 1024 * 1024;
/** The most that is still received once the interpretation has ended: no reply is that much longer than its content. */
const MAX_REST_BYTES = 64 * 1024 * 1024;
/** The reason of a reply that was ended because of its size. */
const TOO_LARGE = 'tooLarge';

/**
 * Receives a reply. @param read interprets the decoded bytes; it may stop early or throw, the rest is reported all the
 * same. @throws what `read` or the watcher throws.
 */
export async function receiveReply<T>(
  reply: RelayReply,
  watcher: ReplyWatcher,
  read: (body: ReplyBody) => Promise<T>,
): Promise<T> {
  const facts = factsOf(reply);
  watcher.onReceiving(facts);
  const body = reportBytes(guardBody(reply), watcher);
  try {
    return await read(decodeBody(body, facts.contentEncoding));
  } finally {
    await body.receiveRest();
  }
}

/** The facts about a reply that are stored with its bytes. */
export function factsOf({ status, headers }: Pick<RelayReply, 'status' | 'headers'>): ReplyFacts {
  const header = (name: string): string => [headers[name] ?? []].flat().join(', ').slice(0, 200);
  const location = locationOf(headers);
  return {
    status,
    contentType: header('content-type'),
    contentEncoding: header('content-encoding'),
    ...(location !== '' && location.length <= MAX_LOCATION_LENGTH && { location }),
  };
}

/** The head of a stored reply, as far as it is known. */
export function storedHead({ status, contentType, location }: StoredReply): Pick<RelayReply, 'status' | 'headers'> {
  return { status, headers: { 'content-type': contentType, location } };
}

/** The decoded body of a stored reply. */
export function readStored({ chunks, contentEncoding, cutReason }: StoredReply): ReplyBody {
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* chunks;
  }
  return decodeBody({ chunks: all(), failure: () => cutReason }, contentEncoding);
}

/** Reports a body. A chunk is stored while it is read, the next comes after that. Leaving the chunks early does not end it. */
function reportBytes(body: ReplyBody, { onBytes, onReceived }: ReplyWatcher) {
  let sizeBytes = 0;
  let maxBytes = MAX_REPLY_BYTES;
  let isTooLarge = false;
  let isOver = false;
  let storing: Promise<void> = Promise.resolve();
  const failure = (): string | undefined => body.failure() ?? (isTooLarge ? TOO_LARGE : undefined);

  async function next(): Promise<IteratorResult<Uint8Array>> {
    if (isOver) return { done: true, value: undefined };
    // Over as well when the watcher throws: it can take no more.
    isOver = true;
    await storing;
    const { done, value } = await body.chunks.next();
    if (done) {
      await onReceived(failure());
      return { done: true, value: undefined };
    }
    storing = onBytes(value);
    // Awaited above.
    storing.catch(() => undefined);
    sizeBytes += value.length;
    isTooLarge = sizeBytes > maxBytes;
    isOver = isTooLarge;
    if (isTooLarge) {
      await storing;
      await onReceived(failure());
    }
    return { done: false, value };
  }
  const chunks: AsyncIterableIterator<Uint8Array> = { next, [Symbol.asyncIterator]: () => chunks };
  return {
    chunks,
    failure,
    async receiveRest() {
      maxBytes = Math.min(maxBytes, sizeBytes + MAX_REST_BYTES);
      while (!(await next()).done);
    },
  };
}
