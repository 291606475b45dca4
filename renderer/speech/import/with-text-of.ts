// Puts an imported text in the place of a script that came from the same file before. Pure.

import type { Script, ScriptLine } from '../../../shared/contract/scripts.ts';
import { keepIds } from '../../../shared/script/line-ids.ts';
import { linesOf } from '../../../shared/script/lines.ts';
import { roleKey } from '../../../shared/script/roles.ts';
import { MAX_CAST } from '../../../shared/script/script-size.ts';

/**
 * The script with the text of another one. Its lines keep their takes and settings as if the text had been edited; roles,
 * voices, times and chapters that the new text names win.
 */
export function withTextOf(script: Script, next: Script, makeId: () => string): Script {
  const before = new Map(script.lines.map((line) => [line.index, line]));
  const given = new Map(next.lines.map((line) => [line.index, line]));
  const paragraphs = ({ text }: Script): string[] => linesOf(text).map(({ from, to }) => text.slice(from, to));
  const old = paragraphs(script).map((text, index) => ({ id: before.get(index)?.id ?? makeId(), text }));
  const byId = new Map(script.lines.map((line) => [line.id, line]));
  const hasChapters = next.lines.some(({ chapter }) => chapter !== undefined);
  const lines = keepIds(old, paragraphs(next), makeId).ids.flatMap((id, index): ScriptLine[] => {
    const kept = byId.get(id);
    const said = given.get(index);
    if (kept === undefined) return said === undefined ? [] : [{ ...said, id }];
    const { chapter, cue: _, ...others } = kept;
    const own = { ...others, ...(chapter !== undefined && !hasChapters && { chapter }) };
    return [{ ...own, ...said, id, index, takeIds: kept.takeIds, usedTakeId: kept.usedTakeId }];
  });
  const known = new Set(script.cast.map(({ name }) => roleKey(name)));
  const cast = [...script.cast, ...next.cast.filter(({ name }) => !known.has(roleKey(name)))].slice(0, MAX_CAST);
  const { maxSpeedUp = script.maxSpeedUp } = next;
  return { ...script, text: next.text, lines, cast, ...(maxSpeedUp !== undefined && { maxSpeedUp }) };
}
