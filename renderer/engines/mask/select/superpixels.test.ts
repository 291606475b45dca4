import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { finish } from '../painting/operation.ts';
import { findSuperpixels } from './superpixels.ts';

type Lab = { lab: Uint8Array<ArrayBuffer>; width: number; height: number };

function picture(width: number, height: number, valueAt: (x: number, y: number) => number): Lab {
  const lab = new Uint8Array(3 * width * height).fill(128);
  for (let at = 0; at < width * height; at++) lab[3 * at] = valueAt(at % width, Math.floor(at / width));
  return { lab, width, height };
}

/** How many pixels can be reached from the first one of each label, within it. */
function reached(labels: ArrayLike<number>, width: number, height: number): number {
  const [seen, started] = [new Set<number>(), new Set<number>()];
  for (let seed = 0; seed < width * height; seed++) {
    const label = labels[seed] ?? 0;
    if (started.has(label)) continue;
    started.add(label);
    const pending = [seed];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (at < 0 || at >= width * height || labels[at] !== label || seen.has(at)) continue;
      seen.add(at);
      const x = at % width;
      if (x > 0) pending.push(at - 1);
      if (x < width - 1) pending.push(at + 1);
      pending.push(at - width, at + width);
    }
  }
  return seen.size;
}

test('superpixels are connected, have every pixel once, and know their neighbours', () => {
  const side = fc.integer({ min: 1, max: 60 });
  const kind = fc.constantFrom('flat', 'noise', 'stripes');
  fc.assert(
    fc.property(side, side, kind, fc.integer({ min: 0, max: 255 }), (width, height, how, seed) => {
      const value = (x: number, y: number): number =>
        how === 'flat' ? seed : how === 'stripes' ? 255 * (x % 2) : (x * 7919 + y * 104_729 + x * y * seed) % 256;
      const { count, labels, sizes, links } = finish(findSuperpixels(picture(width, height, value)));
      expect(reached(labels, width, height)).toBe(width * height);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(width * height);
      expect(new Set(labels).size).toBe(count);
      const pairs = new Set(Array.from(links.a, (a, link) => `${a} ${links.b[link]}`));
      expect(pairs.size).toBe(links.count);
      for (let at = 0; at + 1 < width * height; at++) {
        const [one = 0, two = 0] = [labels[at], labels[at + 1]];
        if (at % width === width - 1 || one === two) continue;
        expect(pairs).toContain(`${Math.min(one, two)} ${Math.max(one, two)}`);
      }
    }),
    { numRuns: runs(120) },
  );
});

test('no superpixel lies on both sides of a strong edge', () => {
  const { labels } = finish(findSuperpixels(picture(90, 60, (x) => (x < 37 ? 20 : 200))));
  const [left, right] = [true, false].map((isLeft) => labels.filter((_label, at) => at % 90 < 37 === isLeft));
  expect(left?.filter((label) => right?.includes(label))).toHaveLength(0);
});
