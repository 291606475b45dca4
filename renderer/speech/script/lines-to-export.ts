// The lines of a script as the export dialog takes them.

import { saidText } from '../../../shared/script/directions.ts';
import { isUsable } from '../../../shared/script/line-state.ts';
import type { ScriptTimeline } from '../../../shared/script/timeline.ts';
import type { ExportLine, ExportLineState } from '../../items/export-lines.ts';
import type { ScriptLineView } from './script-lines.ts';

/**
 * The lines that are spoken, in order. One without anything to speak is left out; a chapter that begins there begins with
 * the next line.
 * @param timeline of the lines
 */
export function linesToExport(lines: readonly ScriptLineView[], timeline: ScriptTimeline): ExportLine[] {
  const exported: ExportLine[] = [];
  let chapter: string | null = null;
  for (const [index, line] of lines.entries()) {
    const { sent, record, used } = line;
    chapter = record?.chapter ?? chapter;
    if (!sent.isSpoken) continue;
    const state = stateOf(line);
    const isUsed = state === 'ready' || state === 'changed';
    exported.push({
      number: sent.line.index + 1,
      role: sent.role,
      text: saidText(sent.spoken).trim(),
      take: isUsed && used !== undefined ? { id: used.id, mediaId: used.mediaId, audio: used.audio } : null,
      state,
      expectedMs: Math.round((timeline.lines[index]?.durationS ?? 0) * 1000),
      pauseAfterMs: record?.pauseAfterMs ?? null,
      chapter,
      cue: record?.cue ?? null,
    });
    chapter = null;
  }
  return exported;
}

/** A line that is being made again has its take of before meanwhile. A take that was cut off is none unless it was chosen. */
function stateOf({ state, used, record }: ScriptLineView): ExportLineState {
  const hasTake = isUsable(used, record);
  if (state === 'ready') return 'ready';
  if (hasTake) return 'changed';
  return state === 'failed' ? 'failed' : 'missing';
}
