import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { findConflictCopies, isConflictCopy } from './conflict-copies.ts';

const ID = '0b9f2a52-6a0e-4a51-9b56-0d8a6a1f7c11';

it.each([
  "library (desk's conflicted copy 2026-11-22).sqlite",
  'library (conflicted copy 2026-11-22 093000).sqlite',
  'settings.sync-conflict-20261122-093000-ABCDEFG.json',
  'settings-DESKTOP-4F2K.json',
  'keys-desk.json',
  `${ID} (1).json`,
  `${ID} 2.json`,
  `${ID}-DESK.json`,
  `${ID}-0-DESK.json`,
  `${ID}-reply (1).json`,
])('%s is a conflict copy', (name) => {
  expect(isConflictCopy(name)).toBe(true);
});

it.each([
  'library.sqlite',
  'library.sqlite-wal',
  'library-damaged-2026-11-22.sqlite',
  'settings.json',
  'settings-unreadable-2026-11-22.json',
  'settings.json.bad',
  'lock.sqlite',
  'owner.json',
  `${ID}.json`,
  `${ID}-0.json`,
  `${ID}-reply.json`,
  'main.log',
])('%s is none', (name) => {
  expect(isConflictCopy(name)).toBe(false);
});

it('counts them in all folders, names at most twenty, and deletes none', async () => {
  const userData = await tempFolder();
  await mkdir(path.join(userData, 'library', 'items'), { recursive: true });
  await writeFile(path.join(userData, 'settings-DESK.json'), '');
  await writeFile(path.join(userData, 'library', 'library (conflicted copy).sqlite'), '');
  for (let n = 1; n <= 30; n += 1) await writeFile(path.join(userData, 'library', 'items', `${ID} (${n}).json`), '');
  const { count, names } = await findConflictCopies(userData, path.join(userData, 'library'));
  expect([count, names.length]).toEqual([32, 20]);
  expect(names).toContain('settings-DESK.json');
  expect(names).toContain(path.join('library', 'library (conflicted copy).sqlite'));
  expect((await findConflictCopies(userData, path.join(userData, 'library'))).count).toBe(32);
});

it('a user-data folder that is not there has none', async () => {
  expect(
    await findConflictCopies(path.join(await tempFolder(), 'missing'), path.join(await tempFolder(), 'library')),
  ).toEqual({ count: 0, names: [] });
});
