import { expect, test } from 'vitest';
import { likelyFirst } from './likely-models.ts';

test('models that look like the kind come first, in the relay’s order', () => {
  const ids = ['chat', 'image-edit-5', 'speech-tts-1', 'paint'];
  expect(likelyFirst(ids, 'image')).toEqual(['image-edit-5', 'paint', 'chat', 'speech-tts-1']);
  expect(likelyFirst(ids, 'speech')).toEqual(['speech-tts-1', 'chat', 'image-edit-5', 'paint']);
});
