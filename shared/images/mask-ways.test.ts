import { expect, test } from 'vitest';
import { type MaskChoice, type MaskWays, maskWays } from './mask-ways.ts';

const NOTHING: MaskWays = { hasFile: false, hasMarkedCopy: false, hasRegion: false };

test.each<[MaskChoice, 'A' | 'B', Partial<MaskWays>]>([
  ['automatic', 'A', { hasFile: true }],
  ['automatic', 'B', { hasRegion: true }],
  ['file', 'A', { hasFile: true }],
  ['file', 'B', {}],
  ['marked', 'A', { hasMarkedCopy: true }],
  ['marked', 'B', { hasMarkedCopy: true }],
  ['region', 'A', { hasRegion: true }],
  ['region', 'B', { hasRegion: true }],
  ['markedRegion', 'A', { hasMarkedCopy: true, hasRegion: true }],
  ['markedRegion', 'B', { hasMarkedCopy: true, hasRegion: true }],
])('%s in Form %s', (choice, form, ways) => {
  expect(maskWays(choice, form)).toEqual({ ...NOTHING, ...ways });
});
