import { expect, test } from 'vitest';
import type { EditItem } from '../../../shared/contract/library.ts';
import { appError } from '../../../shared/errors.ts';
import { DEFAULT_SIZE_RULES } from '../../../shared/images/size.ts';
import { editItem } from '../../testing/fake-ipc.ts';
import { listedSizes, sizeToTry } from './helpful-sizes.ts';

const PORTRAIT = { width: 1200, height: 1800 };
const listed = (relayMessage: string, code: 'relay.bad_request' | 'relay.busy' = 'relay.bad_request') =>
  listedSizes(appError(code, { relayMessage }), '2400x3600', PORTRAIT, DEFAULT_SIZE_RULES);

test('the sizes of a refusal are offered, the nearest shape first, without the one that was refused', () => {
  expect(
    listed('size 2400x3600 is not supported, use 2048x2048, 3072x2048, 2048 × 3072, 2048X3072 or 4096*2048.'),
  ).toEqual(['2048x3072', '2048x2048', '3072x2048', '4096x2048']);
  expect(listed('2048x2048 3072x3072 2304x1728 1728x2304 2560x1440')).toHaveLength(4);
  expect(listed('2048x2048 or 3072x3072')).toEqual(['3072x3072', '2048x2048']);
});

test('nothing is offered that may not be sent, or if nothing was refused', () => {
  expect(listed('use 16x16, 1024x1024, 20000x20000 or 9000x400')).toEqual([]);
  expect(listed('size 2400x3600 is too large')).toEqual([]);
  expect(listed('use 2048x2048', 'relay.busy')).toEqual([]);
  expect(listedSizes(appError('relay.bad_request'), null, PORTRAIT, DEFAULT_SIZE_RULES)).toEqual([]);
});

const RESULT = editItem('r', 1);
const answered = (size: string, widthPx: number, heightPx: number, connectionId = 'a'): EditItem => ({
  ...RESULT,
  raw: { ...RESULT.raw, widthPx, heightPx },
  request: { ...RESULT.request, connectionId, options: { ...RESULT.request.options, size } },
});
const tried = (item: EditItem, ...others: EditItem[]) => sizeToTry(item, [item, ...others], DEFAULT_SIZE_RULES);

test('after a reply in another shape a size is tried in which the relay answered before, or a common one', () => {
  const square = answered('2352x1568', 1024, 1024);
  expect(tried(square)).toBe('2496x1664');
  expect(tried(square, answered('3072x2048', 3072, 2048))).toBe('3072x2048');
  // Of another relay, of another shape, not as requested.
  expect(tried(square, answered('3072x2048', 3072, 2048, 'b'))).toBe('2496x1664');
  expect(tried(square, answered('2048x2048', 2048, 2048))).toBe('2496x1664');
  expect(tried(square, answered('3072x2048', 1536, 1024))).toBe('2496x1664');
});

test('no size is tried for a reply in its shape, without a size, or where none has the shape', () => {
  expect(tried(answered('2352x1568', 1536, 1024))).toBeUndefined();
  expect(tried(answered('2496x1664', 1024, 1024))).toBeUndefined();
  expect(tried(answered('2K', 1024, 1024))).toBeUndefined();
  expect(tried(answered('3000x1300', 0, 0))).toBeUndefined();
  expect(tried(answered('4000x1000', 1024, 1024))).toBeUndefined();
});
