import { expect, it } from 'vitest';
import { createTranslator } from '../../shared/i18n/all.ts';
import { LOCALE_TAGS } from '../../shared/i18n/index.ts';
import { kindText } from './kind-text.ts';

it.each(LOCALE_TAGS)('raw samples are shown as the WAV that a person gets (%s)', (locale) => {
  const t = createTranslator(locale);
  expect(kindText('pcm', t)).toMatch(/^WAV.*pcm/);
  expect([kindText('pcm_be', t), kindText('mp3', t)]).toEqual([kindText('pcm', t), 'mp3']);
});
