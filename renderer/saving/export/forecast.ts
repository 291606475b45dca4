// What an export will write, before it is made: names, lengths and about how large the files are.

import { safeFileName } from '../../../shared/text/file-name.ts';
import { utf8ByteLength } from '../../../shared/text/utf8.ts';
import { HAS_BITS, outputBitrate } from '../../engines/audio/export/formats.ts';
import { type ExportLayout, type FilePart, layOut } from '../../engines/audio/export/layout.ts';
import type { ExportKind, ExportPlan, ExportSettings } from '../../engines/audio/export/plan.ts';
import type { TakeScan } from '../../engines/audio/export/takes/scan-take.ts';
import { type ExportLine, includedLines } from '../../items/export-lines.ts';

/** A file that will be written; subtitles have no length. `silentLines`: how many lines of it have no take. */
export type ForecastFile = { name: string; durationS: number | null; sizeBytes: number; silentLines: number };

/** What is about left of the samples of speech. */
const SHARES: Readonly<Partial<Record<ExportKind, number>>> = { flac: 0.5 };
const USUAL_RATE_HZ = 24_000;
/** Number and times of a subtitle, in bytes. */
const CUE_BYTES = 36;

/** The files of a plan. @param lines of which it was made, with the lengths of their takes */
export function forecastOf(
  plan: ExportPlan,
  lines: readonly ExportLine[],
  choices: Parameters<typeof includedLines>[1],
): readonly ForecastFile[] {
  const scans = includedLines(lines, choices).map(({ take, expectedMs }): TakeScan | undefined => {
    if (take === null) return undefined;
    const rateHz = take.audio.sampleRateHz ?? USUAL_RATE_HZ;
    const frames = Math.round(((take.audio.durationMs ?? expectedMs) / 1000) * rateHz);
    return { rateHz, channels: 1, frames, sound: { from: 0, to: frames }, pauses: [] };
  });
  const layout = layOut(plan, scans);
  const isSilent = (part: FilePart): boolean => 'segment' in part && plan.segments[part.segment]?.take === null;
  const files = layout.files.map(({ name, frames, parts }) => {
    const durationS = frames / layout.rateHz;
    const sizeBytes = durationS * bytesPerSecond(plan.settings, layout);
    return { name, durationS, sizeBytes, silentLines: parts.filter(isSilent).length };
  });
  if (!plan.subtitles?.isBesideSound) return files;
  const sizeBytes = plan.segments.reduce((sum, { text }) => sum + CUE_BYTES + utf8ByteLength(text), 0);
  const name = safeFileName(plan.title, plan.subtitles.format);
  return [...files, { name, durationS: null, sizeBytes, silentLines: 0 }];
}

function bytesPerSecond(settings: ExportSettings, { rateHz, channels }: ExportLayout): number {
  const { kind, bits } = settings;
  if (!HAS_BITS[kind]) return (outputBitrate(settings, rateHz, channels) * 1000) / 8;
  return rateHz * channels * (bits / 8) * (SHARES[kind] ?? 1);
}
