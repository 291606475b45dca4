// Every picture, displacement and mask of `undetermined-pictures.ts`.

import { expect, it } from 'vitest';
import { DISPLACED, errorsOf, MASKS, PICTURES } from '../../../testing/undetermined-pictures.ts';

/** By how much it may be farther from its place than if it were left: rounding, and what noise of the picture adds. */
const CHANCE_PX = 0.05;
/** Beyond all blocks a drift is guessed from its trend, which may turn: this is not known from stripes at one side. */
const DRIFT_CHANCE_PX = 0.75;

const cases = PICTURES.flatMap((picture) =>
  DISPLACED.flatMap((displaced) => MASKS.map((mask) => ({ picture, displaced, mask }))),
);

it.each(cases)('$picture, $displaced, with a mask $mask', async ({ picture, displaced, mask }) => {
  const { undone, left } = await errorsOf(picture, displaced, mask);
  expect(undone).toBeLessThan(left + (displaced === 'drifting' ? DRIFT_CHANCE_PX : CHANCE_PX));
});
