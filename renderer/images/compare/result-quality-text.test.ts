import { describe, expect, test } from 'vitest';
import type { EditItem } from '../../../shared/contract/library.ts';
import { createTranslator } from '../../../shared/i18n/all.ts';
import { type KnownSourceUsage, USAGE_REASONS } from '../../../shared/images/source-usage.ts';
import { editItem, picture } from '../../testing/fake-ipc.ts';
import { DEFAULT_ADJUSTMENTS } from '../ports.ts';
import {
  differenceShares,
  formatDeviation,
  formatProtection,
  formatVerdict,
  formatVerdictReasons,
  isVerdictSaid,
  sourceUsageOf,
} from './result-quality-text.ts';

const t = createTranslator('en');
const zh = createTranslator('zh');
const USED: KnownSourceUsage = { verdict: 'used', figure: 0.921, reason: 'misaligned', overridden: null };

function protectedItem(change: Partial<NonNullable<EditItem['protected']>>, used = USED): EditItem {
  return editItem('a', 1, {
    used,
    protected: {
      picture: picture('p'),
      outsideChangedPx: 0,
      rawOutsideChangedRatio: 0.41,
      rawInsideChangedRatio: 0.63,
      adjustments: DEFAULT_ADJUSTMENTS,
      misalignment: null,
      seamErrorBefore: null,
      seamErrorAfter: null,
      corrections: null,
      paintedBackMediaId: null,
      ...change,
    },
  });
}

describe('the verdict', () => {
  test('is an estimate with its figure; without a verdict there is no figure', () => {
    expect(formatVerdict(USED, t)).toBe('Picture used · about 92 %');
    expect(formatVerdict({ ...USED, verdict: 'notUsed', figure: 0.02 }, zh)).toBe('没有用到图片，约 2 %');
    expect(formatVerdict({ ...USED, verdict: 'cannotTell', figure: null }, t)).toBe('Picture used? Cannot tell');
    expect(formatVerdict({ ...USED, verdict: 'partly', reason: 'mirrored' }, t)).toBe('Partly used: mirrored');
    expect(formatVerdict({ ...USED, verdict: 'partly', reason: 'cropped' }, zh)).toBe('只用到一部分：被裁剪');
  });

  test('by a person is marked as such, followed by the estimate', () => {
    const usage: KnownSourceUsage = { verdict: 'used', figure: 0.05, reason: 'unrelated', overridden: 'notUsed' };
    expect(formatVerdict(usage, t)).toBe('You said: used');
    expect(formatVerdictReasons(usage, t)[0]).toBe('You said so. The estimate was: Picture not used · about 5 %');
  });

  test('has a different text for each reason, in both languages', () => {
    for (const translate of [t, zh]) {
      const texts = USAGE_REASONS.map((reason) =>
        formatVerdictReasons({ ...USED, figure: null, reason }, translate).join(),
      );
      expect(new Set(texts).size).toBe(USAGE_REASONS.length);
    }
  });

  test('that is missing is explained', () => {
    const address = { kind: 'address', url: 'https://pictures.example/a.png' } as const;
    const item = editItem('a', 1);
    expect(sourceUsageOf(item, false)).toBe('checking');
    expect(sourceUsageOf(item, true)).toBe('failed');
    const unknown = { ...item, request: { ...item.request, pictures: [address] } };
    expect(sourceUsageOf(unknown, false)).toBe('noSource');
    expect(formatVerdictReasons('noSource', t)).toEqual([
      'Your picture was sent as an address and is not stored here.',
    ]);
  });

  test('is said only if something is wrong, or if a person said it', () => {
    const isSaid = (verdict: KnownSourceUsage['verdict']) => isVerdictSaid({ ...USED, verdict });
    expect([isSaid('used'), isSaid('cannotTell'), isSaid('partly'), isSaid('notUsed')]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect([isVerdictSaid('failed'), isVerdictSaid('noSource'), isVerdictSaid('damaged')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(isVerdictSaid({ ...USED, verdict: 'used', overridden: 'notUsed' })).toBe(true);
  });

  test('is shown in the history only if something deviates', () => {
    const texts = (verdict: KnownSourceUsage['verdict']) =>
      formatDeviation(editItem('a', 1, { used: { ...USED, verdict } }), t);
    expect([texts('used'), texts('cannotTell'), formatDeviation(editItem('a', 1), t)]).toEqual(['', '', '']);
    expect(texts('partly')).toBe('Partly used · about 92 %');
    expect(texts('notUsed')).toBe('Picture not used · about 92 %');
  });
});

describe('the explanation of the measurements', () => {
  const misalignment = { dxPx: 3.04, dyPx: -1, scale: 1.004, warp: null, isBetterUndone: true, confidence: 0.9 };

  test('states what was corrected, and how well the edit matches its surroundings', () => {
    const texts = formatProtection(protectedItem({ misalignment, seamErrorBefore: 12.3, seamErrorAfter: 2 }), t, 'en');
    expect(texts).toEqual([
      'Outside the mask: 0 px changed (41 % as received)',
      'Inside the mask, 63 % of the picture changed.',
      'Shift corrected: moved 3 px right, 1 px up, 0.4 % larger.',
      'Colour step at the mask edge: 12.3 → 2 (of 255).',
    ]);
    expect(formatProtection(protectedItem({ misalignment }), zh, 'zh')[2]).toBe(
      '已校正位移：右移 3 像素，上移 1 像素，放大 0.4 %。',
    );
  });

  test('says what was done to colours, light, edge and grain', () => {
    const grain = { deviation: 4.23, channelCorrelation: 0.5, nextCorrelation: 0.2, seed: -7 };
    const all = { isRecoloured: true, light: { least: 0.704, most: 1.25 }, isBlended: true, grain };
    const nothing = { isRecoloured: false, light: null, isBlended: false, grain: null };
    const say = (corrections: typeof all | typeof nothing, words = t) =>
      formatProtection(protectedItem({ corrections }), words, words.locale).slice(3);
    expect(say(all)).toEqual([
      'The edit’s colours were matched.',
      'Brightness was matched locally, by -30 to +25 %.',
      'Remaining differences at the edge fade into the edit.',
      'Grain was added to the edit: 4.2 of 255 levels.',
    ]);
    expect(say(all, zh)[1]).toBe('已逐处匹配编辑内容的光照：-30 至 +25 %。');
    expect(say(nothing)).toEqual([]);
  });

  test('says how a result was rotated, stretched and drifting, and that it was left if nothing fits better then', () => {
    const field = { columns: 1, rows: 1, dxPx: Array(16).fill(1.5), dyPx: Array(16).fill(2) };
    const turned = { ...misalignment, dxPx: 0, dyPx: 0.04, scale: 1 };
    const turn = Math.tan((0.6 * Math.PI) / 180);
    const say = (linear: [number, number, number, number], change = {}, words = t) =>
      formatProtection(
        protectedItem({ misalignment: { ...turned, warp: { linear, field }, ...change } }),
        words,
        words.locale,
      )[2];
    expect(say([0, -turn, turn, 0])).toBe('Shift corrected: rotated by 0.6° clockwise, drifting by up to 2.5 px.');
    expect(say([0, -turn, turn, 0], {}, zh)).toBe('已校正位移：顺时针旋转 0.6°，漂移最多 2.5 像素。');
    const stretched = { scale: 1.003, warp: { linear: [0.009, 0, 0, -0.009], field: null }, isBetterUndone: false };
    expect(say([0, 0, 0, 0], stretched)).toBe(
      'Shift not corrected, because the mask edge would not fit better: 1.2 % wider, 0.6 % lower.',
    );
  });

  test('states that a misalignment was kept, or that none was found and why', () => {
    const shift = (change: Parameters<typeof protectedItem>[0], used?: KnownSourceUsage) =>
      formatProtection(protectedItem(change, used), t, 'en')[2];
    const left = { ...misalignment, dxPx: -0.5, dyPx: 0.01, scale: 0.99 };
    expect(shift({ misalignment: left, adjustments: { ...DEFAULT_ADJUSTMENTS, isAligned: false } })).toBe(
      'Shift not corrected, because Align is off: moved 0.5 px left, 1 % smaller.',
    );
    expect(shift({})).toBe('No shift: the result is in place.');
    expect(shift({}, { ...USED, reason: 'farOff' })).toMatch(/too far to correct/);
    expect(shift({}, { ...USED, verdict: 'partly', reason: 'cropped' })).toMatch(/too far to correct/);
    expect(shift({}, { ...USED, verdict: 'partly', reason: 'mirrored' })).toMatch(/^Mirrored/);
    expect(shift({}, { ...USED, verdict: 'partly', reason: 'partsDiffer' })).toMatch(/only parts/);
    expect(shift({}, { ...USED, verdict: 'cannotTell' })).toMatch(/^Shift unknown/);
    expect(shift({}, { ...USED, verdict: 'notUsed' })).toMatch(/^No shift to correct/);
    // A person's verdict does not make a shift detectable.
    expect(shift({}, { ...USED, verdict: 'used', overridden: 'notUsed' })).toMatch(/^No shift to correct/);
  });
});

test('a difference is stated inside and outside the mask, as an exact count where that is known', () => {
  const ratios = { insideChangedRatio: 0.631, outsideChangedRatio: 0.0004 };
  expect(differenceShares(ratios, true, '0', t)).toEqual({ inside: 'inside 63 %', outside: 'outside 0 px' });
  expect(differenceShares(ratios, true, null, t).outside).toBe('outside < 0.1 %');
  expect(differenceShares(ratios, false, null, t)).toEqual({ inside: 'changed 63 %', outside: '' });
  expect(differenceShares({ ...ratios, outsideChangedRatio: null }, true, '0', t).outside).toBe('');
});
