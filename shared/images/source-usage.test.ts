import { describe, expect, it } from 'vitest';
import { judgeSourceUsage, withEstimate, withVerdict } from './source-usage.ts';

it.each([
  [100, 100, 'used', 1],
  [100, 60, 'used', 0.6],
  [100, 59, 'partly', 0.59],
  [100, 15, 'partly', 0.15],
  [100, 14, 'notUsed', 0.14],
  [6, 0, 'notUsed', 0],
  [5, 5, 'cannotTell', null],
] as const)('of %i blocks with texture %i kept: %s', (textured, kept, verdict, figure) => {
  expect(judgeSourceUsage({ blocks: 100, textured, kept, place: 'misaligned' })).toMatchObject({ verdict, figure });
});

it('tells a flat picture from one that the mask covers', () => {
  const nothing = { textured: 0, kept: 0, place: 'inPlace' } as const;
  expect(judgeSourceUsage({ ...nothing, blocks: 100 }).reason).toBe('noTexture');
  expect(judgeSourceUsage({ ...nothing, blocks: 5 }).reason).toBe('littleOutside');
});

describe('what a person says', () => {
  const estimate = { verdict: 'notUsed', figure: 0.05, reason: 'unrelated' } as const;
  const known = withEstimate(null, estimate);

  it('takes the place of the estimate, which can be had back', () => {
    const said = withVerdict(known, 'used');
    expect(said).toMatchObject({ verdict: 'used', figure: 0.05, overridden: 'notUsed' });
    expect(withVerdict(said, null)).toEqual(known);
  });

  it('is nothing new where the estimate says the same', () => {
    expect(withVerdict(known, 'notUsed')).toEqual(known);
    expect(withVerdict(withVerdict(known, 'used'), 'notUsed')).toEqual(known);
  });

  it('outlives a new estimate', () => {
    const partly = { verdict: 'partly', figure: 0.4, reason: 'partsDiffer' } as const;
    expect(withEstimate(withVerdict(known, 'used'), partly)).toEqual({
      ...partly,
      verdict: 'used',
      overridden: 'partly',
    });
    expect(withEstimate(known, partly)).toEqual({ ...partly, overridden: null });
  });
});
