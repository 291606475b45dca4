import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Orientation } from '../../../../shared/images/headers/types.ts';
import { turnUpright } from './turn.ts';

const [width, height] = [5, 3];
const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => (i * 91) % 256);

it.each([1, 2, 3, 4, 5, 6, 7, 8] as Orientation[])('turns as another program does: %i', async (orientation) => {
  const file = await sharp(data, { raw: { width, height, channels: 4 } })
    .withMetadata({ orientation })
    .png()
    .toBuffer();
  const expected = await sharp(file).rotate().raw().toBuffer({ resolveWithObject: true });
  const turned = turnUpright({ data, width, height, isOpaque: false }, orientation);
  expect([turned.width, turned.height]).toEqual([expected.info.width, expected.info.height]);
  expect([...turned.data]).toEqual([...expected.data]);
});
