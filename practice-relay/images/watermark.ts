// The visible watermark of a result: "practice" in dots, in the bottom right corner. Needs no fonts.

import { editPixels, type Picture, wholeRegion } from './picture.ts';

/** The letters in rows of dots, five dots wide and one dot apart. */
const MARK = [
  '###.. ###.. .###. .#### ##### ..#.. .#### #####',
  '#..#. #..#. #...# #.... ..#.. ..#.. #.... #....',
  '###.. ###.. ##### #.... ..#.. ..#.. #.... ####.',
  '#.... #.#.. #...# #.... ..#.. ..#.. #.... #....',
  '#.... #..#. #...# .#### ..#.. ..#.. .#### #####',
];
const COLUMNS = 47;
/** Dots of dark background around the letters. */
const PADDING = 2;
/** A dot's side as a fraction of the picture's shorter side. */
const DOT = 1 / 400;

/** Draws the watermark in place. */
export function drawWatermark(picture: Picture): void {
  const dotPx = Math.max(1, Math.round(Math.min(picture.width, picture.height) * DOT));
  const [width, height] = [(COLUMNS + 2 * PADDING) * dotPx, (MARK.length + 2 * PADDING) * dotPx];
  // A picture narrower than the watermark shows its right end.
  const left = Math.max(0, picture.width - width - 4 * dotPx);
  const top = Math.max(0, picture.height - height - 4 * dotPx);
  const box = {
    left,
    top,
    width: Math.min(width, picture.width - left),
    height: Math.min(height, picture.height - top),
  };
  editPixels(picture, { ...wholeRegion(picture), box }, (data, at) => {
    const x = (at / 4) % picture.width;
    const y = (at / 4 - x) / picture.width;
    const dot = MARK[Math.floor((y - top) / dotPx) - PADDING]?.[Math.floor((x - left) / dotPx) - PADDING];
    for (let i = at; i < at + 3; i++) data[i] = dot === '#' ? 240 : (data[i] ?? 0) / 3;
    data[at + 3] = 255;
  });
}
