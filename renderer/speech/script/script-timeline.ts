// Where the lines of the open script are in time, worked out once for each state of the script.

import type { LineTake } from '../../../shared/contract/library.ts';
import { pausesMs } from '../../../shared/script/directions.ts';
import { isUsable } from '../../../shared/script/line-state.ts';
import { type ScriptTimeline, type SpokenTake, timelineOf, USUAL_PAUSE_MS } from '../../../shared/script/timeline.ts';
import { type OrdinaryLength, ordinaryLength } from '../../../shared/speech/spoken-length.ts';
import type { Peaks } from '../../engines/audio/peaks.ts';
import type { ScriptLineView } from './script-lines.ts';

/** Takes that show how fast voices speak. */
type OtherTakes = readonly Pick<LineTake, 'audio' | 'isComplete' | 'request'>[];

/** The silence after a line in playback: its pause, or up to the cue of the next line that is spoken. */
export function silenceAfterMs(
  lines: readonly ScriptLineView[],
  { lines: times }: ScriptTimeline,
  index: number,
): number {
  const line = lines[index];
  if (line === undefined) return 0;
  let next = index + 1;
  while (next < lines.length && lines[next]?.sent.isSpoken === false) next++;
  const [time, nextTime] = [times[index], times[next]];
  if (lines[next]?.record?.cue === undefined || time === undefined || nextTime === undefined) return pauseAfterMs(line);
  return (nextTime.startS - time.startS - time.durationS) * 1000;
}

/** The pause after a line: what a person set, else the usual one. */
function pauseAfterMs({ record }: Pick<ScriptLineView, 'record'>): number {
  return record?.pauseAfterMs ?? USUAL_PAUSE_MS;
}

/** Returns a function for the timeline of lines; for the same lines it returns the same object. */
export function createScriptTimeline(): (lines: readonly ScriptLineView[], others: OtherTakes) => ScriptTimeline {
  let last: { lines: readonly ScriptLineView[]; others: OtherTakes; timeline: ScriptTimeline } | undefined;
  return (lines, others) => {
    if (last?.lines === lines && last.others === others) return last.timeline;
    const takes = new Set([...others, ...lines.flatMap((line) => line.takes)]);
    const timeline = timelineOf(
      lines.map((line) => ({
        // The same object as long as the text is the same.
        ordinary: ordinaryOf(line.sent.sent, line.sent.sent.text),
        voice: line.sent.voice,
        speed: line.sent.speed,
        silenceS: pausesMs(line.sent.sent.pauses) / 1000,
        isSpoken: line.sent.isSpoken,
        durationS: isUsable(line.used, line.record) ? secondsOf(line.used) : null,
        pauseAfterMs: pauseAfterMs(line),
        cueStartS: line.record?.cue === undefined ? null : line.record.cue.startMs / 1000,
      })),
      [...takes].flatMap(spokenTakeOf),
    );
    last = { lines, others, timeline };
    return timeline;
  };
}

function secondsOf({ audio }: OtherTakes[number]): number | null {
  return audio.durationMs === null ? null : audio.durationMs / 1000;
}

function spokenTakeOf(take: OtherTakes[number]): SpokenTake[] {
  const lengthS = secondsOf(take);
  if (lengthS === null || !take.isComplete) return [];
  const { text, voice, speed, pauses } = take.request;
  const durationS = Math.max(0, lengthS - pausesMs(pauses) / 1000);
  return [{ ordinary: ordinaryOf(take, text), voice, speed, durationS }];
}

const lengths = new WeakMap<object, OrdinaryLength>();

/** The length of a text, worked out once for what it belongs to. */
function ordinaryOf(owner: object, text: string): OrdinaryLength {
  const known = lengths.get(owner) ?? ordinaryLength(text);
  lengths.set(owner, known);
  return known;
}

/** Number of bars at most: finer than a pixel at any zoom that is worth it. */
const MAX_BARS = 4096;
const BARS_PER_S = 20;
/** Heights of lines that are made, and of those that are not. */
const [MADE, ESTIMATED] = [60, 20];

/** A picture of the lines in place of a waveform: a bar for each moment, high where a line is made, none in pauses. */
export function timelinePeaks({ lines, totalS }: ScriptTimeline): Peaks {
  const length = Math.max(1, Math.min(MAX_BARS, Math.ceil(totalS * BARS_PER_S)));
  const values = new Int8Array(2 * length);
  for (const { startS, durationS, isEstimated } of lines) {
    const height = isEstimated ? ESTIMATED : MADE;
    const to = Math.ceil(((startS + durationS) / totalS) * length);
    for (let i = Math.floor((startS / totalS) * length); i < to && durationS > 0; i++) {
      values[2 * i] = -height;
      values[2 * i + 1] = height;
    }
  }
  return { values, length, isAbsolute: true };
}
