// Every audio format, declared once in two tables: kinds are what the audio of a reply can be, formats are what a relay can be asked for.
// A kind may stand here that no format asks for: replies of it are kept and played all the same.

import { isMp3Truncated, isOggTruncated } from './audio-tail.ts';
import { type Recognise, recogniseMp3, recogniseOgg, recogniseWav } from './signatures.ts';

/** What samples lie in. `none`: raw pcm, see `DEFAULT_PCM_RATE_HZ`. `wav`: linear samples behind a header. `other`: anything else. */
export type Container = 'none' | 'wav' | 'other';

/** What is known of a kind of audio. */
type KindRow = {
  /** Of its files, without a dot. */
  extension: string;
  /** MIME type of the bytes as received. */
  mime: string;
  container: Container;
  /** Whether it is decoded while it arrives; else it is heard from its file, once that is saved. */
  isLive: boolean;
  /** Rate of its decoded samples where every file has the same, in hertz; else null. */
  rateHz: number | null;
  /** How it is known by its first bytes; null where nothing in them tells it, which is raw pcm alone. */
  recognise: Recognise | null;
  /** Whether a file ends early, by its last `TAIL_BYTES`; null where these do not tell. */
  isTruncated: ((tail: Uint8Array) => boolean) | null;
};

// The first kind that recognises a reply has it.
const KIND_ROWS = {
  mp3: {
    extension: 'mp3',
    mime: 'audio/mpeg',
    container: 'other',
    isLive: true,
    rateHz: null,
    recognise: recogniseMp3,
    isTruncated: isMp3Truncated,
  },
  wav: {
    extension: 'wav',
    mime: 'audio/wav',
    container: 'wav',
    isLive: true,
    rateHz: null,
    recognise: recogniseWav,
    isTruncated: null,
  },
  pcm: {
    extension: 'pcm',
    mime: 'audio/pcm',
    container: 'none',
    isLive: true,
    rateHz: null,
    recognise: null,
    isTruncated: null,
  },
  ogg_opus: {
    extension: 'ogg',
    mime: 'audio/ogg',
    container: 'other',
    isLive: true,
    rateHz: 48_000,
    recognise: recogniseOgg,
    isTruncated: isOggTruncated,
  },
} as const satisfies Readonly<Record<string, KindRow>>;

/** What the audio of a reply is, whatever was asked for. */
export type AudioKind = keyof typeof KIND_ROWS;
/** The kinds whose rows say so, such as `KindsWith<{ isLive: true }>`. */
export type KindsWith<Facts> = { [K in AudioKind]: (typeof KIND_ROWS)[K] extends Facts ? K : never }[AudioKind];
/** A kind that is decoded while it arrives. */
export type LiveKind = KindsWith<{ isLive: true }>;

/** The table of kinds. */
export const KIND_FACTS: Readonly<Record<AudioKind, KindRow>> = KIND_ROWS;
export const AUDIO_KINDS = Object.keys(KIND_ROWS) as readonly AudioKind[];

/** What is known of a format. */
type FormatRow = {
  /** The audio it asks for. */
  kind: AudioKind;
  /** The field of a connection's dialect that holds another word for it; null where relays know it by its name alone. */
  dialectWord: 'opusWord' | null;
  /** Relays usually send it whole, not as a stream. */
  isUsuallyWhole: boolean;
};

// By wire value of `response_format`, in the order the relay API lists them.
const FORMAT_ROWS = {
  mp3: { kind: 'mp3', dialectWord: null, isUsuallyWhole: false },
  wav: { kind: 'wav', dialectWord: null, isUsuallyWhole: true },
  pcm: { kind: 'pcm', dialectWord: null, isUsuallyWhole: false },
  ogg_opus: { kind: 'ogg_opus', dialectWord: 'opusWord', isUsuallyWhole: false },
} as const satisfies Readonly<Record<string, FormatRow>>;

/** A format that can be asked for: a wire value of `response_format`. */
export type SpeechFormat = keyof typeof FORMAT_ROWS;

/** The table of formats. */
export const FORMAT_FACTS: Readonly<Record<SpeechFormat, FormatRow>> = FORMAT_ROWS;
export const SPEECH_FORMATS = Object.keys(FORMAT_ROWS) as readonly SpeechFormat[];

/** Format the relay uses when the field is omitted. */
export const DEFAULT_SPEECH_FORMAT: SpeechFormat = 'pcm';
/** pcm carries no header: signed 16-bit little-endian mono at this rate, unless the connection says otherwise. */
export const DEFAULT_PCM_RATE_HZ = 24_000;

/** Rates headerless pcm may be read with, in hertz. */
export const PCM_RATE_HZ = { min: 8000, max: 96_000 } as const;
/** Rates such relays are known to send, offered when pcm is read again. */
export const COMMON_PCM_RATES_HZ = [8000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;

/** Whether audio of this kind is samples alone. */
export function isRaw(kind: AudioKind): boolean {
  return KIND_FACTS[kind].container === 'none';
}

/** Whether audio of this kind is decoded while it arrives. */
export function isLiveKind(kind: AudioKind): kind is LiveKind {
  return KIND_FACTS[kind].isLive;
}

/** What is known of the audio that a format asks for. */
export function factsOfFormat(format: SpeechFormat): KindRow {
  return KIND_FACTS[FORMAT_FACTS[format].kind];
}

/** The format that asks for audio of this kind; undefined where none does. */
export function formatFor(kind: AudioKind): SpeechFormat | undefined {
  return SPEECH_FORMATS.find((format) => FORMAT_FACTS[format].kind === kind);
}

/** Whether `value` is a format that can be asked for. */
export function isSpeechFormat(value: unknown): value is SpeechFormat {
  return typeof value === 'string' && Object.hasOwn(FORMAT_ROWS, value);
}
