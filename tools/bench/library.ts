// What the library costs when it is large: its screen, finding pages, jumping, counting facets, and what waits meanwhile.

import { amount, type Bench, isTrial } from './bench.ts';
import { findingFigures } from './library-find.ts';
import { screenFigures } from './library-screen.ts';

/** Sizes of libraries, in items, unless the flag `items` gives one. */
const SIZES = isTrial ? [1000] : [10_000, 100_000, 1_000_000];

/** Items on the screen. */
const SHOWN = amount(100_000, 300);

/** Flag `find=0`: the screen alone. Flag `items`: one size in place of 10 000, 100 000 and 1 000 000. */
export const benchLibrary: Bench = async (flags) => {
  const asked = flags.get('items');
  const figures = await screenFigures(asked ?? SHOWN);
  if (flags.get('find') === 0) return figures;
  for (const items of asked === undefined ? SIZES : [asked]) figures.push(...(await findingFigures(items)));
  return figures;
};
