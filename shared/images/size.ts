// The `size` field: parsing and formatting `<width>x<height>`, which sizes are legal, and the legal size for a picture.

import { DEFAULT_SIZE, MAX_PIXELS, MAX_RATIO, MIN_PIXELS } from './limits.ts';

/** Sides in pixels: whole numbers from 1. */
export type Size = { readonly width: number; readonly height: number };

/**
 * A connection's own limits; the minimum of `MIN_PIXELS` always applies. `maxPixels` is at least that minimum,
 * `maxRatio` (long side by short side) at least 1; so 1920x1920 is always legal.
 */
export type SizeRules = {
  readonly maxPixels: number;
  readonly maxRatio: number;
  /** Whether tier words may be sent instead of a size. */
  readonly hasSizeTiers?: boolean;
};

/** The rules of a connection without its own limits. */
export const DEFAULT_SIZE_RULES: SizeRules = { maxPixels: MAX_PIXELS.default, maxRatio: MAX_RATIO.default };

/** What `Size` is set to: the picture's own shape, a size in words, or nothing sent. */
export type SizeChoice = { kind: 'match' } | { kind: 'size'; text: string } | { kind: 'none' };

/** Why a size is not legal. `shape`: the text is not `<width>x<height>`. */
export type SizeProblem = 'shape' | 'tooFewPixels' | 'tooManyPixels' | 'ratio';

/** Sizes offered beside "Match picture"; the relay's default first, then 16:9, 4:3, 3:2, 21:9 and large squares. */
export const SIZE_PRESETS = [
  DEFAULT_SIZE,
  '2560x1440',
  '1440x2560',
  '2304x1728',
  '1728x2304',
  '2496x1664',
  '1664x2496',
  '3024x1296',
  '2048x2048',
  '3072x3072',
  '4096x4096',
] as const;

/**
 * Words that some relays accept as a size, with the approximate side of a square: the relay chooses the sides by the
 * picture's shape.
 */
const TIER_SIDES = { '2K': 2048, '3K': 3072, '4K': 4096 } as const;
export type SizeTier = keyof typeof TIER_SIDES;
export const SIZE_TIERS = ['2K', '3K', '4K'] as const satisfies readonly SizeTier[];

/** Parses a tier word, also in lower case and full-width. */
export function parseTier(text: string): SizeTier | undefined {
  const word = text.normalize('NFKC').trim().toUpperCase();
  return SIZE_TIERS.find((tier) => tier === word);
}

/**
 * Returns the size to which a picture is scaled for the `size` that is sent. For a tier word: its own size or the
 * nearest legal one within the tier, because the relay's choice is not known. Without a `size`: the relay's default.
 * @param sent the `size` field; null is not sent.
 */
export function wireSize(sent: string | null, source: Size): Size {
  const tier = sent === null ? undefined : parseTier(sent);
  if (tier !== undefined) return matchPicture(source, { ...DEFAULT_SIZE_RULES, maxPixels: TIER_SIDES[tier] ** 2 });
  return (sent === null ? undefined : parseSize(sent)) ?? RELAY_DEFAULT;
}

/** Photographs as PNG, the largest of the output formats, rarely need more for a pixel. */
const MAX_BYTES_PER_PIXEL = 3;

/**
 * Estimates the size of all results of one edit request from above, in bytes. A tier word counts as its own square.
 * @param sent the `size` field and the number of variations; null is not sent.
 */
export function maxResultBytes(sent: { size: string | null; variations: number | null }): number {
  const { width, height } = wireSize(sent.size, RELAY_DEFAULT);
  return width * height * MAX_BYTES_PER_PIXEL * (sent.variations ?? 1);
}

/**
 * Parses a size as a person or a relay writes it: `x`, `X`, `×` or `*` between the sides, spaces around, full-width
 * digits.
 * @returns undefined when the text is not a size. Does not check whether the size is legal: see `sizeProblem`.
 */
export function parseSize(text: string): Size | undefined {
  const match = /^(\d{1,6})\s*[x×*]\s*(\d{1,6})$/.exec(text.normalize('NFKC').trim().toLowerCase());
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  return width >= 1 && height >= 1 ? { width, height } : undefined;
}

/** The size that a relay makes when none is sent. */
const RELAY_DEFAULT: Size = { width: 1920, height: 1920 };

/** The form on the wire, `2560x1440`. */
export function formatSize(size: Size): string {
  return `${size.width}x${size.height}`;
}

/** Returns why a size may not be sent, or undefined. */
export function sizeProblem(size: Size | undefined, rules: SizeRules): SizeProblem | undefined {
  if (!size || !isSide(size.width) || !isSide(size.height)) return 'shape';
  const pixels = size.width * size.height;
  if (pixels < MIN_PIXELS) return 'tooFewPixels';
  if (pixels > rules.maxPixels) return 'tooManyPixels';
  if (Math.max(size.width, size.height) > rules.maxRatio * Math.min(size.width, size.height)) return 'ratio';
  return undefined;
}

/** Whether `source`, scaled to fit inside `target`, leaves at most one pixel free. */
export function isSameShape(source: Size, target: Size): boolean {
  // Free height in pixels is (excess / source.width), free width (-excess / source.height).
  const excess = target.height * source.width - target.width * source.height;
  return excess >= 0 ? excess <= source.width : -excess <= source.height;
}

/**
 * Returns the legal size for a picture ("Match picture"): its own size if that is legal, otherwise the size of the same
 * shape (within one pixel) that changes its scale least. A picture longer than the ratio limit gets the legal size of
 * the nearest ratio, which contains it with a margin; so does a picture whose shape has no legal size under a very low
 * pixel limit.
 */
export function matchPicture(source: Size, rules: SizeRules): Size {
  if (sizeProblem(source, rules) === undefined) return { width: source.width, height: source.height };
  const isUpright = source.height > source.width;
  const found = matchLying(isUpright ? turned(source) : source, rules);
  return isUpright ? turned(found) : found;
}

/** `matchPicture` for a picture at least as wide as high. Tries every height that a legal size can have. */
function matchLying(source: Size, rules: SizeRules): Size {
  // The smallest box of an allowed ratio around the picture is what has to be matched.
  const box = { width: source.width, height: Math.max(source.height, source.width / rules.maxRatio) };
  const ratio = box.width / box.height;
  const squareOfFloor = Math.sqrt(MIN_PIXELS);
  let best: Size = { width: squareOfFloor, height: squareOfFloor };
  let bestCost: readonly [number, number] = [1, Number.POSITIVE_INFINITY];
  const lastHeight = Math.floor(Math.sqrt(rules.maxPixels));
  for (let height = Math.ceil(Math.sqrt(MIN_PIXELS / rules.maxRatio)); height <= lastHeight; height++) {
    const least = Math.max(height, Math.ceil(MIN_PIXELS / height));
    const most = Math.min(Math.floor(rules.maxPixels / height), Math.floor(rules.maxRatio * height));
    if (least > most) continue;
    const width = Math.min(most, Math.max(least, Math.round(ratio * height)));
    const size = { width, height };
    const cost = costOf(size, box);
    if (cost[0] < bestCost[0] || (cost[0] === bestCost[0] && cost[1] < bestCost[1])) {
      best = size;
      bestCost = cost;
    }
  }
  return best;
}

/** Compares first whether the shape differs, then by how much: by scale for the same shape, otherwise by ratio. */
function costOf(size: Size, box: Size): readonly [number, number] {
  if (isSameShape(box, size)) {
    return [0, Math.abs(Math.log((size.width * size.height) / (box.width * box.height)))];
  }
  return [1, Math.abs(Math.log((size.width * box.height) / (size.height * box.width)))];
}

function turned(size: Size): Size {
  return { width: size.height, height: size.width };
}

function isSide(side: number): boolean {
  return Number.isSafeInteger(side) && side >= 1;
}
