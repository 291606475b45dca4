// Replies that show a source, but not as it was sent: in another shape, mirrored, cropped, or in another style.

import sharp, { type Sharp } from 'sharp';
import type { Raster } from './pictures.ts';

/** What is done to a whole picture. */
export type Reshape = 'otherShape' | 'mirrored' | 'cropped';

/** Shares of the sides that a crop leaves: at most 0.72 of the area. */
const CROPPED = { least: 0.72, most: 0.85 } as const;
/** The shape of the reply relative to the source's. */
const OTHER_SHAPE = 0.72;

/** The reply, reshaped. @param random from 0 to 1, decides how */
export async function reshaped(reply: Raster, reshape: Reshape, random: () => number): Promise<Raster> {
  const { width, height } = reply;
  switch (reshape) {
    case 'mirrored':
      return rasterOf(sharpOf(reply).flop());
    case 'cropped': {
      const share = CROPPED.least + (CROPPED.most - CROPPED.least) * random();
      const [cutWidth, cutHeight] = [Math.round(share * width), Math.round(share * height)];
      const left = Math.round((width - cutWidth) * random());
      const top = Math.round((height - cutHeight) * random());
      const cut = sharpOf(reply).extract({ left, top, width: cutWidth, height: cutHeight });
      return rasterOf(cut.resize(width, height, { fit: 'fill' }));
    }
    case 'otherShape': {
      const fit = (['fill', 'contain', 'cover'] as const)[Math.floor(3 * random())] ?? 'fill';
      const isNarrower = width >= height;
      const size = isNarrower
        ? { width: Math.round(width * OTHER_SHAPE), height }
        : { width, height: Math.round(height * OTHER_SHAPE) };
      return rasterOf(sharpOf(reply).resize({ ...size, fit }));
    }
  }
}

/** Painted anew: few tones, broad strokes, drawn outlines. */
export async function restyled(picture: Raster): Promise<Raster> {
  const strokes = await rasterOf(sharpOf(picture).median(9).modulate({ saturation: 1.6 }));
  const outlines = await rasterOf(
    sharpOf(strokes)
      .greyscale()
      .convolve({ width: 3, height: 3, kernel: [-1, -1, -1, -1, 8, -1, -1, -1, -1] })
      .toColourspace('srgb'),
  );
  const step = 48;
  return {
    ...strokes,
    data: strokes.data.map((value, i) =>
      Math.max(0, Math.min(255, step * Math.round(value / step) - 2 * (outlines.data[i] ?? 0))),
    ),
  };
}

function sharpOf({ data, width, height }: Raster): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function rasterOf(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}
