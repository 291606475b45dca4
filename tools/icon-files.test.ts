import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { packIcns, packIco } from './icon-files.ts';

const ASSETS = path.join(import.meta.dirname, '../assets');

async function square(sizePx: number) {
  const image = sharp({ create: { width: sizePx, height: sizePx, channels: 4, background: '#ff8f7380' } });
  return { sizePx, png: await image.clone().png().toBuffer(), rgba: await image.raw().toBuffer() };
}

it('a Windows icon: small sides as BGRA rows from the bottom, 256 as PNG', async () => {
  const small = await square(2);
  // Left column red above blue.
  small.rgba.set([255, 0, 0, 255], 0);
  small.rgba.set([0, 0, 255, 255], 8);
  const large = await square(256);
  const ico = packIco([small, large]);
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 2]);
  const at = ico.readUInt32LE(6 + 12);
  expect([ico[6], ico.readInt32LE(at + 4), ico.readInt32LE(at + 8)]).toEqual([2, 2, 4]);
  expect([...ico.subarray(at + 40, at + 44)]).toEqual([255, 0, 0, 255]);
  expect([...ico.subarray(at + 48, at + 52)]).toEqual([0, 0, 255, 255]);
  const second = 6 + 16;
  expect(ico[second]).toBe(0);
  expect(ico.subarray(ico.readUInt32LE(second + 12)).equals(large.png)).toBe(true);
});

it('an Apple icon: entries fill the file, each a PNG of its type’s side', async () => {
  const icns = packIcns([await square(32), await square(256)]);
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  const found: [string, number | undefined][] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    const { width } = await sharp(icns.subarray(at + 8, at + icns.readUInt32BE(at + 4))).metadata();
    found.push([icns.toString('latin1', at, at + 4), width]);
  }
  expect(found).toEqual([
    ['ic11', 32],
    ['ic08', 256],
    ['ic13', 256],
  ]);
});

it.each([16, 48, 512])('the committed picture of %i pixels is drawn from the committed drawing', async (sizePx) => {
  const drawn = await sharp(await readFile(path.join(ASSETS, 'icon.svg')), { density: (72 * sizePx) / 1024 })
    .resize(sizePx, sizePx)
    .ensureAlpha()
    .raw()
    .toBuffer();
  const kept = await sharp(path.join(ASSETS, `icons/${sizePx}x${sizePx}.png`))
    .ensureAlpha()
    .raw()
    .toBuffer();
  // Other builds of the renderer may differ by one because of rounding.
  expect(drawn.every((value, at) => Math.abs(value - (kept[at] ?? 0)) <= 2)).toBe(true);
});
