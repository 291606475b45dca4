import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import { MIN_PIXELS } from './limits.ts';
import {
  DEFAULT_SIZE_RULES,
  formatSize,
  isSameShape,
  matchPicture,
  parseSize,
  parseTier,
  SIZE_PRESETS,
  SIZE_TIERS,
  sizeProblem,
  wireSize,
} from './size.ts';

const side = fc.oneof(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 16_384 }));
const size = fc.record({ width: side, height: side });
const rules = fc.record({
  maxPixels: fc.constantFrom(16_777_216, 10_404_496, 4_000_000, MIN_PIXELS),
  maxRatio: fc.constantFrom(16, 3, 2.37, 1),
});
const ratioOf = (s: { width: number; height: number }) => Math.max(s.width / s.height, s.height / s.width);

describe('parseSize', () => {
  it.each(['2560x1440', ' 2560 x 1440 ', '2560X1440', '2560×1440', '２５６０ｘ１４４０', '２５６０×１４４０'])(
    'reads %s',
    (text) => expect(parseSize(text)).toEqual({ width: 2560, height: 1440 }),
  );

  it.each(['', '2K', '2560', '2560x', 'x1440', '0x1440', '-1x5', '2560x1440x3', '1e3x1e3', '25.6x14', '9999999x1'])(
    'refuses %s',
    (text) => expect(parseSize(text)).toBeUndefined(),
  );

  it('reads what formatSize writes', () => {
    fc.assert(fc.property(size, (s) => void expect(parseSize(formatSize(s))).toEqual(s)));
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseSize(text)));
  });
});

describe('sizeProblem', () => {
  it.each([
    ['1920x1920', undefined],
    ['1920x1919', 'tooFewPixels'],
    ['1024x1024', 'tooFewPixels'],
    ['1920x1080', 'tooFewPixels'],
    ['4096x4096', undefined],
    ['4096x4097', 'tooManyPixels'],
    ['7680x480', undefined],
    ['480x7681', 'ratio'],
    ['large', 'shape'],
  ])('%s: %s', (text, problem) => expect(sizeProblem(parseSize(text), DEFAULT_SIZE_RULES)).toBe(problem));

  it('accepts the presets', () => {
    for (const preset of SIZE_PRESETS) expect(sizeProblem(parseSize(preset), DEFAULT_SIZE_RULES)).toBeUndefined();
  });
});

describe('matchPicture', () => {
  it.each([
    ['1920x1920', '1920x1920'],
    ['3000x2000', '3000x2000'],
    ['1280x720', '2560x1440'],
    ['720x1280', '1440x2560'],
    ['1x1', '1920x1920'],
    ['8192x8192', '4096x4096'],
    ['16384x1', '16384x1024'],
    ['1x100', '480x7680'],
  ])('%s becomes %s', (from, to) => {
    const source = parseSize(from);
    expect(source && formatSize(matchPicture(source, DEFAULT_SIZE_RULES))).toBe(to);
  });

  it('is legal for every picture and every connection', () => {
    fc.assert(
      fc.property(size, rules, (source, limits) => {
        expect(sizeProblem(matchPicture(source, limits), limits)).toBeUndefined();
      }),
      { numRuns: runs(500) },
    );
  });

  it('keeps the shape if the ratio allows it, otherwise contains the picture at the nearest ratio', () => {
    fc.assert(
      fc.property(size, (source) => {
        const found = matchPicture(source, DEFAULT_SIZE_RULES);
        if (ratioOf(source) <= 16) expect(isSameShape(source, found)).toBe(true);
        else expect(ratioOf(found)).toBeGreaterThan(15.96);
        expect((found.width - found.height) * (source.width - source.height)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: runs(500) },
    );
  });

  it('keeps a legal size, and returns its own results unchanged', () => {
    fc.assert(
      fc.property(size, rules, (source, limits) => {
        const found = matchPicture(source, limits);
        expect(matchPicture(found, limits)).toEqual(found);
        if (sizeProblem(source, limits) === undefined) expect(found).toEqual(source);
      }),
    );
  });

  it('changes the scale no more than necessary', () => {
    fc.assert(
      fc.property(size, (source) => {
        fc.pre(ratioOf(source) <= 15);
        const pixels = source.width * source.height;
        const { width, height } = matchPicture(source, DEFAULT_SIZE_RULES);
        // Whole numbers may require one more or one less row or column.
        const slack = 2 * (width + height);
        if (pixels < MIN_PIXELS) expect(width * height).toBeLessThan(MIN_PIXELS + slack);
        if (pixels > 16_777_216) expect(width * height).toBeGreaterThan(16_777_216 - slack);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('wireSize', () => {
  it('is the sent size, or the relay’s default if none is sent', () => {
    expect(wireSize('2560x1440', { width: 10, height: 10 })).toEqual({ width: 2560, height: 1440 });
    expect(wireSize(null, { width: 10, height: 10 })).toEqual({ width: 1920, height: 1920 });
  });

  it('is a legal size within the tier, of the picture’s shape, for a tier word', () => {
    const most = { '2K': 2048, '3K': 3072, '4K': 4096 } as const;
    fc.assert(
      fc.property(size, fc.constantFrom(...SIZE_TIERS), (source, tier) => {
        const found = wireSize(tier, source);
        expect(sizeProblem(found, { ...DEFAULT_SIZE_RULES, maxPixels: most[tier] ** 2 })).toBeUndefined();
        if (ratioOf(source) <= 15.9) expect(isSameShape(source, found)).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each(['2K', ' 4k ', '３Ｋ'])('reads the tier word %s', (text) => expect(parseTier(text)).toBeDefined());
  it.each(['', 'K', '1K', '5K', '2KB', '2048x2048'])('refuses %s', (text) => expect(parseTier(text)).toBeUndefined());
});
