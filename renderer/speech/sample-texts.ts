// The texts to begin with. They are nobody's work: in no language are they kept or put aside.

import { FIXED_TEXTS, type MessageKey } from '../../shared/i18n/index.ts';

/** The texts, and what they are called. */
export const SAMPLE_TEXTS = [
  ['speech.samples.greeting', 'speech.sample'],
  ['speech.samples.story', 'speech.sampleStory'],
  ['speech.samples.notice', 'speech.sampleNotice'],
] as const satisfies readonly (readonly [MessageKey, MessageKey])[];

/** Whether a text is a person's own: neither empty nor one of the samples, in any language. */
export function isWritten(text: string): boolean {
  return text.trim() !== '' && !FIXED_TEXTS.some((t) => SAMPLE_TEXTS.some(([, sample]) => t(sample) === text));
}
