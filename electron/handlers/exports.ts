// Routes of exports.

import type { ExportFiles } from '../export/export-files.ts';
import type { HandlersOf } from './routes-of.ts';

export type ExportDeps = { exportFiles: ExportFiles };

/** Creates the handlers of the export routes. */
export function exportHandlers({ exportFiles }: ExportDeps): HandlersOf<'exports'> {
  return {
    'exports.begin': exportFiles.begin,
    'exports.chooseFolder': exportFiles.chooseFolder,
    'exports.beginItem': exportFiles.beginItem,
    'exports.copyItem': exportFiles.copyItem,
    'exports.openFile': exportFiles.openFile,
    'exports.write': exportFiles.write,
    'exports.finish': exportFiles.finish,
    'exports.abort': exportFiles.abort,
  };
}
