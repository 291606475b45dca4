// The published voices, and access to them by key.

import published from '../../assets/voices.json' with { type: 'json' };
import type { SpeechExtras } from '../contract/speech.ts';

/**
 * A published voice. `use` is its group in the published list; `emotions` are the valid values of its `emotion` field,
 * where they are published.
 */
export type Voice = {
  key: string;
  name: string;
  gender: 'female' | 'male';
  languages: readonly string[];
  use: 'general' | 'emotion' | 'narration' | 'service' | 'accent' | 'audiobook' | 'roleplay';
  emotions?: readonly string[];
  accent?: string;
};

/** The published voices, in published order. Availability depends on the account. */
export const VOICES = published as readonly Voice[];

const byKey = new Map(VOICES.map((voice) => [voice.key, voice]));

/** Returns the published voice with this key. */
export function findVoice(key: string): Voice | undefined {
  return byKey.get(key);
}

/**
 * Removes the emotion from the extras if the voice is published and does not list it. @param isMeant whether the emotion
 * was given for this voice: then one without a list keeps it.
 */
export function extrasForVoice(extras: SpeechExtras, voiceKey: string | null, isMeant = false): SpeechExtras {
  const voice = voiceKey === null ? undefined : findVoice(voiceKey);
  if (voice === undefined || extras.emotion === undefined) return extras;
  if (voice.emotions?.includes(extras.emotion) ?? isMeant) return extras;
  const { emotion: _, ...rest } = extras;
  return rest;
}

const NOT_A_NAME = new Set([
  'zh',
  'en',
  'multi',
  'ICL',
  'female',
  'male',
  'emo',
  'v1',
  'v2',
  'mars',
  'moon',
  'bigtts',
  'tob',
  'conversation',
  'wvae',
  'streaming',
  'cs',
  'new',
  'tips',
]);

/** What keys call a voice by where that is no name of it. */
const NAMES_OF_WORDS: Readonly<Record<string, string>> = {
  M100: 'youyoujunzi',
  BV705: 'yangyang',
  BV144: '',
  yry: 'baiyueguang',
  xnx: 'guimi',
  flc: 'ruyagongzi',
  multi_female_gaolengyujie_moon_bigtts: 'akemi',
};

/**
 * Returns the Latin name inside a voice key: `zh_female_cancan_mars_bigtts` → `cancan`; the key itself if there is
 * none.
 */
export function romanisedName(key: string): string {
  const parts = key.split('_').filter((part) => !NOT_A_NAME.has(part) && !/^[0-9a-f]{12}$/.test(part));
  const words = parts.map((part) => NAMES_OF_WORDS[part] ?? part).filter(Boolean);
  return NAMES_OF_WORDS[key] ?? (words.join(' ') || key);
}
