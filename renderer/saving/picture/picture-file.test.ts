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

const PNG = { mime: 'image/png', widthPx: 800 };

it('an unchanged picture keeps its pixels and gets what is kept of its original', () => {
  const asIs = { ...CHOICES, picture: 'asIs' } as const;
  expect(encodingOf(asIs, details, PNG)).toMatchObject({ format: 'asIs', details: { ...details, keepsPlace: true } });
});

it.each([
  ['there is nothing to keep', { exif: null, density: null }, {}, PNG],
  ['nothing is to be kept', details, { keepsDetails: false }, PNG],
  ['its file can say nothing', details, {}, { mime: 'image/gif', widthPx: 800 }],
  ['its file is damaged', details, {}, { mime: 'image/png', widthPx: 0 }],
] as const)('an unchanged picture is copied if %s', (_, source, choices, picture) => {
  expect(encodingOf({ ...CHOICES, picture: 'asIs', ...choices }, source, picture)).toBeUndefined();
});

it('all else is encoded, with what is kept of its original', () => {
  const options = { format: 'png', quality: 90, scale: 'half', widthPx: 800 };
  expect(encodingOf(CHOICES, details, PNG)).toEqual({ ...options, details: { ...details, keepsPlace: true } });
  expect(encodingOf(CHOICES, null, PNG)).toEqual({ ...options, details: null });
  expect(encodingOf({ ...CHOICES, keepsDetails: false }, details, PNG)?.details).toBeNull();
});
