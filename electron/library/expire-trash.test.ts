import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { expireTrash } from './expire-trash.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Noon of a day. */
const at = (day: number): number => day * DAY_MS + DAY_MS / 2;

/** Uses the app at noon of each of these days. @returns before when what was deleted is deleted for good each time. */
async function useOn(days: readonly number[], folder: string, keptDays: 7 | null = 7): Promise<(number | undefined)[]> {
  const seen: (number | undefined)[] = [];
  for (const day of days) {
    const asked: number[] = [];
    await expireTrash({
      settings: { current: () => ({ trash: { keptDays } }) } as never,
      scripts: { deleteForGood: async (_ids: unknown, beforeMs: number) => void asked.push(beforeMs) } as never,
      deleteForGood: { expire: async (beforeMs: number) => void asked.push(beforeMs) } as never,
      daysFile: path.join(folder, 'trash-days.json'),
      nowMs: at(day),
    });
    expect(new Set(asked).size).toBe(asked.length / 2);
    seen.push(asked[0]);
  }
  return seen;
}
const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);

it('what was deleted is deleted for good after its days, if the app is used on each', async () => {
  const seen = await useOn(range(20_000, 10), await tempFolder());
  expect(seen.slice(0, 6)).toEqual(Array(6).fill(undefined));
  expect(seen.slice(6)).toEqual(range(19_999, 4).map(at));
});

// fault 50
it('a clock that jumps forward, or back again, deletes nothing that the days of use would not', async () => {
  const folder = await tempFolder();
  await useOn(range(20_000, 10), folder);
  // Deleted at noon of day 20 009: kept for seven days of use, wherever the clock is.
  const jumped = await useOn([20_400, 20_401, 20_800, 20_010, 21_000, 21_400], folder);
  for (const beforeMs of jumped) expect(beforeMs).toBeLessThan(at(20_009));
  expect(await useOn(range(21_401, 10), folder).then((seen) => seen.at(-1))).toBeGreaterThan(at(20_009));
});

it('nothing is deleted where it is kept for ever, or where the days cannot be stored', async () => {
  const folder = await tempFolder();
  await useOn(range(20_000, 10), folder, null);
  expect(await useOn([20_010], folder, null)).toEqual([undefined]);
  expect(await useOn([20_011], folder)).toEqual([at(20_004)]);
  expect(await useOn(range(20_000, 10), path.join('/dev/null', 'x'))).toEqual(Array(10).fill(undefined));
});
