// Where the quotations of a text are.

/** Each closing mark with the marks that may open its quotation. Straight quotes open and close by what is around. */
const OPENERS: ReadonlyMap<string, string> = new Map([
  ['”', '“„'],
  ['“', '„'],
  ['’', '‘‚'],
  ['」', '「'],
  ['』', '『'],
  ['»', '«'],
  ['›', '‹'],
  ['》', '《'],
  ['〉', '〈'],
  ['＂', '＂'],
]);
const OPENING = new Set([...OPENERS.values()].join(''));
const MARK = /["“”„‘’‚「」『』«»‹›《》〈〉＂]/g;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const BEGINS_QUOTATION = /[\s([{（【—–-]/u;

/**
 * Calls `report` with the offsets of each quotation in `text`: of its opening mark, and of the place behind its closing
 * mark. A mark without its counterpart is no quotation. Reads the text once.
 */
export function findQuotations(text: string, report: (from: number, to: number) => void): void {
  const open = new Map<string, number[]>();
  let straight: number | undefined;
  for (const match of text.matchAll(MARK)) {
    const [mark] = match;
    const at = match.index;
    if (mark === '"') {
      const isOpening = opensStraight(text, at, straight !== undefined);
      if (!isOpening && straight !== undefined) report(straight, at + 1);
      straight = isOpening ? at : undefined;
      continue;
    }
    // An apostrophe closes nothing.
    if (mark === '’' && isInsideWord(text, at)) continue;
    const from = lastOpen(open, OPENERS.get(mark) ?? '');
    if (from !== undefined) report(from, at + 1);
    else if (OPENING.has(mark)) push(open, mark, at);
  }
}

/** A straight quote opens after white space or an opening bracket; where that does not tell, it closes what is open. */
function opensStraight(text: string, at: number, isOpen: boolean): boolean {
  const isAfterGap = at === 0 || BEGINS_QUOTATION.test(text.charAt(at - 1));
  const isBeforeGap = at + 1 >= text.length || /\s/.test(text.charAt(at + 1));
  return isAfterGap === isBeforeGap ? !isOpen : isAfterGap;
}

function isInsideWord(text: string, at: number): boolean {
  return LETTER_OR_DIGIT.test(text.charAt(at - 1)) && LETTER_OR_DIGIT.test(text.charAt(at + 1));
}

function lastOpen(open: ReadonlyMap<string, number[]>, openers: string): number | undefined {
  for (const opener of openers) {
    const from = open.get(opener)?.pop();
    if (from !== undefined) return from;
  }
  return undefined;
}

function push(open: Map<string, number[]>, mark: string, at: number): void {
  const places = open.get(mark);
  if (places === undefined) open.set(mark, [at]);
  else places.push(at);
}
