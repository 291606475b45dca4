// A process that rebuilds the library in a folder and prints its progress, to be killed while it does.

import { startRebuilding } from '../../electron/database/recovery/rebuild-file.ts';

const [, , folder = ''] = process.argv;
await startRebuilding(folder).run({
  signal: new AbortController().signal,
  onProgress: (progress) => process.send?.(progress),
});
