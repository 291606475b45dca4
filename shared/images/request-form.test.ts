import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REQUEST_FORMS } from './edit-fields.ts';
import { MASK_CHOICES } from './mask-delivery.ts';
import { chooseForm, FORM_CHOICES, type FormQuestion } from './request-form.ts';

const PLAIN: FormQuestion = {
  pictureCount: 1,
  hasMask: false,
  maskChoice: 'automatic',
  hasAddress: false,
  variations: 1,
  fields: [],
  picturesNotUsedBy: [],
  choice: 'automatic',
};
const ask = (change: Partial<FormQuestion>) => chooseForm({ ...PLAIN, ...change });

const FIELDS = [
  'quality',
  'background',
  'outputFormat',
  'outputCompression',
  'moderation',
  'user',
  'previews',
] as const;
const question: fc.Arbitrary<FormQuestion> = fc.record({
  pictureCount: fc.integer({ min: 1, max: 14 }),
  hasMask: fc.boolean(),
  maskChoice: fc.constantFrom(...MASK_CHOICES),
  hasAddress: fc.boolean(),
  variations: fc.integer({ min: 1, max: 4 }),
  fields: fc.subarray([...FIELDS]),
  picturesNotUsedBy: fc.subarray([...REQUEST_FORMS]),
  choice: fc.constantFrom(...FORM_CHOICES),
});

describe('chooseForm', () => {
  it.each([
    [{}, 'json', 'default'],
    [{ hasMask: true }, 'multipart', 'mask'],
    [{ variations: 2 }, 'multipart', 'option'],
    [{ fields: ['quality'] }, 'multipart', 'option'],
    [{ fields: ['user'] }, 'json', 'default'],
    [{ pictureCount: 2 }, 'json', 'severalPictures'],
    [{ pictureCount: 2, hasMask: true }, 'json', 'severalPictures'],
    [{ hasAddress: true, hasMask: true }, 'json', 'address'],
    [{ fields: ['previews'] }, 'json', 'option'],
    [{ fields: ['quality', 'previews'] }, 'json', 'option'],
    [{ fields: ['previews'], hasMask: true }, 'multipart', 'mask'],
    [{ hasMask: true, picturesNotUsedBy: ['multipart'] }, 'json', 'pictureNotUsed'],
    [{ picturesNotUsedBy: ['json'] }, 'multipart', 'pictureNotUsed'],
    [{ hasMask: true, picturesNotUsedBy: ['multipart', 'json'] }, 'multipart', 'mask'],
    [{ hasMask: true, picturesNotUsedBy: ['multipart'], choice: 'multipart' }, 'multipart', 'chosen'],
    [{ pictureCount: 3, choice: 'multipart' }, 'multipart', 'chosen'],
    [{ pictureCount: 3, hasMask: true, maskChoice: 'file' }, 'multipart', 'maskFile'],
    [{ hasMask: true, maskChoice: 'file', choice: 'json' }, 'json', 'chosen'],
    [{ maskChoice: 'file' }, 'json', 'default'],
    [{ hasMask: true, maskChoice: 'annotated' }, 'json', 'severalPictures'],
    [{ hasMask: true, maskChoice: 'region' }, 'json', 'default'],
    [{ hasMask: true, maskChoice: 'region', fields: ['quality'] }, 'multipart', 'option'],
  ] satisfies [Partial<FormQuestion>, string, string][])('%j goes by %s (%s)', (change, form, reason) => {
    expect(ask(change)).toMatchObject({ form, reason });
  });

  it('applies the mask on this computer when several pictures are sent', () => {
    expect(ask({ pictureCount: 2, hasMask: true }).isMaskAppliedHere).toBe(true);
    expect(ask({ hasMask: true }).isMaskAppliedHere).toBe(false);
  });

  it('counts one request per result in JSON', () => {
    expect(ask({ pictureCount: 2, variations: 4 })).toMatchObject({ requests: 4, notSent: [] });
    expect(ask({ variations: 4 }).requests).toBe(1);
  });

  it('lists every option that is not sent', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const answer = chooseForm(asked);
        if (asked.choice !== 'automatic') expect(answer.form).toBe(asked.choice);
        const options = asked.fields.filter((field) => (field === 'previews') === (answer.form === 'multipart'));
        expect(answer.notSent.filter((field) => field !== 'mask')).toEqual(options);
        const isMaskLeftOut = asked.hasMask && asked.maskChoice === 'file' && answer.form === 'json';
        expect(answer.notSent.includes('mask')).toBe(isMaskLeftOut);
        expect(answer.isAddressSentAsFile).toBe(asked.hasAddress && answer.form === 'multipart');
        expect(answer.requests).toBe(answer.form === 'json' ? asked.variations : 1);
      }),
    );
  });

  it('delivers a mask if the form can, and counts the annotated image', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { form, mask, isMaskAppliedHere, sentPictures } = chooseForm(asked);
        if (mask === null) expect([asked.hasMask, isMaskAppliedHere]).toEqual([false, false]);
        else {
          const { hasFile, hasAnnotatedImage, hasRegion } = mask;
          expect(isMaskAppliedHere).toBe(!hasFile);
          if (hasFile) expect(form).toBe('multipart');
          if (asked.maskChoice !== 'file') expect(hasFile || hasAnnotatedImage || hasRegion).toBe(true);
        }
        expect(sentPictures).toBe(asked.pictureCount + (mask?.hasAnnotatedImage ? 1 : 0));
      }),
    );
  });

  it('never chooses a form whose pictures were not used while the other form is possible', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const isMaskFileAsked = asked.hasMask && asked.maskChoice === 'file';
        fc.pre(asked.choice === 'automatic' && asked.picturesNotUsedBy.length === 1 && !isMaskFileAsked);
        expect(asked.picturesNotUsedBy).not.toContain(chooseForm(asked).form);
      }),
    );
  });
});
