// Subtitles as scripts: a cue is a line with a time.

import { fail, ok, type Result } from '../result.ts';
import { parseCues } from '../subtitles/parse-cues.ts';
import { parseLrc } from '../subtitles/parse-lrc.ts';
import type { ReadCue } from '../subtitles/read-cue.ts';
import { type ImportError, MAX_IMPORT_ROWS } from './imported-script.ts';
import type { ScriptDraft } from './script-draft.ts';

/** Adds the cues of SRT or VTT to a script; a speaker before the text stays there, one in a voice tag becomes the role. */
export function readSubtitles(file: string, draft: ScriptDraft): Result<void, ImportError> {
  const { cues, overlapping, unordered, withoutText, reversed, readings, repeated, unreadTimes, outside } =
    parseCues(file);
  draft.note('overlappingCues', overlapping);
  draft.note('unorderedCues', unordered);
  draft.note('emptyRows', withoutText);
  draft.note('reversedCues', reversed);
  draft.note('readings', readings);
  draft.note('repeatedRows', repeated);
  draft.noteRows('unreadTimes', unreadTimes);
  draft.noteRows('rowsOutside', outside);
  return addCues(cues, draft);
}

/** Adds the rows of LRC to a script. @returns its title. */
export function readLrc(file: string, draft: ScriptDraft): Result<string, ImportError> {
  const { title, cues, outside } = parseLrc(file);
  draft.noteRows('rowsOutside', outside);
  const added = addCues(cues, draft);
  return added.ok ? ok(title) : added;
}

function addCues(cues: readonly ReadCue[], draft: ScriptDraft): Result<void, ImportError> {
  if (cues.length > MAX_IMPORT_ROWS) return fail({ code: 'tooManyRows', limit: MAX_IMPORT_ROWS });
  for (const { startMs, endMs, role, text } of cues) {
    const isAdded = draft.add({ text, cue: { startMs, endMs }, ...(role !== '' && { role }) });
    if (isAdded && text.includes('\n')) draft.note('joinedRows');
  }
  return ok(undefined);
}
