// What the first bytes of a speech reply are. A reply is judged by its bytes, never by its Content-Type.

import { isSpeechFormat, type SpeechFormat } from './formats.ts';
import { mp3FrameAt } from './mp3-frame.ts';

/** What a reply turned out to be. `unknown`: bytes that are neither text nor audio we know. */
export type ReplyKind = SpeechFormat | 'json' | 'html' | 'sse' | 'text' | 'unknown';

/** Bytes after which `sniffSpeechReply` always decides: two of the longest mp3 frames and their headers fit. */
export const SNIFF_BYTES = 4096;

/** Whether a reply of this kind is audio. */
export function isAudioKind(kind: ReplyKind): kind is SpeechFormat {
  return isSpeechFormat(kind);
}

/**
 * Judges the head of a reply.
 * @param head the bytes so far.
 * @param asked the format asked for: headerless pcm can only be believed, and only when it was asked for.
 * @param isFinal no more bytes will come.
 * @returns undefined while more bytes are needed. An empty final head is `unknown`.
 */
export function sniffSpeechReply(head: Uint8Array, asked: SpeechFormat, isFinal: boolean): ReplyKind | undefined {
  const isEnough = isFinal || head.length >= SNIFF_BYTES;
  if (head.length < 12 && !isFinal) return undefined;
  if (head.length === 0) return 'unknown';
  if (startsWith(head, 'RIFF') && head.length >= 12 && startsWith(head.subarray(8), 'WAVE')) return 'wav';
  if (startsWith(head, 'OggS')) return 'ogg_opus';
  if (startsWith(head, 'ID3')) return 'mp3';
  if (isForeign(head)) return 'unknown';
  const mp3 = judgeMp3(head, isEnough);
  if (mp3 === 'needsMore') return undefined;
  if (mp3 === 'yes') return 'mp3';
  const text = judgeText(head);
  if (text !== undefined && (isEnough || head.length >= 64)) return text;
  if (text !== undefined) return undefined;
  return asked === 'pcm' ? 'pcm' : 'unknown';
}

/** Two frames in a row make an mp3; one alone could be a loud pcm sample. */
function judgeMp3(head: Uint8Array, isEnough: boolean): 'yes' | 'no' | 'needsMore' {
  const first = mp3FrameAt(head, 0);
  if (!first) return 'no';
  if (head.length >= first.lengthBytes + 4) return mp3FrameAt(head, first.lengthBytes) ? 'yes' : 'no';
  return isEnough ? 'yes' : 'needsMore';
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

/** The head as text; undefined when it holds control characters or is not UTF-8 (a character cut at the end is fine). */
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

/** Kinds of file that no relay should send, known by their first bytes: without this, pcm asked for would be played as noise. */
function isForeign(head: Uint8Array): boolean {
  const isMp4 = head.length >= 8 && startsWith(head.subarray(4), 'ftyp');
  const isGzip = head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;
  const isMatroska = head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3;
  const isPng = head[0] === 0x89 && startsWith(head.subarray(1), 'PNG');
  return isMp4 || isGzip || isMatroska || isPng || startsWith(head, 'fLaC') || startsWith(head, 'RIFF');
}

function startsWith(bytes: Uint8Array, ascii: string): boolean {
  for (let i = 0; i < ascii.length; i++) if (bytes[i] !== ascii.charCodeAt(i)) return false;
  return true;
}
