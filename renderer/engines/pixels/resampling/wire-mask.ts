// Resamples a mask to the size of the picture that is sent, by the same plan as the picture itself.

import { isIdentity, type WirePlan } from '../../../../shared/images/wire-geometry.ts';
import { NO_CHECKPOINT } from '../checkpoint.ts';
import { coveredColumns } from '../mask-bounds.ts';
import type { Coverage } from '../pixels.ts';

/** Input pixels that an output pixel touches along one axis: from `first` to before `end`. */
type Spans = { readonly first: Int32Array; readonly end: Int32Array };

/** Rows between two pauses. */
const ROWS_AT_ONCE = 32;

/**
 * The mask at the size that is sent, which may be the same object; margins are not covered.
 * @param isSoft use the mean of the pixels touched; otherwise the maximum, so that nothing painted is lost.
 */
export async function toWireCoverage(
  mask: Coverage,
  plan: WirePlan,
  isSoft: boolean,
  checkpoint = NO_CHECKPOINT,
): Promise<Coverage> {
  if (isIdentity(plan)) return mask;
  const { wire, placed } = plan;
  const data = new Uint8Array(wire.width * wire.height);
  const across = spansOf(mask.width, placed.width);
  const down = spansOf(mask.height, placed.height);
  const line = new Float64Array(mask.width);
  for (let y = 0; y < placed.height; y++) {
    if (y % ROWS_AT_ONCE === 0) await checkpoint();
    const [top, bottom] = [down.first[y] ?? 0, down.end[y] ?? 0];
    if (!gatherRows(mask, top, bottom, isSoft, line)) continue;
    const start = (placed.y + y) * wire.width + placed.x;
    const row = data.subarray(start, start + placed.width);
    if (isSoft) meanAcross(line, across, bottom - top, row);
    else highestAcross(line, across, row);
  }
  return { data, width: wire.width, height: wire.height };
}

function spansOf(length: number, count: number): Spans {
  const first = new Int32Array(count);
  const end = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    first[i] = Math.floor((i * length) / count);
    end[i] = Math.ceil(((i + 1) * length) / count);
  }
  return { first, end };
}

/** Sums (soft) or maxima of some rows, column by column; returns false if none of their pixels is covered. */
function gatherRows(
  { data, width }: Coverage,
  top: number,
  bottom: number,
  isSoft: boolean,
  line: Float64Array,
): boolean {
  line.fill(0);
  let isCovered = false;
  for (let y = top; y < bottom; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    const { first, end } = coveredColumns(row);
    if (end > 0) isCovered = true;
    for (let x = first; x < end; x++) {
      const value = row[x] ?? 0;
      line[x] = isSoft ? (line[x] ?? 0) + value : Math.max(line[x] ?? 0, value);
    }
  }
  return isCovered;
}

function meanAcross(line: Float64Array, { first, end }: Spans, rows: number, row: Uint8Array): void {
  for (let x = 0; x < row.length; x++) {
    const [from, to] = [first[x] ?? 0, end[x] ?? 0];
    let sum = 0;
    for (let at = from; at < to; at++) sum += line[at] ?? 0;
    row[x] = Math.round(sum / (rows * (to - from)));
  }
}

function highestAcross(line: Float64Array, { first, end }: Spans, row: Uint8Array): void {
  for (let x = 0; x < row.length; x++) {
    const to = end[x] ?? 0;
    let highest = 0;
    for (let at = first[x] ?? 0; at < to; at++) highest = Math.max(highest, line[at] ?? 0);
    row[x] = highest;
  }
}
