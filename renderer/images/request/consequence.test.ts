import { expect, test } from 'vitest';
import { createTranslator } from '../../../shared/i18n/index.ts';
import type { MaskChoice } from '../../../shared/images/mask-delivery.ts';
import type { FormChoice } from '../../../shared/images/request-form.ts';
import { NO_MASK } from '../images-state.ts';
import { consequenceParts } from './consequence.ts';
import { answerForm, DEFAULT_CHOICES } from './edit-options.ts';

const t = createTranslator('en');
const PAINTED = { ...NO_MASK, isEmpty: false, coveredRatio: 0.12 };
const say = (pictureCount: number, mask: MaskChoice, form: FormChoice = 'automatic') => {
  const choices = { ...DEFAULT_CHOICES, mask, form };
  const facts = { pictureCount, hasMask: true, hasAddress: false, endUserId: '', picturesNotUsedBy: [] };
  return consequenceParts(answerForm({ choices, ...facts }), PAINTED, '2560x1440', t).join(' · ');
};

test.each([
  [1, 'automatic', 'automatic', 'mask 12 % · 2560x1440'],
  [2, 'automatic', 'automatic', '2 pictures · mask sent as coordinates · mask applied on this computer'],
  [2, 'file', 'automatic', '2 pictures · mask 12 % · 2560x1440'],
  [2, 'file', 'json', '2 pictures · mask applied on this computer'],
  [1, 'annotated', 'automatic', '1 picture + annotated copy · mask applied on this computer'],
  [
    2,
    'annotatedRegion',
    'multipart',
    '2 pictures + annotated copy · mask sent as coordinates · mask applied on this computer',
  ],
] as const)('%d pictures, mask %s, form %s: %s', (pictureCount, mask, form, text) => {
  expect(say(pictureCount, mask, form)).toBe(text);
});
