import { describe, expect, it } from 'vitest';
import { countBlocks } from '../../../../shared/images/source-usage.ts';
import { planWire } from '../../../../shared/images/wire-geometry.ts';
import { boxMask, misalignedScenery, plain, render, type Scenery, waves } from '../../../testing/test-pictures.ts';
import { createCheckpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import type { Coverage, Pixels } from '../pixels.ts';
import { displacementAt, NO_DISPLACEMENT } from '../resampling/placement.ts';
import type { Shift } from '../resampling/shift.ts';
import { comparePictures, type Finding, type Proof, UNPROVEN } from './compare-pictures.ts';

const [WIDTH, HEIGHT] = [360, 264];
const STILL: Shift = { dxPx: 0, dyPx: 0, scale: 1 };
const scenery = waves(1);
const source = render(WIDTH, HEIGHT, scenery);
const misaligned = (shift: Shift, enlarged = 1): Pixels =>
  render(WIDTH * enlarged, HEIGHT * enlarged, misalignedScenery(scenery, WIDTH, HEIGHT, shift, enlarged));
const compare = (result: Pixels, mask?: Coverage, from = source): Promise<Finding> =>
  comparePictures(
    from,
    result,
    mask,
    planWire(from, { width: result.width, height: result.height }),
    UNPROVEN,
    NO_CHECKPOINT,
  );
const changed = (pixels: Pixels, change: (value: number, i: number) => number): Pixels => ({
  ...pixels,
  data: pixels.data.map((value, i) => (i % 4 === 3 ? value : change(value, i))),
});
/** Pseudo-random numbers from −1 to 1 by index. */
const grain = (i: number): number => (Math.imul(i + 1, 2654435761) >>> 0) / 2 ** 31 - 1;

async function expectMisalignment(result: Pixels, shift: Shift, mask?: Coverage): Promise<void> {
  const { misalignment, usage } = await compare(result, mask);
  expect(Math.abs((misalignment?.dxPx ?? 99) - shift.dxPx)).toBeLessThan(0.25);
  expect(Math.abs((misalignment?.dyPx ?? 99) - shift.dyPx)).toBeLessThan(0.25);
  expect(Math.abs((misalignment?.scale ?? 99) - shift.scale)).toBeLessThan(0.001);
  expect(usage).toMatchObject({ verdict: 'used', reason: 'misaligned' });
}

describe('comparePictures finds a misalignment', () => {
  it.each([
    { dxPx: 1.5, dyPx: 0, scale: 1 },
    { dxPx: -24, dyPx: 13.3, scale: 1 },
    { dxPx: 31, dyPx: -31, scale: 1 },
    { dxPx: 0, dyPx: 0, scale: 0.965 },
    { dxPx: 17.2, dyPx: -8.6, scale: 1.034 },
  ])('of %o', (shift) => expectMisalignment(misaligned(shift), shift));

  it('in pixels of the source, whatever the size of the result', async () => {
    const shift = { dxPx: 9.5, dyPx: -6.25, scale: 0.985 };
    await expectMisalignment(misaligned(shift, 2), shift);
    await expectMisalignment(misaligned(shift, 0.5), shift);
  });

  it('despite other colours, contrast and noise, and in a negative', async () => {
    const shift = { dxPx: -7.5, dyPx: 4, scale: 1.01 };
    await expectMisalignment(
      changed(misaligned(shift), (value, i) => 30 + 0.6 * value + 10 * grain(i)),
      shift,
    );
    await expectMisalignment(
      changed(misaligned(shift), (value) => 255 - value),
      shift,
    );
  });

  it('from the pixels outside the mask, at its border, and with a mask over most of the picture', async () => {
    const shift = { dxPx: 12, dyPx: -5, scale: 1 };
    for (const box of [
      { x: 0, y: 0, w: 140, h: 264 },
      { x: 100, y: 60, w: 1, h: 1 },
      { x: 60, y: 40, w: 300, h: 190 },
    ]) {
      const result = misaligned(shift);
      const other = render(WIDTH, HEIGHT, waves(5));
      for (let y = box.y; y < box.y + box.h; y++) {
        const [from, to] = [4 * (y * WIDTH + box.x), 4 * (y * WIDTH + box.x + box.w)];
        result.data.set(other.data.subarray(from, to), from);
      }
      await expectMisalignment(result, shift, boxMask(WIDTH, HEIGHT, box));
    }
  });
});

it('comparePictures finds a misalignment from a third of the picture if the rest is repainted', async () => {
  const result = misaligned({ dxPx: 9, dyPx: -6, scale: 1.01 });
  const third = 4 * WIDTH * Math.round(HEIGHT / 3);
  result.data.set(render(WIDTH, HEIGHT, waves(9)).data.subarray(third), third);
  const { misalignment, usage } = await compare(result);
  expect(usage.verdict).toBe('partly');
  expect(Math.abs((misalignment?.dxPx ?? 99) - 9)).toBeLessThan(1);
  expect(Math.abs((misalignment?.dyPx ?? 99) + 6)).toBeLessThan(1);
});

it.each<{ name: string; displace: (x: number, y: number) => [number, number]; hasField: boolean }>([
  { name: 'rotated', displace: (x, y) => [3 - 0.0105 * y, 0.0105 * x - 5], hasField: false },
  { name: 'stretched', displace: (x, y) => [0.012 * x, -0.006 * y], hasField: false },
  { name: 'drifting', displace: (x, y) => [2.5 * Math.sin(y / 60), 2.5 * Math.cos(x / 70)], hasField: true },
])(
  'comparePictures finds how a result is $name, through the mask, by the simplest model',
  async ({ displace, hasField }) => {
    const [middleX, middleY] = [WIDTH / 2, HEIGHT / 2];
    const result = render(WIDTH, HEIGHT, (x, y) => {
      let [fromX, fromY] = [x, y];
      for (let round = 0; round < 5; round++) {
        const [dx, dy] = displace(fromX - middleX, fromY - middleY);
        [fromX, fromY] = [x - dx, y - dy];
      }
      return scenery(fromX, fromY);
    });
    const box = { x: 150, y: 110, w: 60, h: 50 };
    const { misalignment, usage } = await compare(result, boxMask(WIDTH, HEIGHT, box));
    expect(usage.verdict).toBe('used');
    expect(misalignment?.warp?.field != null).toBe(hasField);
    const at = { x: 0, y: 0 };
    for (let y = box.y; y < box.y + box.h; y += 10) {
      for (let x = box.x; x < box.x + box.w; x += 10) {
        displacementAt(misalignment ?? NO_DISPLACEMENT, source, x, y, at);
        const [dx, dy] = displace(x - middleX, y - middleY);
        expect(Math.hypot(at.x - dx, at.y - dy)).toBeLessThan(0.5);
      }
    }
  },
);

describe('comparePictures reports no misalignment for', () => {
  it('an aligned result', async () => {
    const found = await compare(misaligned(STILL));
    expect(found).toMatchObject({ misalignment: null, usage: { verdict: 'used', figure: 1, reason: 'inPlace' } });
    expect((await compare(misaligned(STILL, 2))).misalignment).toBeNull();
  });

  it('a flat source, for which nothing can be determined', async () => {
    const flat = render(WIDTH, HEIGHT, plain(90, 140, 200));
    const found = await compare(render(WIDTH, HEIGHT, waves(3)), undefined, flat);
    expect(found).toMatchObject({
      misalignment: null,
      usage: { verdict: 'cannotTell', figure: null, reason: 'noTexture' },
    });
  });

  it('a picture with too little outside the mask', async () => {
    const mask = boxMask(WIDTH, HEIGHT, { x: 0, y: 0, w: WIDTH, h: HEIGHT - 3 });
    const found = await compare(render(WIDTH, HEIGHT, waves(3)), mask);
    expect(found).toMatchObject({ misalignment: null, usage: { verdict: 'cannotTell', reason: 'littleOutside' } });
  });

  it('pictures of a single pixel', async () => {
    const dot = render(1, 1, plain(7));
    expect((await compare(dot, undefined, dot)).usage.verdict).toBe('cannotTell');
    expect((await compare(render(3000, 2, plain(7)), undefined, dot)).misalignment).toBeNull();
  });
});

it('comparePictures recognises mirrored slats, which fit nearly everywhere as they are, too', async () => {
  const slats: Scenery = (x, y) => {
    const across = y * Math.cos(0.02) - x * Math.sin(0.02);
    const value = 130 + 30 * (Math.sin((2 * Math.PI * across) / 12) + Math.sin((2 * Math.PI * across) / 12.7 + 1));
    return [value, 0.9 * value, 0.7 * value];
  };
  const mirrored = render(480, 360, (x, y) => slats(480 - x, y));
  const { usage } = await compare(mirrored, undefined, render(480, 360, slats));
  expect(usage).toMatchObject({ verdict: 'partly', reason: 'mirrored' });
});

describe('comparePictures brings a picture of few details back from far away', () => {
  const shift = { dxPx: 20, dyPx: 12, scale: 1 };
  /** Details in the middle only: fewer than 24 blocks. */
  const few: Scenery = (x, y) => {
    const share = Math.max(0, 1 - Math.hypot(x - 150, y - 120) / 70);
    const [red, green, blue] = scenery(x, y);
    return [128 + share * (red - 128), 120 + share * (green - 120), 100 + share * (blue - 100)];
  };
  const from = render(WIDTH, HEIGHT, few);
  const result = render(WIDTH, HEIGHT, misalignedScenery(few, WIDTH, HEIGHT, shift));

  it.each([true, false])('if it is proven: %s', async (isProven) => {
    const asked: unknown[] = [];
    const proof: Proof = (place, { dxPx, dyPx }) => {
      asked.push([place, Math.round(dxPx), Math.round(dyPx)]);
      return Promise.resolve(isProven);
    };
    const found = await comparePictures(from, result, undefined, planWire(from, from), proof, NO_CHECKPOINT);
    expect(asked).toEqual([[{ x: 0, y: 0, width: WIDTH, height: HEIGHT }, 20, 12]]);
    expect(found.usage.verdict).toBe('used');
    expect(found.misalignment !== null).toBe(isProven);
  });
});

describe('comparePictures judges', () => {
  it('an unrelated result, and one of a single colour, as not used', async () => {
    for (const result of [render(WIDTH, HEIGHT, waves(9)), render(WIDTH, HEIGHT, plain(128))]) {
      expect(await compare(result)).toMatchObject({
        misalignment: null,
        usage: { verdict: 'notUsed', reason: 'unrelated' },
      });
    }
  });

  it('a result that keeps a third as partly used', async () => {
    const result = render(WIDTH, HEIGHT, waves(9));
    result.data.set(source.data.subarray(0, source.data.length / 3));
    const { usage } = await compare(result);
    expect(usage).toMatchObject({ verdict: 'partly', reason: 'partsDiffer' });
    expect(usage.figure).toBeGreaterThan(0.25);
    expect(usage.figure).toBeLessThan(0.45);
  });

  it('a zoomed result as used, far off, and not correctable', async () => {
    const found = await compare(misaligned({ dxPx: 10, dyPx: -6, scale: 1.15 }));
    expect(found.misalignment).toBeNull();
    expect(found.usage).toMatchObject({ reason: 'farOff' });
  });

  it('a result with alpha by its visible pixels', async () => {
    const result = misaligned(STILL);
    for (let i = 3; i < result.data.length; i += 4) result.data[i] = i % 8 === 3 ? 255 : 200;
    expect((await compare({ ...result, isOpaque: false })).usage.verdict).toBe('used');
    const hidden = { ...result, isOpaque: false, data: result.data.map((value, i) => (i % 4 === 3 ? 0 : value)) };
    expect((await compare(hidden)).usage.verdict).toBe('notUsed');
  });

  it('in blocks which of them show the same', async () => {
    const { usage } = await compare(misaligned({ dxPx: 10, dyPx: -6, scale: 1.15 }));
    const result = render(WIDTH, HEIGHT, waves(9));
    result.data.set(source.data.subarray(0, source.data.length / 2));
    const half = (await compare(result)).usage;
    const { comparable, found } = countBlocks(half.blocks ?? []);
    expect(half.figure).toBeCloseTo(found / comparable, 9);
    expect(half.blocks).toHaveLength(11);
    expect(half.blocks?.slice(0, 5)).toEqual(Array(5).fill('+'.repeat(15)));
    expect(half.blocks?.slice(6).join('')).not.toMatch(/\+{4}/);
    // What a zoom has cut off cannot be compared.
    expect(usage.blocks?.[0]).toMatch(/^[.]+$/);
  });
});

/** A result of another size, and the point of the source that is shown at each of its points. */
type Reshaped = Record<'name' | 'reason', string> & { isWhole: boolean } & Record<'width' | 'height', number> & {
    shown: (x: number, y: number) => [number, number];
  };
it.each<Reshaped>([
  {
    name: 'stretched',
    width: 260,
    height: 132,
    shown: (x, y) => [(x * 18) / 26, y],
    reason: 'otherShape',
    isWhole: true,
  },
  { name: 'with margins', width: 180, height: 180, shown: (x, y) => [x, y - 24], reason: 'otherShape', isWhole: true },
  {
    name: 'cut to a square',
    width: 132,
    height: 132,
    shown: (x, y) => [x + 24, y],
    reason: 'otherShape',
    isWhole: false,
  },
  {
    name: 'cut to a square, enlarged',
    width: 180,
    height: 180,
    shown: (x, y) => [24 + (x * 132) / 180, (y * 132) / 180],
    reason: 'otherShape',
    isWhole: false,
  },
  {
    name: 'cut to a square off the middle',
    width: 132,
    height: 132,
    shown: (x, y) => [x + 12, y],
    reason: 'otherShape',
    isWhole: false,
  },
  { name: 'mirrored', width: 180, height: 132, shown: (x, y) => [180 - x, y], reason: 'mirrored', isWhole: true },
  {
    name: 'mirrored, moved',
    width: 180,
    height: 132,
    shown: (x, y) => [175 - x, y + 3],
    reason: 'mirrored',
    isWhole: true,
  },
  {
    name: 'cropped',
    width: 180,
    height: 132,
    shown: (x, y) => [30 + 0.7 * x, 8 + 0.7 * y],
    reason: 'cropped',
    isWhole: true,
  },
])(
  'comparePictures judges a result that is $name as partly used',
  async ({ width, height, shown, reason, isWhole }) => {
    const from = render(180, 132, scenery);
    const result = render(width, height, (x, y) => {
      const [fromX, fromY] = shown(x, y);
      return fromY < 0 || fromY > 132 ? [0, 0, 0] : scenery(fromX, fromY);
    });
    const found = await comparePictures(from, result, undefined, planWire(from, from), UNPROVEN, NO_CHECKPOINT);
    expect(found.usage).toMatchObject({ verdict: 'partly', reason });
    expect(found.isElsewhere).toBe(!isWhole);
  },
);

// More of them: `unrelated.long.test.ts`.
it.each([2, 9])('comparePictures judges unrelated results of any shape as not used, scenery %i', async (seed) => {
  const from = render(180, 132, scenery);
  const result = render(180, seed % 2 === 0 ? 132 : 190, waves(seed));
  const { usage } = await comparePictures(from, result, undefined, planWire(from, from), UNPROVEN, NO_CHECKPOINT);
  expect(usage).toMatchObject({ verdict: 'notUsed', reason: 'unrelated' });
});

describe('comparePictures judges the tones of what it recognises:', () => {
  const tones = (change: (value: number, i: number) => number) => compare(changed(misaligned(STILL), change));

  it('drawn anew in few tones, it is partly used', async () => {
    const { usage } = await tones((value) => 80 * Math.round(value / 80));
    expect(usage).toMatchObject({ verdict: 'partly', reason: 'restyled' });
  });

  it.each<{ name: string; change: (value: number, i: number) => number }>([
    { name: 'pale and dark', change: (value) => 20 + 0.4 * value },
    { name: 'a negative', change: (value) => 255 - value },
    { name: 'of another gamma', change: (value) => 255 * (value / 255) ** 1.8 },
    { name: 'relit from the left', change: (value, i) => value * (0.6 + (0.6 * ((i >> 2) % WIDTH)) / WIDTH) },
    { name: 'grainy', change: (value, i) => value + 25 * grain(i) },
    { name: 'in one colour', change: (value, i) => (i % 4 === 2 ? 0.5 * value : value) },
  ])('$name, it is used', async ({ change }) => {
    expect((await tones(change)).usage.verdict).toBe('used');
  });
});

it('comparePictures stops when it is aborted', async () => {
  const stop = new AbortController();
  stop.abort(new Error('aborted'));
  const plan = planWire(source, source);
  await expect(
    comparePictures(source, source, undefined, plan, UNPROVEN, createCheckpoint(stop.signal)),
  ).rejects.toThrow('aborted');
});
