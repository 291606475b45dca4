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
const MAX_BARS = 16_384;
/** The bars of a second: of takes, and of scripts that are short enough. */
export const BARS_PER_S = 40;
/** Heights of 127: of the loudest sound, of lines whose sound is not known yet, and of those that are not made. */
const [LOUDEST, MADE, ESTIMATED] = [122, 36, 10];

/** What is drawn of a line: the height of its bars, `BARS_PER_S` in a second; and its hue, see `Peaks`. */
export type LineLook = { bars: Uint8Array | undefined; hue: number };

/** The waveform of the lines: the sound of each that is made, low where one is not, nothing in pauses. */
export function timelinePeaks({ lines, totalS }: ScriptTimeline, lookOf: (index: number) => LineLook): Peaks {
  const length = Math.max(1, Math.min(MAX_BARS, Math.ceil(totalS * BARS_PER_S)));
  const values = new Int8Array(2 * length);
  const hues = new Uint8Array(length);
  const looks = lines.map((_, index) => lookOf(index));
  const most = looks.reduce((height, { bars }) => Math.max(height, bars === undefined ? 0 : loudest(bars, 0, 1)), 1);
  for (const [index, { startS, durationS, isEstimated }] of lines.entries()) {
    if (durationS <= 0) continue;
    const { bars, hue = 0 } = looks[index] ?? {};
    const from = Math.floor((startS / totalS) * length);
    const to = Math.min(length, Math.ceil(((startS + durationS) / totalS) * length));
    for (let i = from; i < to; i++) {
      const known = bars && (LOUDEST * loudest(bars, (i - from) / (to - from), (i + 1 - from) / (to - from))) / most;
      const height = isEstimated ? ESTIMATED : Math.round(known ?? MADE);
      values[2 * i] = -height;
      values[2 * i + 1] = height;
      hues[i] = hue;
    }
  }
  return { values, length, hues, isAbsolute: true };
}

/** The highest of the bars between two shares of them. */
function loudest(bars: Uint8Array, from: number, to: number): number {
  const first = Math.floor(from * bars.length);
  const last = Math.max(first + 1, Math.floor(to * bars.length));
  let height = 0;
  for (let i = first; i < last && i < bars.length; i++) height = Math.max(height, bars[i] ?? 0);
  return height;
}
