// What is remembered of voices: favourites, the last used, keys of one's own. Pure changes; it must not know where they are kept.

import type { Settings } from '../../shared/contract/settings.ts';
import { findVoice } from '../../shared/speech/voices.ts';

export type VoiceMemory = Settings['voices'];

/** As many voices count as recently used. */
const RECENT = 8;

/** After a voice was used: it is the most recent one. */
export function rememberUsed(memory: VoiceMemory, key: string): VoiceMemory {
  if (memory.recent[0] === key) return memory;
  return { ...memory, recent: [key, ...memory.recent.filter((one) => one !== key)].slice(0, RECENT) };
}

/** After a voice was chosen: a key that is not published is kept. */
export function rememberKey(memory: VoiceMemory, key: string): VoiceMemory {
  if (findVoice(key) !== undefined || memory.custom.includes(key)) return memory;
  return { ...memory, custom: [...memory.custom, key] };
}

/** A key of one's own is forgotten altogether. */
export function forgetKey(memory: VoiceMemory, key: string): VoiceMemory {
  const without = (keys: readonly string[]): string[] => keys.filter((one) => one !== key);
  return {
    favourites: without(memory.favourites),
    recent: without(memory.recent),
    custom: without(memory.custom),
  };
}

/** Makes a voice a favourite, or no longer one. */
export function toggleFavourite(memory: VoiceMemory, key: string): VoiceMemory {
  const isOne = memory.favourites.includes(key);
  const favourites = isOne ? memory.favourites.filter((one) => one !== key) : [...memory.favourites, key];
  return { ...memory, favourites };
}
