// Extracts long base64 (or hex) from text while it arrives, whatever surrounds it. Independent of fields, of the syntax
// of the text and of what is encoded.

import { randomBytes } from 'node:crypto';
import { decodePlain } from './base64.ts';

/**
 * A part of what was read, in order: remaining text, or a piece of an extracted run. In the text, a marker stands in
 * place of each run: see `JsonSkimmer.runsIn`.
 */
export type SkimPart = { kind: 'text'; bytes: Uint8Array } | SkimmedPiece;
/** A piece of the run with this number, without escapes; `isEnd` is set for the last one, which is empty. */
type SkimmedPiece = { kind: 'piece'; number: number; text: string; isEnd: boolean };

/** Reads bytes of text. */
export type JsonSkimmer = {
  push: (chunk: Uint8Array) => SkimPart[];
  /** The remaining parts after the text has ended. */
  end: () => SkimPart[];
  /** The numbers of the runs whose markers are in a text, in order. Nothing that a relay sends is taken for a marker. */
  runsIn: (text: string) => number[];
  /** The text with the marker of a run replaced by the run itself. */
  replaceRun: (text: string, number: number, run: string) => string;
  /** The text with an ellipsis in place of each marker, for people. */
  withoutRuns: (text: string) => string;
};

/** Shorter runs stay in the text. In characters: a base64 string of this length encodes 12 KiB. */
export const MIN_RUN_LENGTH = 16 * 1024;

/** `\u0041` is the longest. */
const MAX_ESCAPE_LENGTH = 6;
/** A character that begins a run, or an escape that may. */
const START = /[A-Za-z0-9+/_=\\%-]/g;
/** A character that ends a run, or an escape that may. Base64 is often wrapped, so line breaks do not end it. */
const STOP = /[^A-Za-z0-9+/_=\r\n-]/g;
/** The same in event streams, where a line break separates fields. */
const STOP_IN_LINE = /[^A-Za-z0-9+/_=-]/g;
/** Where base64 of a picture or sound begins, perhaps behind the words of a text. */
const KNOWN_START = /(?:^| )(?=iVBORw0KGgo|\/9j\/|UklGR|R0lGOD|SUQz|T2dnU)/;
const KNOWN_START_LENGTH = 1024;
/** Words of a text are shorter than what is between two blanks in place of `+`, on average. */
const MIN_MEAN_LENGTH = 20;
/** Blanks in the first so many characters only are between words. */
const MAX_WORDS_LENGTH = 256;
const ESCAPES: Readonly<Record<string, string>> = { '/': '/', n: '\n', r: '\r' };

/**
 * Extracts every run of at least `MIN_RUN_LENGTH` characters of either base64 alphabet, with JSON's escapes and those of
 * forms decoded; blanks that stand for `+` are part of it, and stay.
 * Works on JSON (RFC 8259), on event streams, and on text that is broken or no JSON at all, because it does not depend
 * on quotes. The parts do not depend on how the bytes are split, except for their boundaries. Memory holds one chunk
 * and at most one short run.
 * @param isStream a line break ends a run: true for event streams.
 */
export function createJsonSkimmer({ isStream }: { isStream: boolean }): JsonSkimmer {
  const nonce = randomBytes(12).toString('hex');
  const marker = new RegExp(`~${nonce}\\.(\\d+)~`, 'g');
  const stop = isStream ? STOP_IN_LINE : STOP;
  /** An escape whose end has not arrived. */
  let rest = '';
  /** The run so far, as it is in the text; undefined outside a run. It stays empty once the run is extracted. */
  let run: string | undefined;
  let isTaken = false;
  /** Whether blanks are part of the run, in place of `+`; open until it is taken. */
  let hasBlanks = false;
  let count = 0;
  let parts: SkimPart[] = [];
  let text = '';

  function takeParts(): SkimPart[] {
    if (text !== '') parts.push({ kind: 'text', bytes: Buffer.from(text, 'latin1') });
    const taken = parts;
    parts = [];
    text = '';
    return taken;
  }

  function givePiece(piece: string, isEnd: boolean): void {
    if (text !== '') parts = takeParts();
    parts.push({ kind: 'piece', number: count, text: piece, isEnd });
  }

  function grow(raw: string): void {
    run = (run ?? '') + raw;
    if (!isTaken && run.length >= MIN_RUN_LENGTH) takeRun(run);
    // Of a run in escapes, not one piece for each.
    if (isTaken && raw.length > MAX_ESCAPE_LENGTH) giveRun();
  }

  /** Takes a run if it is long enough without the words that blanks divide from it. Judged by its first characters. */
  function takeRun(raw: string): void {
    let left = raw;
    while (!isTaken && left.length >= MIN_RUN_LENGTH) {
      const start = left.slice(0, MIN_RUN_LENGTH);
      const words = wordsBefore(start);
      text += left.slice(0, words);
      left = left.slice(words);
      isTaken = words === 0;
      hasBlanks = isTaken && start.includes(' ');
    }
    run = left;
  }

  function giveRun(): void {
    if (!isTaken || run === undefined || run === '') return;
    givePiece(unescapeRun(run), false);
    run = '';
  }

  function endRun(): void {
    giveRun();
    if (isTaken) {
      givePiece('', true);
      text += `~${nonce}.${count++}~`;
    } else text += run ?? '';
    run = undefined;
    isTaken = false;
    hasBlanks = false;
  }

  /** Reads an escape; returns its length, 0 if its end has not arrived. */
  function readEscape(input: string, at: number): number {
    const length = input[at] === '%' ? 3 : input[at + 1] === 'u' ? 6 : 2;
    if (at + length > input.length) return 0;
    const raw = input.slice(at, at + length);
    const character = unescapeOne(raw);
    if (character !== '' && (run !== undefined || !/\s/.test(character))) grow(raw);
    else {
      if (run !== undefined) endRun();
      // What follows a percent sign may be anything.
      const passed = raw[0] === '%' ? '%' : raw;
      text += passed;
      return passed.length;
    }
    return length;
  }

  return {
    push(chunk) {
      const input = rest + latin1(chunk);
      rest = '';
      let at = 0;
      // Asked once: the answer costs the decoding of all that is left.
      let mayBeRunOnly = true;
      while (at < input.length) {
        const isRunOnly = isTaken && mayBeRunOnly && isAllBase64(input, at);
        mayBeRunOnly &&= !isTaken;
        const special = isRunOnly ? input.length : nextMatch(run === undefined ? START : stop, input, at);
        const passed = input.slice(at, special);
        if (run === undefined) text += passed;
        else grow(passed);
        at = special;
        if (at === input.length) break;
        if (input[at] === '\\' || input[at] === '%') {
          const length = readEscape(input, at);
          if (length === 0) rest = input.slice(at);
          at = length === 0 ? input.length : at + length;
        } else if (run === undefined) run = '';
        else if (input[at] === ' ' && (!isTaken || hasBlanks)) grow(input[at++] ?? '');
        else endRun();
      }
      giveRun();
      return takeParts();
    },
    end() {
      if (run !== undefined) endRun();
      text += rest;
      rest = '';
      return takeParts();
    },
    runsIn: (text) => [...text.matchAll(marker)].map(([, number]) => Number(number)),
    replaceRun: (text, number, run) => text.replace(`~${nonce}.${number}~`, () => run),
    withoutRuns: (text) => text.replace(marker, '…'),
  };
}

/** The number of characters of a run that are words before base64, the blank behind them included. */
function wordsBefore(raw: string): number {
  const last = raw.lastIndexOf(' ');
  if (last < 0) return 0;
  const blanks = raw.split(' ').length - 1;
  // Where forms put blanks in place of plus, no plus is left, and the blanks are everywhere.
  if (raw.includes('+') || raw.length < MIN_MEAN_LENGTH * blanks || last < MAX_WORDS_LENGTH) return last + 1;
  const known = raw.slice(0, KNOWN_START_LENGTH).search(KNOWN_START);
  return known > 0 ? known + 1 : 0;
}

/** Whether all of a text from an offset on is base64 without line breaks; not asked of short texts. */
function isAllBase64(text: string, from: number): boolean {
  const length = text.length - from - ((text.length - from) % 4);
  if (length < MIN_RUN_LENGTH) return false;
  return (
    nextMatch(STOP_IN_LINE, text, from + length) === text.length &&
    decodePlain(text.slice(from, from + length)) !== undefined
  );
}

function nextMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** The character of base64, or the line break, that an escape stands for; empty if it stands for another. */
function unescapeOne(raw: string): string {
  const digits = raw[0] === '%' ? raw.slice(1) : raw[1] === 'u' ? raw.slice(2) : '';
  const code = Number.parseInt(digits, 16);
  const named = raw[0] === '%' ? undefined : ESCAPES[raw[1] ?? ''];
  const character = Number.isNaN(code) ? named : String.fromCharCode(code);
  return character !== undefined && /^[A-Za-z0-9+/_=\r\n-]$/.test(character) ? character : '';
}

function unescapeRun(raw: string): string {
  return /[\\%]/.test(raw) ? raw.replace(/\\(?:u.{4}|.)|%../g, unescapeOne) : raw;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
