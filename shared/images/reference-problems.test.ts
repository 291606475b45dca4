import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REQUEST_FORMS } from './edit-fields.ts';
import { REFERENCE_LIMITS, REQUEST_MAX_BYTES } from './limits.ts';
import { bodyBytes, fittingBytes, fittingSize, referenceProblem } from './reference-problems.ts';

const side = fc.integer({ min: 1, max: 16_384 });

describe('referenceProblem', () => {
  it.each([
    [{ widthPx: 800, heightPx: 600, sizeBytes: 10_000_000 }, undefined],
    [{ widthPx: 800, heightPx: 600, sizeBytes: 10_000_001 }, 'tooManyBytes'],
    [{ widthPx: 6000, heightPx: 6000, sizeBytes: 1 }, undefined],
    [{ widthPx: 6001, heightPx: 6000, sizeBytes: 1 }, 'tooManyPixels'],
    [{ widthPx: 15, heightPx: 15, sizeBytes: 1 }, undefined],
    [{ widthPx: 14, heightPx: 20, sizeBytes: 1 }, 'sideTooShort'],
    [{ widthPx: 1600, heightPx: 100, sizeBytes: 1 }, undefined],
    [{ widthPx: 1601, heightPx: 100, sizeBytes: 1 }, 'ratio'],
  ] as const)('%o: %s', (picture, problem) => expect(referenceProblem(picture, 16)).toBe(problem));
});

it('a fitted picture is accepted, and keeps its shape within a pixel', () => {
  fc.assert(
    fc.property(side, side, (width, height) => {
      fc.pre(Math.max(width, height) <= 16 * Math.min(width, height));
      const fitted = fittingSize({ width, height });
      const sent = { widthPx: fitted.width, heightPx: fitted.height, sizeBytes: 1 };
      // Rounding a short side up may exceed the ratio slightly.
      expect(referenceProblem(sent, 17)).toBeUndefined();
      const [short, long] = [Math.min(width, height), Math.max(width, height)];
      const scale = Math.max(fitted.width, fitted.height) / long;
      expect(Math.abs(Math.min(fitted.width, fitted.height) - short * scale)).toBeLessThanOrEqual(1 + scale);
    }),
  );
});

it('pictures of the fitting size stay within one request', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 15 }), fc.constantFrom(...REQUEST_FORMS), (count, form) => {
      const each = fittingBytes(count, form);
      expect(each).toBeLessThanOrEqual(REFERENCE_LIMITS.maxBytes);
      expect(count * bodyBytes(each, form)).toBeLessThan(REQUEST_MAX_BYTES);
    }),
  );
});
