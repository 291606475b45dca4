// Determines the kind of a speech reply from its first bytes, never from its Content-Type.

import { AUDIO_KINDS, type AudioKind, FORMAT_FACTS, isRaw, KIND_FACTS, type SpeechFormat } from './formats.ts';
import { startsWith } from './signatures.ts';

/** The kind of a reply. `unknown`: bytes that are neither text nor a known kind of audio. */
export type ReplyKind = AudioKind | 'json' | 'html' | 'sse' | 'text' | 'unknown';

/** Number of bytes after which `sniffReply` always decides: two of the longest mp3 frames and their headers. */
export const SNIFF_BYTES = 4096;

/** Whether a reply of this kind is audio. */
export function isAudioKind(kind: ReplyKind): kind is AudioKind {
  return Object.hasOwn(KIND_FACTS, kind);
}

/**
 * Determines the kind of a reply from its first bytes.
 * @param head the bytes so far.
 * @param asked the requested format: raw pcm has no signature, so it is accepted only if it was requested. Null if no
 * audio was requested.
 * @param isFinal no more bytes will come.
 * @returns undefined while more bytes are needed. An empty final head is `unknown`.
 */
export function sniffReply(head: Uint8Array, asked: SpeechFormat | null, isFinal: boolean): ReplyKind | undefined {
  const isEnough = isFinal || head.length >= SNIFF_BYTES;
  if (head.length < 12 && !isFinal) return undefined;
  if (head.length === 0) return 'unknown';
  const answers = AUDIO_KINDS.map((kind) => ({ kind, answer: KIND_FACTS[kind].recognise?.(head, isEnough) }));
  const recognised = answers.find(({ answer }) => answer === 'yes');
  if (recognised) return recognised.kind;
  if (answers.some(({ answer }) => answer === 'needsMore')) return undefined;
  if (isForeign(head)) return 'unknown';
  const text = judgeText(head);
  if (text !== undefined && (isEnough || head.length >= 64)) return text;
  if (text !== undefined) return undefined;
  const believed = asked && FORMAT_FACTS[asked].kind;
  return believed && isRaw(believed) ? believed : 'unknown';
}

function judgeText(head: Uint8Array): 'json' | 'html' | 'sse' | 'text' | undefined {
  const text = decodeText(head);
  if (text === undefined) return undefined;
  const start = text.trimStart();
  if (/^[{["]/.test(start)) return 'json';
  if (/^<(!doctype|html|head|body|\?xml|!--)/i.test(start)) return 'html';
  if (/^(event|data|id|retry)?:/.test(start)) return 'sse';
  return 'text';
}

/**
 * Decodes the head as text; undefined if it contains control characters or is not UTF-8 (an incomplete last character
 * is accepted).
 */
function decodeText(head: Uint8Array): string | undefined {
  for (const byte of head) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return undefined;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}

/** Detects other kinds of files by their first bytes: otherwise they would be played as noise if pcm was requested. */
function isForeign(head: Uint8Array): boolean {
  const isMp4 = head.length >= 8 && startsWith(head.subarray(4), 'ftyp');
  const isGzip = head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;
  const isMatroska = head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3;
  const isPng = head[0] === 0x89 && startsWith(head.subarray(1), 'PNG');
  return isMp4 || isGzip || isMatroska || isPng || startsWith(head, 'fLaC') || startsWith(head, 'RIFF');
}
