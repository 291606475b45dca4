// The `size` field: reading and writing `<width>x<height>`, which sizes are legal, and the legal size that fits a picture.

import { DEFAULT_SIZE, MAX_PIXELS, MAX_RATIO, MIN_PIXELS } from './limits.ts';

/** Sides in pixels: whole numbers from 1 on. */
export type Size = { readonly width: number; readonly height: number };

/**
 * A connection's own limits; the floor of `MIN_PIXELS` always holds.
 * `maxPixels` at least the floor, `maxRatio` (long side by short side) at least 1: then 1920x1920 is always legal.
 */
export type SizeRules = {
  readonly maxPixels: number;
  readonly maxRatio: number;
  /** Tier words may be sent in place of a size. */
  readonly hasSizeTiers?: boolean;
};

/** The rules of a connection that says nothing. */
export const DEFAULT_SIZE_RULES: SizeRules = { maxPixels: MAX_PIXELS.default, maxRatio: MAX_RATIO.default };

/** What `Size` is set to: the picture's own shape, a size in words, or nothing sent. */
export type SizeChoice = { kind: 'match' } | { kind: 'size'; text: string } | { kind: 'none' };

/** What is wrong with a size. `shape`: it is no `<width>x<height>` at all. */
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

/** Words for a size that some relays take in its place: they choose the sides by the picture's shape, about this long each for a square. */
const TIER_SIDES = { '2K': 2048, '3K': 3072, '4K': 4096 } as const;
export type SizeTier = keyof typeof TIER_SIDES;
export const SIZE_TIERS = ['2K', '3K', '4K'] as const satisfies readonly SizeTier[];

/** Reads a tier word, in small letters and full-width too. */
export function parseTier(text: string): SizeTier | undefined {
  const word = text.normalize('NFKC').trim().toUpperCase();
  return SIZE_TIERS.find((tier) => tier === word);
}

/**
 * What a picture is brought to for the `size` that is sent. For a tier word: its own size or the nearest legal one within the tier, since the
 * relay's choice is not known. Where nothing is sent, the relay's default.
 * @param sent the `size` field; null is not sent.
 */
export function wireSize(sent: string | null, source: Size): Size {
  const tier = sent === null ? undefined : parseTier(sent);
  if (tier !== undefined) return matchPicture(source, { ...DEFAULT_SIZE_RULES, maxPixels: TIER_SIDES[tier] ** 2 });
  return (sent === null ? undefined : parseSize(sent)) ?? RELAY_DEFAULT;
}

/**
 * Reads a size as a person or a relay writes it: `x`, `X`, `×` or `*` between the sides, spaces around, full-width digits.
 * @returns undefined when it is none. Whether the size is legal is another question: `sizeProblem`.
 */
export function parseSize(text: string): Size | undefined {
  const match = /^(\d{1,6})\s*[x×*]\s*(\d{1,6})$/.exec(text.normalize('NFKC').trim().toLowerCase());
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  return width >= 1 && height >= 1 ? { width, height } : undefined;
}

/** The size a relay makes when none is sent. */
const RELAY_DEFAULT: Size = { width: 1920, height: 1920 };

/** The wire form, `2560x1440`. */
export function formatSize(size: Size): string {
  return `${size.width}x${size.height}`;
}

/** Why a size may not be sent, or undefined. */
export function sizeProblem(size: Size | undefined, rules: SizeRules): SizeProblem | undefined {
  if (!size || !isSide(size.width) || !isSide(size.height)) return 'shape';
  const pixels = size.width * size.height;
  if (pixels < MIN_PIXELS) return 'tooFewPixels';
  if (pixels > rules.maxPixels) return 'tooManyPixels';
  if (Math.max(size.width, size.height) > rules.maxRatio * Math.min(size.width, size.height)) return 'ratio';
  return undefined;
}

/** Whether `source`, scaled to fit inside `target`, leaves less than a pixel free, or exactly one. */
export function isSameShape(source: Size, target: Size): boolean {
  // Free height in pixels is (excess / source.width), free width (-excess / source.height).
  const excess = target.height * source.width - target.width * source.height;
  return excess >= 0 ? excess <= source.width : -excess <= source.height;
}

/**
 * The legal size for a picture ("Match picture"): its own size where that is legal, else the one of the same shape
 * (within one pixel) that changes its scale least. A picture longer than the ratio limit gets the legal size of the
 * nearest ratio, which holds it with a margin; so does one whose shape has no legal size under a very low pixel cap.
 */
export function matchPicture(source: Size, rules: SizeRules): Size {
  if (sizeProblem(source, rules) === undefined) return { width: source.width, height: source.height };
  const isUpright = source.height > source.width;
  const found = matchLying(isUpright ? turned(source) : source, rules);
  return isUpright ? turned(found) : found;
}

/** `matchPicture` for a picture at least as wide as high. Looks at every height a legal size can have. */
function matchLying(source: Size, rules: SizeRules): Size {
  // The smallest box of an allowed ratio around the picture: what has to be matched.
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

/** First whether the shape differs, then by how much: the scale for the same shape, else the ratio. */
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
