// Deletions for good that were killed: what the next start makes of them.

import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { RESERVE_NAME } from '../../electron/library/reserve.ts';
import { atEachFileStep } from './crash-points.ts';
import { eventually } from './eventually.ts';
import { editItem, editJob, idsOnDisk, importPicture, passTime } from './owned-media.ts';
import { tempFolder } from './temp-folder.ts';
import {
  addTake,
  emptyTrash,
  findingsOf,
  loseDatabase,
  namesIn,
  openTrashRun,
  succeeded,
  trashedIds,
} from './trash-run.ts';

/** What else a crash may cost: the database, or only its log of changes. */
export const LOSSES = ['nothing', 'database', 'log'] as const;
type Loss = (typeof LOSSES)[number];

function lose(root: string, loss: Loss): void {
  if (loss === 'database') loseDatabase(root);
  if (loss === 'log') rmSync(path.join(root, 'library.sqlite-wal'));
}

/**
 * Empties a trash of three items, and expects that whatever step it is killed before, each of them is complete in the
 * trash or gone. @param lossesAt what is lost with the kill before a step, each in a library of its own.
 */
export async function expectWholeOrGone(lossesAt: (step: number) => readonly Loss[]): Promise<void> {
  const root = await tempFolder();
  const earlier = await openTrashRun(root);
  const shared = await importPicture(earlier, 1);
  for (const number of [2, 3]) {
    const raw = await importPicture(earlier, number);
    await earlier.library.add({ ...editItem(editJob([shared.mediaId], null), raw), id: `i${number}` });
  }
  const { mediaId: withoutSidecar } = await addTake(earlier, root, 4, 'no sidecar', { id: 'i4' });
  await earlier.library.setTrashed(['i2', 'i3', 'i4'], true);
  rmSync(path.join(root, 'items', 'i4.json'));
  passTime(root, earlier, 48);
  // The file of the database has all of it, and none of what follows.
  await earlier.database.close();

  const run = await openTrashRun(root);
  const snapshots = await tempFolder();
  const killed: { folder: string; loss: Loss }[] = [];
  let steps = 0;
  const filter = (file: string): boolean => path.basename(file) !== RESERVE_NAME;
  const copy = (): void => {
    for (const loss of lossesAt(steps)) {
      const folder = path.join(snapshots, `${steps} ${loss}`);
      cpSync(root, folder, { recursive: true, filter });
      killed.push({ folder, loss });
    }
    steps++;
  };
  await atEachFileStep(copy, () => emptyTrash(run));
  copy();
  await run.database.close();
  expect(steps).toBeGreaterThan(12);

  const counts: number[] = [];
  for (const { folder, loss } of killed) {
    const count = await itemsLeft(folder, loss, withoutSidecar);
    expect(count, folder).toBeLessThanOrEqual(loss === 'database' ? 2 : 3);
    counts.push(count);
  }
  expect(counts).toContain(0);
  expect(counts).toContain(3);
}

/** Starts the app after a kill, and returns how many items are left in the trash, which are complete. */
async function itemsLeft(killed: string, loss: Loss, withoutSidecar: string): Promise<number> {
  lose(killed, loss);
  const run = await openTrashRun(killed);
  await eventually(async () => expect((await run.database.opened()).isWritable).toBe(true));
  succeeded(await run.trash.resume());
  const left = await trashedIds(run);
  expect([namesIn(killed, 'deleting'), namesIn(killed, 'leaving')], killed).toEqual([[], []]);
  const { search: _, sidecarMissing, ...findings } = await findingsOf(killed);
  expect(sidecarMissing?.first ?? [], killed).toEqual(left.includes('i4') && loss === 'nothing' ? ['i4'] : []);
  // Without sidecar and database nobody knows of it.
  const leftOver = loss === 'database' && idsOnDisk(killed).includes(withoutSidecar) ? [withoutSidecar] : [];
  expect(findings, killed).toEqual(leftOver.length > 0 ? { mediaLeftOver: { count: 1, first: leftOver } } : {});
  await emptyTrash(run);
  expect(await trashedIds(run)).toEqual([]);
  await run.database.close();
  return left.length;
}
