// Every audio format, declared once in two tables: kinds are the possible kinds of audio in a reply, formats are the
// values that can be requested. A kind may have no format: replies of that kind are still kept and played.

import { isMp3Truncated, isOggTruncated } from './audio-tail.ts';
import { type Recognise, recogniseMp3, recogniseOgg, recogniseWav } from './signatures.ts';

/**
 * The structure around the samples. `none`: raw pcm, see `DEFAULT_PCM_RATE_HZ`. `wav`: linear samples after a header.
 * `other`: anything else.
 */
export type Container = 'none' | 'wav' | 'other';

/** The facts about a kind of audio. */
type KindRow = {
  /** File name extension, without a dot. */
  extension: string;
  /** MIME type of the bytes as received. */
  mime: string;
  container: Container;
  /** Whether it is decoded while it arrives; if not, it is played from its file after that is saved. */
  isLive: boolean;
  /** Rate of its decoded samples in hertz if it is the same in every file; otherwise null. */
  rateHz: number | null;
  /** The most that relays send for a second of speech, in bytes; for estimates of the space that a reply needs. */
  maxBytesPerS: number;
  /** Recognises it by its first bytes; null if they have no signature, which is true of raw pcm only. */
  recognise: Recognise | null;
  /** Whether a file is truncated, determined from its last `TAIL_BYTES`; null if they do not show it. */
  isTruncated: ((tail: Uint8Array) => boolean) | null;
};

// A reply has the first kind that recognises it.
const KIND_ROWS = {
  mp3: {
    extension: 'mp3',
    mime: 'audio/mpeg',
    container: 'other',
    isLive: true,
    rateHz: null,
    maxBytesPerS: 40_000,
    recognise: recogniseMp3,
    isTruncated: isMp3Truncated,
  },
  wav: {
    extension: 'wav',
    mime: 'audio/wav',
    container: 'wav',
    isLive: true,
    rateHz: null,
    maxBytesPerS: 96_000,
    recognise: recogniseWav,
    isTruncated: null,
  },
  pcm: {
    extension: 'pcm',
    mime: 'audio/pcm',
    container: 'none',
    isLive: true,
    rateHz: null,
    maxBytesPerS: 96_000,
    recognise: null,
    isTruncated: null,
  },
  ogg_opus: {
    extension: 'ogg',
    mime: 'audio/ogg',
    container: 'other',
    isLive: true,
    rateHz: 48_000,
    maxBytesPerS: 16_000,
    recognise: recogniseOgg,
    isTruncated: isOggTruncated,
  },
} as const satisfies Readonly<Record<string, KindRow>>;

/** The kind of audio in a reply, whatever was requested. */
export type AudioKind = keyof typeof KIND_ROWS;
/** The kinds whose rows have these values, such as `KindsWith<{ isLive: true }>`. */
export type KindsWith<Facts> = { [K in AudioKind]: (typeof KIND_ROWS)[K] extends Facts ? K : never }[AudioKind];
/** A kind that is decoded while it arrives. */
export type LiveKind = KindsWith<{ isLive: true }>;

/** The table of kinds. */
export const KIND_FACTS: Readonly<Record<AudioKind, KindRow>> = KIND_ROWS;
export const AUDIO_KINDS = Object.keys(KIND_ROWS) as readonly AudioKind[];

/** The facts about a format. */
type FormatRow = {
  /** The kind of audio it requests. */
  kind: AudioKind;
  /** The field of a connection's dialect with another name for it; null if relays know only its own name. */
  dialectWord: 'opusWord' | null;
  /** Relays usually send it complete, not as a stream. */
  isUsuallyWhole: boolean;
};

// By wire value of `response_format`, in the order of the relay API.
const FORMAT_ROWS = {
  mp3: { kind: 'mp3', dialectWord: null, isUsuallyWhole: false },
  wav: { kind: 'wav', dialectWord: null, isUsuallyWhole: true },
  pcm: { kind: 'pcm', dialectWord: null, isUsuallyWhole: false },
  ogg_opus: { kind: 'ogg_opus', dialectWord: 'opusWord', isUsuallyWhole: false },
} as const satisfies Readonly<Record<string, FormatRow>>;

/** A format that can be requested: a wire value of `response_format`. */
export type SpeechFormat = keyof typeof FORMAT_ROWS;

/** The table of formats. */
export const FORMAT_FACTS: Readonly<Record<SpeechFormat, FormatRow>> = FORMAT_ROWS;
export const SPEECH_FORMATS = Object.keys(FORMAT_ROWS) as readonly SpeechFormat[];

/** Format that the relay uses when the field is omitted. */
export const DEFAULT_SPEECH_FORMAT: SpeechFormat = 'pcm';
/** pcm has no header: signed 16-bit little-endian mono at this rate, unless the connection specifies another. */
export const DEFAULT_PCM_RATE_HZ = 24_000;

/** Allowed rates of headerless pcm, in hertz. */
export const PCM_RATE_HZ = { min: 8000, max: 96_000 } as const;
/** Rates that relays are known to send, offered when pcm is read again. */
export const COMMON_PCM_RATES_HZ = [8000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;

/** Whether audio of this kind consists of samples only. */
export function isRaw(kind: AudioKind): boolean {
  return KIND_FACTS[kind].container === 'none';
}

/** Whether audio of this kind is decoded while it arrives. */
export function isLiveKind(kind: AudioKind): kind is LiveKind {
  return KIND_FACTS[kind].isLive;
}

/** Returns the facts about the kind of audio that a format requests. */
export function factsOfFormat(format: SpeechFormat): KindRow {
  return KIND_FACTS[FORMAT_FACTS[format].kind];
}

/** Returns the format that requests audio of this kind; undefined if there is none. */
export function formatFor(kind: AudioKind): SpeechFormat | undefined {
  return SPEECH_FORMATS.find((format) => FORMAT_FACTS[format].kind === kind);
}

/** Estimates the size of a reply from above, in bytes. @param durationS of the speech. */
export function maxReplyBytes(format: SpeechFormat, durationS: number): number {
  return Math.ceil(durationS * factsOfFormat(format).maxBytesPerS);
}

/** Whether `value` is a format that can be requested. */
export function isSpeechFormat(value: unknown): value is SpeechFormat {
  return typeof value === 'string' && Object.hasOwn(FORMAT_ROWS, value);
}
