// Every audio format, declared once in two tables: kinds are the possible kinds of audio in a reply, formats are the
// values that can be requested. A kind may have no format: replies of that kind are still kept and played.

import { isMp3Truncated, isOggTruncated } from './audio-tail.ts';
import { recogniseAac, recogniseLatm, recogniseMp2, recogniseMp3 } from './mpeg-signatures.ts';
import type { ByteOrder } from './pcm-likeness.ts';
import {
  type Recognise,
  recogniseAiff,
  recogniseAu,
  recogniseCaf,
  recogniseFlac,
  recogniseMatroska,
  recogniseMp4,
  recogniseOggFlac,
  recogniseOggOpus,
  recogniseOggSpeex,
  recogniseOggVorbis,
  recogniseRf64,
  recogniseW64,
  recogniseWav,
  recogniseWebm,
} from './signatures.ts';

/**
 * The structure around the samples. `none`: raw pcm, see `DEFAULT_PCM_RATE_HZ`. `wav`: samples after a wav header.
 * `linear`: samples after another header, which are served and saved as wav. `other`: anything else.
 */
export type Container = 'none' | 'wav' | 'linear' | 'other';

/** The facts about a kind of audio. */
type KindRow = {
  /** Its name in sentences, the same in every language. */
  name: string;
  /** File name extension, without a dot. */
  extension: string;
  /** MIME type of the bytes as received. */
  mime: string;
  container: Container;
  /** Whether it is decoded while it arrives; if not, it is played from its file after that is saved. */
  isLive: boolean;
  /** Whether the player can decode its files; if not, they can only be saved. */
  isPlayable: boolean;
  /** Rate of its decoded samples in hertz if it is the same in every file; otherwise null. */
  rateHz: number | null;
  /** The most that relays send for a second of speech, in bytes; for estimates of the space that a reply needs. */
  maxBytesPerS: number;
  /** Recognises it by its first bytes; null if they have no signature, which is true of raw pcm only. */
  recognise: Recognise | null;
  /** Whether a file is truncated, determined from its last `TAIL_BYTES`; null if they do not show it. */
  isTruncated: ((tail: Uint8Array) => boolean) | null;
};

/** What is the same for most kinds that no format asks for. */
const RECEIVED_ONLY = {
  container: 'other',
  isLive: false,
  rateHz: null,
  maxBytesPerS: 192_000,
  isTruncated: null,
} as const;
const OGG = { ...RECEIVED_ONLY, mime: 'audio/ogg', isTruncated: isOggTruncated } as const;
/** Two channels of raw pcm, which only a label tells. */
const STEREO = { ...RECEIVED_ONLY, container: 'none', name: 'PCM', isPlayable: true, recognise: null } as const;
const LINEAR = { ...RECEIVED_ONLY, container: 'linear' } as const;

// A reply has the first kind that recognises it.
const KIND_ROWS = {
  mp3: {
    name: 'MP3',
    extension: 'mp3',
    mime: 'audio/mpeg',
    container: 'other',
    isLive: true,
    isPlayable: true,
    rateHz: null,
    maxBytesPerS: 40_000,
    recognise: recogniseMp3,
    isTruncated: isMp3Truncated,
  },
  wav: {
    name: 'WAV',
    extension: 'wav',
    mime: 'audio/wav',
    container: 'wav',
    isLive: true,
    isPlayable: true,
    rateHz: null,
    maxBytesPerS: 96_000,
    recognise: recogniseWav,
    isTruncated: null,
  },
  pcm: {
    name: 'PCM',
    extension: 'pcm',
    mime: 'audio/pcm',
    container: 'none',
    isLive: true,
    isPlayable: true,
    rateHz: null,
    maxBytesPerS: 96_000,
    recognise: null,
    isTruncated: null,
  },
  ogg_opus: {
    name: 'Ogg Opus',
    extension: 'ogg',
    mime: 'audio/ogg',
    container: 'other',
    isLive: true,
    isPlayable: true,
    rateHz: 48_000,
    maxBytesPerS: 16_000,
    recognise: recogniseOggOpus,
    isTruncated: isOggTruncated,
  },
  pcm_be: {
    ...RECEIVED_ONLY,
    container: 'none',
    name: 'PCM',
    extension: 'l16',
    mime: 'audio/L16',
    isPlayable: true,
    recognise: null,
  },
  pcm_stereo: { ...STEREO, extension: 'pcm2', mime: 'audio/pcm' },
  pcm_be_stereo: { ...STEREO, extension: 'l16x2', mime: 'audio/L16' },
  ogg_vorbis: { ...OGG, name: 'Ogg Vorbis', extension: 'ogg', isPlayable: true, recognise: recogniseOggVorbis },
  ogg_flac: { ...OGG, name: 'Ogg FLAC', extension: 'oga', isPlayable: true, recognise: recogniseOggFlac },
  ogg_speex: { ...OGG, name: 'Speex', extension: 'spx', isPlayable: false, recognise: recogniseOggSpeex },
  flac: {
    ...RECEIVED_ONLY,
    name: 'FLAC',
    extension: 'flac',
    mime: 'audio/flac',
    isPlayable: true,
    recognise: recogniseFlac,
  },
  aac: {
    ...RECEIVED_ONLY,
    name: 'AAC',
    extension: 'aac',
    mime: 'audio/aac',
    isPlayable: true,
    recognise: recogniseAac,
  },
  latm: {
    ...RECEIVED_ONLY,
    name: 'LATM',
    extension: 'latm',
    mime: 'audio/MP4A-LATM',
    isPlayable: false,
    recognise: recogniseLatm,
  },
  mp2: {
    ...RECEIVED_ONLY,
    name: 'MP2',
    extension: 'mp2',
    mime: 'audio/mpeg',
    isPlayable: false,
    recognise: recogniseMp2,
  },
  m4a: {
    ...RECEIVED_ONLY,
    name: 'M4A',
    extension: 'm4a',
    mime: 'audio/mp4',
    isPlayable: true,
    recognise: recogniseMp4,
  },
  webm: {
    ...RECEIVED_ONLY,
    name: 'WebM',
    extension: 'webm',
    mime: 'audio/webm',
    isPlayable: true,
    recognise: recogniseWebm,
  },
  matroska: {
    ...RECEIVED_ONLY,
    name: 'Matroska',
    extension: 'mka',
    mime: 'audio/matroska',
    isPlayable: true,
    recognise: recogniseMatroska,
  },
  rf64: { ...LINEAR, name: 'RF64', extension: 'wav', mime: 'audio/wav', isPlayable: true, recognise: recogniseRf64 },
  w64: { ...LINEAR, name: 'W64', extension: 'w64', mime: 'audio/x-w64', isPlayable: true, recognise: recogniseW64 },
  aiff: { ...LINEAR, name: 'AIFF', extension: 'aiff', mime: 'audio/aiff', isPlayable: true, recognise: recogniseAiff },
  au: { ...LINEAR, name: 'AU', extension: 'au', mime: 'audio/basic', isPlayable: true, recognise: recogniseAu },
  caf: { ...LINEAR, name: 'CAF', extension: 'caf', mime: 'audio/x-caf', isPlayable: true, recognise: recogniseCaf },
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

/** The kind of raw pcm of each byte order. */
export const RAW_KINDS = { little: 'pcm', big: 'pcm_be' } as const satisfies Readonly<Record<ByteOrder, AudioKind>>;

/** The same with two channels, interleaved. */
const RAW_STEREO_KINDS = { little: 'pcm_stereo', big: 'pcm_be_stereo' } as const;

/** The kind of raw pcm of a byte order and number of channels. */
export function rawKind(order: ByteOrder, channels: 1 | 2): AudioKind {
  return (channels === 2 ? RAW_STEREO_KINDS : RAW_KINDS)[order];
}

/** The channels of raw pcm of this kind. */
export function rawChannels(kind: AudioKind): 1 | 2 {
  return kind === RAW_STEREO_KINDS.little || kind === RAW_STEREO_KINDS.big ? 2 : 1;
}

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
