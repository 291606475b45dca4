// Puts selections beside each other, for a person to look at.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Raster } from '../trust/pictures.ts';
import type { Stroke } from './person.ts';

const CELL = { width: 400, height: 250 };
const COLUMNS = 4;

/** A picture, what was selected of it and by which strokes, and what is written below it. */
export type Selected = { picture: Raster; coverage: Uint8Array; strokes: readonly Stroke[]; label: string };

/** Writes a png: what is not selected is dark and blue; strokes that add are white, those that take away are black. */
export async function writeSheet(all: readonly Selected[], file: string): Promise<void> {
  const composite = await Promise.all(
    all.map(async (selected, at) => ({
      input: await cellOf(selected),
      left: (at % COLUMNS) * CELL.width,
      top: Math.floor(at / COLUMNS) * (CELL.height + 18),
    })),
  );
  await mkdir(path.dirname(file), { recursive: true });
  const size = { width: COLUMNS * CELL.width, height: Math.ceil(all.length / COLUMNS) * (CELL.height + 18) };
  await sharp({ create: { ...size, channels: 3, background: '#000' } })
    .composite(composite)
    .png()
    .toFile(file);
}

function cellOf({ picture: { data, width, height }, coverage, strokes, label }: Selected): Promise<Buffer> {
  const shown = data.map((value, i) => {
    const share = (coverage[Math.floor(i / 3)] ?? 0) / 255;
    return Math.round(value * share + (0.25 * value + (i % 3 === 2 ? 90 : 0)) * (1 - share));
  });
  const lines = strokes.map(({ isAdding, points }) => {
    const [first = { x: 0, y: 0 }] = points;
    const at = [...points, { x: first.x + 1, y: first.y }].slice(0, Math.max(2, points.length));
    const path = at.map(({ x, y }) => `${x},${y}`).join(' ');
    return `<polyline points="${path}" stroke="${isAdding ? '#fff' : '#000'}" stroke-width="7" stroke-linecap="round" fill="none"/>`;
  });
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${lines.join('')}</svg>`;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL.width}" height="18"><text x="4" y="13" fill="#fff" font-family="sans-serif" font-size="11">${label}</text></svg>`;
  return sharp(shown, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(drawn) }])
    .png()
    .toBuffer()
    .then((whole) => sharp(whole).resize(CELL.width, CELL.height).extend({ bottom: 18 }).png().toBuffer())
    .then((cell) =>
      sharp(cell)
        .composite([{ input: Buffer.from(text), left: 0, top: CELL.height }])
        .png()
        .toBuffer(),
    );
}
