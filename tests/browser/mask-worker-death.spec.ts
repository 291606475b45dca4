// The mask engine when its worker dies: the next one has every mask and every stroke.

import { type At, expect, hardBrush, type MaskDriver, summaryOf, test } from './mask-fixtures.ts';

const [A, B, C]: [At, At, At] = [
  [250, 200],
  [400, 260],
  [500, 400],
];

/** Ends the latest worker as a crash does, without an event, once it is watched: it has its lock, and the page waits for that. */
async function kill({ page }: MaskDriver): Promise<void> {
  const locks = () =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [held.length, pending.length];
    });
  await expect.poll(locks).toEqual([1, 1]);
  await page.evaluate(() => window.maskPage.workers.at(-1)?.terminate());
}
const restarts = ({ page }: MaskDriver): Promise<number[]> => page.evaluate(() => window.maskPage.restarts);
const isCovered = async (mask: MaskDriver, id: string): Promise<boolean> => (await mask.coverage(id)).some(Boolean);

async function repeatsRequests(mask: MaskDriver): Promise<void> {
  await mask.open('other', 400, 300);
  await mask.stroke(B, C);
  const other = await mask.coverage('other');
  await mask.open('a', 400, 300);
  await mask.stroke(A, B);
  const before = await mask.coverage('a');
  await kill(mask);
  expect(Buffer.compare(await mask.coverage('a'), before)).toBe(0);
  expect(Buffer.compare(await mask.coverage('other'), other)).toBe(0);
  expect(await restarts(mask)).toEqual([0]);
  await mask.stroke(A, C);
  expect((await summaryOf(mask.page)).canUndo).toBe(true);
}

async function repeatsStrokes(mask: MaskDriver): Promise<void> {
  const { page } = mask;
  await hardBrush(page, 20);
  const paint = async (id: string, isKilled: boolean): Promise<Uint8Array> => {
    await mask.open(id, 400, 300);
    await mask.stroke(A, B);
    await page.mouse.move(...A);
    await page.mouse.down();
    await page.mouse.move(...C, { steps: 6 });
    if (isKilled) await kill(mask);
    await page.mouse.move(...B, { steps: 6 });
    await page.mouse.up();
    return mask.coverage(id);
  };
  const expected = await paint('whole', false);
  expect(expected.some(Boolean)).toBe(true);
  expect(Buffer.compare(await paint('interrupted', true), expected)).toBe(0);
  expect(await restarts(mask)).toEqual([0]);
}

test('a request that waits is answered by the next worker, with the same masks', ({ mask }) => repeatsRequests(mask));
test('the same without shared memory', ({ unisolatedMask }) => repeatsRequests(unisolatedMask));
test('strokes that are in no tile yet, and the one being painted, are repeated', ({ mask }) => repeatsStrokes(mask));
test('strokes are repeated without shared memory, too', ({ unisolatedMask }) => repeatsStrokes(unisolatedMask));

test('a quick selection that was under way is lost, alone', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', 400, 300);
  await mask.stroke(A, B);
  const painted = await mask.coverage('a');
  await page.evaluate(() => window.maskPage.engine.configure({ tool: 'quickSelect' }));
  await page.mouse.move(...A);
  await page.mouse.down();
  await page.mouse.move(...C, { steps: 4 });
  await kill(mask);
  await expect.poll(() => restarts(mask)).toEqual([1]);
  await page.mouse.up();
  expect(Buffer.compare(await mask.coverage('a'), painted)).toBe(0);
  await mask.stroke(C);
  expect(Buffer.compare(await mask.coverage('a'), painted)).not.toBe(0);
});

test('what is shown is drawn again on a canvas of the next worker', async ({ mask }) => {
  await mask.open('a', 400, 300, '#3060c0');
  await mask.stroke(A, B);
  const before = await mask.look();
  await kill(mask);
  await expect.poll(() => restarts(mask)).toEqual([0]);
  await expect
    .poll(async () => {
      const now = await mask.look();
      return [A, B, C].every(([x, y]) => now(x, y).join() === before(x, y).join());
    })
    .toBe(true);
});

test('three deaths in a row are final for the requests, and opening a picture starts another', async ({ mask }) => {
  await mask.open('a', 400, 300);
  await mask.stroke(A, B);
  // The second death discards what is in no tile yet.
  await expect.poll(() => mask.page.evaluate(() => window.maskPage.kept.size)).toBeGreaterThan(0);
  for (const count of [1, 2]) {
    await kill(mask);
    await expect.poll(async () => (await restarts(mask)).length).toBe(count);
    expect(await isCovered(mask, 'a')).toBe(true);
  }
  await kill(mask);
  await expect.poll(() => mask.page.evaluate(() => window.maskPage.crashes.splice(0))).toHaveLength(1);
  await expect(mask.coverage('a')).rejects.toThrow();
  await mask.open('a', 400, 300);
  expect(await isCovered(mask, 'a')).toBe(true);
});
