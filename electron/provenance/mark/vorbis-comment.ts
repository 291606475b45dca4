// Vorbis comments, as FLAC, Ogg Opus and Ogg Vorbis have them: the mark is added as two of them.

import { MARK_WORDS, type MarkKind, SOURCE_TYPES, type Unmarkable } from '../../../shared/library/provenance.ts';
import { little32 } from './riff.ts';

const VENDOR = 'Relay Studio';
const NAME = 'DIGITALSOURCETYPE';

function added(kind: MarkKind): Buffer[] {
  return [`COMMENT=${MARK_WORDS[kind]}`, `${NAME}=${SOURCE_TYPES[kind]}`].map((text) => sized(Buffer.from(text)));
}

/** Comments that say nothing else. */
export function newComments(kind: MarkKind): Buffer {
  const comments = added(kind);
  return Buffer.concat([sized(Buffer.from(VENDOR)), little32(comments.length), ...comments]);
}

/** Adds the mark behind the last comment; what follows the comments stays behind them. */
export function markedComments(bytes: Buffer, kind: MarkKind): Buffer | Unmarkable {
  let at = 0;
  const number = (): number | undefined => {
    if (at + 4 > bytes.length) return undefined;
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  const skip = (): string | undefined => {
    const length = number();
    if (length === undefined || at + length > bytes.length) return undefined;
    at += length;
    return bytes.toString('latin1', at - length, at);
  };
  if (skip() === undefined) return 'unreadable';
  const countAt = at;
  const count = number();
  if (count === undefined) return 'unreadable';
  for (let index = 0; index < count; index++) {
    const comment = skip();
    if (comment === undefined) return 'unreadable';
    if (comment.toUpperCase().startsWith(`${NAME}=`)) return 'already';
  }
  const comments = added(kind);
  return Buffer.concat([
    bytes.subarray(0, countAt),
    little32(count + comments.length),
    bytes.subarray(countAt + 4, at),
    ...comments,
    bytes.subarray(at),
  ]);
}

function sized(text: Uint8Array): Buffer {
  return Buffer.concat([little32(text.length), text]);
}
