// The import worker: reads files that become scripts. Parsing a large one takes seconds.

import { importScript } from '../../../shared/import/import-script.ts';
import { fail } from '../../../shared/result.ts';
import { holdLifeline } from '../../lifetime/lifeline.ts';
import type { FromImportWorker, ToImportWorker } from './protocol.ts';

holdLifeline();
addEventListener('message', ({ data }: MessageEvent<ToImportWorker>) => {
  void read(data).then((answer) => postMessage(answer));
});

async function read({ name, file, as }: ToImportWorker): Promise<FromImportWorker> {
  // Fails if the file has changed or gone since it was chosen.
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return fail({ code: 'unreadable' });
  return importScript({ name, bytes: new Uint8Array(bytes) }, as);
}
