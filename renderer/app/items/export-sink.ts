// Passes the files of an export to main, which writes them.

import type { SoundSink } from '../../audio/export/port.ts';
import type { Ipc } from '../../ipc.ts';

/** Creates the sink of an export. @param id as `exports.begin` returned it. @param onSaved gets the names of the files. */
export function createExportSink(
  ipc: Pick<Ipc, 'request'>,
  id: string,
  onSaved: (fileNames: readonly string[]) => void,
): SoundSink {
  let pieces = 0;
  return {
    openFile: (fileName, remainingBytes) => ipc.request('exports.openFile', { id, fileName, remainingBytes }),
    write: (bytes) => ipc.request('exports.write', { id, index: pieces++, bytes }),
    finish: async () => {
      const finished = await ipc.request('exports.finish', { id });
      if (!finished.ok) return finished;
      onSaved(finished.data.fileNames);
      return { ok: true, data: null };
    },
    abort: () => ipc.request('exports.abort', { id }),
  };
}
