import { expect, test } from 'vitest';
import { createTranslator } from '../../../shared/i18n/all.ts';
import type { MaskChoice } from '../../../shared/images/mask-delivery.ts';
import type { FormChoice } from '../../../shared/images/request-form.ts';
import { consequenceParts, formatMaskSent } from './consequence.ts';
import { answerForm, DEFAULT_CHOICES } from './edit-options.ts';

const t = createTranslator('en');
const ask = (pictureCount: number, mask: MaskChoice, form: FormChoice = 'automatic') => {
  const choices = { ...DEFAULT_CHOICES, mask, form };
  const facts = { pictureCount, hasMask: true, hasAddress: false, endUserId: '', picturesNotUsedBy: [] };
  return answerForm({ choices, ...facts });
};

test.each([
  [1, 'automatic', 'automatic', '', /^$/],
  [2, 'automatic', 'automatic', '1 reference', /place of the mask in words/],
  [3, 'file', 'automatic', '2 references', /^$/],
  [2, 'file', 'json', '1 reference', /nothing of the mask/],
  [1, 'annotated', 'automatic', 'annotated copy', /drawn on a copy/],
  [2, 'annotatedRegion', 'multipart', '1 reference · annotated copy', /drawn on a copy/],
] as const)('%d pictures, mask %s, form %s: %s', (pictureCount, mask, form, text, sent) => {
  const answer = ask(pictureCount, mask, form);
  expect(consequenceParts(answer, false, t).join(' · ')).toBe(text);
  expect(formatMaskSent(answer, t)).toMatch(sent);
});

test('says in one phrase that only a part is sent', () => {
  expect(consequenceParts(ask(1, 'automatic'), true, t)).toEqual(['only the part around the mask']);
});
