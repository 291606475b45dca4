// The filters of the voice gallery. Independent of how they are shown.

import type { Translate } from '../../../shared/i18n/index.ts';
import { VOICES, type Voice } from '../../../shared/speech/voices.ts';
import { type VoiceOption, voiceOfOption } from '../voice-options.ts';

/** The facts by which voices are filtered. */
export const VOICE_FILTERS = ['language', 'accent', 'gender', 'use', 'emotion'] as const;
export type VoiceFilter = (typeof VOICE_FILTERS)[number];

/** The chosen value of each filter, and whether only starred voices are shown; what is absent shows all. */
export type VoiceFilters = Readonly<Partial<Record<VoiceFilter | 'starred', string>>>;

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

/** Returns the filters with another value; null shows all. */
export function withFilter(filters: VoiceFilters, filter: keyof VoiceFilters, value: string | null): VoiceFilters {
  const { [filter]: _, ...others } = filters;
  return value === null ? others : { ...others, [filter]: value };
}

/** Whether a voice matches every filter. The facts of custom keys are unknown, so any filter but the star hides them. */
export function passesFilters(option: VoiceOption, filters: VoiceFilters, favourites: readonly string[]): boolean {
  if (filters.starred !== undefined && !favourites.includes(voiceOfOption(option) ?? '')) return false;
  return VOICE_FILTERS.every((filter) => {
    const value = filters[filter];
    return value === undefined || (option.kind === 'published' && factsFor(option.voice, filter).includes(value));
  });
}

/** Returns the name of a filter value; a value without a translation is shown as it is. */
export function filterValueName(filter: VoiceFilter, value: string, t: Translate): string {
  const key = `voice.${filter}.${value}`;
  return t.has(key) ? t(key) : value;
}
