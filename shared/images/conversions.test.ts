import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { conversionsOf } from './conversions.ts';
import { readPictureHeader } from './picture-header.ts';

const picture = () => sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } });
const found = async (file: Sharp) => {
  const header = readPictureHeader(new Uint8Array(await file.toBuffer()));
  return header && conversionsOf(header);
};

test('says what of a picture is converted, and nothing of one that is as it is edited', async () => {
  expect(await found(picture().png())).toEqual([]);
  expect(await found(picture().jpeg())).toEqual([]);
  expect(await found(picture().toColourspace('rgb16').png())).toEqual(['bits']);
  expect(await found(picture().withIccProfile('p3').webp())).toEqual(['colours']);
  expect(await found(picture().toColourspace('cmyk').jpeg())).toEqual(['cmyk']);
});
