// Turns the lines of a recording into cues.

import { breakLine } from './break-line.ts';
import { isCjk, type RowLengths, USUAL_ROW_LENGTHS } from './columns.ts';
import { timeCuts } from './time-cuts.ts';
import type { Cue, Timeline, TimelineLine } from './timeline.ts';

/** Spaces, and characters that would end a row or are not to be seen. */
const SPACES = /[\p{Cc} \u2028\u2029]+/gu;

/**
 * The cues of a recording, in order. A line that is not heard or has no text has none.
 * @param hasNames whether each line begins with its speaker: `Anna: …`.
 */
export function cuesOf(timeline: Timeline, hasNames: boolean, rowLengths = USUAL_ROW_LENGTHS): Cue[] {
  return timeline.lines.flatMap((line) =>
    cuesOfLine(line, timeline.sampleRateHz, hasNames ? namePrefix(line.role) : '', rowLengths),
  );
}

/** A text on one row, with single spaces and without control characters. */
export function onOneRow(text: string): string {
  return text.toWellFormed().replace(SPACES, ' ').trim();
}

/** The speaker before the text of a line, with the colon of the name's script. */
export function namePrefix(role: string): string {
  const name = onOneRow(role);
  if (name === '') return '';
  return isCjk(name) ? `${name}：` : `${name}: `;
}

function cuesOfLine(line: TimelineLine, sampleRateHz: number, prefix: string, rowLengths: RowLengths): Cue[] {
  const spoken = onOneRow(line.text);
  if (spoken === '' || line.lengthSamples <= 0) return [];
  const { cues, marks } = breakLine(prefix + spoken, prefix.length, rowLengths);
  const stretches = timeCuts(
    { cues: cues.map(({ weight }) => weight), marks },
    line.lengthSamples,
    line.pauses.map((pause) => ({ ...pause, startSamples: pause.startSamples - line.startSamples })),
    sampleRateHz,
  );
  return cues.flatMap(({ text, rows }, i) => {
    const stretch = stretches[i];
    if (!stretch) return [];
    return {
      line,
      isFirst: i === 0,
      text,
      rows,
      startSamples: line.startSamples + stretch.startSamples,
      lengthSamples: stretch.endSamples - stretch.startSamples,
    };
  });
}
