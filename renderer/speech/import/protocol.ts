// Messages between the page and the import worker.

import type { TextEncoding } from '../../../shared/import/decode-text.ts';
import type { ImportError, ImportedScript } from '../../../shared/import/imported-script.ts';
import type { Result } from '../../../shared/result.ts';

/** A file to be read. `encoding` is what a person says about it; undefined finds it. */
export type ToImportWorker = { name: string; file: Blob; encoding: TextEncoding | undefined };

/** One answer for each file, in order. */
export type FromImportWorker = Result<ImportedScript, ImportError | { code: 'unreadable' }>;
