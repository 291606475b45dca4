// What a card of the gallery says and shows of a voice, and the order of the cards.

import type { Translate } from '../../../shared/i18n/index.ts';
import { meaningOfName } from '../../../shared/speech/name-meanings.ts';
import type { VoiceMemory } from '../voice-memory.ts';
import { fluency, type VoiceOption, voiceNames, voiceOptions, voicePlace } from '../voice-options.ts';

/** What a card says of a voice: its names, where and who it is from, and what it is like. */
export type VoiceFace = { name: string; second: string; place: string; character: string };

/** Returns what a card says of a voice. */
export function voiceFace(option: VoiceOption, t: Translate): VoiceFace {
  if (option.kind !== 'published') {
    const name = option.kind === 'custom' ? option.key : t('speech.voiceDefault');
    return { name, second: '', place: t('speech.voiceCustomHint'), character: '' };
  }
  const { voice } = option;
  const { first, second } = voiceNames(voice, t.locale);
  const emotions = voice.emotions?.length ?? 0;
  const character = [
    t(`voice.use.${voice.use}`),
    characterOf(option, t),
    emotions > 1 ? t('gallery.emotions', { count: emotions }) : '',
  ];
  return {
    name: first,
    second,
    place: voicePlace(voice, t),
    character: character.filter(Boolean).join(t.separators.fact),
  };
}

/** What the name of a voice says of its character, where the name is in another language than the app; else ''. */
export function characterOf(option: VoiceOption, t: Translate): string {
  return option.kind === 'published' && t.locale !== 'zh' ? meaningOfName(option.voice.name) : '';
}

/**
 * Returns the voices in the order of the gallery: those that speak only `language`, those that speak it too, the others;
 * in each of these favourites first, then those used recently. Keys of a person's own are with the first.
 */
export function galleryVoices(memory: VoiceMemory, language: string): readonly VoiceOption[] {
  const rankOf = (option: VoiceOption): number => (option.kind === 'published' ? fluency(option.voice, language) : 0);
  return voiceOptions('', null, memory, language)
    .filter(({ kind }) => kind !== 'default')
    .sort((a, b) => rankOf(a) - rankOf(b));
}

/** The hue of a voice in degrees: its own, and always the same. */
export function voiceHue(key: string): number {
  let hash = 0;
  for (const unit of key) hash = (hash * 31 + unit.charCodeAt(0)) % 3600;
  return hash / 10;
}
