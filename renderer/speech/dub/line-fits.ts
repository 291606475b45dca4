// How the lines of a script fit the times of the subtitles they came from, and what would make them fit. Pure functions.

import { pausesMs } from '../../../shared/script/directions.ts';
import { type ScriptTimeline, USUAL_PAUSE_MS } from '../../../shared/script/timeline.ts';
import { SPEED } from '../../../shared/speech/limits.ts';
import { ordinaryDurationS } from '../../../shared/speech/spoken-length.ts';
import { CUE_TOLERANCE_MS, type PlacementCounts } from '../../../shared/subtitles/place-speech.ts';
import { type ExportLine, placeLines, spokenMs } from '../../items/export-lines.ts';
import { linesToExport } from '../script/lines-to-export.ts';
import type { ScriptLineView } from '../script/script-lines.ts';

/** The lines of a script, where they are in time, and how much the export speeds them up at most. */
export type TimedScript = { lines: readonly ScriptLineView[]; timeline: ScriptTimeline; maxSpeedUp: number };

/**
 * How a line misses its time: it ends later (`over`) or begins later (`late`), or the export has to speed it up
 * (`faster`). `willFit`: that of what is there, but not of what *Generate* would make.
 */
export type LineFit = {
  kind: 'over' | 'late' | 'faster' | 'willFit';
  /** How much later than its time it ends (`over`), or begins (`late`), in milliseconds. */
  laterMs: number;
  speedUp: number;
  /** How long it is at its own speed, and how long its time is, in milliseconds. */
  speechMs: number;
  slotMs: number;
  /** Its length, or that of a line that delays it, is not measured. */
  isEstimated: boolean;
};

/** The lines that miss their times, by index, and how many fit in which way; `counts` are those of the export. */
type ScriptFits = { fits: ReadonlyMap<number, LineFit>; counts: PlacementCounts; isEstimated: boolean };

/** Whether a person has to do something about a line. */
export function isUnfit(fit: LineFit | undefined): fit is LineFit {
  return fit?.kind === 'over' || fit?.kind === 'late';
}

const timed = new WeakMap<readonly ScriptLineView[], boolean>();

/** Whether lines of a script keep times; looked up once, since it is asked at every key. */
export function isTimed(lines: readonly ScriptLineView[]): boolean {
  const found = timed.get(lines) ?? lines.some(({ record }) => record?.cue !== undefined);
  timed.set(lines, found);
  return found;
}

const NONE: ScriptFits = {
  fits: new Map(),
  counts: { fitting: 0, spedUp: 0, pushed: 0, overrunning: 0 },
  isEstimated: false,
};
const known = new WeakMap<ScriptTimeline, TimedScript & { found: ScriptFits }>();

/** How the lines of a script fit, worked out once for each of its states. */
export function fitsOf(script: TimedScript): ScriptFits {
  if (!isTimed(script.lines)) return NONE;
  const before = known.get(script.timeline);
  if (before?.lines === script.lines && before.maxSpeedUp === script.maxSpeedUp) return before.found;
  const found = findFits(script);
  known.set(script.timeline, { ...script, found });
  return found;
}

function findFits({ lines, timeline, maxSpeedUp }: TimedScript): ScriptFits {
  const exported = linesToExport(lines, timeline);
  const now = placeLines(exported, maxSpeedUp, USUAL_PAUSE_MS, spokenMs);
  const next = placeLines(exported, maxSpeedUp, USUAL_PAUSE_MS, (line) => comingMs(line, lines));
  const fits = new Map<number, LineFit>();
  /** Whether where the line begins depends on a length that is estimated. */
  let isShifted = false;
  for (const [i, line] of exported.entries()) {
    const [place, coming] = [now.placed[i], next.placed[i]];
    if (place === undefined) continue;
    const isEstimated: boolean = line.take === null || (isShifted && (line.cue === null || place.pushed > 0));
    isShifted = isEstimated;
    if (line.cue === null) continue;
    const isMissed = place.overrun > 0 || place.pushed > 0;
    if (!isMissed && place.speedUp === 1) continue;
    const willFit = isMissed && coming?.overrun === 0 && coming.pushed === 0;
    const kind = willFit ? 'willFit' : place.overrun > 0 ? 'over' : place.pushed > 0 ? 'late' : 'faster';
    fits.set(line.number - 1, {
      kind,
      laterMs: place.overrun > 0 ? place.overrun : place.pushed,
      speedUp: place.speedUp,
      speechMs: spokenMs(line),
      slotMs: line.cue.endMs - line.cue.startMs,
      isEstimated,
    });
  }
  return { fits, counts: now.counts, isEstimated: exported.some(({ take }) => take === null) };
}

/** How long a line will be as *Generate* makes it: as its take, if that is of what would be sent, else judged by it. */
function comingMs(line: ExportLine, lines: readonly ScriptLineView[]): number {
  const { sent, state, used } = lines[line.number - 1] ?? {};
  const ms = spokenMs(line);
  if (line.take === null || sent === undefined || used === undefined || state === 'ready') return ms;
  const { text, speed, pauses } = used.request;
  const before = ordinaryDurationS(text, speed);
  if (before === 0) return ms;
  const saidMs = Math.max(0, ms - pausesMs(pauses));
  return (saidMs * ordinaryDurationS(sent.sent.text, sent.speed)) / before + pausesMs(sent.sent.pauses);
}

/** What would make a line fit its time. */
type FitWay = {
  /** The speed at which it would, in steps of `SPEED`; it may be over the limit. */
  speed: number;
  /** How much shorter its pauses could be for that, in milliseconds; 0 if it has none. */
  pausesByMs: number;
};

/**
 * What would make the lines fit that are longer than their times, by index: without being sped up, and if the lines before
 * them did as well as they can.
 */
export function waysToFit({ lines, timeline }: Omit<TimedScript, 'maxSpeedUp'>): Map<number, FitWay> {
  const ways = new Map<number, FitWay>();
  let freeFrom = 0;
  let pauseMs = 0;
  for (const line of linesToExport(lines, timeline)) {
    const { cue, number } = line;
    const { sent } = lines[number - 1] ?? {};
    const start = cue === null ? freeFrom + pauseMs : Math.max(cue.startMs, freeFrom);
    let lengthMs = comingMs(line, lines);
    const roomMs = cue === null ? Number.POSITIVE_INFINITY : cue.endMs - start;
    if (sent !== undefined && lengthMs > roomMs + CUE_TOLERANCE_MS) {
      const silenceMs = pausesMs(sent.sent.pauses);
      const saidMs = lengthMs - silenceMs;
      const wanted = roomMs > silenceMs ? (sent.speed * saidMs) / (roomMs - silenceMs) : Number.POSITIVE_INFINITY;
      ways.set(number - 1, {
        speed: roundUp(wanted, SPEED.step),
        pausesByMs: Math.min(silenceMs, roundUp(lengthMs - roomMs, 100)),
      });
      lengthMs = silenceMs + (saidMs * sent.speed) / Math.max(sent.speed, Math.min(wanted, SPEED.max));
    }
    freeFrom = start + lengthMs;
    pauseMs = line.pauseAfterMs ?? USUAL_PAUSE_MS;
  }
  return ways;
}

/** The next multiple of a step, without what adding up would leave over. */
function roundUp(value: number, step: number): number {
  return Number((Math.ceil(value / step - 1e-9) * step).toFixed(2));
}

/** The index of the next line that is unfit, after the last one the first again; undefined if all fit. */
export function nextUnfit(
  { fits }: ScriptFits,
  fromIndex: number | null,
  way: 'next' | 'previous',
): number | undefined {
  const unfit = [...fits].filter(([, fit]) => isUnfit(fit)).map(([index]) => index);
  if (way === 'next') return unfit.find((index) => index > (fromIndex ?? -1)) ?? unfit[0];
  return unfit.findLast((index) => index < (fromIndex ?? Number.POSITIVE_INFINITY)) ?? unfit.at(-1);
}
