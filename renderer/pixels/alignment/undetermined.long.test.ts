// Every picture, displacement and mask of `undetermined-pictures.ts`.

import { expect, it } from 'vitest';
import { DISPLACED, errorsOf, MASKS, PICTURES } from '../../testing/undetermined-pictures.ts';

/** Dozens of blocks, or details in a corner, say nothing of a drift elsewhere: what they say is taken for all of it. */
const CHANCE_PX = 0.75;

const cases = PICTURES.flatMap((picture) =>
  DISPLACED.flatMap((displaced) => MASKS.map((mask) => ({ picture, displaced, mask }))),
);

it.each(cases)('$picture, $displaced, with a mask $mask', async ({ picture, displaced, mask }) => {
  const { undone, left } = await errorsOf(picture, displaced, mask);
  expect(undone).toBeLessThan(left + CHANCE_PX);
});
