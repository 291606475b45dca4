// Draws pictures beside each other on sheets, each as a whole and with a part of the mask's edge magnified.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';

/** A picture on a sheet, with its words. */
type Drawn = { name: string; file: Uint8Array };

/** Sheets by name, to which rows are added. */
export type Sheets = {
  add: (sheet: string, row: string, pictures: readonly Drawn[]) => Promise<void>;
  /** @returns the folder in which each is a PNG */
  write: () => Promise<string>;
};

/** Size of a picture on a sheet, and of the row of words above it. */
const CELL = { width: 300, height: 225, words: 18 } as const;
/** What is magnified: the right end of the mask, as fractions of the sides, and by how much. */
const PART = { left: 0.68, top: 0.4, magnified: 3 } as const;
const GAP = 4;
const [STEP_X, STEP_Y] = [CELL.width + GAP, CELL.words + 2 * CELL.height + 2 * GAP];

/** Sheets in a new folder among the system's for temporary files. */
export async function createSheets(): Promise<Sheets> {
  const folder = await mkdtemp(path.join(tmpdir(), 'seams-'));
  const sheets = new Map<string, { rows: number; columns: number; overlays: OverlayOptions[] }>();
  return {
    add: async (name, row, pictures) => {
      const sheet = sheets.get(name) ?? { rows: 0, columns: 0, overlays: [] };
      sheets.set(name, sheet);
      const top = sheet.rows * STEP_Y;
      for (const [column, drawn] of pictures.entries()) {
        const left = column * STEP_X;
        const words = column === 0 ? `${row}: ${drawn.name}` : drawn.name;
        sheet.overlays.push(
          { input: wordsOf(words), left, top },
          { input: await wholeOf(drawn.file), left, top: top + CELL.words },
          { input: await partOf(drawn.file), left, top: top + CELL.words + CELL.height },
        );
      }
      sheet.rows += 1;
      sheet.columns = Math.max(sheet.columns, pictures.length);
    },
    write: async () => {
      for (const [name, { rows, columns, overlays }] of sheets) {
        const size = { width: columns * STEP_X, height: rows * STEP_Y };
        await sharp({ create: { ...size, channels: 3, background: '#202020' } })
          .composite(overlays)
          .png()
          .toFile(path.join(folder, `${name.replaceAll(/[^a-z]+/g, '-')}.png`));
      }
      return folder;
    },
  };
}

function wholeOf(file: Uint8Array): Promise<Buffer> {
  return sharp(file).resize(CELL.width, CELL.height, { fit: 'fill' }).png().toBuffer();
}

async function partOf(file: Uint8Array): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata();
  const part = {
    left: Math.round(width * PART.left),
    top: Math.round(height * PART.top),
    width: Math.round(CELL.width / PART.magnified),
    height: Math.round(CELL.height / PART.magnified),
  };
  return sharp(file).extract(part).resize(CELL.width, CELL.height, { kernel: 'nearest' }).png().toBuffer();
}

function wordsOf(words: string): Buffer {
  const text = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL.width}" height="${CELL.words}"><text x="2" y="13" font-size="12" font-family="sans-serif" fill="#fff">${text}</text></svg>`,
  );
}
