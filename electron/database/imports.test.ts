import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { madeTake, writeMadeItem } from '../../tests/support/made-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { IMPORT_MARK } from '../transfer/library-parts.ts';
import { createImportRows } from './imports.ts';
import { openDatabase } from './schema.ts';

it('lists sidecars without a row only after an import that was interrupted, once', async () => {
  const root = await tempFolder();
  writeMadeItem(root, madeTake(1, 'one'), 1);
  const db = openDatabase(':memory:');
  const rows = createImportRows(db, root);
  const count = () => db.prepare('SELECT count(*) AS count FROM items').get()?.count;
  expect([rows.adoptUnlisted(), count()]).toEqual([0, 0]);

  const mark = path.join(root, IMPORT_MARK);
  writeFileSync(mark, '');
  expect([rows.adoptUnlisted(), count(), existsSync(mark)]).toEqual([1, 1, false]);
  db.close();
});
