import { expect, test } from 'vitest';
import { DEFAULT_DIALECT } from '../../shared/connection/connections.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { speechFingerprint } from './fingerprint.ts';

const REQUEST: SpeechRequest = {
  connectionId: 'own',
  text: 'Hello.',
  voice: 'v',
  speed: 1,
  format: 'pcm',
  extras: { emotion: 'happy', volumeRatio: 2 },
};
const of = (change: Partial<SpeechRequest> = {}, model = 'm', dialect = {}) =>
  speechFingerprint({ ...REQUEST, ...change }, { model, dialect: { ...DEFAULT_DIALECT, ...dialect } });

test('equal requests have equal fingerprints, whatever the order of their fields', () => {
  expect(of({ extras: { volumeRatio: 2, emotion: 'happy' } })).toBe(of());
});

test('every field that is sent changes the fingerprint, others do not', () => {
  const others = [
    of({ connectionId: 'other' }),
    of({ text: 'Hello. ' }),
    of({ voice: null }),
    of({ speed: 1.05 }),
    of({ format: 'mp3' }),
    of({ extras: {} }),
    of({}, 'other model'),
    of({}, 'm', { extrasPlace: 'metadata' }),
  ];
  expect(new Set([of(), ...others]).size).toBe(others.length + 1);
  expect(of({}, 'm', { speechTimeoutS: 9, imageTimeoutS: 9 })).toBe(of());
  expect(of({ extras: {} }, 'm', { extrasPlace: 'never' })).toBe(of({}, 'm', { extrasPlace: 'never' }));
});
