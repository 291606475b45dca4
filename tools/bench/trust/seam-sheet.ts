// Draws pictures beside each other on one sheet, each as a whole and with a part of the mask's edge magnified.

import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import type { Raster } from './pictures.ts';

/** A row of the sheet: ways to join the same edit. */
export type SheetRow = { title: string; pictures: { name: string; raster: Raster }[] };

/** Size of a picture on the sheet, and of the row of words above it. */
const CELL = { width: 300, height: 225, words: 18 } as const;
/** What is magnified: the right end of the mask, as fractions of the sides, and by how much. */
const PART = { left: 0.68, top: 0.4, magnified: 3 } as const;
const GAP = 4;

/** Writes the sheet into the system's folder for temporary files. @returns its path */
export async function writeSheet(rows: readonly SheetRow[]): Promise<string> {
  const columns = Math.max(...rows.map(({ pictures }) => pictures.length));
  const [stepX, stepY] = [CELL.width + GAP, CELL.words + 2 * CELL.height + 2 * GAP];
  const overlays: OverlayOptions[] = [];
  for (const [row, { title, pictures }] of rows.entries()) {
    for (const [column, { name, raster }] of pictures.entries()) {
      const [left, top] = [column * stepX, row * stepY];
      const words = column === 0 ? `${title} · ${name}` : name;
      overlays.push({ input: wordsOf(words), left, top });
      overlays.push({ input: await wholeOf(raster), left, top: top + CELL.words });
      overlays.push({ input: await partOf(raster), left, top: top + CELL.words + CELL.height });
    }
  }
  const file = path.join(tmpdir(), `seams-${process.pid}.png`);
  const size = { width: columns * stepX, height: rows.length * stepY };
  await sharp({ create: { ...size, channels: 3, background: '#202020' } }).composite(overlays).png().toFile(file);
  return file;
}

function pictureOf({ data, width, height }: Raster) {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

function wholeOf(raster: Raster): Promise<Buffer> {
  return pictureOf(raster).resize(CELL.width, CELL.height, { fit: 'fill' }).png().toBuffer();
}

function partOf(raster: Raster): Promise<Buffer> {
  const { width, height } = raster;
  const part = {
    left: Math.round(width * PART.left),
    top: Math.round(height * PART.top),
    width: Math.round(CELL.width / PART.magnified),
    height: Math.round(CELL.height / PART.magnified),
  };
  return pictureOf(raster).extract(part).resize(CELL.width, CELL.height, { kernel: 'nearest' }).png().toBuffer();
}

function wordsOf(words: string): Buffer {
  const text = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL.width}" height="${CELL.words}"><text x="2" y="13" font-size="12" font-family="sans-serif" fill="#fff">${text}</text></svg>`,
  );
}
