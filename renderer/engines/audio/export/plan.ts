// What an export is made of and what it returns: plain data, passed to the worker and back.

import type { AudioKind } from '../../../../shared/speech/formats.ts';
import type { PlacementCounts } from '../../../../shared/subtitles/place-speech.ts';
import type { SubtitleFormat, SubtitleOptions } from '../../../../shared/subtitles/write.ts';

/** The kinds of files that can be written. */
export const EXPORT_KINDS = ['wav', 'flac', 'mp3', 'ogg_opus'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** How the segments are divided among files. A stem is as long as the whole, silent where another role speaks. */
export const EXPORT_SPLITS = ['none', 'chapters', 'lines', 'roles', 'stems'] as const;
export type ExportSplit = (typeof EXPORT_SPLITS)[number];

/** Loudness targets in LUFS (EBU R 128). */
export const LOUDNESS_TARGETS = [-16, -19, -23] as const;
type LoudnessTarget = (typeof LOUDNESS_TARGETS)[number];

/** Longest fade at a join, in milliseconds. */
export const MAX_FADE_MS = 5;

/** The settings of the files. */
export type ExportSettings = {
  kind: ExportKind;
  /** Bits of a sample in WAV and FLAC. */
  bits: 16 | 24;
  /** Null is the largest number among the takes, at most two. */
  channels: 1 | 2 | null;
  /** Null is the highest rate among the takes. A kind that does not have the rate gets its next higher one. */
  rateHz: number | null;
  /** Bit rate of mp3 and Opus; null is one that suits rate and channels. */
  bitrateKbps: number | null;
  /** Null leaves levels as they are. */
  loudness: LoudnessTarget | null;
  split: ExportSplit;
  /** All files in one zip. */
  isZip: boolean;
  /** Each file meets `BOOK_LIMITS`, whatever `loudness` says: it has a gain of its own, and room tone at both ends. */
  isAudiobook: boolean;
};

/** A take: its address as `/media/<id>` serves it, and its kind. Plain samples of any container are served as wav. */
export type TakeSource = { url: string; kind: AudioKind };

/** One line, in the order of the script. */
export type ExportSegment = {
  /** The line's number as people see it, from 1; for names of files and errors. */
  line: number;
  /** Of the take, in the library; null without one. */
  itemId: string | null;
  /** Null is silence in place of a missing take. */
  take: TakeSource | null;
  /** Length of the silence if there is no take, in milliseconds. */
  silenceMs: number;
  /** Factor of the samples, 1 leaves them as they are. */
  gain: number;
  /** Removes silence at both ends, or at one, except for 20 ms. */
  isTrimmed: boolean | 'start' | 'end';
  /** Fade in and out, 0 to `MAX_FADE_MS`. */
  fadeMs: number;
  /** Silence after it, in milliseconds; rounded to the nearest sample. None follows the last line of a file. */
  pauseAfterMs: number;
  /** The name of its role as it is shown; lines of the same name are one role. */
  role: string;
  /** Without its role; for subtitles. */
  text: string;
  /** The title of a chapter that begins here; null if none does. */
  chapter: string | null;
  /** When it is to be heard, on the timeline of imported subtitles; null: after the line before it and its pause. */
  cue: { startMs: number; endMs: number } | null;
};

/** Subtitles in place of sound, or beside it. They are timed like the sound of the same plan. */
export type SubtitlePlan = SubtitleOptions & { format: SubtitleFormat; isBesideSound?: boolean };

/** Everything that the worker needs. */
export type ExportPlan = {
  /** The title in the tags, and the beginning of the files' names. */
  title: string;
  settings: ExportSettings;
  segments: readonly ExportSegment[];
  /** Segments that are longer than their cues are sped up, at the same pitch, this many times at most: 1 to 2. */
  maxSpeedUp: number;
  /** Null makes the sound only. */
  subtitles: SubtitlePlan | null;
};

/** A stretch of the output, in samples of one channel. */
type Stretch = { start: number; length: number };

/**
 * Where a segment is in the whole, and the silences of at least 150 ms inside it, all counted from the beginning of the
 * whole. It is played `speedUp` times as fast, 1 is unchanged.
 */
export type SegmentPlace = Stretch & { speedUp: number; pauses: readonly Stretch[] };

/** A written file. `measured` is what the finished file has, null without a target, and of subtitles. */
export type ExportedFile = { name: string; frames: number; sizeBytes: number; measured: SoundLevel | null };

/** Integrated loudness in LUFS and true peak in dBTP, both -Infinity for silence; and what audiobook shops measure. */
export type SoundLevel = BookLevel & { loudness: number; truePeak: number };

/**
 * The level of all samples and of the largest, and that of the softest half second, in dBFS, -Infinity for silence; and
 * how long it is quiet before the first sound and after the last, in seconds.
 */
export type BookLevel = { rms: number; peak: number; noiseFloor: number; headS: number; tailS: number };

/** What shops ask of each file of an audiobook (ACX: audio submission requirements). */
export const BOOK_LIMITS: Readonly<Record<keyof BookLevel, { min: number; max: number }>> = {
  rms: { min: -23, max: -18 },
  peak: { min: Number.NEGATIVE_INFINITY, max: -3 },
  noiseFloor: { min: Number.NEGATIVE_INFINITY, max: -60 },
  headS: { min: 0.5, max: 1 },
  tailS: { min: 1, max: 5 },
};

/** What an export returns. `segments` are on the timeline of one file with everything, whatever the split. */
export type SoundExport = {
  rateHz: number;
  channels: 1 | 2;
  frames: number;
  segments: readonly SegmentPlace[];
  /** How the segments with cues fit these. */
  counts: PlacementCounts;
  files: readonly ExportedFile[];
};

/** Samples of one or two channels from -1 to 1, the same number of each. */
export type Block = readonly Float32Array<ArrayBuffer>[];
