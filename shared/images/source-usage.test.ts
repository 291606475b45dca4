import { describe, expect, it } from 'vitest';
import { CHANGED_REASONS, countBlocks, judgeSourceUsage, withEstimate, withVerdict } from './source-usage.ts';

it.each([
  [100, 100, 'used', 1],
  [100, 60, 'used', 0.6],
  [100, 59, 'partly', 0.59],
  [100, 15, 'partly', 0.15],
  [100, 14, 'notUsed', 0.14],
  [6, 0, 'notUsed', 0],
  [5, 5, 'cannotTell', null],
] as const)('of %i blocks with texture %i kept: %s', (textured, kept, verdict, figure) => {
  expect(judgeSourceUsage({ blocks: 100, textured, kept, place: 'misaligned', marks: [] })).toMatchObject({
    verdict,
    figure,
  });
});

it('distinguishes a flat picture from one that the mask covers', () => {
  const nothing = { textured: 0, kept: 0, place: 'inPlace', marks: [] as string[] } as const;
  expect(judgeSourceUsage({ ...nothing, blocks: 100 }).reason).toBe('noTexture');
  expect(judgeSourceUsage({ ...nothing, blocks: 5 }).reason).toBe('littleOutside');
});

it.each(CHANGED_REASONS)('a picture that is %s is used partly, unless next to nothing of it is found', (place) => {
  const judged = { blocks: 100, textured: 100, place, marks: ['+-', '..'] };
  expect(judgeSourceUsage({ ...judged, kept: 100 })).toEqual({
    verdict: 'partly',
    figure: 1,
    reason: place,
    blocks: ['+-', '..'],
  });
  expect(judgeSourceUsage({ ...judged, kept: 14 })).toMatchObject({ verdict: 'notUsed', reason: 'unrelated' });
});

it('counts the blocks that agree among those that can be compared', () => {
  expect(countBlocks(['++-.', '..-+'])).toEqual({ comparable: 5, found: 3 });
  expect(countBlocks([])).toEqual({ comparable: 0, found: 0 });
});

describe('a person’s verdict', () => {
  const estimate = { verdict: 'notUsed', figure: 0.05, reason: 'unrelated' } as const;
  const known = withEstimate(null, estimate);

  it('replaces the estimate, which can be restored', () => {
    const said = withVerdict(known, 'used');
    expect(said).toMatchObject({ verdict: 'used', figure: 0.05, overridden: 'notUsed' });
    expect(withVerdict(said, null)).toEqual(known);
  });

  it('changes nothing if the estimate is the same', () => {
    expect(withVerdict(known, 'notUsed')).toEqual(known);
    expect(withVerdict(withVerdict(known, 'used'), 'notUsed')).toEqual(known);
  });

  it('survives a new estimate', () => {
    const partly = { verdict: 'partly', figure: 0.4, reason: 'partsDiffer' } as const;
    expect(withEstimate(withVerdict(known, 'used'), partly)).toEqual({
      ...partly,
      verdict: 'used',
      overridden: 'partly',
    });
    expect(withEstimate(known, partly)).toEqual({ ...partly, overridden: null });
  });
});
