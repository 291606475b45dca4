import { expect, it } from 'vitest';
import { comparePictures, UNPROVEN } from '../../../renderer/engines/pixels/alignment/compare-pictures.ts';
import { NO_CHECKPOINT } from '../../../renderer/engines/pixels/checkpoint.ts';
import type { Pixels } from '../../../renderer/engines/pixels/pixels.ts';
import { heldOutPlans, makeCase } from './cases.ts';
import type { Raster } from './pictures.ts';
import { decode } from './run-cases.ts';

function pixelsOf({ data, width, height }: Raster): Pixels {
  const rgba = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) rgba.set(data.subarray(3 * i, 3 * i + 3), 4 * i);
  return { data: rgba, width, height, isOpaque: true };
}

it('a portrait that has nothing to do with its source is not taken for one that was moved far', async () => {
  const plan = heldOutPlans(1, 124).at(-1);
  if (plan?.scenario.ignoredFor === undefined) throw new Error('The case is another one now.');
  const { source, resultFile, coverage, plan: wire } = await makeCase(plan);
  const weights = coverage ? { data: new Uint8Array(coverage), width: source.width, height: source.height } : undefined;
  const result = pixelsOf(await decode(resultFile));
  const { usage } = await comparePictures(pixelsOf(source), result, weights, wire, UNPROVEN, NO_CHECKPOINT);
  expect(usage.verdict).toBe('notUsed');
});
