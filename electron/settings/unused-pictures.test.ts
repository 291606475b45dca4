import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AskedBy } from '../../shared/contract/images.ts';
import { REQUEST_FORMS } from '../../shared/images/edit-fields.ts';
import { withSourceUsage } from './unused-pictures.ts';

const BY_FILES: AskedBy = { connectionId: 'own', model: 'm', form: 'multipart' };

test('an unused picture is remembered until a picture is used', () => {
  const one = withSourceUsage({}, BY_FILES, false);
  expect(one).toEqual({ own: [{ model: 'm', form: 'multipart' }] });
  expect(withSourceUsage(one, BY_FILES, false)).toBe(one);
  expect(withSourceUsage(one, { ...BY_FILES, form: 'json' }, true)).toBe(one);
  expect(withSourceUsage(one, { ...BY_FILES, model: 'other' }, true)).toBe(one);
  expect(withSourceUsage(one, BY_FILES, true)).toEqual({});
});

test('a connection that is named like a property of all objects has no pictures', () => {
  expect(withSourceUsage({}, { ...BY_FILES, connectionId: 'constructor' }, true)).toEqual({});
});

test('the last verdict for each connection, model and form applies', () => {
  const asked = fc.record({
    connectionId: fc.constantFrom('own', 'other'),
    model: fc.constantFrom('m', 'n'),
    form: fc.constantFrom(...REQUEST_FORMS),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(asked, fc.boolean())), (verdicts) => {
      const last = new Map(verdicts.map(([by, isUsed]) => [`${by.connectionId} ${by.model} ${by.form}`, isUsed]));
      const record = verdicts.reduce<Parameters<typeof withSourceUsage>[0]>(
        (known, [by, isUsed]) => withSourceUsage(known, by, isUsed),
        {},
      );
      const unused = Object.entries(record).flatMap(([id, ways]) =>
        ways.map(({ model, form }) => `${id} ${model} ${form}`),
      );
      const expected = [...last].flatMap(([key, isUsed]) => (isUsed ? [] : [key]));
      expect(unused.toSorted()).toEqual(expected.toSorted());
    }),
  );
});
