// Extends a picture by a border: its rows, and the mask of what is to be painted.

import type { BorderFill, Margins } from '../../../../shared/images/extending.ts';
import type { Size } from '../../../../shared/images/size.ts';
import type { Coverage, Pixels, Rows } from '../pixels.ts';

/** The border is made from the picture reduced to at most this many pixels at its longer side: that blurs it. */
const REDUCED_PX = 192;
/** Grey that is neither light nor dark. */
const PLAIN = [128, 128, 128, 255] as const;
const CLEAR = [0, 0, 0, 0] as const;
/** The mask reaches into the picture by this share of its shorter side, growing softer, so that no seam is seen. */
const OVERLAP_SHARE = 0.03;
const OVERLAP_PX = { min: 4, max: 96 } as const;

/** The rows of the extended picture. Inside, they are those of the picture, byte by byte. */
export function extendedRows(picture: Pixels, margins: Margins, fill: BorderFill): Rows {
  const { left, top, right, bottom } = margins;
  const [width, height] = [left + picture.width + right, top + picture.height + bottom];
  const paintBorder = borderOf(picture, margins, fill);
  return {
    width,
    height,
    isOpaque: fill !== 'transparent' && picture.isOpaque,
    readRow: (y, row) => {
      const inside = y - top;
      if (inside < 0 || inside >= picture.height) {
        paintBorder(row, y, 0, width);
        return;
      }
      paintBorder(row, y, 0, left);
      const start = 4 * inside * picture.width;
      row.set(picture.data.subarray(start, start + 4 * picture.width), 4 * left);
      paintBorder(row, y, left + picture.width, width);
    },
  };
}

/** Paints a part of row `y` of the frame, from one column up to another. */
type PaintBorder = (row: Uint8ClampedArray, y: number, from: number, to: number) => void;

function borderOf(picture: Pixels, { left, top, right }: Margins, fill: BorderFill): PaintBorder {
  if (fill !== 'mirrored') {
    const colour = fill === 'plain' ? PLAIN : CLEAR;
    return (row, _y, from, to) => {
      for (let x = from; x < to; x++) row.set(colour, 4 * x);
    };
  }
  const { data, width, height, stepPx } = reduced(picture);
  const across = Array.from({ length: left + picture.width + right }, (_none, x) =>
    between(mirrored(x - left + 0.5, picture.width) / stepPx - 0.5, width),
  );
  return (row, y, from, to) => {
    const down = between(mirrored(y - top + 0.5, picture.height) / stepPx - 0.5, height);
    const [above, below] = [down.first * width, down.next * width];
    for (let x = from; x < to; x++) {
      const { first = 0, next = 0, share = 0 } = across[x] ?? {};
      for (let channel = 0; channel < 4; channel++) {
        const upper = mix(data[4 * (above + first) + channel], data[4 * (above + next) + channel], share);
        const lower = mix(data[4 * (below + first) + channel], data[4 * (below + next) + channel], share);
        row[4 * x + channel] = mix(upper, lower, down.share);
      }
    }
  };
}

/** The two pixels of a line between whose centres a place lies, and how far it is from the first. */
function between(at: number, count: number): { first: number; next: number; share: number } {
  const first = Math.min(count - 1, Math.max(0, Math.floor(at)));
  return { first, next: Math.min(count - 1, first + 1), share: Math.min(1, Math.max(0, at - first)) };
}

function mix(a = 0, b = 0, share = 0): number {
  return a + (b - a) * share;
}

/** A place beyond a picture as seen in mirrors at both of its edges. */
function mirrored(at: number, length: number): number {
  const period = 2 * length;
  const within = ((at % period) + period) % period;
  return within < length ? within : period - within;
}

/** The picture, smaller: means of squares, whose colours count by their opacity. */
function reduced({ data, width, height }: Pixels) {
  const stepPx = Math.max(1, Math.ceil(Math.max(width, height) / REDUCED_PX));
  const size = { width: Math.ceil(width / stepPx), height: Math.ceil(height / stepPx) };
  const small = new Float32Array(4 * size.width * size.height);
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const [right, bottom] = [Math.min(width, (x + 1) * stepPx), Math.min(height, (y + 1) * stepPx)];
      const sum = [0, 0, 0, 0];
      for (let v = y * stepPx; v < bottom; v++)
        for (let u = x * stepPx; u < right; u++) {
          const at = 4 * (v * width + u);
          const alpha = data[at + 3] ?? 0;
          for (let channel = 0; channel < 3; channel++)
            sum[channel] = (sum[channel] ?? 0) + (data[at + channel] ?? 0) * alpha;
          sum[3] = (sum[3] ?? 0) + alpha;
        }
      const [red = 0, green = 0, blue = 0, alpha = 0] = sum;
      const count = (right - x * stepPx) * (bottom - y * stepPx);
      const colour = alpha === 0 ? [0, 0, 0] : [red / alpha, green / alpha, blue / alpha];
      small.set([...colour, alpha / count], 4 * (y * size.width + x));
    }
  return { data: small, stepPx, ...size };
}

/** The mask of an extended picture: all of the border, and less and less of the picture beside it. */
export function extensionCoverage(picture: Size, { left, top, right, bottom }: Margins): Coverage {
  const [width, height] = [left + picture.width + right, top + picture.height + bottom];
  const shorter = Math.min(picture.width, picture.height);
  const wanted = Math.min(OVERLAP_PX.max, Math.max(OVERLAP_PX.min, Math.round(OVERLAP_SHARE * shorter)));
  // Something of the picture always stays.
  const overlap = Math.min(wanted, Math.floor(shorter / 4));
  const across = weightsAlong(left, picture.width, right, overlap);
  const down = weightsAlong(top, picture.height, bottom, overlap);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const below = down[y] ?? 0;
    for (let x = 0; x < width; x++) data[y * width + x] = Math.max(below, across[x] ?? 0);
  }
  return { data, width, height };
}

/** Coverage along one side: 255 on what is added, falling to 0 over `overlap` pixels of the picture. */
function weightsAlong(before: number, length: number, after: number, overlap: number): Uint8Array {
  return Uint8Array.from({ length: before + length + after }, (_none, at) => {
    const inside = at - before;
    const fromStart = before > 0 ? inside : Number.POSITIVE_INFINITY;
    const fromEnd = after > 0 ? length - 1 - inside : Number.POSITIVE_INFINITY;
    const depth = Math.min(fromStart, fromEnd);
    if (depth < 0) return 255;
    return depth >= overlap ? 0 : Math.round(255 * (1 - (depth + 1) / (overlap + 1)));
  });
}
