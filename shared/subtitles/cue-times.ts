// The row of a subtitle that says when it is shown, also as programs and people write it that keep to no rule.

import { decodeEntities } from '../text/entities.ts';

/** Whole milliseconds, negative before the film; `frames` come on top, of a rate that the file does not name. */
type Clock = { ms: number; frames: number };

/** A row of times. A side that is missing is open; `rest` is the text behind them. */
export type TimeRow = { start: Clock | undefined; end: Clock | undefined; rest: string };

const MAX_ROW_LENGTH = 1000;
/** How a row of times begins: with a digit, a sign, a bracket or an arrow. */
const BEGINNING = /^[\s\p{Cf}]*(?:\p{Nd}|[-+−–—[(（［→⇒➔➜⟶])/u;
/** Hours, minutes and seconds, with decimals or frames; each also apart by a blank. */
const CLOCK = String.raw`([-+]? ?)(?:(\d{1,6}) ?: ?)?(\d{1,3}) ?[:;] ?(\d{1,2})(?:( ?[.,':;]+ ?)(\d{1,9}))?`;
const ARROW = '(?:[-=~]{1,3} ?(?:> ?){1,2}|>{2})';
const TIMES = new RegExp(String.raw`^[[(]? ?(?:${CLOCK})? ?${ARROW} ?(?:${CLOCK})?(?![\d:]) ?[\])]? ?`);
/** Without an arrow both times are whole and alone in their row, else they may be the words of a person. */
const CLOCK_PAIR = new RegExp(String.raw`^[[(]? ?${CLOCK} ?[-~, ] ?${CLOCK} ?[\])]?$`);
const ARROW_SIGN = new RegExp(ARROW);
const ARROWS = /[→⇒➔➜⟶]/g;
const DASHES = /[‐-―−﹣]/g;
const QUOTES = /[’‘´`′]/g;
const LOOKS_LIKE_CLOCK = /[\dOl] ?[:;.] ?[\dOl]/;
/** A row with more letters than this is a text. */
const MAX_LETTERS = 6;
/** How and where WebVTT and SubRip show a cue, behind its times. */
const SETTINGS = /^(?:(?:region|vertical|line|position|size|align|[XY][12]|[ADLPST]) ?: ?\S+ ?)+$/i;
const RATES = [24, 25, 30, 50, 60, 120];

/** The times in a row; undefined if there are none. */
export function timesOf(row: string): TimeRow | undefined {
  const plain = plainRow(row);
  if (plain === undefined) return undefined;
  const match = TIMES.exec(plain);
  if (match && (match[3] !== undefined || match[9] !== undefined)) {
    const behind = plain.slice(match[0].length);
    return { start: clockOf(match, 1), end: clockOf(match, 7), rest: SETTINGS.test(behind) ? '' : endOf(row, behind) };
  }
  const pair = CLOCK_PAIR.exec(plain);
  // With an hour or with decimals on both sides: `10:30 - 12:00` is a text.
  if (!pair || [1, 7].some((at) => pair[at + 1] === undefined && pair[at + 5] === undefined)) return undefined;
  return { start: clockOf(pair, 1), end: clockOf(pair, 7), rest: '' };
}

/** Whether a row is meant as one of times, though it cannot be read as one. */
export function looksLikeTimes(row: string): boolean {
  if (row.length > MAX_ROW_LENGTH || !/[>＞;→⇒➔➜⟶]/.test(row) || row.includes('<')) return false;
  const plain = inPlainSigns(row);
  if (!ARROW_SIGN.test(plain) || !LOOKS_LIKE_CLOCK.test(plain)) return false;
  return (plain.match(/\p{L}/gu)?.length ?? 0) <= MAX_LETTERS;
}

/** Frames a second: the lowest usual rate that has every frame which a file names. */
export function frameRateOf(rows: readonly TimeRow[]): number {
  const most = rows.reduce((max, { start, end }) => Math.max(max, start?.frames ?? 0, end?.frames ?? 0), 0);
  return RATES.find((rate) => most < rate) ?? most + 1;
}

/** A clock in whole milliseconds. */
export function msOf({ ms, frames }: Clock, frameRate: number): number {
  return ms + Math.round((Math.sign(ms) || 1) * ((frames * 1000) / frameRate));
}

/** The end of a row as it stands in the file, of which the plain form is known. */
function endOf(row: string, plain: string): string {
  for (let at = row.length - plain.length; at > 0 && plain !== ''; at--) {
    if (inPlainSigns(row.slice(at)) === plain) return row.slice(at).trim();
  }
  return plain;
}

/** A row in plain signs, half-width and with single blanks; undefined where no time can begin. */
function plainRow(row: string): string | undefined {
  return row.length > MAX_ROW_LENGTH || !BEGINNING.test(row) ? undefined : inPlainSigns(row);
}

function inPlainSigns(row: string): string {
  return decodeEntities(row)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(ARROWS, '-->')
    .replace(DASHES, '-')
    .replace(QUOTES, "'")
    .trim();
}

/** The clock whose six groups begin at one of a match; undefined if it is missing there. */
function clockOf(match: readonly (string | undefined)[], at: number): Clock | undefined {
  const [sign = '', hours, minutes, seconds, mark = '', decimals] = match.slice(at, at + 6);
  if (minutes === undefined) return undefined;
  const isFrame = hours !== undefined && /[:;]/.test(mark) && (decimals?.length ?? 0) <= 2;
  const whole = (Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  const ms = isFrame ? whole : whole + Math.round(Number(`0.${decimals ?? 0}`) * 1000);
  return { ms: sign.startsWith('-') ? -ms : ms, frames: isFrame ? Number(decimals) : 0 };
}
