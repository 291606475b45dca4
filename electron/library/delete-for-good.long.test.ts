import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { expectWholeOrGone, LOSSES } from '../../tests/support/killed-deletions.ts';
import { madeTake, writeMadeItem } from '../../tests/support/made-library.ts';
import { idsOnDisk } from '../../tests/support/owned-media.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import {
  emptyTrash,
  findingsOf,
  loseDatabase,
  namesIn,
  openTrashRun,
  succeeded,
} from '../../tests/support/trash-run.ts';

const PROGRAM = path.join(import.meta.dirname, '../../tests/support/emptying-process.ts');
const KILLS = 20;
const ITEMS = 800;

it('killed before any step, an item is complete in the trash or gone, whatever else is lost', () =>
  expectWholeOrGone(() => LOSSES));

it('killed again and again while it empties the trash, nothing half is left and nothing else goes', {
  timeout: 600_000,
}, async () => {
  const root = await tempFolder();
  mkdirSync(path.join(root, 'items'), { recursive: true });
  for (let number = 0; number < ITEMS; number++) writeMadeItem(root, madeTake(number, `take ${number}`), number + 1);
  const first = await openTrashRun(root);
  await eventually(async () => expect((await first.database.opened()).isWritable).toBe(true));
  const all = await first.database.items.getAll(Array.from({ length: ITEMS }, (_, number) => madeTake(number, '').id));
  expect(all).toHaveLength(ITEMS);
  const kept = all.filter((_, index) => index % 4 === 0).map(({ id }) => id);
  let trashed = all.filter((_, index) => index % 4 !== 0).map(({ id }) => id);
  await first.library.setTrashed(trashed, true);
  await first.database.close();

  const left: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const child = fork(PROGRAM, [root], { execArgv: ['--disable-warning=ExperimentalWarning'] });
    const ended = once(child, 'exit');
    await once(child, 'message');
    // Every other kill comes within a batch after the first.
    if (kill % 2 === 1) await once(child, 'message');
    await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 25));
    child.kill('SIGKILL');
    await ended;
    if (kill % 5 === 4) loseDatabase(root);
    const run = await openTrashRun(root);
    await eventually(async () => expect((await run.database.opened()).isWritable).toBe(true));
    succeeded(await run.trash.resume());
    const still = new Set((await run.database.items.getAll(trashed)).map(({ id }) => id));
    trashed = trashed.filter((id) => still.has(id));
    left.push(trashed.length);
    expect(await run.database.items.getAll(kept)).toHaveLength(kept.length);
    expect(idsOnDisk(root)).toHaveLength(kept.length + trashed.length);
    expect(namesIn(root, 'deleting')).toEqual([]);
    expect(await findingsOf(root)).toEqual({});
    await run.database.close();
  }
  expect(Math.min(...left)).toBeLessThan(ITEMS - kept.length);
  const last = await openTrashRun(root);
  await emptyTrash(last);
  expect(idsOnDisk(root)).toHaveLength(kept.length);
  await last.database.close();
});
