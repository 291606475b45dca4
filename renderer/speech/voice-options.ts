// The entries of the voice list: their names, the text of their facts, and search. Independent of the screen.

import type { Locale, PlainMessageKey, Translate } from '../../shared/i18n/index.ts';
import { LOCALES } from '../../shared/i18n/locales.ts';
import { findVoice, romanisedName, VOICES, type Voice } from '../../shared/speech/voices.ts';
import { allTranslators } from '../texts.ts';
import type { VoiceMemory } from './voice-memory.ts';

/** An entry of the voice list. */
export type VoiceOption =
  | { kind: 'default'; id: string }
  /** Follows a choice that was made elsewhere; `voice` is its key. */
  | { kind: 'inherited'; id: string; voice: string | null; label: string; hint: string }
  | { kind: 'published'; id: string; voice: Voice; identity: string }
  | { kind: 'custom'; id: string; key: string };

/** The first entry: no voice is sent. */
const DEFAULT_OPTION: VoiceOption = { kind: 'default', id: 'default' };

/** The published voices as entries, in published order. */
export const PUBLISHED_OPTIONS: readonly VoiceOption[] = VOICES.map((voice) => ({
  kind: 'published',
  id: `key:${voice.key}`,
  voice,
  identity: fold(`${voice.name} ${romanisedName(voice.key)}`),
}));

const optionsByKey = new Map(PUBLISHED_OPTIONS.map((option) => [option.id, option]));

/** Returns the entry for a voice key; `null` is the relay's default voice. */
export function optionForVoice(key: string | null): VoiceOption {
  if (key === null) return DEFAULT_OPTION;
  return optionsByKey.get(`key:${key}`) ?? { kind: 'custom', id: `key:${key}`, key };
}

/** Returns the voice key of an entry. */
export function voiceOfOption(option: VoiceOption): string | null {
  if (option.kind === 'default') return null;
  if (option.kind === 'inherited') return option.voice;
  return option.kind === 'custom' ? option.key : option.voice.key;
}

const keysByLanguage = new Map<string, readonly string[]>();

/** 0 for a voice that speaks only this language, 1 for one that speaks it too, 2 for others. */
export function fluency({ languages }: Voice, language: string): 0 | 1 | 2 {
  if (!languages.includes(language)) return 2;
  return languages.length > 1 ? 1 : 0;
}

/** The keys of the published voices: those that speak only this language first, then those that speak it too. */
function voiceKeysFor(language: string): readonly string[] {
  const known = keysByLanguage.get(language);
  if (known !== undefined) return known;
  const keys = [...VOICES].sort((a, b) => fluency(a, language) - fluency(b, language)).map(({ key }) => key);
  keysByLanguage.set(language, keys);
  return keys;
}

/**
 * Returns the list: favourites first, then recently used voices and custom keys, then the published voices; at the end
 * the typed text as a key, unless it is in the list already.
 * @param language first subtag of what is to be spoken; voices of that language come before others
 */
export function voiceOptions(
  typed: string,
  chosen: string | null,
  memory: VoiceMemory,
  language = '',
): readonly VoiceOption[] {
  const { favourites, recent, custom } = memory;
  const keys = new Set([...favourites, ...recent, ...custom, ...voiceKeysFor(language)]);
  if (chosen !== null) keys.add(chosen);
  const query = typed.trim();
  if (query !== '') keys.add(query);
  return [DEFAULT_OPTION, ...[...keys].map(optionForVoice)];
}

/**
 * Whether an entry matches a query: each word must be part of a name or the start of a fact, in any language.
 * @param extra more that is said of a published voice
 */
export function matchesVoice(option: VoiceOption, query: string, extra = ''): boolean {
  const terms = fold(query).split(/\s+/).filter(Boolean);
  if (terms.length === 0) return true;
  if (option.kind === 'default') {
    const texts = allTranslators().map((t) => fold(t('speech.voiceDefault')));
    return terms.every((term) => texts.some((text) => text.includes(term)));
  }
  if (option.kind === 'inherited') return terms.every((term) => fold(option.label).includes(term));
  if (option.kind === 'custom') return option.key === query.trim() || fold(option.key).includes(fold(query.trim()));
  const key = option.voice.key.toLowerCase();
  const words = [...searchTerms(option.voice), ...fold(extra).split(/\W+/)];
  return terms.every(
    (term) =>
      option.identity.includes(term) ||
      words.some((word) => word.startsWith(term)) ||
      (term.includes('_') && key.includes(term)),
  );
}

/**
 * Returns the two names of a voice: `first` in the letters of the app's language, as far as it has one, else in Latin
 * ones; `second` in others, or ''.
 */
export function voiceNames({ key, name }: Voice, locale: Locale): { first: string; second: string } {
  const names = name.split(' / ');
  const { script } = LOCALES[locale];
  const romanised = romanisedName(key);
  const first =
    names.find((one) => script?.test(one)) ??
    names.find(isLatin) ??
    romanised.charAt(0).toUpperCase() + romanised.slice(1);
  return { first, second: names.find((one) => one !== first) ?? '' };
}

function isLatin(name: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Common}]*$/u.test(name);
}

/** Returns the name of a voice in the app's language; a key that is not published is its own name. */
export function voiceShortName(key: string | null, t: Translate): string {
  if (key === null) return t('speech.voiceDefault');
  const voice = findVoice(key);
  return voice === undefined ? key : voiceNames(voice, t.locale).first;
}

/** `Chinese/English · Female · general`, in one language. */
export function voiceFacts(voice: Voice, t: Translate): string {
  const { languages, others } = factKeys(voice, t);
  return [languages.map((key) => t(key)).join('/'), ...others.map((key) => t(key))].join(t.separators.fact);
}

/** `English · American · Female`, in one language: the languages of a voice, its accent and gender. */
export function voicePlace(voice: Voice, t: Translate): string {
  const { languages } = factKeys(voice, t);
  const others = [`voice.accent.${voice.accent}`, `voice.gender.${voice.gender}`].filter(t.has);
  return [languages.map((key) => t(key)).join('/'), ...others.map((key) => t(key))].join(t.separators.fact);
}

/** Message keys of a voice's facts: its languages; gender, use and accent. */
function factKeys(voice: Voice, t: Translate): { languages: PlainMessageKey[]; others: PlainMessageKey[] } {
  const others = [`voice.gender.${voice.gender}`, `voice.use.${voice.use}`, `voice.accent.${voice.accent}`];
  return {
    languages: voice.languages.map((language) => `voice.language.${language}`).filter(t.has),
    others: others.filter(t.has),
  };
}

let searched: { languages: readonly Translate[]; terms: Map<Voice, readonly string[]> } | undefined;

/** The words of a voice's key and of its facts in every language; kept, since each typed character searches all voices. */
function searchTerms(voice: Voice): readonly string[] {
  const languages = allTranslators();
  if (searched?.languages !== languages) searched = { languages, terms: new Map() };
  const { terms } = searched;
  const known = terms.get(voice);
  if (known !== undefined) return known;
  const facts = languages.flatMap((t) => {
    const emotions = (voice.emotions ?? []).map((emotion) => `voice.emotion.${emotion}`).filter(t.has);
    return [...Object.values(factKeys(voice, t)).flat(), ...emotions].map((key) => t(key));
  });
  const found = [...voice.key.split('_'), ...facts].flatMap((word) => fold(word).split(/\s+/));
  terms.set(voice, found);
  return found;
}

/** Normalises text for search: without case, width and accents. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
