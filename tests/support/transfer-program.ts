// A process that moves a library, or backs one up, to be killed while it does.

import { writeLibraryPlace } from '../../electron/library-place.ts';
import { backUpToFolder } from '../../electron/transfer/back-up-folder.ts';
import { copyLibrary, finishCopy, removeMark, removeMoved } from '../../electron/transfer/copy-library.ts';
import { writeZip } from '../../electron/transfer/write-zip.ts';

const [, , kind = '', from = '', to = '', userData = ''] = process.argv;
const run = {
  signal: new AbortController().signal,
  onProgress: (phase: string, done: number) => process.send?.({ phase, done }),
};
if (kind === 'backUp') await backUpToFolder(from, to, '1.0.0', run);
if (kind === 'zip')
  await writeZip({ root: from, file: to, part: `${to}.part`, wanted: null, appVersion: '1.0.0' }, run);
if (kind === 'move') {
  const copied = await copyLibrary(from, to, run);
  await finishCopy(copied, run);
  await writeLibraryPlace(userData, { folder: to, previous: from });
  await removeMark(to);
  process.send?.({ phase: 'removing', done: 0 });
  await removeMoved(copied, run.signal);
  await writeLibraryPlace(userData, { folder: to, previous: null });
}
process.send?.({ phase: 'ended', done: 0 });
process.disconnect?.();
