// Reads a reply that is an error. What its text means is decided elsewhere.

import { sniffReply } from '../../shared/speech/sniff.ts';
import { inUtf8 } from './charset.ts';
import { decodeBody } from './content-coding.ts';
import type { RelayReply } from './http.ts';
import { factsOf } from './received-reply.ts';
import { guardBody, readBytes } from './reply-body.ts';
import type { ErrorReply } from './reply-errors.ts';
import { isXml } from './reply-words.ts';

/** Longest part of an error reply that is read, decoded. */
const MAX_ERROR_BYTES = 256 * 1024;

/** Reads a reply whose status is an error; an incomplete body is used as far as it arrived. */
export async function readErrorReply(reply: RelayReply): Promise<ErrorReply> {
  return toErrorReply(reply, await readDecoded(reply, MAX_ERROR_BYTES));
}

/** Reads the decoded body of a reply that is not stored, as far as it arrived and at most a little over `maxBytes`. */
export function readDecoded(reply: RelayReply, maxBytes: number): Promise<Uint8Array> {
  const { contentEncoding, contentType } = factsOf(reply);
  return readBytes(inUtf8(decodeBody(guardBody(reply), contentEncoding), contentType).chunks, maxBytes);
}

/** Creates an error reply from its bytes. */
export function toErrorReply(
  { status, headers }: Pick<RelayReply, 'status' | 'headers'>,
  bytes: Uint8Array,
): ErrorReply {
  const bodyText = new TextDecoder().decode(bytes);
  return { status, headers, bodyText, isHtml: sniffReply(bytes, null, true) === 'html' && !isXml(bodyText) };
}
