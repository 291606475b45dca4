import { expect, test } from 'vitest';
import { editItem, editRequest, picture } from '../../testing/fake-ipc.ts';
import { MEASURED } from '../../testing/images.ts';
import { unchangedState } from './unchanged.ts';

const masked = (changedRatio: number | null) => unchangedState(editItem('a', 1, { changedRatio }));
const whole = (changedRatio: number | null) =>
  unchangedState(editItem('a', 1, { changedRatio, request: editRequest({ mask: null }) }));

test('a result that changed nothing inside its mask, or next to nothing, did nothing', () => {
  expect(masked(0)).toBe('nothing');
  expect(masked(0.005)).toBe('almost');
  expect(masked(0.02)).toBeNull();
});

test('without a mask a small change counts, because it may be what was asked for', () => {
  expect(whole(0)).toBe('nothing');
  expect(whole(0.0001)).toBe('almost');
  expect(whole(0.003)).toBeNull();
});

test('what was not measured is not judged; earlier results are measured by their protected picture', () => {
  expect(masked(null)).toBeNull();
  const protectedBefore = { picture: picture('p'), ...MEASURED, rawInsideChangedRatio: 0 };
  expect(unchangedState(editItem('a', 1, { protected: protectedBefore }))).toBe('nothing');
});
