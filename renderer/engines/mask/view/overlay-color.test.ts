import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OVERLAY_COLOR_IDS } from '../../../../shared/images/mask-tools.ts';
import { OVERLAY_COLORS } from './overlay.ts';
import { contrastingColor } from './overlay-color.ts';

type Rgb = readonly [number, number, number];
const pixels = (...colors: readonly Rgb[]) => Uint8ClampedArray.from(colors.flatMap((color) => [...color, 255]));
const ROSE: Rgb = [200, 60, 55];
const GRASS: Rgb = [60, 160, 80];

test('a picture full of a colour gets another one', () => {
  for (const id of OVERLAY_COLOR_IDS) expect(contrastingColor(pixels(OVERLAY_COLORS[id]))).not.toBe(id);
});

test('a grey picture gets the first colour, which people expect', () => {
  expect(contrastingColor(pixels([136, 136, 136]))).toBe('red');
});

test('a colour that disappears on a part of the picture is not chosen', () => {
  const meadow = Array.from({ length: 10 }, (_none, i) => (i < 3 ? ROSE : GRASS));
  expect(['blue', 'yellow', 'violet']).toContain(contrastingColor(pixels(...meadow)));
});

test('transparent pixels do not count, and any picture gets a colour', () => {
  const transparentRed = [...OVERLAY_COLORS.red, 0];
  expect(contrastingColor(Uint8ClampedArray.from([...transparentRed, ...transparentRed, 136, 136, 136, 255]))).toBe(
    'red',
  );
  fc.assert(
    fc.property(fc.uint8ClampedArray({ maxLength: 400 }), (any) => {
      expect(OVERLAY_COLOR_IDS).toContain(contrastingColor(any));
    }),
  );
});
