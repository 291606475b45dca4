// The name of an emotion that a voice can speak with.

import type { Translate } from '../../shared/i18n/index.ts';

/** Returns the name; one without a translation is shown as it is. */
export function emotionName(emotion: string, t: Translate): string {
  const key = `voice.emotion.${emotion}` as const;
  return t.has(key) ? t(key) : emotion;
}
