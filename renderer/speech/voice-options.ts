// The entries of the voice list: their names, the text of their facts, search and filters. Independent of the screen.

import type { PlainMessageKey, Translate } from '../../shared/i18n/index.ts';
import { findVoice, romanisedName, VOICES, type Voice } from '../../shared/speech/voices.ts';
import { allTranslators } from '../texts.ts';
import type { VoiceMemory } from './voice-memory.ts';

/** An entry of the voice list. */
export type VoiceOption =
  | { kind: 'default'; id: string }
  /** Follows a choice that was made elsewhere; `voice` is its key. */
  | { kind: 'inherited'; id: string; voice: string | null; label: string; hint: string }
  | {
      kind: 'published';
      id: string;
      voice: Voice;
      romanised: string;
      identity: string;
    }
  | { kind: 'custom'; id: string; key: string };

/** The first entry: no voice is sent. */
const DEFAULT_OPTION: VoiceOption = { kind: 'default', id: 'default' };

/** The published voices as entries, in published order. */
export const PUBLISHED_OPTIONS: readonly VoiceOption[] = VOICES.map((voice) => {
  const romanised = romanisedName(voice.key);
  return {
    kind: 'published',
    id: `key:${voice.key}`,
    voice,
    romanised: fold(voice.name).includes(fold(romanised)) ? '' : romanised,
    identity: fold(`${voice.name} ${romanised}`),
  };
});

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

/** The keys of the published voices: those that speak only this language first, then those that speak it too. */
function voiceKeysFor(language: string): readonly string[] {
  const rankOf = ({ languages }: Voice): number => (!languages.includes(language) ? 2 : languages.length > 1 ? 1 : 0);
  const keys =
    keysByLanguage.get(language) ??
    VOICES.map((voice) => ({ key: voice.key, rank: rankOf(voice) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ key }) => key);
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

/** The selected value of each filter; null shows all. */
export type VoiceFilters = { [F in VoiceFilter]: string | null };
export type VoiceFilter = (typeof VOICE_FILTERS)[number];
export const VOICE_FILTERS = ['language', 'accent', 'gender', 'use', 'emotion'] as const;
/** No filter set. */
export const NO_FILTERS: VoiceFilters = { language: null, accent: null, gender: null, use: null, emotion: null };

/** The values of each filter, in the order in which they first occur in the voices. */
export const FILTER_VALUES: Readonly<Record<VoiceFilter, readonly string[]>> = {
  language: valuesOf('language'),
  accent: valuesOf('accent'),
  gender: valuesOf('gender'),
  use: valuesOf('use'),
  emotion: valuesOf('emotion'),
};

function valuesOf(filter: VoiceFilter): readonly string[] {
  return [...new Set(VOICES.flatMap((voice) => factsFor(voice, filter)))];
}

function factsFor(voice: Voice, filter: VoiceFilter): readonly string[] {
  if (filter === 'language') return voice.languages;
  if (filter === 'emotion') return voice.emotions ?? [];
  if (filter === 'accent') return voice.accent === undefined ? [] : [voice.accent];
  return [voice[filter]];
}

/** Whether an entry matches every filter. The facts of custom keys are unknown, so any filter hides them. */
export function passesFilters(option: VoiceOption, filters: VoiceFilters): boolean {
  return VOICE_FILTERS.every((filter) => {
    const value = filters[filter];
    return value === null || (option.kind === 'published' && factsFor(option.voice, filter).includes(value));
  });
}

/** Returns the name of a filter value; a value without a translation is shown as it is. */
export function filterValueName(filter: VoiceFilter, value: string, t: Translate): string {
  const key = `voice.${filter}.${value}`;
  return t.has(key) ? t(key) : value;
}

/** Whether an entry matches a query: each word must be part of a name or the start of a fact, in any language. */
export function matchesVoice(option: VoiceOption, query: string): boolean {
  const terms = fold(query).split(/\s+/).filter(Boolean);
  if (terms.length === 0) return true;
  if (option.kind === 'default') {
    const texts = allTranslators().map((t) => fold(t('speech.voiceDefault')));
    return terms.every((term) => texts.some((text) => text.includes(term)));
  }
  if (option.kind === 'inherited') return terms.every((term) => fold(option.label).includes(term));
  if (option.kind === 'custom') return option.key === query.trim() || fold(option.key).includes(fold(query.trim()));
  const key = option.voice.key.toLowerCase();
  const words = searchTerms(option.voice);
  return terms.every(
    (term) =>
      option.identity.includes(term) ||
      words.some((word) => word.startsWith(term)) ||
      (term.includes('_') && key.includes(term)),
  );
}

/** Returns a short name of a voice, without a second name after a slash. */
export function voiceShortName(key: string | null, defaultName: string): string {
  if (key === null) return defaultName;
  const names = findVoice(key)?.name.split(' / ');
  return names?.at(-1) ?? key;
}

/** `Chinese/English · Female · general`, in one language. */
export function voiceFacts(voice: Voice, t: Translate): string {
  const { languages, others } = factKeys(voice, t);
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
