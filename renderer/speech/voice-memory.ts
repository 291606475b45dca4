// The remembered voices: favourites, recently used ones, custom keys. Pure functions.

import type { Settings } from '../../shared/contract/settings.ts';
import { findVoice } from '../../shared/speech/voices.ts';

export type VoiceMemory = Settings['voices'];

/** The number of recently used voices that are remembered. */
const RECENT = 8;

/** Returns the memory after a voice was used: it becomes the most recent one. */
export function rememberUsed(memory: VoiceMemory, key: string): VoiceMemory {
  if (memory.recent[0] === key) return memory;
  return { ...memory, recent: [key, ...memory.recent.filter((one) => one !== key)].slice(0, RECENT) };
}

/** Returns the memory after a voice was chosen: a key that is not published is added. */
export function rememberKey(memory: VoiceMemory, key: string): VoiceMemory {
  if (findVoice(key) !== undefined || memory.custom.includes(key)) return memory;
  return { ...memory, custom: [...memory.custom, key] };
}

/** Removes a custom key from every list. */
export function forgetKey(memory: VoiceMemory, key: string): VoiceMemory {
  const without = (keys: readonly string[]): string[] => keys.filter((one) => one !== key);
  return {
    favourites: without(memory.favourites),
    recent: without(memory.recent),
    custom: without(memory.custom),
  };
}

/** Adds a voice to the favourites, or removes it. */
export function toggleFavourite(memory: VoiceMemory, key: string): VoiceMemory {
  const isOne = memory.favourites.includes(key);
  const favourites = isOne ? memory.favourites.filter((one) => one !== key) : [...memory.favourites, key];
  return { ...memory, favourites };
}
