// The whole export, independent of workers and files: decodes every take once to learn its length, lays everything out,
// measures the loudness if there is a target, then decodes, joins, encodes and writes.

import { makeZip, predictLength } from 'client-zip';
import type { Timeline } from '../../../../shared/subtitles/timeline.ts';
import { writeSubtitles } from '../../../../shared/subtitles/write.ts';
import { safeFileName } from '../../../../shared/text/file-name.ts';
import { withRoomTone } from './dsp/room-tone.ts';
import type { MeterEncoded } from './encode/encoded-meter.ts';
import type { Encode, EncodeFacts } from './encode/encoder.ts';
import { FILE_BYTES } from './encode/file-encoders.ts';
import { encodeMeasured } from './encode/measure-encoded.ts';
import { outputBitrate } from './formats.ts';
import { type ExportLayout, type FilePart, type FilePlan, layOut } from './layout.ts';
import type { Block, ExportedFile, ExportKind, ExportPlan, SoundExport, SubtitlePlan } from './plan.ts';
import {
  findProgramGain,
  goalOf,
  MAX_MEASUREMENTS,
  type Program,
  type ProgramGain,
  UNCHANGED,
  withGain,
} from './program-gain.ts';
import { readInOrder } from './takes/read-in-order.ts';
import { createTakeScanner, type TakeScan, type TakeScanner } from './takes/scan-take.ts';
import { segmentStream } from './takes/segment-stream.ts';
import { type ReadTake, UnreadableTake } from './takes/take-piece.ts';

/** What an export needs from outside. */
export type ExportDeps = {
  readTake: ReadTake;
  encoders: Readonly<Record<ExportKind, Encode>>;
  meterEncoded: MeterEncoded;
  /** Begins the next file. `remainingBytes`: about the size of it and all after it. `itemIds`: what is heard in it. */
  openFile: (name: string, remainingBytes: number, itemIds: string[]) => Promise<void>;
  /** Appends to the file that was begun last. Resolves when the next piece may come. */
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** A piece that was written and can be filled again, if there is one. */
  spare?: () => ArrayBuffer | undefined;
  /** 0 to 1, never falling. */
  onProgress: (ratio: number) => void;
};

/** A line whose take cannot be read. */
export class UnreadableLine extends Error {
  override name = 'UnreadableLine';
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/** Bytes that are passed on at once. */
const PIECE_BYTES = 1024 * 1024;
const SILENCE_FRAMES = 16_384;
/** The earliest date of a zip: equal files give equal zips. */
const ZIP_DATE = new Date(1980, 0, 1);
/** Where in the progress each step begins and ends; without a target, nothing is measured. */
const STEPS = {
  plain: { scan: [0, 0.2], measure: [0.2, 0.2], write: [0.2, 1] },
  measured: { scan: [0, 0.1], measure: [0.1, 0.5], write: [0.5, 1] },
} as const;

/** Runs an export. Rejects with `UnreadableLine`, and with what `openFile`, `write` or an encoder reject. */
export async function runExport(plan: ExportPlan, deps: ExportDeps): Promise<SoundExport> {
  const { settings, subtitles } = plan;
  const goal = goalOf(settings);
  const steps = STEPS[goal === null ? 'plain' : 'measured'];
  const reporter = (step: keyof typeof steps): ((ratio: number) => void) => {
    const [from, to] = steps[step];
    return (ratio) => deps.onProgress(from + Math.min(1, ratio) * (to - from));
  };
  const scans = await scanAll(plan, deps.readTake, reporter('scan'));
  const layout = layOut(plan, scans);
  if (subtitles !== null && !subtitles.isBesideSound) {
    const file = await writeSubtitleFile(plan, subtitles, layout, deps);
    deps.onProgress(1);
    return resultOf(layout, [file]);
  }
  const gains = await findGains(plan, scans, layout, deps.readTake, reporter('measure'));

  const countWritten = counter(
    layout.files.reduce((sum, { frames }) => sum + frames, 0),
    reporter('write'),
  );
  const files = layout.files.map((file, i) => ({
    file,
    gain: gains[i] ?? UNCHANGED,
    facts: factsOf(file, plan, layout),
  }));
  const sizes = files.map(({ facts }) => FILE_BYTES[settings.kind](facts));
  const exported: ExportedFile[] = [];
  const encodeFile = async function* ({ file, gain, facts }: (typeof files)[number]) {
    const stream = partStream(file.parts, plan, scans, layout, deps.readTake);
    const sound = withGain(counted(stream, countWritten), gain, layout);
    const blocks = settings.isAudiobook ? withRoomTone(sound) : sound;
    const encode = deps.encoders[settings.kind];
    const measured = goal === null ? null : encodeMeasured(settings.kind, encode, deps.meterEncoded, blocks, facts);
    let sizeBytes = 0;
    for await (const piece of measured?.bytes ?? encode(blocks, facts)) {
      sizeBytes += piece.length;
      yield piece;
    }
    exported.push({ name: file.name, frames: file.frames, sizeBytes, measured: (await measured?.level()) ?? null });
  };

  if (settings.isZip) {
    const entries = files.map((one) => ({ name: one.file.name, input: encodeFile(one), lastModified: ZIP_DATE }));
    const expected = predictLength(files.map(({ file: { name } }, i) => ({ name, size: Math.ceil(sizes[i] ?? 0) })));
    await deps.openFile(safeFileName(plan.title, 'zip'), Number(expected), itemIdsOf(plan, layout.files));
    await writeAll(makeZip(entries), deps);
  } else
    for (const [i, one] of files.entries()) {
      await deps.openFile(
        one.file.name,
        sizes.slice(i).reduce((sum, size) => sum + size, 0),
        itemIdsOf(plan, [one.file]),
      );
      await writeAll(encodeFile(one), deps);
    }
  if (subtitles !== null) exported.push(await writeSubtitleFile(plan, subtitles, layout, deps));
  deps.onProgress(1);
  return resultOf(layout, exported);
}

/** The items that are heard in files, each once, in the order of the lines. */
function itemIdsOf({ segments }: ExportPlan, files: readonly FilePlan[]): string[] {
  const parts = files.flatMap((file) => file.parts);
  return [...new Set(parts.flatMap((part) => ('segment' in part ? (segments[part.segment]?.itemId ?? []) : [])))];
}

/** Writes the subtitles of the plan's sound, made or not. */
async function writeSubtitleFile(
  plan: ExportPlan,
  { format, ...options }: SubtitlePlan,
  layout: ExportLayout,
  deps: Pick<ExportDeps, 'openFile' | 'write' | 'spare'>,
): Promise<ExportedFile> {
  const name = safeFileName(plan.title, format);
  const bytes = new TextEncoder().encode(writeSubtitles(format, timelineOf(plan, layout), options));
  const sizeBytes = bytes.length;
  await deps.openFile(name, sizeBytes, []);
  await writeAll([bytes], deps);
  return { name, frames: layout.frames, sizeBytes, measured: null };
}

function timelineOf({ title, segments }: ExportPlan, layout: ExportLayout): Timeline {
  const placed = segments.flatMap((segment, index) => {
    const place = layout.segments[index];
    return place === undefined ? [] : [{ segment, place }];
  });
  return {
    title,
    sampleRateHz: layout.rateHz,
    lines: placed.map(({ segment: { line, role, text }, place }) => ({
      number: line,
      role,
      text,
      startSamples: place.start,
      lengthSamples: place.length,
      pauses: place.pauses.map(({ start, length }) => ({ startSamples: start, lengthSamples: length })),
    })),
    chapters: placed.flatMap(({ segment: { chapter }, place }) =>
      chapter === null ? [] : [{ title: chapter, startSamples: place.start }],
    ),
  };
}

function resultOf({ rateHz, channels, frames, segments, counts }: ExportLayout, files: ExportedFile[]): SoundExport {
  return { rateHz, channels, frames, segments, counts, files };
}

async function scanAll(
  { segments }: ExportPlan,
  readTake: ReadTake,
  report: (ratio: number) => void,
): Promise<(TakeScan | undefined)[]> {
  const scans: (TakeScan | undefined)[] = [];
  const takes = segments.map(({ take }) => take);
  for await (const pieces of readInOrder(takes, readTake)) {
    report(scans.length / segments.length);
    let scanner: TakeScanner | undefined;
    try {
      for await (const { rateHz, channels, samples } of pieces ?? []) {
        scanner ??= createTakeScanner(rateHz, channels);
        scanner.add(samples);
      }
    } catch (error) {
      throw namingLine(segments[scans.length]?.line ?? 0, error);
    }
    scans.push(scanner?.end());
  }
  return scans;
}

/**
 * The gain of each file: one that brings the whole to a loudness, or, of an audiobook, its own. Most of it is measured at
 * the highest rate of the takes where that of the files is higher, because resampling would be most of the work.
 */
async function findGains(
  plan: ExportPlan,
  scans: readonly (TakeScan | undefined)[],
  layout: ExportLayout,
  readTake: ReadTake,
  report: (ratio: number) => void,
): Promise<readonly ProgramGain[]> {
  const goal = goalOf(plan.settings);
  if (goal === null) return [];
  const takesHz = scans.reduce((most, scan) => Math.max(most, scan?.rateHz ?? 0), 0);
  const isLower = takesHz > 0 && takesHz < layout.rateHz;
  const lower = isLower
    ? layOut({ ...plan, settings: { ...plan.settings, kind: 'wav', rateHz: takesHz } }, scans)
    : layout;
  const measured: ((of: ExportLayout) => readonly FilePart[])[] = plan.settings.isAudiobook
    ? layout.files.map(
        (_, i) =>
          ({ files }) =>
            files[i]?.parts ?? [],
      )
    : [({ whole }) => whole];
  const frames = plan.settings.isAudiobook ? layout.files.reduce((sum, file) => sum + file.frames, 0) : layout.frames;
  const countS = counter((frames / layout.rateHz) * MAX_MEASUREMENTS, report);
  const gains: ProgramGain[] = [];
  for (const partsOf of measured) {
    const programOf = (format: ExportLayout): Program => ({
      format,
      produce: () =>
        counted(partStream(partsOf(format), plan, scans, format, readTake), (made) => countS(made / format.rateHz)),
    });
    const program = programOf(layout);
    gains.push(await findProgramGain(program, isLower ? programOf(lower) : program, goal));
  }
  const [first = UNCHANGED] = gains;
  return plan.settings.isAudiobook ? gains : layout.files.map(() => first);
}

/** The sound of a file's parts, one after the other. */
async function* partStream(
  file: readonly FilePart[],
  { segments }: ExportPlan,
  scans: readonly (TakeScan | undefined)[],
  layout: ExportLayout,
  readTake: ReadTake,
): AsyncGenerator<Block, void> {
  const segmentOf = (part: FilePart) => ('silence' in part ? undefined : segments[part.segment]);
  const reading = readInOrder(
    file.map((part) => segmentOf(part)?.take ?? null),
    readTake,
  );
  let index = 0;
  for await (const pieces of reading) {
    const part = file[index++];
    if (part === undefined) return;
    if ('silence' in part) {
      yield* silence(part.silence, layout.channels);
      continue;
    }
    const segment = segmentOf(part);
    const scan = scans[part.segment];
    const place = layout.segments[part.segment];
    if (!segment || !pieces || !scan || !place) continue;
    let frames = 0;
    try {
      for await (const block of segmentStream(pieces, scan, segment, layout, place.speedUp)) {
        frames += block[0]?.length ?? 0;
        yield block;
      }
    } catch (error) {
      throw namingLine(segment.line, error);
    }
    if (frames !== place.length) throw new UnreadableLine(segment.line, 'The file has changed meanwhile.');
  }
}

function* silence(frames: number, channels: number): Generator<Block, void> {
  for (let left = frames; left > 0; left -= SILENCE_FRAMES)
    yield Array.from({ length: channels }, () => new Float32Array(Math.min(left, SILENCE_FRAMES)));
}

function factsOf(
  { title, track, chapters, frames }: FilePlan,
  { settings }: ExportPlan,
  layout: ExportLayout,
): EncodeFacts {
  const { rateHz, channels } = layout;
  const bitrateKbps = outputBitrate(settings, rateHz, channels);
  return { rateHz, channels, frames, title, track, chapters, bits: settings.bits, bitrateKbps };
}

/** Writes bytes in pieces of equal size. */
async function writeAll(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { write, spare }: Pick<ExportDeps, 'write' | 'spare'>,
): Promise<void> {
  const emptyPiece = (): Uint8Array<ArrayBuffer> => {
    const written = spare?.();
    return written?.byteLength === PIECE_BYTES ? new Uint8Array(written) : new Uint8Array(PIECE_BYTES);
  };
  let waiting = emptyPiece();
  let filled = 0;
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + PIECE_BYTES - filled);
      waiting.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < PIECE_BYTES) continue;
      await write(waiting);
      // The written piece belongs to whoever got it.
      waiting = emptyPiece();
      filled = 0;
    }
  if (filled > 0) await write(waiting.slice(0, filled));
}

/** Adds up and reports what is made of a total. */
function counter(total: number, report: (ratio: number) => void): (made: number) => void {
  let done = 0;
  return (made) => {
    done += made;
    report(total === 0 ? 1 : done / total);
  };
}

async function* counted(blocks: AsyncIterable<Block>, count: (frames: number) => void): AsyncGenerator<Block, void> {
  for await (const block of blocks) {
    const frames = block[0]?.length ?? 0;
    yield block;
    count(frames);
  }
}

/** Returns what is thrown when the take of a line could not be read for `error`. */
function namingLine(line: number, error: unknown): unknown {
  return error instanceof UnreadableTake ? new UnreadableLine(line, error.message) : error;
}
