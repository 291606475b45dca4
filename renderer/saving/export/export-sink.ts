// Passes the files of an export to main, which writes them.

import type { SavedFile } from '../../../shared/contract/provenance.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { SoundSink } from '../../engines/audio/export/port.ts';
import type { Ipc } from '../../ipc.ts';

/** Bytes that are passed to main at once. */
const PIECE_BYTES = 1024 * 1024;

/** Creates the sink of an export. @param id as `exports.begin` returned it. @param onSaved gets the files. */
export function createExportSink(
  ipc: Pick<Ipc, 'request'>,
  id: string,
  onSaved: (files: readonly SavedFile[]) => void,
): SoundSink {
  let pieces = 0;
  return {
    openFile: (fileName, remainingBytes, itemIds) =>
      ipc.request('exports.openFile', { id, fileName, remainingBytes, itemIds }),
    write: (bytes) => ipc.request('exports.write', { id, index: pieces++, bytes }),
    finish: async () => {
      const finished = await ipc.request('exports.finish', { id });
      if (!finished.ok) return finished;
      onSaved(finished.data.files);
      return { ok: true, data: null };
    },
    abort: () => ipc.request('exports.abort', { id }),
  };
}

/** Writes a file that is in memory, of no items but that of the export. */
export async function writeWhole(
  sink: SoundSink,
  fileName: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<null, AppError>> {
  const opened = await sink.openFile(fileName, bytes.length, []);
  if (!opened.ok) return opened;
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const written = await sink.write(bytes.slice(at, at + PIECE_BYTES));
    if (!written.ok) return written;
  }
  return ok(null);
}
