import { expect, test } from 'vitest';
import { type MaskChoice, type MaskDelivery, maskDelivery } from './mask-delivery.ts';

const NOTHING: MaskDelivery = { hasFile: false, hasAnnotatedImage: false, hasRegion: false };

test.each<[MaskChoice, 'A' | 'B', Partial<MaskDelivery>]>([
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
])('%s in Form %s', (choice, form, delivery) => {
  expect(maskDelivery(choice, form)).toEqual({ ...NOTHING, ...delivery });
});
