// One change of colour for the whole edit: gain and offset of each channel that remove the difference of source and
// result in the ring around the mask.

/** Colours of the ring in both pictures: three bytes for each pixel. */
type Colours = { readonly source: Float32Array; readonly result: Float32Array };

/**
 * For each channel (red, green, blue) a table of 256 entries: from a byte of the result to the byte that fits the
 * source.
 */
export type ColourMatch = readonly [Uint8ClampedArray, Uint8ClampedArray, Uint8ClampedArray];

/** The median difference: repainted parts of the ring have no influence. */
function usualError(colours: Colours, match: ColourMatch | null): number {
  const sorted = differencesOf(colours, match).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * The distance of the mean colours, in levels, of the channel with the largest one: loss of sharpness alone does not
 * change it.
 */
function meanDifference({ source, result }: Colours): number {
  const sums = [0, 0, 0];
  for (let i = 0; i < source.length; i++) {
    sums[i % 3] = (sums[i % 3] ?? 0) + (source[i] ?? 0) - (result[i] ?? 0);
  }
  return (3 * Math.max(...sums.map(Math.abs))) / source.length;
}

function differencesOf({ source, result }: Colours, match: ColourMatch | null): Float32Array {
  return source.map((expected, i) => {
    const value = result[i] ?? 0;
    return Math.abs(expected - (match === null ? value : (match[i % 3]?.[Math.round(value)] ?? value)));
  });
}

/** Pixels needed to compute a change of colour. */
const MIN_PIXELS = 64;
/** Neighbours averaged before the fit: noise in its input would be taken for lower contrast. */
const AVERAGED = 8;
/** Share of the ring that must agree on the change; with another picture it is less. */
const MIN_AGREEMENT = 0.4;
/** A change must remove at least this share of the difference, judged by pixels that were not used to compute it. */
const MIN_GAIN = 0.1;
/** Differences below this, in levels, are ignored. */
const NO_DIFFERENCE = 1;
/**
 * The largest factor by which the light of a channel may change; beyond it, the cause is another picture, not exposure.
 */
const MAX_GAIN = 2;

/**
 * Finds gain and offset of each channel, in linear light, that change the ring of the result to the source's colours;
 * null if that would improve nothing, or little.
 */
export function matchColours(colours: Colours): ColourMatch | null {
  if (colours.source.length < 3 * MIN_PIXELS) return null;
  const [fitted, judged] = [everyOther(colours, 0), everyOther(colours, 1)];
  const before = usualError(judged, null);
  if (before < NO_DIFFERENCE || meanDifference(colours) < NO_DIFFERENCE) return null;
  const { lines, agreement } = fitLines(fitted);
  if (agreement < MIN_AGREEMENT) return null;
  const match = [tableOf(lines[0]), tableOf(lines[1]), tableOf(lines[2])] as const;
  const after = usualError(judged, match);
  return after <= before * (1 - MIN_GAIN) ? match : null;
}

/** Every other group of neighbours. */
function everyOther({ source, result }: Colours, first: 0 | 1): Colours {
  const group = 3 * AVERAGED;
  const own = (of: Float32Array): Float32Array => {
    const out = new Float32Array(of.length);
    let end = 0;
    for (let at = first * group; at < of.length; at += 2 * group) {
      const colours = of.subarray(at, at + group);
      out.set(colours, end);
      end += colours.length;
    }
    return out.subarray(0, end);
  };
  return { source: own(source), result: own(result) };
}

/** Iterations of the fit; after each one, pixels that fit badly weigh less. */
const ROUNDS = 6;
/** The distance of colours, in linear light of 0–1, at which a pixel has a quarter of its weight. */
const TOLERANCE = 0.05;
/**
 * How much wider the tolerance is in the first iteration, so that a large change is found; each iteration halves it.
 */
const WIDENED = 8;
/**
 * How strongly gain is held at 1 and offset at 0 where the ring does not determine them: light changes by gain rather
 * than offset.
 */
const DAMPING = { gain: 1e-5, offset: 0.03 } as const;

/** The change of a channel in linear light. */
type Line = { readonly gain: number; readonly offset: number };
type Lines = readonly [Line, Line, Line];

/**
 * Fits all channels together, so that a pixel of another object is excluded from all; also returns the share of the
 * ring that agrees.
 */
function fitLines({ source, result }: Colours): { lines: Lines; agreement: number } {
  const found = [averages(result, 0), averages(result, 1), averages(result, 2)] as const;
  const expected = [averages(source, 0), averages(source, 1), averages(source, 2)] as const;
  const weights = new Float64Array(found[0].length);
  const same: Line = { gain: 1, offset: 0 };
  let lines: Lines = [same, same, same];
  let sum = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const tolerance = TOLERANCE * Math.max(1, WIDENED / 2 ** round);
    sum = 0;
    for (let i = 0; i < weights.length; i++) {
      let squared = 0;
      for (const k of [0, 1, 2] as const) {
        squared += (lines[k].gain * (found[k][i] ?? 0) + lines[k].offset - (expected[k][i] ?? 0)) ** 2;
      }
      weights[i] = 1 / (1 + squared / tolerance ** 2) ** 2;
      sum += weights[i] ?? 0;
    }
    lines = [
      fitLine(found[0], expected[0], weights),
      fitLine(found[1], expected[1], weights),
      fitLine(found[2], expected[2], weights),
    ];
  }
  return { lines, agreement: sum / weights.length };
}

/** Weighted least squares. */
function fitLine(found: Float64Array, expected: Float64Array, weights: Float64Array): Line {
  let [n, x, y, xx, xy] = [0, 0, 0, 0, 0];
  for (let i = 0; i < weights.length; i++) {
    const [weight, a, b] = [weights[i] ?? 0, found[i] ?? 0, expected[i] ?? 0];
    n += weight;
    x += weight * a;
    y += weight * b;
    xx += weight * a * a;
    xy += weight * a * b;
  }
  const [gg, oo] = [xx + n * DAMPING.gain, n + n * DAMPING.offset];
  const slope = ((xy + n * DAMPING.gain) * oo - x * y) / (gg * oo - x * x);
  const gain = Math.max(1 / MAX_GAIN, Math.min(MAX_GAIN, slope));
  return { gain, offset: (y - x * gain) / oo };
}

function tableOf({ gain, offset }: Line): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 256 }, (_, value) => toByte(gain * toLinear(value) + offset));
}

/** Means of neighbours in linear light. */
function averages(colours: Float32Array, channel: number): Float64Array {
  const count = colours.length / 3;
  return Float64Array.from({ length: Math.floor(count / AVERAGED) }, (_, group) => {
    let sum = 0;
    for (let k = 0; k < AVERAGED; k++) sum += toLinear(colours[3 * (group * AVERAGED + k) + channel] ?? 0);
    return sum / AVERAGED;
  });
}

/** sRGB's transfer function (IEC 61966-2-1). */
function toLinear(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function toByte(linear: number): number {
  const value = Math.max(0, Math.min(1, linear));
  return 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
}
