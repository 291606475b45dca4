import { expect, test } from 'vitest';
import { type MaskChoice, type MaskWays, maskWays } from './mask-ways.ts';

const NOTHING: MaskWays = { hasFile: false, hasAnnotatedImage: false, hasRegion: false };

test.each<[MaskChoice, 'A' | 'B', Partial<MaskWays>]>([
  ['automatic', 'A', { hasFile: true }],
  ['automatic', 'B', { hasRegion: true }],
  ['file', 'A', { hasFile: true }],
  ['file', 'B', {}],
  ['annotated', 'A', { hasAnnotatedImage: true }],
  ['annotated', 'B', { hasAnnotatedImage: true }],
  ['region', 'A', { hasRegion: true }],
  ['region', 'B', { hasRegion: true }],
  ['annotatedRegion', 'A', { hasAnnotatedImage: true, hasRegion: true }],
  ['annotatedRegion', 'B', { hasAnnotatedImage: true, hasRegion: true }],
])('%s in Form %s', (choice, form, ways) => {
  expect(maskWays(choice, form)).toEqual({ ...NOTHING, ...ways });
});
