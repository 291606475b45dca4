// Messages between the page and the import worker.

import type { ImportError, ImportedScript, ReadAs } from '../../../shared/import/imported-script.ts';
import type { Result } from '../../../shared/result.ts';

/** A file to be read, and what a person says about it. */
export type ToImportWorker = { name: string; file: Blob; as: ReadAs };

/** One answer for each file, in order. */
export type FromImportWorker = Result<ImportedScript, ImportError | { code: 'unreadable' }>;
