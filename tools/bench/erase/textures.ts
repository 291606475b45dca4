// Pictures of textures and simple scenes, made by code, so that what lies behind a hole is known.

import sharp from 'sharp';
import { type Raster, randomOf } from '../trust/pictures.ts';

type Colour = readonly [red: number, green: number, blue: number];
type Make = (size: Size, random: () => number) => Raster | Promise<Raster>;
type Size = { width: number; height: number };

/** The textures by name; each is made for any size, and is the same each time. */
const TEXTURES: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['wood', wood],
  ['grass', grass],
  ['sky', sky],
  ['clouds', (size, random) => tinted(size, cloudField(size, random, 300, 300), [96, 140, 200], [245, 247, 250])],
  ['stripes', stripes],
  ['bricks', bricks],
  ['noise', (size, random) => eachPixel(size, () => [90 + 90 * random(), 80 + 90 * random(), 70 + 90 * random()])],
  ['fabric', fabric],
  ['tiles', tiles],
  ['sand', sand],
  ['room', room],
  ['face', face],
]);

/** Makes all of them. */
export async function makeTextures(size: Size): Promise<ReadonlyMap<string, Raster>> {
  const made = new Map<string, Raster>();
  for (const [name, make] of TEXTURES) made.set(name, await make(size, randomOf(made.size + 1)));
  return made;
}

function eachPixel({ width, height }: Size, colourAt: (x: number, y: number, i: number) => Colour): Raster {
  const data = new Uint8Array(3 * width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const colour = colourAt(x, y, i);
      for (let c = 0; c < 3; c++) data[3 * i + c] = Math.max(0, Math.min(255, colour[c] ?? 0));
    }
  }
  return { data, width, height };
}

/** Values from 0 to 1 between two colours. */
function tinted(size: Size, field: Float32Array, from: Colour, to: Colour): Raster {
  return eachPixel(size, (_x, _y, i) => {
    const t = field[i] ?? 0;
    return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t, from[2] + (to[2] - from[2]) * t];
  });
}

/** Random values on grids from coarse to fine, added up, from 0 to 1; cells may be longer than high. */
function cloudField(size: Size, random: () => number, cellWidth: number, cellHeight: number): Float32Array {
  const sum = new Float32Array(size.width * size.height);
  let whole = 0;
  for (let part = 1; part >= 1 / 64 && cellHeight * part >= 2; part /= 2) {
    const [w, h] = [cellWidth * part, cellHeight * part];
    const columns = Math.ceil(size.width / w) + 2;
    const grid = Float32Array.from({ length: columns * (Math.ceil(size.height / h) + 2) }, random);
    const strength = part ** 0.7;
    whole += strength;
    for (let y = 0, i = 0; y < size.height; y++) {
      const row = Math.floor(y / h);
      const v = ease(y / h - row);
      for (let x = 0; x < size.width; x++, i++) {
        const column = Math.floor(x / w);
        const u = ease(x / w - column);
        const at = row * columns + column;
        const above = (grid[at] ?? 0) * (1 - u) + (grid[at + 1] ?? 0) * u;
        const below = (grid[at + columns] ?? 0) * (1 - u) + (grid[at + columns + 1] ?? 0) * u;
        sum[i] = (sum[i] ?? 0) + strength * (above * (1 - v) + below * v);
      }
    }
  }
  return sum.map((value) => Math.max(0, Math.min(1, (value / whole - 0.5) * 2 + 0.5)));
}

const ease = (t: number): number => t * t * (3 - 2 * t);

/** Long grain, darker towards the bottom, as on a table under a lamp. */
function wood(size: Size, random: () => number): Raster {
  const coarse = cloudField(size, random, 1600, 60);
  const fine = cloudField(size, random, 240, 5);
  return eachPixel(size, (_x, y, i) => {
    const light = (1.1 - (0.35 * y) / size.height) * (0.75 + 0.3 * (coarse[i] ?? 0) + 0.2 * (fine[i] ?? 0));
    return [150 * light, 98 * light, 54 * light];
  });
}

/** Blades over each other. */
function grass(size: Size, random: () => number): Promise<Raster> {
  const blades = Array.from({ length: (size.width * size.height) / 90 }, () => {
    const [x, y] = [size.width * random(), size.height * random() * 1.02];
    const length = 14 + 26 * random();
    const lean = (random() - 0.5) * length;
    return `<path d="M${x.toFixed(1)} ${y.toFixed(1)}l${lean.toFixed(1)} ${(-length).toFixed(1)}" stroke="hsl(${75 + 45 * random()} ${35 + 30 * random()}% ${12 + 36 * random()}%)" stroke-width="${1.5 + 2 * random()}"/>`;
  });
  return drawn(size, `<rect width="100%" height="100%" fill="#23351a"/>${blades.join('')}`);
}

/** A clear sky: nothing but a gradient, around a low sun. */
function sky({ width, height }: Size): Raster {
  return eachPixel({ width, height }, (x, y) => {
    const t = Math.hypot(x - width * 0.9, (y - height * 1.1) * 1.5) / width;
    return [206 - 110 * t, 214 - 78 * t, 232 - 40 * t];
  });
}

/** Slanted stripes of two colours with soft edges. */
function stripes(size: Size): Raster {
  return eachPixel(size, (x, y) => {
    const wave = Math.max(-1, Math.min(1, 8 * Math.sin((x + 0.4 * y) / 14)));
    return [150 + 60 * wave, 120 + 20 * wave, 110 - 50 * wave];
  });
}

/** A wall whose bricks have one size and many shades, with rough mortar. */
function bricks(size: Size, random: () => number): Raster {
  const [w, h, gap] = [120, 46, 7];
  const shades = Float32Array.from({ length: 4096 }, random);
  const rough = cloudField(size, random, 40, 40);
  return eachPixel(size, (x, y, i) => {
    const row = Math.floor(y / h);
    const along = x + (row % 2) * (w / 2);
    const noise = 30 * ((rough[i] ?? 0) - 0.5);
    if (y % h < gap || along % w < gap) return [176 + noise, 168 + noise, 156 + noise];
    const shade = 0.75 + 0.5 * (shades[(row * 64 + Math.floor(along / w)) % 4096] ?? 0);
    return [140 * shade + noise, 70 * shade + noise, 52 * shade + noise];
  });
}

/** A weave: threads over and under each other. */
function fabric(size: Size, random: () => number): Raster {
  const fibre = cloudField(size, random, 12, 12);
  return eachPixel(size, (x, y, i) => {
    const isOver = (Math.floor(x / 9) + Math.floor(y / 9)) % 2 === 0;
    const thread = Math.sin((Math.PI * ((isOver ? y : x) % 9)) / 9);
    const light = 0.5 + 0.4 * thread + 0.25 * ((fibre[i] ?? 0) - 0.5);
    return [95 * light + 30, 115 * light + 30, 150 * light + 30];
  });
}

/** Glazed tiles in two colours. */
function tiles(size: Size, random: () => number): Raster {
  const glaze = cloudField(size, random, 200, 200);
  return eachPixel(size, (x, y, i) => {
    const [u, v] = [x % 96, y % 96];
    const shine = 14 * (glaze[i] ?? 0);
    if (u < 5 || v < 5) return [120, 118, 114];
    const isDark = (Math.floor(x / 96) + Math.floor(y / 96)) % 2 === 0;
    return isDark ? [52 + shine, 74 + shine, 92 + shine] : [214 + shine, 206 + shine, 190 + shine];
  });
}

/** Ripples that bend, with grains. */
function sand(size: Size, random: () => number): Raster {
  const bend = cloudField(size, random, 500, 400);
  return eachPixel(size, (x, y, i) => {
    const ripple = Math.sin((y + 90 * (bend[i] ?? 0) + 0.1 * x) / 9);
    const light = 0.82 + 0.12 * ripple + 0.14 * (random() - 0.5);
    return [214 * light, 182 * light, 138 * light];
  });
}

/** A wall, a skirting board and a floor of planks, with slight noise: straight edges run through the hole. */
function room(size: Size, random: () => number): Raster {
  const horizon = size.height * 0.5;
  const grain = cloudField(size, random, 900, 12);
  return eachPixel(size, (x, y, i) => {
    const noise = 5 * (random() - 0.5);
    if (y < horizon) {
      const light = 1 - (0.25 * x) / size.width;
      return [206 * light + noise, 204 * light + noise, 192 * light + noise];
    }
    if (y < horizon + 46) return [236 + noise, 234 + noise, 228 + noise];
    const plank = y % 90 < 3 ? 0.6 : 1;
    const light = plank * (0.8 + 0.3 * (grain[i] ?? 0));
    return [142 * light + noise, 96 * light + noise, 60 * light + noise];
  });
}

/** A face before a soft background; the hole is on the shoulder and the background. */
async function face(size: Size, random: () => number): Promise<Raster> {
  const [x, y, r] = [size.width * 0.28, size.height * 0.36, size.height * 0.2];
  const { data } = await drawn(
    size,
    `<defs><linearGradient id="b" x2="1" y2="1"><stop stop-color="#9db4c0"/><stop offset="1" stop-color="#5c6b73"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#b)"/>
    <path d="M0 ${size.height} q${x} ${-size.height * 0.62} ${size.width} 0" fill="#3d5a80"/>
    <ellipse cx="${x}" cy="${y - r * 0.25}" rx="${r * 1.05}" ry="${r * 1.2}" fill="#3b2a20"/>
    <ellipse cx="${x}" cy="${y}" rx="${r * 0.85}" ry="${r * 1.1}" fill="#e0ac8a"/>
    <circle cx="${x - r * 0.3}" cy="${y - r * 0.1}" r="${r * 0.09}" fill="#222"/><circle cx="${x + r * 0.3}" cy="${y - r * 0.1}" r="${r * 0.09}" fill="#222"/>
    <path d="M${x - r * 0.3} ${y + r * 0.5} q${r * 0.3} ${r * 0.2} ${r * 0.6} 0" stroke="#a04040" stroke-width="10" fill="none"/>`,
  );
  return eachPixel(size, (_x, _y, i) => {
    const noise = 8 * (random() - 0.5);
    return [(data[3 * i] ?? 0) + noise, (data[3 * i + 1] ?? 0) + noise, (data[3 * i + 2] ?? 0) + noise];
  });
}

async function drawn({ width, height }: Size, body: string): Promise<Raster> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;
  const data = await sharp(Buffer.from(svg), { unlimited: true }).removeAlpha().raw().toBuffer();
  return { data: new Uint8Array(data), width, height };
}
