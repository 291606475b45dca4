import { expect, it, vi } from 'vitest';
import { inTransaction, openDatabase } from './schema.ts';

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
