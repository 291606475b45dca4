// How the practice relay erases, beside OpenCV's two methods: on textures and scenes that are known behind the hole, made
// by code, and on photographs. The hole is a tenth of a picture of 4 MP.

import sharp from 'sharp';
import { eraseRegion } from '../../practice-relay/images/edits/erase.ts';
import { type Bench, type Figure, isTrial } from './bench.ts';
import { energyRatio, type Hole, makeHole, psnrOf, ssimOf } from './erase/measures.ts';
import { inpaint, loadOpenCv } from './erase/opencv.ts';
import { writeSheet } from './erase/sheet.ts';
import { makeTextures } from './erase/textures.ts';
import { fetchPhotographs, LARGE, type Photograph } from './photographs.ts';
import type { Raster } from './trust/pictures.ts';

const SIZE = isTrial ? { width: 612, height: 408 } : { width: 2448, height: 1632 };
/** Texture that continues is as strong in the hole as around it. */
const ENERGY = { least: 0.7, most: 1.3 };
const SHEET = 'screenshots/erase.png';

type Filled = { raster: Raster; wallMs: number; cpuMs: number };
type Fill = (picture: Raster, hole: Hole) => Raster | Promise<Raster>;

/**
 * Measures all pictures. `--photographs=0`: without those; `--sheet=1`: writes a sheet with the pictures before and after,
 * `--cut=1`: at their full size, and only the middle of the hole.
 */
export const benchErase: Bench = async (flags) => {
  const cv = await loadOpenCv();
  const methods: ReadonlyMap<string, Fill> = new Map<string, Fill>([
    ['ours', eraseOurs],
    ['OpenCV, Navier-Stokes', (picture, { inside }) => inpaint(cv, picture, inside, 'INPAINT_NS')],
    ['OpenCV, Telea', (picture, { inside }) => inpaint(cv, picture, inside, 'INPAINT_TELEA')],
  ]);
  const sets = [{ set: 'made', pictures: await makeTextures(SIZE) }];
  const photographs = isTrial || flags.get('photographs') === 0 ? [] : await fetchPhotographs(LARGE);
  if (photographs.length > 0) sets.push({ set: 'photographs', pictures: await readAll(photographs) });

  const figures: Figure[] = [];
  const rows: Raster[][] = [];
  for (const { set, pictures } of sets) {
    const found = new Map([...methods.keys()].map((method): [string, Measured[]] => [method, []]));
    for (const [name, truth] of pictures) {
      const hole = makeHole(truth);
      const row = [truth];
      for (const [method, fill] of methods) {
        const { raster, wallMs, cpuMs } = await timed(() => fill(truth, hole));
        row.push(raster);
        const [psnr, ssim] = [psnrOf(truth, raster, hole), ssimOf(truth, raster, hole)];
        found.get(method)?.push({ name, wallMs, cpuMs, psnr, ssim, energy: energyRatio(raster, hole) });
      }
      found
        .get('ours')
        ?.slice(-1)
        .forEach(({ psnr, ssim, energy, cpuMs }) => {
          const values = `${psnr.toFixed(1)} dB, ssim ${ssim.toFixed(2)}, energy ${energy.toFixed(2)}`;
          console.error(
            `  ${name}: ${values} (truth ${energyRatio(truth, hole).toFixed(2)}), ${cpuMs.toFixed(0)} ms of cpu`,
          );
        });
      rows.push(row);
    }
    for (const [method, measured] of found) figures.push(...figuresOf(`erase ${set}: ${method}`, measured));
  }
  if (flags.get('sheet') === 1) {
    await writeSheet(rows, makeHole, SHEET, flags.get('cut') === 1);
    console.error(`The pictures, before and as each method fills them: ${SHEET}`);
  }
  return figures;
};

type Measured = { name: string; wallMs: number; cpuMs: number; psnr: number; ssim: number; energy: number };

function figuresOf(name: string, measured: readonly Measured[]): Figure[] {
  const off = measured.filter(({ energy }) => energy < ENERGY.least || energy > ENERGY.most);
  const share = `${measured.length - off.length} of ${measured.length} within ${ENERGY.least}–${ENERGY.most}`;
  const others = off.map(({ name, energy }) => `${name} ${energy.toFixed(2)}`).join(', ');
  return [
    { name: `${name}, cpu`, unit: 'ms', samples: measured.map(({ cpuMs }) => cpuMs), aim: 2000, aimShare: 0.95 },
    { name: `${name}, time`, unit: 'ms', samples: measured.map(({ wallMs }) => wallMs), aim: 2000, aimShare: 0.95 },
    { name: `${name}, psnr`, unit: 'dB', samples: measured.map(({ psnr }) => psnr) },
    { name: `${name}, ssim`, unit: '×', samples: measured.map(({ ssim }) => ssim) },
    {
      name: `${name}, texture of hole to ring`,
      unit: '×',
      samples: measured.map(({ energy }) => energy),
      note: others === '' ? share : `${share}; not ${others}`,
    },
  ];
}

async function timed(fill: () => Raster | Promise<Raster>): Promise<Filled> {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  const raster = await fill();
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return { raster, wallMs, cpuMs: (user + system) / 1000 };
}

/** Erases with the object painted over, so that nothing of what is behind it can be used. */
async function eraseOurs({ data, width, height }: Raster, { inside, areaPx, box }: Hole): Promise<Raster> {
  const picture = { width, height, data: new Uint8Array(width * height * 4), hasAlpha: false };
  for (let i = 0; i < inside.length; i++) {
    const pixel = inside[i] === 1 ? [255, 0, 255] : data.subarray(3 * i, 3 * i + 3);
    picture.data.set(pixel, 4 * i);
    picture.data[4 * i + 3] = 255;
  }
  await eraseRegion(picture, { inside, areaPx, box }, new AbortController().signal);
  const filled = new Uint8Array(3 * width * height);
  for (let i = 0; i < inside.length; i++) filled.set(picture.data.subarray(4 * i, 4 * i + 3), 3 * i);
  return { data: filled, width, height };
}

async function readAll(photographs: readonly Photograph[]): Promise<ReadonlyMap<string, Raster>> {
  const read = new Map<string, Raster>();
  for (const { name, file } of photographs) {
    const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    read.set(name, { data: new Uint8Array(data), width: info.width, height: info.height });
  }
  return read;
}
