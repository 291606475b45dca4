import { describe, expect, it } from 'vitest';
import { boxMask, render, type Scenery, waves } from '../../../testing/test-pictures.ts';
import { NO_CHECKPOINT } from '../checkpoint.ts';
import { type Displacement, NO_DISPLACEMENT } from '../resampling/placement.ts';
import { chooseJoin, seamProof } from './choose-join.ts';
import { seamError } from './seam.ts';
import { ringAround } from './seam-ring.ts';

const size = { width: 160, height: 120 };
const place = { x: 0, y: 0, ...size };
const ring = await ringAround(boxMask(160, 120, { x: 50, y: 40, w: 60, h: 40 }));
const scenery = waves(2);
const source = render(160, 120, scenery);
const moved: Displacement = { dxPx: 4, dyPx: -3, scale: 1, warp: null };
/** A small rotation, and nothing else. */
const warp = { linear: [0, -0.02, 0.02, 0], field: null } as const;
const result = render(160, 120, (x, y) => scenery(x - 4, y + 3));
/** The seam's error where a result is joined. */
const errorAt = ({ colours }: Awaited<ReturnType<typeof join>>) => colours && seamError(colours, null);
const join = (misalignment: Displacement | null, from = result, isAligned = true) =>
  chooseJoin({ source, result: from, ring, place, misalignment, isAligned, isMatched: () => false });

describe('chooseJoin', () => {
  it('undoes a misalignment that makes the edge fit better, unless that is not wanted', async () => {
    const undone = await join(moved);
    expect(undone).toMatchObject({ isBetterUndone: true, placement: { displacement: moved } });
    expect(errorAt(undone)).toBeLessThan(0.2 * (undone.errorBefore ?? 0));
    const left = await join(moved, result, false);
    expect(left).toMatchObject({
      isBetterUndone: true,
      misalignment: moved,
      placement: { displacement: NO_DISPLACEMENT },
    });
    expect(errorAt(left)).toBe(left.errorBefore);
  });

  it('leaves a result where the edge would not fit better, and says so', async () => {
    const left = await join({ ...moved, dxPx: -4 });
    expect(left).toMatchObject({ isBetterUndone: false, placement: { displacement: NO_DISPLACEMENT } });
    expect(errorAt(left)).toBe(left.errorBefore);
    const same = await join(null, source);
    expect(same).toMatchObject({ misalignment: null, isBetterUndone: false });
    expect(errorAt(same)).toBe(0);
  });

  it('takes the shift alone where the warp does not fit better', async () => {
    expect((await join({ ...moved, warp })).placement.displacement).toEqual(moved);
  });
});

it('chooseJoin keeps a warp that fits better, though a change of colours would help the shift alone', async () => {
  const soft: Scenery = (x, y) => waves(40)(x / 2, y / 2);
  const [shift, turn] = [{ dxPx: 9, dyPx: -9, scale: 1 }, 0.04];
  const turned = { ...shift, warp: { linear: [0, -turn, turn, 0] as const, field: null } };
  const relit = render(160, 120, (x, y) => {
    let [fromX, fromY] = [x, y];
    for (let round = 0; round < 5; round++) {
      [fromX, fromY] = [x - shift.dxPx + turn * (fromY - 60), y - shift.dyPx - turn * (fromX - 80)];
    }
    const gain = 1 + 0.3 * (fromX / 80 - 1);
    const [red, green, blue] = soft(fromX, fromY);
    return [gain * red, gain * green, gain * blue];
  });
  const { placement } = await chooseJoin({
    ...{ source: render(160, 120, soft), result: relit, ring, place, misalignment: turned },
    isAligned: true,
    isMatched: () => true,
  });
  expect(placement.displacement).toEqual(turned);
});

describe('seamProof', () => {
  const proof = (mask: Uint32Array<ArrayBufferLike> | undefined = ring, from = result) =>
    seamProof(source, from, () => Promise.resolve(mask), NO_CHECKPOINT);

  it('confirms what makes the edge fit far better, whatever the colours', async () => {
    expect(await proof()(place, moved, [])).toBe(true);
    const darker = { ...result, data: result.data.map((value, i) => (i % 4 === 3 ? value : 0.7 * value)) };
    expect(await proof(ring, darker)(place, moved, [])).toBe(true);
  });

  it('does not confirm a wrong place, nor a place in a picture of something else', async () => {
    expect(await proof()(place, { ...moved, dxPx: -4, dyPx: 3 }, [])).toBe(false);
    expect(await proof(ring, render(160, 120, waves(7)))(place, moved, [])).toBe(false);
  });

  it('confirms nothing without an edge that shows the source', async () => {
    expect(await seamProof(source, result, () => Promise.resolve(undefined), NO_CHECKPOINT)(place, moved, [])).toBe(
      false,
    );
    expect(await proof()(place, moved, ['-'])).toBe(false);
  });
});
