import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { madeTake, writeMadeItem } from '../../tests/support/made-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { openLibrary } from './open-library.ts';

/** The disk's errors, as SQLite reports them: result codes of sqlite.org/rescode.html. */
const FAULTS: readonly (readonly [what: string, errcode: number])[] = [
  ['is full', 13],
  ['may not be opened', 14],
  ['may not be read', 3],
  ['fails', 10],
  ['fails when it is read', 266],
  ['is read-only', 8],
];

/** A library with an item and a draft that no sidecar has. */
async function soundLibrary(): Promise<string> {
  const root = await tempFolder();
  writeMadeItem(root, madeTake(1, 'take'), 1);
  const { filling, close } = openLibrary(root, vi.fn());
  await filling?.run({ signal: new AbortController().signal, onProgress: () => undefined });
  close();
  const db = new DatabaseSync(path.join(root, 'library.sqlite'));
  db.exec("INSERT INTO drafts VALUES ('speech', '{}')");
  db.close();
  return root;
}

// Each step of opening: its first statement, the log, the statements of the operations.
it.each(FAULTS.flatMap(([what, code]) => ['exec', 'prepare', 'late'].map((step) => [what, code, step] as const)))(
  'a database on a disk that %s (%i, %s) is not taken for a damaged one',
  async (_what, errcode, step) => {
    const root = await soundLibrary();
    const { exec, prepare } = DatabaseSync.prototype;
    const failure = Object.assign(new Error('disk'), { code: 'ERR_SQLITE_ERROR', errcode });
    const isLive = (db: DatabaseSync): boolean => db.location()?.endsWith('library.sqlite') === true;
    const spies = [
      vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
        if (step === 'exec' && isLive(this)) throw failure;
        exec.call(this, sql);
      }),
      vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql, ...options) {
        if (isLive(this) && (step === 'prepare' || (step === 'late' && sql.includes('FROM items')))) throw failure;
        return prepare.call(this, sql, ...options);
      }),
    ];
    onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
    const library = openLibrary(root, vi.fn());
    expect(library.storage).toMatchObject({ isWritable: false, reason: expect.stringMatching(/^SQLITE_/) });
    library.close();
    for (const spy of spies) spy.mockRestore();
    expect(readdirSync(root).filter((name) => /damaged|rebuil/.test(name))).toEqual([]);
    const later = openLibrary(root, vi.fn());
    onTestFinished(later.close);
    expect(later.filling).toBeNull();
    const db = new DatabaseSync(path.join(root, 'library.sqlite'));
    expect(db.prepare('SELECT name FROM drafts').all()).toEqual([{ name: 'speech' }]);
    db.close();
  },
);
