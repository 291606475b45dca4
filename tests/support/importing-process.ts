// A process that imports the library of one folder into that of another, to be killed while it does.

import { openFolderSource } from '../../electron/transfer/folder-source.ts';
import { importLibrary } from '../../electron/transfer/import-library.ts';
import { openTrashRun } from './trash-run.ts';

const [, , from = '', to = ''] = process.argv;
const { database } = await openTrashRun(to);
await database.opened();
const source = await openFolderSource(from);
await importLibrary(source, to, {
  signal: new AbortController().signal,
  onProgress: (phase, done) => process.send?.({ phase, done }),
  reserve: database.items.reserve,
  adopt: database.imports.adopt,
});
await source.close();
await database.close();
process.send?.({ phase: 'ended', done: 0 });
process.disconnect?.();
