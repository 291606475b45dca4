// Generated pictures of the kinds that people edit. The same seed returns the same picture.

import sharp from 'sharp';

/** RGB bytes, row by row. */
export type Raster = { data: Uint8Array; width: number; height: number };

/** Kinds of picture that were used to choose thresholds. Flat ones have no features that show a shift. */
export const TUNED_KINDS = ['photo', 'text', 'noise', 'portrait', 'graphic', 'flat'] as const;
/** Those, and two that were not used to choose thresholds: one that is uniform, one that is periodic. */
export const KINDS = [...TUNED_KINDS, 'leaves', 'bricks'] as const;
export type Kind = (typeof KINDS)[number];

/** Returns numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Generates a picture. */
export function makePicture(kind: Kind, width: number, height: number, seed: number): Promise<Raster> {
  const random = randomOf(seed);
  switch (kind) {
    case 'flat':
      return Promise.resolve(filled(width, height, [60 + 140 * random(), 60 + 140 * random(), 60 + 140 * random()]));
    case 'noise':
      return Promise.resolve(mapped(width, height, () => [255 * random(), 255 * random(), 255 * random()]));
    case 'photo':
      return Promise.resolve(clouds(width, height, random));
    case 'portrait':
      return drawn(portrait(width, height, random), width, height, 1.2);
    case 'graphic':
      return drawn(graphic(width, height, random), width, height, 0);
    case 'leaves':
      return drawn(leaves(width, height, random), width, height, 0.7);
    case 'bricks':
      return drawn(bricks(width, height, random), width, height, 0.5);
    case 'text':
      return drawn(page(width, height, random), width, height, 0);
  }
}

type Colour = readonly [number, number, number];

function filled(width: number, height: number, colour: Colour): Raster {
  return mapped(width, height, () => colour);
}

function mapped(width: number, height: number, colourAt: (x: number, y: number) => Colour): Raster {
  const data = new Uint8Array(3 * width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++) for (const value of colourAt(x, y)) data[i++] = Math.max(0, Math.min(255, value));
  }
  return { data, width, height };
}

/** Random values on grids from coarse to fine, added up: similar to hills, foliage, walls. */
function clouds(width: number, height: number, random: () => number): Raster {
  const sum = new Float32Array(3 * width * height);
  for (let cell = Math.max(width, height) / 3, strength = 90; cell > 3; cell /= 2, strength *= 0.62) {
    const columns = Math.ceil(width / cell) + 2;
    const grid = Float32Array.from({ length: 3 * columns * (Math.ceil(height / cell) + 2) }, () => random() - 0.5);
    const tint = 0.6;
    for (let y = 0, i = 0; y < height; y++) {
      const [row, v] = split(y / cell);
      for (let x = 0; x < width; x++) {
        const [column, u] = split(x / cell);
        const at = (channel: number, dx: number, dy: number): number =>
          grid[3 * ((row + dy) * columns + column + dx) + channel] ?? 0;
        const blend = (channel: number): number =>
          (at(channel, 0, 0) * (1 - u) + at(channel, 1, 0) * u) * (1 - v) +
          (at(channel, 0, 1) * (1 - u) + at(channel, 1, 1) * u) * v;
        const shared = blend(0);
        for (let channel = 0; channel < 3; channel++, i++) {
          sum[i] = (sum[i] ?? 0) + strength * (shared * tint + blend(channel) * (1 - tint)) * 2;
        }
      }
    }
  }
  return { data: Uint8Array.from(sum, (value) => Math.max(0, Math.min(255, 120 + value))), width, height };
}

function split(value: number): [number, number] {
  const whole = Math.floor(value);
  const part = value - whole;
  return [whole, part * part * (3 - 2 * part)];
}

async function drawn(svg: string, width: number, height: number, blur: number): Promise<Raster> {
  const picture = sharp(Buffer.from(svg)).resize(width, height).flatten({ background: '#ffffff' });
  const { data } = await (blur > 0 ? picture.blur(blur) : picture).removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  return { data: new Uint8Array(data), width, height };
}

function svgOf(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;
}

/** A soft background, a head, hair, eyes, shoulders: mostly gradients. */
function portrait(width: number, height: number, random: () => number): string {
  const [x, y] = [width * (0.25 + 0.5 * random()), height * (0.3 + 0.25 * random())];
  const r = Math.min(width, height) * (0.13 + 0.12 * random());
  const hue = 360 * random();
  const gradient = (id: string, from: string, to: string): string =>
    `<radialGradient id="${id}" cx="${0.2 + 0.6 * random()}" cy="${0.2 + 0.6 * random()}"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></radialGradient>`;
  const strands = Array.from({ length: 30 }, (_, i) => {
    const angle = Math.PI * (1 + i / 29);
    const [ax, ay] = [x + 1.05 * r * Math.cos(angle), y + 1.15 * r * Math.sin(angle)];
    return `<path d="M${x} ${y - r} Q${ax} ${ay - 20 * random()} ${ax + 30 * random()} ${ay + r * 0.8}" stroke="#2a1a10" fill="none" stroke-width="${2 + 5 * random()}"/>`;
  }).join('');
  return svgOf(
    width,
    height,
    `<defs>${gradient('b', `hsl(${hue} 40% 75%)`, `hsl(${hue + 40} 35% 40%)`)}${gradient('f', '#f0c8a8', '#b98060')}</defs>
    <rect width="100%" height="100%" fill="url(#b)"/>
    <ellipse cx="${x}" cy="${y + 2.3 * r}" rx="${1.9 * r}" ry="${1.1 * r}" fill="hsl(${hue + 150} 45% 35%)"/>
    <ellipse cx="${x}" cy="${y}" rx="${0.8 * r}" ry="${r}" fill="url(#f)"/>${strands}
    <circle cx="${x - 0.3 * r}" cy="${y}" r="${0.08 * r}" fill="#222"/><circle cx="${x + 0.3 * r}" cy="${y}" r="${0.08 * r}" fill="#222"/>
    <path d="M${x - 0.25 * r} ${y + 0.5 * r} q${0.25 * r} ${0.15 * r} ${0.5 * r} 0" stroke="#a04040" stroke-width="5" fill="none"/>`,
  );
}

/** Shapes in plain colours, as in a poster. */
function graphic(width: number, height: number, random: () => number): string {
  const colour = (): string => `hsl(${360 * random()} 70% ${30 + 45 * random()}%)`;
  const shapes = Array.from({ length: 26 }, () => {
    const [x, y, r] = [width * random(), height * random(), (0.03 + 0.14 * random()) * width];
    return random() < 0.5
      ? `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour()}"/>`
      : `<rect x="${x}" y="${y}" width="${r}" height="${r * (0.5 + random())}" fill="${colour()}" transform="rotate(${90 * random()} ${x} ${y})"/>`;
  }).join('');
  return svgOf(width, height, `<rect width="100%" height="100%" fill="${colour()}"/>${shapes}`);
}

/** Ellipses of one size and many greens, over each other. */
function leaves(width: number, height: number, random: () => number): string {
  const size = 6 + 12 * random();
  const one = (): string => {
    const [x, y] = [width * random(), height * random()];
    return `<ellipse cx="${x}" cy="${y}" rx="${size * (0.7 + 0.6 * random())}" ry="${size * 0.4}" fill="hsl(${70 + 70 * random()} 45% ${12 + 50 * random()}%)" transform="rotate(${360 * random()} ${x} ${y})"/>`;
  };
  const count = Math.min(6000, (3 * width * height) / (size * size));
  return svgOf(
    width,
    height,
    `<rect width="100%" height="100%" fill="#20301c"/>${Array.from({ length: count }, one).join('')}`,
  );
}

/** A wall: all bricks have the same size, and slightly different colours. */
function bricks(width: number, height: number, random: () => number): string {
  const [w, h] = [30 + 40 * random(), 14 + 14 * random()];
  const parts: string[] = [];
  for (let row = 0; row * h < height; row++) {
    for (let x = row % 2 === 0 ? 0 : -w / 2; x < width; x += w) {
      parts.push(
        `<rect x="${x}" y="${row * h}" width="${w - 3}" height="${h - 3}" fill="hsl(${8 + 14 * random()} ${35 + 20 * random()}% ${28 + 22 * random()}%)"/>`,
      );
    }
  }
  return svgOf(width, height, `<rect width="100%" height="100%" fill="#b8b0a4"/>${parts.join('')}`);
}

const WORDS =
  'the relay keeps what was not painted and says so in words that people read with ease 2026 中文 页面'.split(' ');

/** A printed page: lines of words of a random size and leading. */
function page(width: number, height: number, random: () => number): string {
  const size = 14 + 14 * random();
  const leading = size * (1.3 + 0.7 * random());
  const lines: string[] = [];
  for (let y = 40 + leading * random(); y < height - 20; y += leading) {
    const words = Array.from({ length: 4 + 12 * random() }, () => WORDS[Math.floor(random() * WORDS.length)] ?? '');
    lines.push(
      `<text x="${30 + 20 * random()}" y="${y}" font-size="${size}" font-family="sans-serif">${words.join(' ')}</text>`,
    );
  }
  return svgOf(width, height, `<rect width="100%" height="100%" fill="#fbfaf5"/>${lines.join('')}`);
}
