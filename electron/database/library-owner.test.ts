import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Maintenance } from '../../shared/contract/recovery.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { madeTake, writeMadeItem } from '../../tests/support/made-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';

/** A folder with the files of five items and no database. */
async function prepare(count = 5): Promise<string> {
  const root = await tempFolder();
  for (let number = 1; number <= count; number++) writeMadeItem(root, madeTake(number, `${number}`), number, false);
  return root;
}

function open(root: string) {
  const states: Maintenance[] = [];
  const onRebuildFailed = vi.fn();
  const database = openTestDatabase(root, undefined, { onMaintenance: (state) => states.push(state), onRebuildFailed });
  onTestFinished(database.close);
  const titles = async (): Promise<string[]> => {
    const { items } = await database.items.list({ search: '', kind: null, beforeId: null, limit: 200 });
    return items.map(({ title }) => title);
  };
  const ended = (step: Maintenance['step']) => eventually(() => expect(states.at(-1)?.step).toBe(step));
  return { database, states, titles, ended, onRebuildFailed };
}

it('a missing database is rebuilt while calls are answered, and written then', async () => {
  const { database, states, titles, ended } = open(await prepare(250));
  expect(await database.opened()).toMatchObject({ isWritable: false, reason: 'rebuilding' });
  await ended('rebuilt');
  expect(states[0]).toEqual({ step: 'rebuilding', cause: 'missing', progress: { done: 100, total: 250 } });
  expect(await database.opened()).toMatchObject({ isWritable: true });
  expect((await titles()).slice(0, 2)).toEqual(['250', '249']);
});

it('damage that a call meets is mended', async () => {
  const root = await prepare();
  const first = open(root);
  await first.ended('rebuilt');
  const damaged = new DatabaseSync(path.join(root, 'library.sqlite'), { defensive: false });
  damaged.exec(
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE' WHERE name = 'usage'; PRAGMA schema_version = 9999",
  );
  damaged.close();
  await expect(first.titles()).rejects.toThrow('malformed');
  const rebuilt = { step: 'rebuilt', cause: 'damaged', result: { items: 5 } };
  await eventually(() => expect(first.states.at(-1)).toMatchObject(rebuilt));
  expect(await first.titles()).toEqual(['5', '4', '3', '2', '1']);
});

it('a person rebuilds it, and can stop that: the earlier database is used again', async () => {
  const root = await prepare(400);
  const { database, titles, ended, states } = open(root);
  await ended('rebuilt');
  await database.rebuild();
  await database.stopRebuilding();
  await ended('idle');
  expect(await database.opened()).toMatchObject({ isWritable: true });
  expect(readdirSync(root).filter((name) => name.includes('damaged') || name.includes('rebuil'))).toEqual([]);
  await database.rebuild();
  await ended('rebuilt');
  expect(states.at(-1)).toMatchObject({ cause: 'asked', aside: expect.stringContaining('library.damaged-') });
  expect((await titles())[0]).toBe('400');
});

it('closed in the middle of a rebuild, the next start goes on', async () => {
  const root = await prepare(400);
  const { database } = open(root);
  await database.opened();
  await database.close();
  const next = open(root);
  await next.ended('rebuilt');
  expect((await next.titles())[0]).toBe('400');
});

it('in a folder in which nothing can be looked up it is empty, and says why', async () => {
  // A name that no file system takes is refused to root as well.
  const { database, titles, onRebuildFailed } = open(path.join(await tempFolder(), 'x'.repeat(300)));
  expect(await database.opened()).toMatchObject({ isWritable: false, reason: 'ENAMETOOLONG' });
  await eventually(() => expect(onRebuildFailed).toHaveBeenCalledOnce());
  expect(await titles()).toEqual([]);
});
