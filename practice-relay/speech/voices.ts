// Maps each published voice to an eSpeak voice: language, timbre, pitch, emotions.

import { VOICES, type Voice } from '../../shared/speech/voices.ts';
import type { Script } from './segments.ts';

/**
 * How a published voice sounds here. `variant` is an eSpeak variant; `pitch` is on eSpeak's scale, 50 = the variant's
 * default.
 */
export type Timbre = { variant: string; pitch: number };

/** Variants that speak clearly, do not clip and are audibly different. */
const VARIANTS = {
  female: ['f2', 'f3', 'Annie', 'f1', 'steph', 'linda', 'f4', 'f5', 'belinda', 'Alicia'],
  male: ['m3', 'm1', 'm7', 'm2', 'm4', 'm8', 'm6', 'robert', 'm5', 'quincy'],
} as const;
const PITCHES = [50, 56, 44, 62, 38, 68, 32, 74];

/**
 * Assigns a separate timbre to each voice (there are 80 for each gender), by its place in the published list, so that a
 * voice keeps its timbre when others are appended.
 */
function assignTimbres(): Map<string, Timbre> {
  const counts = new Map<string, number>();
  return new Map(
    VOICES.map((voice) => {
      const place = counts.get(voice.gender) ?? 0;
      counts.set(voice.gender, place + 1);
      const variants = VARIANTS[voice.gender];
      const variant = variants[place % variants.length] ?? variants[0];
      return [voice.key, { variant, pitch: PITCHES[Math.floor(place / variants.length) % PITCHES.length] ?? 50 }];
    }),
  );
}

const timbres = assignTimbres();

/** Returns the timbre of a published voice. */
export function timbreOf(voice: Voice): Timbre {
  return timbres.get(voice.key) ?? { variant: VARIANTS[voice.gender][0], pitch: 50 };
}

/** The eSpeak language for each script, and the one for text in none of them (digits, emoji). */
export type ScriptLanguages = Record<Script, string> & { neutral: string };

/**
 * Returns the languages that `voice` speaks. Each script has one language, because the script of the text determines
 * what is spoken.
 * @param language the request's `language`; it applies to its own script, and is ignored if eSpeak or this relay does
 * not support it.
 */
export function languagesOf(voice: Voice, language: string | undefined): ScriptLanguages {
  const latin = voice.languages.includes('es') ? 'es' : voice.accent === 'UK' || voice.accent === 'AU' ? 'en' : 'en-us';
  const languages = { han: voice.accent === 'Cantonese' ? 'yue' : 'cmn', kana: 'ja', latin };
  const main = { zh: languages.han, en: latin, ja: 'ja', es: 'es' }[voice.languages[0] ?? ''] ?? languages.han;
  const requested = language === undefined ? undefined : LANGUAGES[language.toLowerCase().replace('_', '-')];
  return requested
    ? { ...languages, [requested.script]: requested.language, neutral: requested.language }
    : { ...languages, neutral: main };
}

const LANGUAGES: Record<string, { script: Script; language: string } | undefined> = {
  zh: { script: 'han', language: 'cmn' },
  'zh-cn': { script: 'han', language: 'cmn' },
  cn: { script: 'han', language: 'cmn' },
  cmn: { script: 'han', language: 'cmn' },
  yue: { script: 'han', language: 'yue' },
  'zh-hk': { script: 'han', language: 'yue' },
  'zh-yue': { script: 'han', language: 'yue' },
  en: { script: 'latin', language: 'en-us' },
  'en-us': { script: 'latin', language: 'en-us' },
  'en-gb': { script: 'latin', language: 'en' },
  es: { script: 'latin', language: 'es' },
  'es-es': { script: 'latin', language: 'es' },
  'es-mx': { script: 'latin', language: 'es-419' },
  ja: { script: 'kana', language: 'ja' },
  'ja-jp': { script: 'kana', language: 'ja' },
};

/** The changes by an emotion: `tempo` is a factor, `pitch` and `range` are added on eSpeak's scale. */
export type Mood = { tempo: number; pitch: number; range: number; variant?: string };

const CALM: Mood = { tempo: 1, pitch: 0, range: 0 };
const MOODS: Record<string, Mood | undefined> = {
  happy: { tempo: 1.06, pitch: 6, range: 20 },
  excited: { tempo: 1.12, pitch: 9, range: 30 },
  surprised: { tempo: 1.04, pitch: 10, range: 35 },
  angry: { tempo: 1.1, pitch: 3, range: 30 },
  hate: { tempo: 0.96, pitch: -5, range: 15 },
  fear: { tempo: 1.12, pitch: 10, range: -10 },
  sad: { tempo: 0.86, pitch: -6, range: -20 },
  depressed: { tempo: 0.82, pitch: -8, range: -30 },
  coldness: { tempo: 0.97, pitch: -4, range: -35 },
  affectionate: { tempo: 0.93, pitch: 3, range: 10 },
  warm: { tempo: 0.95, pitch: -2, range: 8 },
  chat: { tempo: 1.03, pitch: 1, range: 10 },
  authoritative: { tempo: 0.95, pitch: -5, range: -5 },
  ASMR: { tempo: 0.85, pitch: 0, range: -20, variant: 'whisperf' },
};

/** Returns the changes that `emotion` makes to this voice: none unless the voice lists it. */
export function moodOf(voice: Voice, emotion: string | undefined): Mood {
  return (emotion !== undefined && voice.emotions?.includes(emotion) ? MOODS[emotion] : undefined) ?? CALM;
}
