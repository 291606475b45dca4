// Unrelated results, of the source's shape and of another, in many sceneries. Much smaller pictures have too few blocks:
// a few smooth waves are alike somewhere.

import { expect, it } from 'vitest';
import { planWire } from '../../../../shared/images/wire-geometry.ts';
import { render, waves } from '../../../testing/test-pictures.ts';
import { NO_CHECKPOINT } from '../checkpoint.ts';
import { comparePictures, UNPROVEN } from './compare-pictures.ts';

/** The waves of scenery 4 have the directions of scenery 1, to four degrees. */
const RELATED = 4;
const sceneries = Array.from({ length: 24 }, (_, i) => i + 2).filter((seed) => seed !== RELATED);

it.each(sceneries)('scenery %i is not taken for the source', async (seed) => {
  const from = render(720, 528, waves(1));
  const result = render(720, seed % 2 === 0 ? 528 : 760, waves(seed));
  const { usage } = await comparePictures(from, result, undefined, planWire(from, from), UNPROVEN, NO_CHECKPOINT);
  expect(usage).toMatchObject({ verdict: 'notUsed', reason: 'unrelated' });
});
