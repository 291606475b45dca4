import { expect, it } from 'vitest';
import { encodingOf, type PictureChoices } from './picture-file.ts';

const CHOICES: PictureChoices = {
  picture: 'png',
  quality: 90,
  scale: 'half',
  widthPx: 800,
  keepsDetails: true,
  keepsPlace: true,
};
const details = { exif: null, density: { x: 300, y: 300 } };

it('an unchanged picture is copied, whatever else is chosen', () => {
  expect(encodingOf({ ...CHOICES, picture: 'asIs' }, details)).toBeUndefined();
});

it('all else is encoded, with what is kept of its original', () => {
  const options = { format: 'png', quality: 90, scale: 'half', widthPx: 800 };
  expect(encodingOf(CHOICES, details)).toEqual({ ...options, details: { ...details, keepsPlace: true } });
  expect(encodingOf(CHOICES, null)).toEqual({ ...options, details: null });
  expect(encodingOf({ ...CHOICES, keepsDetails: false }, details)?.details).toBeNull();
});
