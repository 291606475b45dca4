// What is shown of pronunciation rules beside themselves: where they apply in a script, and rules in pasted tables. Pure
// functions.

import type { LexiconRule } from '../../../shared/contract/scripts.ts';
import type { SentText } from '../../../shared/script/lexicon.ts';
import { MAX_SCRIPT_NAME } from '../../../shared/script/script-size.ts';
import type { SentLine } from '../../../shared/script/sent-text.ts';
import type { ScriptLineView } from '../script/script-lines.ts';
import { NEW_RULE } from './pronunciation-store.ts';

type Lines = readonly ScriptLineView[];

/** The number of rules that replace something in any of the lines. */
export function applyingRules(lines: Lines): number {
  const rules = new Set<LexiconRule>();
  for (const { sent } of lines) for (const { rule } of sent.sent.replacements) rules.add(rule);
  return rules.size;
}

/** The lines in which rules replace something: the current one first, then in order. */
export function ruledLines(lines: Lines, currentIndex: number | null): ScriptLineView[] {
  const ruled = lines.filter(({ sent }) => sent.sent.replacements.length > 0);
  const current = lines[currentIndex ?? -1];
  if (current === undefined || !ruled.includes(current)) return ruled;
  return [current, ...ruled.filter((line) => line !== current)];
}

/** The number of lines whose text as sent differs from an earlier one; `before` has it by the ids of the lines. */
export function changedLines(lines: Lines, before: ReadonlyMap<string, string>): number {
  return lines.filter(({ id, sent }) => before.has(id) && before.get(id) !== sent.sent.text).length;
}

/** A piece of a text; whether it differs from the other text. */
export type MarkedPiece = { text: string; isDifferent: boolean };

/** A line as written, with what rules replace. */
export function markedSpoken({ spoken, sent }: Pick<SentLine, 'spoken' | 'sent'>): MarkedPiece[] {
  return markedPieces(spoken, sent.replacements);
}

/** A line as sent, with what rules put in. */
export function markedSent({ text, replacements }: SentText): MarkedPiece[] {
  return markedPieces(
    text,
    replacements.map(({ sentFrom, sentTo }) => ({ from: sentFrom, to: sentTo })),
  );
}

/** Cuts a text at its differences, which are in order; `from` and `to` are offsets. */
function markedPieces(text: string, differences: readonly { from: number; to: number }[]): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let done = 0;
  for (const { from, to } of differences) {
    pieces.push(
      { text: text.slice(done, from), isDifferent: false },
      { text: text.slice(from, to), isDifferent: true },
    );
    done = to;
  }
  pieces.push({ text: text.slice(done), isDifferent: false });
  return pieces.filter((piece) => piece.text !== '');
}

/**
 * Reads pasted rows of a table: written, spoken as, and language if there is a third column, separated by tabs. Undefined
 * if the text is no table.
 */
export function rulesOfTable(text: string): LexiconRule[] | undefined {
  if (!text.includes('\t')) return undefined;
  const rows = text.split(/\r\n|\r|\n/).map((row) => row.split('\t').map((cell) => cell.trim()));
  return rows.flatMap(([from = '', to = '', language = '']) =>
    from === ''
      ? []
      : {
          ...NEW_RULE,
          from: from.slice(0, MAX_SCRIPT_NAME),
          to: to.slice(0, MAX_SCRIPT_NAME),
          language: isLanguage(language) ? language : '',
        },
  );
}

/** Whether a text looks like a BCP 47 tag. */
function isLanguage(text: string): boolean {
  return /^[a-z]{2,3}(?:[-_][a-z\d]{1,8}){0,4}$/i.test(text);
}
