// Empties the trash of what has been there longer than a person wants.

import type { Scripts } from '../scripts/scripts.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { DeleteForGood } from './delete-for-good.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What expiring needs. */
export type ExpireParts = {
  settings: Pick<SettingsFile, 'current'>;
  deleteForGood: Pick<DeleteForGood, 'expire'>;
  scripts: Pick<Scripts, 'deleteForGood'>;
  nowMs: number;
};

/**
 * Deletes scripts and items for good that were deleted before the days of the setting. Scripts first: their takes may not be
 * needed any more. What cannot be deleted now is tried again the next time. @throws the disk's error.
 */
export async function expireTrash({ settings, deleteForGood, scripts, nowMs }: ExpireParts): Promise<void> {
  const { keptDays } = settings.current().trash;
  if (keptDays === null) return;
  const beforeMs = nowMs - keptDays * DAY_MS;
  await scripts.deleteForGood(null, beforeMs);
  await deleteForGood.expire(beforeMs);
}
