// Captions that roll up, or grow word by word, show each row several times: it is spoken once.

import type { ReadCue } from './read-cue.ts';

/** Rolling captions follow each other at once. */
const MAX_GAP_MS = 250;
/** A file rolls where this share of its cues repeats, at least twice with something new: a song's refrain does not. */
const MIN_SHARE = 0.5;
const MIN_ROLLS = 2;

/** What a cue repeats of the one before it: its first rows, or all of that one, which it continues. */
type Repeat = { rows: number; isGrown: boolean };

/**
 * Leaves out what cues repeat of the one before them, if the file rolls; a cue without anything new lengthens that one.
 * @param cues by their start. @returns the cues, and how many rows were left out.
 */
export function withoutRepeats(cues: readonly ReadCue[]): { cues: ReadCue[]; repeated: number } {
  const repeats = cues.map((cue, i) => repeatOf(cues[i - 1], cue));
  const rolls = repeats.filter(
    (repeat, i) => repeat && (repeat.isGrown || repeat.rows < rowsOf(cues[i]).length),
  ).length;
  const share = repeats.filter((repeat) => repeat !== undefined).length / cues.length;
  if (rolls < MIN_ROLLS || share < MIN_SHARE) return { cues: [...cues], repeated: 0 };
  const kept: ReadCue[] = [];
  let repeated = 0;
  for (const [i, cue] of cues.entries()) {
    const last = kept.at(-1);
    const repeat = repeats[i];
    if (!repeat || !last) {
      kept.push({ ...cue });
      continue;
    }
    repeated += repeat.rows;
    const fresh = rowsOf(cue).slice(repeat.rows);
    // What stands in the last one may be the end of what it showed: it grows by what is new.
    if (repeat.isGrown) last.text += cue.text.slice(cues[i - 1]?.text.length);
    if (repeat.isGrown || fresh.length === 0) last.endMs = Math.max(last.endMs, cue.endMs);
    else kept.push({ ...cue, text: fresh.join('\n') });
  }
  return { cues: kept, repeated };
}

function repeatOf(before: ReadCue | undefined, cue: ReadCue): Repeat | undefined {
  if (!before || before.role !== cue.role || cue.startMs > before.endMs + MAX_GAP_MS) return undefined;
  if (cue.startMs === before.startMs && cue.endMs === before.endMs) return undefined;
  const [shown, rows] = [rowsOf(before), rowsOf(cue)];
  for (let count = Math.min(shown.length, rows.length); count > 0; count--) {
    if (rows.slice(0, count).every((row, i) => row === shown[shown.length - count + i])) {
      return { rows: count, isGrown: false };
    }
  }
  const isGrown = cue.text.startsWith(before.text) && !/[\p{L}\p{N}]/u.test(cue.text.charAt(before.text.length));
  return isGrown ? { rows: shown.length, isGrown } : undefined;
}

function rowsOf(cue: ReadCue | undefined): string[] {
  return cue?.text.split('\n') ?? [];
}
