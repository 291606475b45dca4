// Puts pictures beside each other, for a person to look at.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Raster } from '../trust/pictures.ts';
import type { Hole } from './measures.ts';

const CELL = { width: 480, height: 320 };
const GAP_PX = 6;

/**
 * Writes a png with a row for each list of pictures, all of one size. @param isCut true: the lower edge of the hole at full
 * size; false: the hole and what is around it, scaled.
 */
export async function writeSheet(
  rows: readonly (readonly Raster[])[],
  holeOf: (picture: Raster) => Hole,
  file: string,
  isCut: boolean,
): Promise<void> {
  const parts: { input: Buffer; left: number; top: number }[] = [];
  for (const [row, pictures] of rows.entries()) {
    for (const [column, picture] of pictures.entries()) {
      const input = await cellOf(picture, holeOf(picture), isCut);
      parts.push({ input, left: column * (CELL.width + GAP_PX), top: row * (CELL.height + GAP_PX) });
    }
  }
  const columns = Math.max(...rows.map((row) => row.length));
  const size = { width: columns * (CELL.width + GAP_PX), height: rows.length * (CELL.height + GAP_PX) };
  await mkdir(path.dirname(file), { recursive: true });
  await sharp({ create: { ...size, channels: 3, background: '#000' } })
    .composite(parts)
    .png()
    .toFile(file);
}

function cellOf({ data, width, height }: Raster, { box }: Hole, isCut: boolean): Promise<Buffer> {
  const whole = sharp(data, { raw: { width, height, channels: 3 } });
  const [x, y] = [box.left + box.width / 2, box.top + box.height * (isCut ? 0.8 : 0.5)];
  const scale = isCut ? 1 : 2.6;
  const part = { width: Math.round(CELL.width * scale), height: Math.round(CELL.height * scale) };
  const left = Math.max(0, Math.min(width - part.width, Math.round(x - part.width / 2)));
  const top = Math.max(0, Math.min(height - part.height, Math.round(y - part.height / 2)));
  return whole
    .extract({ left, top, ...part })
    .resize(CELL.width, CELL.height)
    .png()
    .toBuffer();
}
