// Determines the kind of a speech reply from its first bytes. Its Content-Type counts only for raw pcm, which has no
// signature.

import { AUDIO_KINDS, type AudioKind, FORMAT_FACTS, isRaw, KIND_FACTS, rawKind, type SpeechFormat } from './formats.ts';
import { type PcmLabel, readPcmLabel } from './pcm-label.ts';
import { isByteOrder, judgePcm } from './pcm-likeness.ts';
import { startsWith } from './signatures.ts';

/** The kind of a reply. `unknown`: bytes that are neither text nor a known kind of audio. */
export type ReplyKind = AudioKind | 'json' | 'html' | 'sse' | 'text' | 'unknown';

/** Number of bytes after which `sniffReply` always decides: two of the longest mp3 frames and their headers. */
export const SNIFF_BYTES = 4096;
/** Sound is looked for in so many bytes first, so that it begins to play early; silence at the start needs more. */
const EARLY_BYTES = 1024;
/** Fewer bytes are taken for pcm only if it was requested or the label says so. */
const MIN_PCM_BYTES = 128;

/** Whether a reply of this kind is audio. */
export function isAudioKind(kind: ReplyKind): kind is AudioKind {
  return Object.hasOwn(KIND_FACTS, kind);
}

/**
 * Determines the kind of a reply from its first bytes.
 * @param head the bytes so far.
 * @param asked the requested format. Null if no audio was requested: then nothing is taken for raw pcm.
 * @param isFinal no more bytes will come.
 * @param label the Content-Type of the reply, empty if it has none.
 * @returns undefined while more bytes are needed. An empty final head is `unknown`.
 */
export function sniffReply(
  head: Uint8Array,
  asked: SpeechFormat | null,
  isFinal: boolean,
  label = '',
): ReplyKind | undefined {
  const isEnough = isFinal || head.length >= SNIFF_BYTES;
  if (head.length < 12 && !isFinal) return undefined;
  if (head.length === 0) return 'unknown';
  const answers = AUDIO_KINDS.map((kind) => ({ kind, answer: KIND_FACTS[kind].recognise?.(head, isEnough) }));
  const recognised = answers.find(({ answer }) => answer !== undefined && answer !== 'no');
  if (recognised) return recognised.answer === 'yes' ? recognised.kind : undefined;
  if (isForeign(head)) return 'unknown';
  const text = judgeText(head);
  if (text !== undefined && (isEnough || head.length >= 64)) return text;
  if (text !== undefined) return undefined;
  return asked === null ? 'unknown' : judgeRaw(head, asked, isEnough, readPcmLabel(label));
}

/** Decides whether bytes without a signature are raw pcm. A decision about a beginning is kept when more bytes come. */
function judgeRaw(
  head: Uint8Array,
  asked: SpeechFormat,
  isEnough: boolean,
  label: PcmLabel | undefined,
): ReplyKind | undefined {
  const isLabelled = label !== undefined;
  const channels = label?.channels ?? 1;
  if (head.length < EARLY_BYTES && !isEnough) return undefined;
  const isExpected = isLabelled || isRaw(FORMAT_FACTS[asked].kind);
  const early = judgePcm(head.subarray(0, EARLY_BYTES));
  if (!isByteOrder(early) && !isEnough) return undefined;
  const judged = isByteOrder(early) ? early : judgePcm(head.subarray(0, SNIFF_BYTES));
  if (isByteOrder(judged)) return isExpected || head.length >= MIN_PCM_BYTES ? rawKind(judged, channels) : 'unknown';
  // Relays that send samples send them in this order.
  const isSilence = judged === 'silence' && (isExpected || head.length >= SNIFF_BYTES);
  return isLabelled || isSilence ? rawKind('little', channels) : 'unknown';
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

/** First bytes of compressed files, pictures and documents, some of which would pass for pcm. */
const FOREIGN: readonly (readonly number[])[] = [
  [0x1f, 0x8b, 0x08], // gzip
  [0x28, 0xb5, 0x2f, 0xfd], // zstd
  [0x50, 0x4b, 0x03, 0x04], // zip
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x25, 0x50, 0x44, 0x46], // PDF
  [0x52, 0x49, 0x46, 0x46], // RIFF, but not WAVE
];

/** Whether the bytes are those of a file that is certainly no audio. */
function isForeign(head: Uint8Array): boolean {
  const isMp4 = startsWith(head.subarray(4), 'ftyp');
  return isMp4 || FOREIGN.some((first) => first.every((byte, at) => head[at] === byte));
}
