import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { ForeignSchemaError, inTransaction, openDatabase } from './schema.ts';

// attack 43
it.each([
  "CREATE TRIGGER more AFTER INSERT ON items BEGIN INSERT INTO drafts VALUES ('leak', new.body); END",
  'CREATE TABLE more(x)',
  'DROP TABLE mask_tiles',
])('a database in which somebody has done this is not used: %s', async (sql) => {
  const file = path.join(await tempFolder(), 'library.sqlite');
  const db = openDatabase(file);
  db.exec(sql);
  db.close();
  expect(() => openDatabase(file)).toThrow(ForeignSchemaError);
});

it('a transaction whose rollback fails still reports what went wrong first', () => {
  const db = openDatabase(':memory:');
  const full = new Error('database or disk is full');
  const work = () => {
    db.exec("INSERT INTO drafts (name, body) VALUES ('a', '')");
    // On a full disk SQLite rolls back by itself.
    db.exec('ROLLBACK');
    throw full;
  };
  expect(() => inTransaction(db, work)).toThrow(full);
  const fails = () => {
    const exec = vi.spyOn(db, 'exec').mockImplementation(() => {
      throw new Error('cannot rollback');
    });
    exec.mockName('exec');
    throw full;
  };
  expect(() => inTransaction(db, fails)).toThrow(full);
  vi.restoreAllMocks();
  expect(db.prepare('SELECT count(*) AS count FROM drafts').get()).toEqual({ count: 0 });
});
