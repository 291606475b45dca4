import { describe, expect, test } from 'vitest';
import type { EditItem } from '../../shared/contract/library.ts';
import { createTranslator } from '../../shared/i18n/all.ts';
import { editOptions } from '../../shared/testing/edit-options.ts';
import { editItem, editRequest, picture } from '../testing/fake-ipc.ts';
import { canShow, canUse, faultText, formatDifference, formatPixelSize, limitText, markOf } from './picture-text.ts';

const t = createTranslator('en');
const zh = createTranslator('zh');

const withRaw = (change: Partial<EditItem['raw']>): EditItem =>
  editItem('a', 1, { raw: { ...picture('a'), state: 'whole', ...change } });

describe('a format that was not asked for', () => {
  const asked = (outputFormat: 'png' | 'webp' | null, form: 'multipart' | 'json', mime: string): string =>
    formatDifference(
      editItem('a', 1, {
        raw: { ...picture('a', { mime }), state: 'whole' },
        request: { ...editRequest(), form, options: editOptions({ outputFormat }) },
      }),
      t,
    );

  test('is told where the request asked for one', () => {
    expect(asked('webp', 'multipart', 'image/jpeg')).toBe('asked WebP, got JPEG');
    expect(asked('webp', 'multipart', 'image/heic')).toBe('asked WebP, got HEIC');
    expect(asked('webp', 'multipart', 'image/webp')).toBe('');
    expect(asked(null, 'multipart', 'image/jpeg')).toBe('');
    expect(asked('webp', 'json', 'image/jpeg')).toBe('');
  });
});

describe('what is wrong with a result', () => {
  test('is a mark and a sentence', () => {
    const foreign = withRaw({ state: 'foreign', mime: 'image/heic' });
    expect([markOf(foreign, false, t), faultText(foreign, t)]).toEqual([
      'HEIC: unsupported',
      'This picture’s format, HEIC, cannot be shown here.',
    ]);
    expect(markOf(withRaw({ state: 'damaged' }), false, zh)).toBe('已损坏');
    expect(faultText(withRaw({ state: 'tooLarge', widthPx: 12_000, heightPx: 10_000 }), t)).toBe(
      'This picture is too large to show here. It has 12,000 x 10,000 = 120,000,000 pixels; at most 110 million can be opened.',
    );
    expect(faultText(withRaw({ state: 'tooLarge', widthPx: 20_000, heightPx: 10 }), zh)).toContain('20,000 x 10 像素');
  });

  test('is nothing for a whole picture, and not known of one that was not decoded', () => {
    expect([markOf(withRaw({}), true, t), faultText(withRaw({}), t)]).toEqual(['', '']);
    const unchecked = withRaw({ state: 'unchecked' });
    expect([markOf(unchecked, true, t), markOf(unchecked, false, t)]).toEqual(['Checking…', 'Not checked']);
    expect(faultText(unchecked, t)).toBe('');
  });

  test('a damaged picture is shown, and no other is made of it', () => {
    const damaged = withRaw({ state: 'damaged' });
    expect([canShow(damaged, damaged.raw), canUse(damaged, damaged.raw)]).toEqual([true, false]);
    const unreadable = withRaw({ state: 'undecodable' });
    expect(canShow(unreadable, unreadable.raw)).toBe(false);
    expect(canUse(unreadable, picture('protected'))).toBe(true);
  });
});

test('a picture over a limit is told its own size, and one of another kind its name', () => {
  expect(limitText({ problem: 'tooManyBytes', sizeBytes: 70 * 1024 * 1024 }, t)).toContain('70 MB');
  expect(limitText({ problem: 'unsupported', kind: 'TIFF' }, t)).toContain('Its format is TIFF.');
  expect(limitText({ problem: 'unsupported' }, t)).toBe('');
});

test('a size that the file does not say is unknown', () => {
  expect(formatPixelSize({ widthPx: 3, heightPx: 4 }, t)).toBe('3x4');
  expect(formatPixelSize({ widthPx: 0, heightPx: 0 }, t)).toBe('size unknown');
});
