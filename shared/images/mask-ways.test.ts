import { expect, test } from 'vitest';
import type { RequestForm } from './edit-fields.ts';
import { type MaskChoice, type MaskWays, maskWays } from './mask-ways.ts';

const NOTHING: MaskWays = { hasFile: false, hasMarkedCopy: false, hasRegion: false };

test.each<[MaskChoice, RequestForm, Partial<MaskWays>]>([
  ['automatic', 'multipart', { hasFile: true }],
  ['automatic', 'json', { hasRegion: true }],
  ['file', 'multipart', { hasFile: true }],
  ['file', 'json', {}],
  ['marked', 'multipart', { hasMarkedCopy: true }],
  ['marked', 'json', { hasMarkedCopy: true }],
  ['region', 'multipart', { hasRegion: true }],
  ['region', 'json', { hasRegion: true }],
  ['markedRegion', 'multipart', { hasMarkedCopy: true, hasRegion: true }],
  ['markedRegion', 'json', { hasMarkedCopy: true, hasRegion: true }],
])('%s in Form %s', (choice, form, ways) => {
  expect(maskWays(choice, form)).toEqual({ ...NOTHING, ...ways });
});
