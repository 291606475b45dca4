import { expect, test } from 'vitest';
import { appError } from '../../../shared/errors.ts';
import { DEFAULT_SIZE_RULES } from '../../../shared/images/size.ts';
import { listedSizes } from './listed-sizes.ts';

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
