// Draws every icon file from assets/icon.svg: `node tools/make-icons.ts`. The files are committed, so that packing
// requires no drawing.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { type IconPicture, packIcns, packIco } from './icon-files.ts';

const ASSETS = path.join(import.meta.dirname, '../assets');
const SOURCE_SIDE_PX = 1024;
const ICO_SIDES_PX = [16, 24, 32, 48, 64, 128, 256];
const LINUX_SIDES_PX = [16, 24, 32, 48, 64, 128, 256, 512];
const ICNS_SIDES_PX = [32, 64, 128, 256, 512, 1024];

const svg = await readFile(path.join(ASSETS, 'icon.svg'));
const sides = [...new Set([...ICO_SIDES_PX, ...LINUX_SIDES_PX, ...ICNS_SIDES_PX])];
const pictures = new Map(await Promise.all(sides.map(async (side) => [side, await draw(side)] as const)));
const of = (wanted: readonly number[]): IconPicture[] => wanted.flatMap((side) => pictures.get(side) ?? []);

const folder = path.join(ASSETS, 'icons');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await writeFile(path.join(ASSETS, 'icon.ico'), packIco(of(ICO_SIDES_PX)));
await writeFile(path.join(ASSETS, 'icon.icns'), packIcns(of(ICNS_SIDES_PX)));
for (const { sizePx, png } of of(LINUX_SIDES_PX)) await writeFile(path.join(folder, `${sizePx}x${sizePx}.png`), png);

/** Each size is drawn from the vectors: scaling a large picture down would blur the strokes. */
async function draw(sizePx: number): Promise<IconPicture> {
  const image = sharp(svg, { density: (72 * sizePx) / SOURCE_SIDE_PX }).resize(sizePx, sizePx);
  const png = await image.clone().png({ compressionLevel: 9 }).toBuffer();
  return { sizePx, png, rgba: await image.ensureAlpha().raw().toBuffer() };
}
