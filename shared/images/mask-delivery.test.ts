import { expect, test } from 'vitest';
import type { RequestForm } from './edit-fields.ts';
import { type MaskChoice, type MaskDelivery, maskDelivery } from './mask-delivery.ts';

const NOTHING: MaskDelivery = { hasFile: false, hasAnnotatedImage: false, hasRegion: false };

test.each<[MaskChoice, RequestForm, Partial<MaskDelivery>]>([
  ['automatic', 'multipart', { hasFile: true }],
  ['automatic', 'json', { hasRegion: true }],
  ['file', 'multipart', { hasFile: true }],
  ['file', 'json', {}],
  ['annotated', 'multipart', { hasAnnotatedImage: true }],
  ['annotated', 'json', { hasAnnotatedImage: true }],
  ['region', 'multipart', { hasRegion: true }],
  ['region', 'json', { hasRegion: true }],
  ['annotatedRegion', 'multipart', { hasAnnotatedImage: true, hasRegion: true }],
  ['annotatedRegion', 'json', { hasAnnotatedImage: true, hasRegion: true }],
])('%s in %s', (choice, form, delivery) => {
  expect(maskDelivery(choice, form)).toEqual({ ...NOTHING, ...delivery });
});
