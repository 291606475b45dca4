import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OVERLAY_COLOR_IDS } from '../../../../shared/images/mask-tools.ts';
import { createTileStore, fillRect } from '../raster/tiles.ts';
import { OVERLAY_COLORS } from './overlay.ts';
import { contrastingColor, samplesUnder } from './overlay-color.ts';

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

test('what the mask covers decides: a red thing on a meadow does not get a red overlay', () => {
  const [width, height] = [20, 10];
  const colors = Array.from({ length: width * height }, (_none, at) => (at % width < 2 && at < 40 ? ROSE : GRASS));
  const samples = { data: pixels(...colors), width, height, level: 3 };
  const coverage = createTileStore(width, height);
  expect(samplesUnder(samples, coverage)).toHaveLength(0);
  fillRect(coverage, { left: 0, top: 0, right: 2, bottom: 2 }, 255);
  const under = samplesUnder(samples, coverage);
  expect(under).toEqual(pixels(ROSE, ROSE, ROSE, ROSE));
  expect(contrastingColor(under, 'red')).not.toBe('red');
});

test('a colour stays while it contrasts well', () => {
  expect(contrastingColor(pixels(OVERLAY_COLORS.red), 'blue')).toBe('blue');
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
