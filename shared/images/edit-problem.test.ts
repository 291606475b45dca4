import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editOptions } from '../testing/edit-options.ts';
import { editProblem } from './edit-problem.ts';
import { MIN_PIXELS } from './limits.ts';
import { DEFAULT_SIZE_RULES } from './size.ts';

const edit = (size: string): Parameters<typeof editProblem>[0] => ({
  prompt: 'Make it blue',
  pictures: [{ kind: 'media' }],
  form: 'json',
  options: editOptions({ size }),
});

it('no size below the minimum is accepted, whatever the connection allows', () => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(20_000), fc.integer({ min: 1, max: 100 }), (width, height, maxRatio) => {
      const problem = editProblem(edit(`${width}x${height}`), { ...DEFAULT_SIZE_RULES, maxRatio });
      if (width * height < MIN_PIXELS) expect(problem).toBe('size');
    }),
  );
  expect(editProblem(edit('1920x1920'), DEFAULT_SIZE_RULES)).toBeUndefined();
});

it('a tier word is accepted only if the connection supports tiers', () => {
  expect(editProblem(edit('2K'), DEFAULT_SIZE_RULES)).toBe('size');
  expect(editProblem(edit('2K'), { ...DEFAULT_SIZE_RULES, hasSizeTiers: true })).toBeUndefined();
  expect(editProblem(edit('9K'), { ...DEFAULT_SIZE_RULES, hasSizeTiers: true })).toBe('size');
});
