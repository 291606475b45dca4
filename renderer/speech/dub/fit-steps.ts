// Makes lines fit their times by their speed, as steps that can be undone.

import { withoutDirections } from '../../../shared/script/directions.ts';
import { SPEED } from '../../../shared/speech/limits.ts';
import { MAX_SPEED_UP } from '../../../shared/subtitles/place-speech.ts';
import type { HistoryStore } from '../../work/history.ts';
import type { LineChange, ScriptLineView } from '../script/script-lines.ts';
import { changeLines } from '../script/script-steps.ts';
import type { ScriptStore } from '../script/script-store.ts';
import { fitsOf, isUnfit, type TimedScript, waysToFit } from './line-fits.ts';

type Deps = {
  script: ScriptStore;
  history: HistoryStore;
  /** Writes a speed into a line, with its brackets, in place of the one that is there. */
  writeSpeed: (index: number, direction: string) => void;
};

/** Whether a line can be spoken at a speed: the relay takes it, and the line's take is not locked. */
export function canSpeakAt({ record }: ScriptLineView, speed: number): boolean {
  return record?.isLocked !== true && speed <= SPEED.max;
}

/** The lines that *Fit all* changes, by index, with their speeds: no faster than is easy to follow. */
export function fittingSpeeds(timed: TimedScript): Map<number, number> {
  const { fits } = fitsOf(timed);
  const speeds = new Map<number, number>();
  for (const [index, { speed }] of waysToFit(timed)) {
    const line = timed.lines[index];
    if (line !== undefined && isUnfit(fits.get(index)) && canSpeakAt(line, speed) && speed <= MAX_SPEED_UP)
      speeds.set(index, speed);
  }
  return speeds;
}

/**
 * Sets the speeds of lines, by index. A speed that is written in the text is changed there, since it counts before any
 * other; a take that was chosen makes way for the one to come.
 */
export function setSpeeds({ script, history, writeSpeed }: Deps, speeds: ReadonlyMap<number, number>): void {
  const { lines } = script.getState();
  const changes = new Map<string, LineChange>();
  for (const [index, speed] of speeds) {
    const { id, sent, record } = lines[index] ?? {};
    if (id === undefined || sent === undefined) continue;
    const isWritten = withoutDirections(sent.spoken)?.speed !== undefined;
    if (isWritten) writeSpeed(index, `[${speed}x]`);
    const isChosen = record !== undefined && record.usedTakeId !== null;
    const change: LineChange = { ...(!isWritten && { speed }), ...(isChosen && { usedTakeId: null }) };
    if (Object.keys(change).length > 0) changes.set(id, change);
  }
  if (changes.size > 0) changeLines({ script, history }, changes, { name: (t) => t('history.fit') });
}
