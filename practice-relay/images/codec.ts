// Decodes, scales, blurs and encodes pictures. The only module that uses sharp.

import type { Sharp, SharpOptions } from 'sharp';
import { type OutputFormat, REFERENCE_LIMITS } from '../../shared/images/limits.ts';
import { readPictureHeader } from '../../shared/images/picture-header.ts';
import type { Size } from '../../shared/images/size.ts';
import { type Bytes, copyOf } from '../bytes.ts';
import type { Picture } from './picture.ts';
import { sharp } from './sharp-wasm.ts';

/** The facts in a picture file's header. The size is that of the upright picture. */
export type PictureFacts = Size & { isPng: boolean; hasAlpha: boolean };

/** How a picture is resized: `fill` scales each side independently, `cover` crops the excess centrally. */
export type Fit = 'fill' | 'cover';

/** Damaged data is refused; data with warnings is accepted. */
const INPUT: SharpOptions = { failOn: 'error', limitInputPixels: REFERENCE_LIMITS.maxPixels };

/** Reads a file's header; undefined if it is not a picture of a supported format and an allowed size. */
export async function inspectPicture(file: Bytes): Promise<PictureFacts | undefined> {
  // Checked before sharp, which reads more formats and allocates memory for the declared size.
  const header = readPictureHeader(file);
  if (!header) return undefined;
  try {
    const { hasAlpha, autoOrient } = await sharp(file, INPUT).metadata();
    if (autoOrient.width * autoOrient.height > REFERENCE_LIMITS.maxPixels) return undefined;
    return { width: autoOrient.width, height: autoOrient.height, isPng: header.format === 'png', hasAlpha };
  } catch (error) {
    return noPicture(error);
  }
}

/** Decodes an inspected file, upright and at the given size; undefined when its data is damaged. */
export async function decodePicture(
  file: Bytes,
  facts: PictureFacts,
  size: Size,
  fit: Fit,
): Promise<Picture | undefined> {
  const upright = sharp(file, INPUT).autoOrient().toColourspace('srgb').ensureAlpha();
  // Without a resize the pixels stay exactly the same.
  const isSize = facts.width === size.width && facts.height === size.height;
  try {
    return await toPicture(isSize ? upright : upright.resize(size.width, size.height, { fit }), facts.hasAlpha);
  } catch (error) {
    return noPicture(error);
  }
}

/**
 * Decodes the alpha of a mask file at the given size, one byte per pixel, by nearest neighbour; undefined when damaged.
 */
export async function decodeMaskAlpha(file: Bytes, size: Size, fit: Fit): Promise<Bytes | undefined> {
  try {
    // Two passes, because colour and alpha together would be resized as one image.
    const alpha = sharp(file, INPUT).autoOrient().extractChannel('alpha').toColourspace('b-w');
    const { data, info } = await alpha.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    if (info.width === size.width && info.height === size.height) return new Uint8Array(data);
    const scaled = sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
      .resize(size.width, size.height, { fit, kernel: 'nearest' })
      .extractChannel(0);
    return await toBytes(scaled.raw());
  } catch (error) {
    return noPicture(error);
  }
}

/** Returns a blurred copy. @param sigmaPx 0.3 to 1000. */
export async function blurPicture(picture: Picture, sigmaPx: number): Promise<Picture> {
  return toPicture(open(picture).blur(sigmaPx), picture.hasAlpha);
}

/**
 * Encodes the picture. jpeg has no transparency: transparent areas become white. @param quality of jpeg and webp, 0 to
 * 100.
 */
export async function encodePicture(picture: Picture, format: OutputFormat, quality: number): Promise<Bytes> {
  const source = open(picture);
  const pixels = picture.hasAlpha ? source : source.removeAlpha();
  // sharp's quality scale starts at 1.
  const lossy = { quality: Math.max(1, quality) };
  if (format === 'jpeg') {
    // Without alpha it would change nothing, and take longer than the encoding.
    const opaque = picture.hasAlpha ? source.flatten({ background: '#ffffff' }) : pixels;
    return toBytes(opaque.jpeg(lossy));
  }
  if (format === 'webp') return toBytes(pixels.webp({ ...lossy, effort: 2 }));
  return toBytes(pixels.png({ compressionLevel: 3 }));
}

function open({ data, width, height }: Picture): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false });
}

async function toPicture(pipeline: Sharp, hasAlpha: boolean): Promise<Picture> {
  const { data, info } = await pipeline.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: copyOf(data), hasAlpha };
}

/**
 * Returns undefined for a damaged file. @throws the error when memory ran out instead: the thread ends, and the next
 * one has fresh memory.
 */
function noPicture(error: unknown): undefined {
  if (/(out of|insufficient) memory/i.test(String(error))) throw error;
}

async function toBytes(pipeline: Sharp): Promise<Bytes> {
  return copyOf(await pipeline.toBuffer());
}
