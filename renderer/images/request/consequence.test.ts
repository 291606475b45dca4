import { expect, test } from 'vitest';
import { createTranslator } from '../../../shared/i18n/all.ts';
import type { MaskChoice } from '../../../shared/images/mask-delivery.ts';
import type { FormChoice } from '../../../shared/images/request-form.ts';
import { NO_MASK } from '../images-state.ts';
import { consequenceParts, formatMaskSent } from './consequence.ts';
import { answerForm, DEFAULT_CHOICES } from './edit-options.ts';

const t = createTranslator('en');
const PAINTED = { ...NO_MASK, isEmpty: false, coveredRatio: 0.12 };
const ask = (pictureCount: number, mask: MaskChoice, form: FormChoice = 'automatic') => {
  const choices = { ...DEFAULT_CHOICES, mask, form };
  const facts = { pictureCount, hasMask: true, hasAddress: false, endUserId: '', picturesNotUsedBy: [] };
  return answerForm({ choices, ...facts });
};

test.each([
  [1, 'automatic', 'automatic', 'mask 12 %', /^$/],
  [2, 'automatic', 'automatic', '1 reference · mask 12 %', /place of the mask in words/],
  [3, 'file', 'automatic', '2 references · mask 12 %', /^$/],
  [2, 'file', 'json', '1 reference · mask 12 %', /nothing of the mask/],
  [1, 'annotated', 'automatic', 'annotated copy · mask 12 %', /drawn on a copy/],
  [2, 'annotatedRegion', 'multipart', '1 reference · annotated copy · mask 12 %', /drawn on a copy/],
] as const)('%d pictures, mask %s, form %s: %s', (pictureCount, mask, form, text, sent) => {
  const answer = ask(pictureCount, mask, form);
  expect(consequenceParts(answer, PAINTED, false, t).join(' · ')).toBe(text);
  expect(formatMaskSent(answer, t)).toMatch(sent);
});

test('says in one phrase that only a part is sent', () => {
  expect(consequenceParts(ask(1, 'automatic'), PAINTED, true, t)).toEqual(['mask 12 %', 'only the part around it']);
});
