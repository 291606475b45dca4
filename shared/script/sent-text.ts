// What would be sent for each line of a script, and the roles found in it.

import type { CastRole, Script, ScriptLine } from '../contract/scripts.ts';
import type { SpeechExtras } from '../contract/speech.ts';
import { isSpeechInputValid } from '../speech/limits.ts';
import { extrasForVoice, findVoice } from '../speech/voices.ts';
import { characterCount, utf8ByteLength } from '../text/utf8.ts';
import { hasSpeakable } from './characters.ts';
import { type DirectedText, type Pause, saidText, withoutDirections } from './directions.ts';
import { guessLanguage } from './language.ts';
import { applyLexicon, type Lexicon, type SentText } from './lexicon.ts';
import type { TextLine } from './lines.ts';
import { judgeNames, roleKey } from './roles.ts';

/** The settings of the screen, which apply where neither line nor role has its own. */
export type BaseSettings = { voice: string | null; speed: number; extras: SpeechExtras };

/** A line with all that its request depends on. */
export type SentLine = {
  line: TextLine;
  /** As its first line spells it; empty is the narrator. */
  role: string;
  /** Equal for lines of the same role; see `roleKey`. */
  roleKey: string;
  /** The text as written, without the role. */
  spoken: string;
  /** UTF-16 units at the beginning of the paragraph that are not spoken: its role with the colon. 0 without one. */
  unspoken: number;
  /** The text as sent, and what the lexicon replaced: offsets of `spoken`, and of the sent text. */
  sent: SentText;
  /** UTF-8 bytes, and Unicode characters, of the text as sent. */
  sizeBytes: number;
  characters: number;
  /** Whether there is anything to speak. If not, the line is never requested. */
  isSpoken: boolean;
  /** Null omits the field. */
  voice: string | null;
  speed: number;
  extras: SpeechExtras;
  /** First subtag of the language that rules of the lexicon are chosen by; '' if unknown. Not sent. */
  language: string;
  /** What a take must have been made of to be one of this line; see `speechKey`. */
  key: string;
};

type Spoken = {
  text: string;
  voice: string | null;
  speed: number;
  extras: object;
  pauses?: readonly Pause[] | undefined;
};

/** What a take is made of. */
const SPOKEN_PARTS = ['text', 'voice', 'speed', 'extras', 'pauses'] as const;
type SpokenPart = (typeof SPOKEN_PARTS)[number];

function partsOf({ text, voice, speed, extras, pauses }: Spoken): unknown[] {
  const set = Object.entries(extras)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return [text, voice, speed, set, pauses?.map(({ at, ms }) => [at, ms])];
}

/**
 * What must be the same for a take to be one of what would be sent. Format and connection are not part of it: a take in
 * another format, or of another relay, says the same.
 */
export function speechKey(spoken: Spoken): string {
  return JSON.stringify(partsOf(spoken));
}

type SpokenLine = Pick<SentLine, 'sent' | 'voice' | 'speed' | 'extras'>;

/** What a take of a line is made of. */
function spokenOf({ sent, voice, speed, extras }: SpokenLine): Spoken {
  return { text: sent.text, voice, speed, extras, pauses: sent.pauses };
}

/** What is different between the request of a take and a line. */
export function differentParts(request: Spoken, line: SpokenLine): SpokenPart[] {
  const [parts, others] = [partsOf(request), partsOf(spokenOf(line))];
  return SPOKEN_PARTS.filter((_, index) => JSON.stringify(parts[index]) !== JSON.stringify(others[index]));
}

/** A role of a script, in the order of first lines. */
export type FoundRole = {
  /** Empty is the narrator. */
  name: string;
  key: string;
  lineCount: number;
  /** Index of the line with the longest text, which an audition uses; undefined if nothing of the role is spoken. */
  longestLine: number | undefined;
};

/**
 * What would be sent for each of `lines`. A setting of the line counts before that of its role, and that before `base`. Two
 * names that differ in case only are one role. What stands before a colon is spoken unless it is a role (`judgeNames`), and
 * in a line that was given to the narrator.
 * @param lines the lines of the script's text.
 * @param lexicon the rules of the app and of the script; a rule of the script comes first.
 */
export function sentLines(
  script: Pick<Script, 'text' | 'lines' | 'cast'>,
  lines: readonly TextLine[],
  base: BaseSettings,
  lexicon: Lexicon,
): SentLine[] {
  return workOut(script, lines, base, lexicon, sentLine);
}

function workOut(
  script: Pick<Script, 'text' | 'lines' | 'cast'>,
  lines: readonly TextLine[],
  base: BaseSettings,
  lexicon: Lexicon,
  find: typeof sentLine,
): SentLine[] {
  const settings = new Map(script.lines.map((line) => [line.index, line]));
  const cast = new Map(script.cast.map((role) => [roleKey(role.name), role]));
  const spellings = new Map([['', '']]);
  /** A script has many lines and few roles. */
  const keys = new Map<string, string>();
  const keyOf = (name: string): string => {
    const key = keys.get(name) ?? roleKey(name);
    keys.set(name, key);
    return key;
  };
  const { roles } = judgeNames(openNames(script, lines), script.cast);
  return lines.map((line) => {
    const setting = settings.get(line.index);
    const isRole =
      line.role !== '' && setting?.role !== '' && (setting?.role !== undefined || roles.has(keyOf(line.role)));
    const written = setting?.role ?? (isRole ? line.role : '');
    const key = keyOf(written);
    const role = spellings.get(key) ?? written;
    spellings.set(key, role);
    const isWhole = line.role !== '' && !isRole;
    const spoken = isWhole
      ? script.text.slice(line.from, line.textTo).trimStart()
      : script.text.slice(line.textFrom, line.textTo);
    const unspoken = isRole ? line.textFrom - line.from : 0;
    return { line, role, roleKey: key, unspoken, ...find(spoken, setting, cast.get(key), base, lexicon) };
  });
}

/** What stands before the colons of lines that were not given to anybody. */
export function* openNames({ lines: settings }: Pick<Script, 'lines'>, lines: readonly TextLine[]): Generator<string> {
  const given = new Set(settings.flatMap(({ index, role }) => (role === undefined ? [] : [index])));
  for (const { index, role } of lines) if (role !== '' && !given.has(index)) yield role;
}

function sentLine(
  spoken: string,
  line: ScriptLine | undefined,
  role: CastRole | undefined,
  base: BaseSettings,
  lexicon: Lexicon,
): Omit<SentLine, 'line' | 'role' | 'roleKey' | 'unspoken'> {
  const voice = firstDefined(line?.voice, role?.voice, base.voice);
  // An emotion of the screen may be none of the role's voice.
  const levels = [line, role, base];
  const isMeant =
    levels.findIndex((level) => level?.extras?.emotion !== undefined) <=
    levels.findIndex((level) => level?.voice !== undefined);
  const directed = withoutDirections(spoken);
  // What stands in the text counts before what is set beside it, and is meant for the voice that says it.
  const written: SpeechExtras = directed?.emotion === undefined ? {} : { emotion: directed.emotion };
  const extras = extrasForVoice(
    mergeExtras(base.extras, role?.extras, line?.extras, written),
    voice,
    isMeant || directed?.emotion !== undefined,
  );
  const language = extras.language?.split(/[-_]/, 1)[0]?.toLowerCase() ?? languageOf(saidText(spoken), voice);
  const sent =
    directed === undefined ? applyLexicon(lexicon, spoken, language) : sentPieces(directed, spoken, lexicon, language);
  const speed = directed?.speed ?? line?.speed ?? role?.speed ?? base.speed;
  const key = speechKey(spokenOf({ sent, voice, speed, extras }));
  const sizeBytes = utf8ByteLength(sent.text);
  const characters = characterCount(sent.text);
  return { spoken, sent, sizeBytes, characters, isSpoken: isSpoken(sent.text), voice, speed, extras, language, key };
}

/** A text with directions as it is sent: its pieces behind each other, and the pauses between them. */
function sentPieces({ pieces, lastMs }: DirectedText, spoken: string, lexicon: Lexicon, language: string): SentText {
  const replacements: SentText['replacements'][number][] = [];
  const pauses: Pause[] = [];
  let text = '';
  for (const { from, to, pauseMs } of pieces) {
    if (pauseMs > 0) pauses.push({ at: text.length, ms: pauseMs });
    const piece = applyLexicon(lexicon, spoken.slice(from, to), language);
    const at = text.length;
    for (const one of piece.replacements)
      replacements.push({
        ...one,
        from: one.from + from,
        to: one.to + from,
        sentFrom: one.sentFrom + at,
        sentTo: one.sentTo + at,
      });
    text += piece.text;
  }
  if (lastMs > 0) pauses.push({ at: text.length, ms: lastMs });
  return { text, replacements, ...(pauses.length > 0 && { pauses }) };
}

/**
 * Returns a `sentLines` that remembers its last result: after an edit only the lines are worked out whose text, settings,
 * role, base or lexicon is another object than before.
 */
export function createSentLines(): typeof sentLines {
  type Parts = { line: ScriptLine | undefined; role: CastRole | undefined; base: BaseSettings; lexicon: Lexicon };
  let known = new Map<string, Parts & { found: ReturnType<typeof sentLine> }>();
  return (script, lines, base, lexicon) => {
    const next: typeof known = new Map();
    const remembered: typeof sentLine = (spoken, line, role) => {
      const before = next.get(spoken) ?? known.get(spoken);
      const isSame =
        before?.line === line && before?.role === role && before?.base === base && before.lexicon === lexicon;
      const kept = isSame ? before : { line, role, base, lexicon, found: sentLine(spoken, line, role, base, lexicon) };
      next.set(spoken, kept);
      return kept.found;
    };
    const result = workOut(script, lines, base, lexicon, remembered);
    known = next;
    return result;
  };
}

/**
 * Whether a text is sent at all: it has a letter or a digit. Only punctuation or emoji is nothing to speak, and a relay may
 * refuse or bill it.
 */
function isSpoken(text: string): boolean {
  return isSpeechInputValid(text) && hasSpeakable(text);
}

function languageOf(text: string, voice: string | null): string {
  return guessLanguage(text, voice === null ? [] : findVoice(voice)?.languages);
}

/** The first voice that is set; null is a choice too. */
function firstDefined(
  line: string | null | undefined,
  role: string | null | undefined,
  base: string | null,
): string | null {
  if (line !== undefined) return line;
  return role === undefined ? base : role;
}

/** The fields of all, the later ones before the earlier; an undefined field is none. */
function mergeExtras(...all: readonly (SpeechExtras | undefined)[]): SpeechExtras {
  const merged: SpeechExtras = {};
  for (const extras of all) {
    for (const [name, value] of Object.entries(extras ?? {}))
      if (value !== undefined) Object.assign(merged, { [name]: value });
  }
  return merged;
}

/** The roles of lines, with the lines that count for each. */
export function rolesOf(lines: readonly SentLine[]): FoundRole[] {
  const roles = new Map<string, FoundRole>();
  const longest = new Map<string, number>();
  for (const { line, role: name, roleKey: key, sent, isSpoken: counts } of lines) {
    const role = roles.get(key) ?? { name, key, lineCount: 0, longestLine: undefined };
    role.lineCount++;
    if (counts && sent.text.length > (longest.get(key) ?? 0)) {
      longest.set(key, sent.text.length);
      role.longestLine = line.index;
    }
    roles.set(key, role);
  }
  return [...roles.values()];
}
