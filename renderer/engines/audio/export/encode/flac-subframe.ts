// One channel of a FLAC block: a constant, the differences to a fixed prediction in Rice code, or plain samples
// (RFC 9639 §9.2).

import type { BitWriter } from './bit-writer.ts';

const MAX_ORDER = 4;
const MAX_PARTITION_ORDER = 6;
/** Types of subframes. */
const CONSTANT = 0;
const VERBATIM = 1;
const FIXED = 8;
/** Rice parameters up to this one take four bits, larger ones five. */
const SMALL_PARAMETER = 14;
const MAX_PARAMETER = 30;

/** How the differences of a channel are coded: Rice parameters of equal parts. */
type Coding = { order: number; partitionOrder: number; parameters: number[]; bits: number };
/** A channel that has been analysed; `bits` is about what it takes. */
export type Subframe = {
  samples: Int32Array;
  sampleBits: number;
  coding: Coding | 'constant' | 'verbatim';
  bits: number;
};

/** Finds how a channel takes the fewest bits. @param sampleBits of a sample, up to 25. */
export function analyse(samples: Int32Array, sampleBits: number): Subframe {
  const [first] = samples;
  if (samples.every((sample) => sample === first)) return { samples, sampleBits, coding: 'constant', bits: sampleBits };
  const verbatimBits = samples.length * sampleBits;
  const coding = codingOf(samples, bestOrder(samples), sampleBits);
  if (coding.bits >= verbatimBits) return { samples, sampleBits, coding: 'verbatim', bits: verbatimBits };
  return { samples, sampleBits, coding, bits: coding.bits };
}

/** Writes a channel. */
export function writeSubframe({ samples, sampleBits, coding }: Subframe, writer: BitWriter): void {
  if (coding === 'constant' || coding === 'verbatim') {
    writer.put((coding === 'constant' ? CONSTANT : VERBATIM) << 1, 8);
    const count = coding === 'constant' ? 1 : samples.length;
    for (let i = 0; i < count; i++) writer.put(samples[i] ?? 0, sampleBits);
    return;
  }
  const { order, partitionOrder, parameters } = coding;
  writer.put((FIXED + order) << 1, 8);
  for (let i = 0; i < order; i++) writer.put(samples[i] ?? 0, sampleBits);
  const isLarge = parameters.some((parameter) => parameter > SMALL_PARAMETER);
  writer.put(isLarge ? 1 : 0, 2);
  writer.put(partitionOrder, 4);
  const differences = differencesOf(samples, order);
  const size = samples.length >> partitionOrder;
  for (const [part, parameter] of parameters.entries()) {
    writer.put(parameter, isLarge ? 5 : 4);
    for (let i = part === 0 ? order : part * size; i < (part + 1) * size; i++) {
      const difference = differences[i] ?? 0;
      const folded = ((difference << 1) ^ (difference >> 31)) >>> 0;
      writer.unary(folded >>> parameter);
      if (parameter > 0) writer.put(folded, parameter);
    }
  }
}

/** The order of prediction with the smallest differences. */
function bestOrder(samples: Int32Array): number {
  const sums = new Float64Array(MAX_ORDER + 1);
  const before = new Int32Array(MAX_ORDER + 1);
  for (let i = 0; i < samples.length; i++) {
    let difference = samples[i] ?? 0;
    for (let order = 0; order <= MAX_ORDER; order++) {
      if (i >= MAX_ORDER) sums[order] = (sums[order] ?? 0) + Math.abs(difference);
      const next = difference - (before[order] ?? 0);
      before[order] = difference;
      difference = next;
    }
  }
  if (samples.length <= MAX_ORDER) return 0;
  return sums.indexOf(Math.min(...sums));
}

/** The differences of an order; those of the first samples are not used. */
function differencesOf(samples: Int32Array, order: number): Int32Array {
  let differences = samples;
  for (let step = 0; step < order; step++) {
    const next = new Int32Array(differences.length);
    for (let i = 1; i < next.length; i++) next[i] = (differences[i] ?? 0) - (differences[i - 1] ?? 0);
    differences = next;
  }
  return differences;
}

function codingOf(samples: Int32Array, order: number, sampleBits: number): Coding {
  const differences = differencesOf(samples, order);
  let partitionOrder = 0;
  while (
    partitionOrder < MAX_PARTITION_ORDER &&
    samples.length % (2 << partitionOrder) === 0 &&
    samples.length >> (partitionOrder + 1) > MAX_ORDER
  )
    partitionOrder += 1;
  // The sums of the smallest parts are added up for larger ones.
  let sums = foldedSums(differences, order, partitionOrder);
  let best: Coding | undefined;
  for (let fewer = partitionOrder; fewer >= 0; fewer--) {
    const size = samples.length >> fewer;
    const chosen = sums.map((sum, part) => riceOf(sum, part === 0 ? size - order : size));
    const parameters = chosen.map(({ parameter }) => parameter);
    const bits = chosen.reduce((total, one) => total + one.bits + 5, order * sampleBits);
    if (best === undefined || bits < best.bits) best = { order, partitionOrder: fewer, parameters, bits };
    sums = Array.from({ length: sums.length >> 1 }, (_, i) => (sums[2 * i] ?? 0) + (sums[2 * i + 1] ?? 0));
  }
  return best ?? { order, partitionOrder: 0, parameters: [0], bits: Number.POSITIVE_INFINITY };
}

function foldedSums(differences: Int32Array, order: number, partitionOrder: number): number[] {
  const size = differences.length >> partitionOrder;
  return Array.from({ length: 1 << partitionOrder }, (_, part) => {
    let sum = 0;
    for (let i = part === 0 ? order : part * size; i < (part + 1) * size; i++) {
      const difference = differences[i] ?? 0;
      sum += difference < 0 ? -2 * difference - 1 : 2 * difference;
    }
    return sum;
  });
}

/** The Rice parameter for so many numbers with this sum, and about the bits they take. */
function riceOf(sum: number, count: number): { parameter: number; bits: number } {
  const guess = Math.max(0, Math.floor(Math.log2(sum / Math.max(1, count) || 1)));
  let best = { parameter: 0, bits: Number.POSITIVE_INFINITY };
  for (let parameter = Math.max(0, guess - 1); parameter <= Math.min(MAX_PARAMETER, guess + 1); parameter++) {
    const bits = count * (parameter + 1) + sum / 2 ** parameter;
    if (bits < best.bits) best = { parameter, bits };
  }
  return best;
}
