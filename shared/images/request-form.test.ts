import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MASK_CHOICES } from './mask-delivery.ts';
import { chooseForm, FORM_A_ONLY_FIELDS, FORM_CHOICES, type FormQuestion, REQUEST_FORMS } from './request-form.ts';

const PLAIN: FormQuestion = {
  pictureCount: 1,
  hasMask: false,
  maskChoice: 'automatic',
  hasAddress: false,
  wantsPreviews: false,
  variations: 1,
  fields: [],
  picturesNotUsedBy: [],
  choice: 'automatic',
};
const ask = (change: Partial<FormQuestion>) => chooseForm({ ...PLAIN, ...change });

const OTHER_FIELDS = FORM_A_ONLY_FIELDS.filter((field) => field !== 'n');
const question: fc.Arbitrary<FormQuestion> = fc.record({
  pictureCount: fc.integer({ min: 1, max: 14 }),
  hasMask: fc.boolean(),
  maskChoice: fc.constantFrom(...MASK_CHOICES),
  hasAddress: fc.boolean(),
  wantsPreviews: fc.boolean(),
  variations: fc.integer({ min: 1, max: 4 }),
  fields: fc.subarray(OTHER_FIELDS),
  picturesNotUsedBy: fc.subarray([...REQUEST_FORMS]),
  choice: fc.constantFrom(...FORM_CHOICES),
});

describe('chooseForm', () => {
  it.each([
    [{}, 'B', 'default'],
    [{ hasMask: true }, 'A', 'mask'],
    [{ variations: 2 }, 'A', 'option'],
    [{ fields: ['quality'] }, 'A', 'option'],
    [{ fields: ['user'] }, 'B', 'default'],
    [{ pictureCount: 2 }, 'B', 'severalPictures'],
    [{ pictureCount: 2, hasMask: true }, 'B', 'severalPictures'],
    [{ hasAddress: true, hasMask: true }, 'B', 'address'],
    [{ wantsPreviews: true }, 'B', 'previews'],
    [{ wantsPreviews: true, fields: ['quality'] }, 'B', 'previews'],
    [{ wantsPreviews: true, hasMask: true }, 'A', 'mask'],
    [{ hasMask: true, picturesNotUsedBy: ['A'] }, 'B', 'pictureNotUsed'],
    [{ picturesNotUsedBy: ['B'] }, 'A', 'pictureNotUsed'],
    [{ hasMask: true, picturesNotUsedBy: ['A', 'B'] }, 'A', 'mask'],
    [{ hasMask: true, picturesNotUsedBy: ['A'], choice: 'A' }, 'A', 'chosen'],
    [{ pictureCount: 3, choice: 'A' }, 'A', 'chosen'],
    [{ pictureCount: 3, hasMask: true, maskChoice: 'file' }, 'A', 'maskFile'],
    [{ hasMask: true, maskChoice: 'file', choice: 'B' }, 'B', 'chosen'],
    [{ maskChoice: 'file' }, 'B', 'default'],
    [{ hasMask: true, maskChoice: 'annotated' }, 'B', 'severalPictures'],
    [{ hasMask: true, maskChoice: 'region' }, 'B', 'default'],
    [{ hasMask: true, maskChoice: 'region', fields: ['quality'] }, 'A', 'option'],
  ] satisfies [Partial<FormQuestion>, string, string][])('%j goes by %s (%s)', (change, form, reason) => {
    expect(ask(change)).toMatchObject({ form, reason });
  });

  it('applies the mask here when several pictures travel', () => {
    expect(ask({ pictureCount: 2, hasMask: true }).isMaskAppliedHere).toBe(true);
    expect(ask({ hasMask: true }).isMaskAppliedHere).toBe(false);
  });

  it('counts a request per result in Form B', () => {
    expect(ask({ pictureCount: 2, variations: 4 })).toMatchObject({ requests: 4, notSent: [] });
    expect(ask({ variations: 4 }).requests).toBe(1);
  });

  it('names every option that does not travel', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const answer = chooseForm(asked);
        if (asked.choice !== 'automatic') expect(answer.form).toBe(asked.choice);
        const options = answer.form === 'B' ? asked.fields : asked.wantsPreviews ? ['stream'] : [];
        expect(answer.notSent.filter((field) => field !== 'mask')).toEqual(options);
        const isMaskLeftOut = asked.hasMask && asked.maskChoice === 'file' && answer.form === 'B';
        expect(answer.notSent.includes('mask')).toBe(isMaskLeftOut);
        expect(answer.isAddressSentAsFile).toBe(asked.hasAddress && answer.form === 'A');
        expect(answer.requests).toBe(answer.form === 'B' ? asked.variations : 1);
      }),
    );
  });

  it('delivers a mask wherever the form can, and counts the annotated image', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { form, mask, isMaskAppliedHere, sentPictures } = chooseForm(asked);
        if (mask === null) expect([asked.hasMask, isMaskAppliedHere]).toEqual([false, false]);
        else {
          const { hasFile, hasAnnotatedImage, hasRegion } = mask;
          expect(isMaskAppliedHere).toBe(!hasFile);
          if (hasFile) expect(form).toBe('A');
          if (asked.maskChoice !== 'file') expect(hasFile || hasAnnotatedImage || hasRegion).toBe(true);
        }
        expect(sentPictures).toBe(asked.pictureCount + (mask?.hasAnnotatedImage ? 1 : 0));
      }),
    );
  });

  it('never uses a form whose pictures are not used while the other is free to use', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const isMaskFileAsked = asked.hasMask && asked.maskChoice === 'file';
        fc.pre(asked.choice === 'automatic' && asked.picturesNotUsedBy.length === 1 && !isMaskFileAsked);
        expect(asked.picturesNotUsedBy).not.toContain(chooseForm(asked).form);
      }),
    );
  });
});
