import fc from 'fast-check';
import { expect, it } from 'vitest';
import { elementHeightOf, scrollTopOf, topOfScroll } from './scroll-scale.ts';

const contents = fc.integer({ min: 1, max: 400_000_000 });

it('finds the place of every scroll position, whatever the height', () => {
  fc.assert(
    fc.property(contents, fc.double({ min: 0, max: 1, noNaN: true }), (contentPx, share) => {
      const topPx = share * contentPx;
      expect(topOfScroll(scrollTopOf(topPx, contentPx), contentPx)).toBeCloseTo(topPx, 3);
    }),
  );
});

it('reaches both ends, and never goes back', () => {
  fc.assert(
    fc.property(contents, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (contentPx, shares) => {
      const heightPx = elementHeightOf(contentPx);
      expect(scrollTopOf(0, contentPx)).toBe(0);
      expect(scrollTopOf(contentPx, contentPx)).toBe(heightPx);
      const places = shares.sort((a, b) => a - b).map((share) => scrollTopOf(share * contentPx, contentPx));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }),
  );
});
