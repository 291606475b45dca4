import { expect, test } from 'vitest';
import { forgetKey, rememberKey, rememberUsed, toggleFavourite, type VoiceMemory } from './voice-memory.ts';

const NOTHING: VoiceMemory = { favourites: [], recent: [], custom: [] };
const PUBLISHED = 'zh_female_cancan_mars_bigtts';

test('keeps the last eight used voices, latest first, each once', () => {
  const used = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'c'].reduce(rememberUsed, NOTHING);
  expect(used.recent).toEqual(['c', 'i', 'h', 'g', 'f', 'e', 'd', 'b']);
});

test('custom keys are kept once, published ones are not kept', () => {
  const kept = rememberKey(rememberKey(NOTHING, 'mine'), PUBLISHED);
  expect(kept.custom).toEqual(['mine']);
  expect(rememberKey(kept, 'mine')).toBe(kept);
});

test('a forgotten key is removed from every list', () => {
  const memory = rememberUsed(toggleFavourite(rememberKey(NOTHING, 'mine'), 'mine'), 'mine');
  expect(forgetKey(memory, 'mine')).toEqual(NOTHING);
});

test('a favourite can be added and removed', () => {
  const starred = toggleFavourite(toggleFavourite(NOTHING, PUBLISHED), 'mine');
  expect(starred.favourites).toEqual([PUBLISHED, 'mine']);
  expect(toggleFavourite(starred, PUBLISHED).favourites).toEqual(['mine']);
});
