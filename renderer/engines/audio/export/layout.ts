// Where every segment goes: positions on the timeline, the files and what is in each, chapters. Known before the first
// byte is written, so that headers are final.

import { CUE_TOLERANCE_MS, type PlacementCounts, placeSpeech } from '../../../../shared/subtitles/place-speech.ts';
import { safeFileName } from '../../../../shared/text/file-name.ts';
import type { Chapter, Track } from './encode/encoder.ts';
import { FILE_EXTENSIONS, outputRate } from './formats.ts';
import type { ExportPlan, ExportSegment, ExportSplit, SegmentPlace } from './plan.ts';
import type { TakeScan } from './takes/scan-take.ts';
import { type OutputFormat, segmentLength, stretchedLength, usedRange } from './takes/segment-stream.ts';

/** Part of a file: a segment's sound, or silence of so many samples. */
export type FilePart = { segment: number } | { silence: number };
/** A file to write. */
export type FilePlan = {
  name: string;
  title: string;
  /** Of a chapter among the files of all chapters. */
  track: Track | null;
  parts: readonly FilePart[];
  frames: number;
  chapters: readonly Chapter[];
};
/** Everything about the output that does not depend on the values of its samples. */
export type ExportLayout = OutputFormat & {
  frames: number;
  segments: readonly SegmentPlace[];
  counts: PlacementCounts;
  /** All segments with the pauses between them: what loudness is measured of. */
  whole: readonly FilePart[];
  files: readonly FilePlan[];
};

/** A segment with its place and the silence up to the next one. */
type Placed = { index: number; segment: ExportSegment; place: SegmentPlace; pause: number };
/** Segments of one file. `isWhole`: it has all; `isStem`: what belongs to others is silent in it. */
type Group = {
  name: string;
  title: string;
  track?: Track;
  placed: readonly Placed[];
  isWhole: boolean;
  isStem: boolean;
};
/** What is in a file. */
type Contents = Pick<FilePlan, 'parts' | 'frames' | 'chapters'>;

/** Silence at both ends of a file of an audiobook, in milliseconds: within what shops ask for, see `BOOK_LIMITS`. */
const BOOK_ENDS_MS = { head: 750, tail: 2000 };

/** @param scans of the segments' takes, in order; undefined for a segment without a take. */
export function layOut(plan: ExportPlan, scans: readonly (TakeScan | undefined)[]): ExportLayout {
  const { rateHz, channels } = outputFormat(plan, scans);
  const { places, counts } = placeSegments(plan, scans, rateHz);
  const placed = plan.segments.flatMap((segment, index): Placed[] => {
    const place = places[index];
    if (place === undefined) return [];
    const next = places[index + 1];
    return [{ index, segment, place, pause: next === undefined ? 0 : next.start - endOf(place) }];
  });
  const last = places.at(-1);
  const frames = last === undefined ? 0 : endOf(last);
  const names = createNames(plan.settings.kind);
  return {
    rateHz,
    channels,
    frames,
    segments: places,
    counts,
    whole: joinedParts(placed, true).parts,
    files: GROUPINGS[plan.settings.split](placed, plan).map((group) => ({
      name: names(group.name),
      title: group.title,
      track: group.track ?? null,
      ...withEnds(
        group.isStem ? stem(group.placed, placed, frames) : joinedParts(group.placed, group.isWhole, !group.track),
        plan.settings.isAudiobook ? rateHz : null,
      ),
    })),
  };
}

/** Which segments go into which file. */
const GROUPINGS: Readonly<Record<ExportSplit, (placed: readonly Placed[], plan: ExportPlan) => Group[]>> = {
  none: (placed, { title }) => [{ name: title, title, placed, isWhole: true, isStem: false }],
  chapters: (placed, { title }) => {
    const chapters: Placed[][] = [];
    for (const one of placed) {
      if (one.segment.chapter !== null || chapters.length === 0) chapters.push([]);
      chapters.at(-1)?.push(one);
    }
    const { length: count } = chapters;
    const digits = Math.max(2, String(count).length);
    return chapters.map((own, at) => {
      const number = at + 1;
      const name = own[0]?.segment.chapter ?? title;
      return {
        name: `${String(number).padStart(digits, '0')} ${name}`,
        title: name,
        track: { number, count, album: title },
        placed: own,
        isWhole: false,
        isStem: false,
      };
    });
  },
  lines: (placed) => {
    const digits = Math.max(3, ...placed.map(({ segment }) => String(segment.line).length));
    return placed.map((one) => {
      const number = String(one.segment.line).padStart(digits, '0');
      const name = one.segment.role === '' ? number : `${number} ${one.segment.role}`;
      return { name, title: name, placed: [one], isWhole: false, isStem: false };
    });
  },
  roles: (placed, plan) => byRole(placed, plan, false),
  stems: (placed, plan) => byRole(placed, plan, true),
};

function byRole(placed: readonly Placed[], { title }: ExportPlan, isStem: boolean): Group[] {
  const roles = Map.groupBy(placed, ({ segment }) => segment.role);
  return [...roles].map(([role, own]) => {
    const name = role === '' ? title : `${title} – ${role}`;
    return { name, title: name, placed: own, isWhole: false, isStem };
  });
}

/** With silence at both ends. @param rateHz null leaves it as it is */
function withEnds(contents: Contents, rateHz: number | null): Contents {
  if (rateHz === null) return contents;
  const [head, tail] = [toFrames(BOOK_ENDS_MS.head, rateHz), toFrames(BOOK_ENDS_MS.tail, rateHz)];
  return {
    parts: [{ silence: head }, ...contents.parts, { silence: tail }],
    frames: head + contents.frames + tail,
    chapters: contents.chapters.map(({ title, start }) => ({ title, start: head + start })),
  };
}

/** The segments one after the other, with the pauses between them; the whole also with the silence before the first. */
function joinedParts(placed: readonly Placed[], isWhole: boolean, hasChapters = true): Contents {
  const chapters: Chapter[] = [];
  let frames = isWhole ? (placed[0]?.place.start ?? 0) : 0;
  const parts: FilePart[] = frames > 0 ? [{ silence: frames }] : [];
  for (const [i, { index, segment, place, pause }] of placed.entries()) {
    if (segment.chapter !== null && hasChapters) chapters.push({ title: segment.chapter, start: frames });
    parts.push(segment.take === null ? { silence: place.length } : { segment: index });
    frames += place.length;
    if (i === placed.length - 1 || pause === 0) continue;
    parts.push({ silence: pause });
    frames += pause;
  }
  return { parts, frames, chapters };
}

/** The whole timeline with only some segments; all chapters. */
function stem(own: readonly Placed[], all: readonly Placed[], frames: number): Contents {
  const parts: FilePart[] = [];
  let at = 0;
  const silentUntil = (start: number): void => {
    if (start > at) parts.push({ silence: start - at });
    at = start;
  };
  for (const { index, segment, place } of own) {
    if (segment.take === null) continue;
    silentUntil(place.start);
    parts.push({ segment: index });
    at += place.length;
  }
  silentUntil(frames);
  const chapters = all.flatMap(({ segment, place }) =>
    segment.chapter === null ? [] : [{ title: segment.chapter, start: place.start }],
  );
  return { parts, frames, chapters };
}

function outputFormat({ settings }: ExportPlan, scans: readonly (TakeScan | undefined)[]): OutputFormat {
  const known = scans.filter((scan) => scan !== undefined);
  const widest = known.some(({ channels }) => channels > 1) ? 2 : 1;
  const rateHz = settings.rateHz ?? known.reduce((most, scan) => Math.max(most, scan.rateHz), 0);
  return { rateHz: outputRate(settings.kind, rateHz), channels: settings.channels ?? widest };
}

/** Places the segments: each after the one before it and its pause, or on its cue. */
function placeSegments(
  { segments, maxSpeedUp }: ExportPlan,
  scans: readonly (TakeScan | undefined)[],
  rateHz: number,
): { places: SegmentPlace[]; counts: PlacementCounts } {
  const lengths = segments.map((segment, index) => {
    const scan = scans[index];
    return scan ? segmentLength(scan, segment, rateHz) : toFrames(segment.silenceMs, rateHz);
  });
  const lines = segments.map(({ cue }, index) => {
    const speech = lengths[index] ?? 0;
    if (cue !== null) return { start: toFrames(cue.startMs, rateHz), end: toFrames(cue.endMs, rateHz), speech };
    return { after: toFrames(segments[index - 1]?.pauseAfterMs ?? 0, rateHz), speech };
  });
  const { placed, counts } = placeSpeech(lines, maxSpeedUp, toFrames(CUE_TOLERANCE_MS, rateHz));
  let freeFrom = 0;
  const places = segments.map((segment, index): SegmentPlace => {
    const { start: wanted, speedUp } = placed[index] ?? { start: freeFrom, speedUp: 1 };
    const length = stretchedLength(lengths[index] ?? 0, speedUp);
    const start = Math.max(freeFrom, Math.round(wanted));
    freeFrom = start + length;
    const scan = scans[index];
    return { start, length, speedUp, pauses: scan ? pausesAt(start, length, speedUp, scan, segment, rateHz) : [] };
  });
  return { places, counts };
}

function endOf({ start, length }: SegmentPlace): number {
  return start + length;
}

function toFrames(ms: number, rateHz: number): number {
  return Math.round((ms * rateHz) / 1000);
}

/** The pauses of a take on the timeline. */
function pausesAt(
  start: number,
  length: number,
  speedUp: number,
  scan: TakeScan,
  segment: ExportSegment,
  rateHz: number,
): SegmentPlace['pauses'] {
  const used = usedRange(scan, segment);
  const at = (frame: number): number =>
    Math.min(length, Math.max(0, Math.round(((frame - used.from) * rateHz) / (scan.rateHz * speedUp))));
  return scan.pauses.map(({ from, to }) => ({ start: start + at(from), length: at(to) - at(from) }));
}

/** Names of files, each once whatever the case of its letters. */
function createNames(kind: ExportPlan['settings']['kind']): (stem: string) => string {
  const taken = new Set<string>();
  return (stem) => {
    for (let count = 1; ; count++) {
      const name = safeFileName(count === 1 ? stem : `${stem} (${count})`, FILE_EXTENSIONS[kind]);
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  };
}
