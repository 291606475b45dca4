// The entries of the voice list: their names, their facts in words, and what finds them. It must not know the screen.

import { CATALOGUES, isMessageKey, type Locale, type MessageKey } from '../../shared/i18n/index.ts';
import { findVoice, romanisedName, VOICES, type Voice } from '../../shared/speech/voices.ts';

/** An entry of the voice list. */
export type VoiceOption =
  | { kind: 'default'; id: string }
  | {
      kind: 'published';
      id: string;
      voice: Voice;
      romanised: string;
      suffix: string;
      identity: string;
      words: readonly string[];
    }
  | { kind: 'custom'; id: string; key: string };

/** First entry: the field is not sent. */
const DEFAULT_OPTION: VoiceOption = { kind: 'default', id: 'default' };

const timesUsed = new Map<string, number>();
for (const voice of VOICES) timesUsed.set(voice.name, (timesUsed.get(voice.name) ?? 0) + 1);

/** The published voices as entries, in published order. */
export const PUBLISHED_OPTIONS: readonly VoiceOption[] = VOICES.map((voice) => {
  const romanised = romanisedName(voice.key);
  const words = [
    ...voice.key.split('_'),
    ...Object.values(factKeys(voice))
      .flat()
      .flatMap((key) => [CATALOGUES.en[key], CATALOGUES.zh[key]]),
  ];
  return {
    kind: 'published',
    id: `key:${voice.key}`,
    voice,
    romanised: fold(voice.name).includes(fold(romanised)) ? '' : romanised,
    suffix: (timesUsed.get(voice.name) ?? 0) > 1 ? keySuffix(voice) : '',
    identity: fold(`${voice.name} ${romanised}`),
    words: words.flatMap((word) => fold(word).split(/\s+/)),
  };
});

const optionsByKey = new Map(PUBLISHED_OPTIONS.map((option) => [option.id, option]));

/** The entry for a voice key; `null` is the relay's default. */
export function optionForVoice(key: string | null): VoiceOption {
  if (key === null) return DEFAULT_OPTION;
  return optionsByKey.get(`key:${key}`) ?? { kind: 'custom', id: `key:${key}`, key };
}

/** The voice key an entry stands for. */
export function voiceOfOption(option: VoiceOption): string | null {
  if (option.kind === 'default') return null;
  return option.kind === 'custom' ? option.key : option.voice.key;
}

/** The list for what is typed: with the typed text as a custom key at its end, unless it is a published key. */
export function voiceOptions(typed: string, chosen: string | null): readonly VoiceOption[] {
  const custom = typed.trim();
  const options: VoiceOption[] = [DEFAULT_OPTION, ...PUBLISHED_OPTIONS];
  if (chosen !== null && findVoice(chosen) === undefined && chosen !== custom) options.push(optionForVoice(chosen));
  if (custom !== '' && findVoice(custom) === undefined)
    options.push({ kind: 'custom', id: `key:${custom}`, key: custom });
  return options;
}

/** Whether an entry is found by a query: every word of it must be part of a name or begin a fact, in either language. */
export function matchesVoice(option: VoiceOption, query: string): boolean {
  const terms = fold(query).split(/\s+/).filter(Boolean);
  if (terms.length === 0) return true;
  if (option.kind === 'default') {
    const texts = [CATALOGUES.en['speech.voiceDefault'], CATALOGUES.zh['speech.voiceDefault']].map(fold);
    return terms.every((term) => texts.some((text) => text.includes(term)));
  }
  if (option.kind === 'custom') return option.key === query.trim() || fold(option.key).includes(fold(query.trim()));
  const key = option.voice.key.toLowerCase();
  return terms.every(
    (term) =>
      option.identity.includes(term) ||
      option.words.some((word) => word.startsWith(term)) ||
      (term.includes('_') && key.includes(term)),
  );
}

/** A voice's name for places with little room: no second name behind a slash. */
export function voiceShortName(key: string | null, defaultName: string): string {
  if (key === null) return defaultName;
  const names = findVoice(key)?.name.split(' / ');
  return names?.at(-1) ?? key;
}

/** `Chinese/English · Female · general`, in one language. */
export function voiceFacts(voice: Voice, locale: Locale): string {
  const { languages, others } = factKeys(voice);
  const words = (keys: readonly MessageKey[]): string[] => keys.map((key) => CATALOGUES[locale][key]);
  return [words(languages).join('/'), ...words(others)].join(' · ');
}

/** Message keys of a voice's facts: its languages; gender, use and accent. */
function factKeys(voice: Voice): { languages: MessageKey[]; others: MessageKey[] } {
  const others = [`voice.gender.${voice.gender}`, `voice.use.${voice.use}`, `voice.accent.${voice.accent}`];
  return {
    languages: voice.languages.map((language) => `voice.language.${language}`).filter(isMessageKey),
    others: others.filter(isMessageKey),
  };
}

function keySuffix(voice: Voice): string {
  const others = VOICES.filter((other) => other.name === voice.name && other.key !== voice.key).map(
    (other) => new Set(other.key.split('_')),
  );
  const own = voice.key.split('_').filter((part) => part !== 'bigtts' && others.every((parts) => !parts.has(part)));
  return own.join('_') || voice.key;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
