// Empties the trash of what has been there longer than a person wants, by days on which the app was used: a clock that
// jumps deletes nothing.

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseBounded } from '../../shared/json/bounded-json.ts';
import { KEPT_DAYS } from '../../shared/library/trash.ts';
import { writeFileAtomic } from '../files.ts';
import type { Scripts } from '../scripts/scripts.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { DeleteForGood } from './delete-for-good.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days that are remembered: more than are ever asked for. */
const REMEMBERED = Math.max(...KEPT_DAYS);

const daysSchema = z.array(z.number().int()).transform((days) => days.toSorted((a, b) => a - b));

/** What expiring needs. */
export type ExpireDeps = {
  settings: Pick<SettingsFile, 'current'>;
  deleteForGood: Pick<DeleteForGood, 'expire'>;
  scripts: Pick<Scripts, 'deleteForGood'>;
  /** The file that remembers the days on which this was called, as days since 1970. */
  daysFile: string;
  nowMs: number;
};

/**
 * Deletes scripts and items for good that were deleted before the days of the setting. Only days on which this is called
 * count, a time of any length in between as none: where the clock jumps forward by a year, nothing is deleted that the
 * next days would not delete anyway, and who was away for a year finds everything. Where the days cannot be stored, the
 * day does not count. Scripts first: their takes may not be needed any more. What cannot be deleted now is tried again
 * the next time. @throws the disk's error.
 */
export async function expireTrash(deps: ExpireDeps): Promise<void> {
  const { settings, deleteForGood, scripts, daysFile, nowMs } = deps;
  const days = await countToday(daysFile, nowMs);
  const { keptDays } = settings.current().trash;
  const firstDay = keptDays === null ? undefined : days.at(-keptDays);
  if (keptDays === null || firstDay === undefined) return;
  const beforeMs = Math.min(firstDay * DAY_MS, nowMs - keptDays * DAY_MS);
  await scripts.deleteForGood(null, beforeMs);
  await deleteForGood.expire(beforeMs);
}

/** The days on which the app was used, with today. Those of a clock that was ahead are forgotten. */
async function countToday(file: string, nowMs: number): Promise<number[]> {
  const read = parseBounded(await readFile(file).catch(() => new Uint8Array()), 'ownFile');
  const known = daysSchema.safeParse(read.ok ? read.data : undefined).data ?? [];
  const today = Math.floor(nowMs / DAY_MS);
  const before = known.filter((day) => day < today);
  const days = [...before, today].slice(-REMEMBERED);
  return writeFileAtomic(file, `${JSON.stringify(days)}\n`).then(
    () => days,
    () => before,
  );
}
