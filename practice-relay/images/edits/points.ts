// Edits that change each pixel independently: fill, recolour, black and white, brighter, darker, transparent, tint.

import type { Colour } from '../colours.ts';
import type { PixelEdit } from '../picture.ts';

/** Replaces every pixel by one opaque colour. */
export function fillWith({ red, green, blue }: Colour): PixelEdit {
  return (data, at) => {
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
    data[at + 3] = 255;
  };
}

/**
 * Gives every pixel the colour's hue and saturation and keeps its luminance, so that shading stays. Black and white
 * have no hue: for them the luminance is compressed.
 */
export function recolourTo(colour: Colour): PixelEdit {
  const table = Array.from({ length: 256 }, (_, luma) => shadeOf(colour, luma));
  return (data, at) => data.set(table[lumaAt(data, at)] ?? [], at);
}

/** Converts to grey of the same luminance. */
export const toGrayscale: PixelEdit = (data, at) => {
  data.fill(lumaAt(data, at), at, at + 3);
};

/** Moves every pixel a third of the way to white. */
export const brighten: PixelEdit = (data, at) => mapChannels(data, at, (value) => value + (255 - value) / 3);

/** Moves every pixel a third of the way to black. */
export const darken: PixelEdit = (data, at) => mapChannels(data, at, (value) => value - value / 3);

/** Makes every pixel fully transparent. */
export const makeTransparent: PixelEdit = (data, at) => {
  data[at + 3] = 0;
};

/**
 * A slight tint that makes each result different, whatever the pixel: one channel moves by a few steps, away from the
 * end of its range.
 * @param variant from 1; all variants differ.
 */
export function tint(variant: number): PixelEdit {
  const channel = (variant - 1) % 3;
  const shift = 8 * (1 + Math.floor((variant - 1) / 3));
  return (data, at) => {
    const value = data[at + channel] ?? 0;
    data[at + channel] = value + shift > 255 ? value - shift : value + shift;
  };
}

/** The colour at another luminance, 0 to 255: darker by scaling, lighter by mixing with white; the hue stays. */
function shadeOf(colour: Colour, luma: number): [red: number, green: number, blue: number] {
  const channels = [colour.red, colour.green, colour.blue] as const;
  const own = lumaOf(...channels);
  if (Math.max(...channels) - Math.min(...channels) < 16) {
    const level = own > 200 ? 255 - (255 - luma) / 3 : own < 55 ? luma / 3 : luma;
    return [level, level, level];
  }
  const shade = (channel: number): number =>
    Math.round(luma <= own ? (channel * luma) / own : channel + ((255 - channel) * (luma - own)) / (255 - own));
  return [shade(colour.red), shade(colour.green), shade(colour.blue)];
}

function lumaAt(data: Uint8Array, at: number): number {
  return Math.round(lumaOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0));
}

/** Luminance by ITU-R BT.709. */
function lumaOf(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mapChannels(data: Uint8Array, at: number, change: (value: number) => number): void {
  for (let i = at; i < at + 3; i++) data[i] = Math.round(change(data[i] ?? 0));
}

/** Puts white behind transparent pixels. */
export const flattenOnWhite: PixelEdit = (data, at) => {
  const alpha = (data[at + 3] ?? 255) / 255;
  mapChannels(data, at, (value) => 255 - (255 - value) * alpha);
  data[at + 3] = 255;
};
