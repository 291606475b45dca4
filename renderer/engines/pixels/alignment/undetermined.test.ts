// Where something is undetermined, what is brought back is not farther from its place than what is left.

import { expect, it } from 'vitest';
import { errorsOf } from '../../../testing/undetermined-pictures.ts';

it.each([
  ['stripes', 'stretched', 'over nine tenths'],
  ['wood grain', 'shifted', 'at the border'],
  ['bricks', 'rotated', 'over nine tenths'],
] as const)('%s, %s, with a mask %s: nearer to its place than if it were left', async (picture, displaced, mask) => {
  const { undone, left } = await errorsOf(picture, displaced, mask);
  expect(undone).toBeLessThan(left);
});
