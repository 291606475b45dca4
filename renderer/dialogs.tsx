// The dialogs that any screen may open. Each is open while its store has something to ask.

import { BatchDialog } from './app/batch/BatchDialog.tsx';
import { RenameDialog } from './app/batch/RenameDialog.tsx';
import { ExportDialog } from './app/export/ExportDialog.tsx';
import { SheetDialog } from './app/sheet/SheetDialog.tsx';
import { DeletingDialog } from './app/trash/DeletingDialog.tsx';
import { ImportDialog } from './speech/import/ImportDialog.tsx';
import type { ImportStore } from './speech/import/import-store.ts';

/** The dialogs. */
export function Dialogs({ importing }: { importing: ImportStore }) {
  return (
    <>
      <ExportDialog />
      <BatchDialog />
      <RenameDialog />
      <SheetDialog />
      <DeletingDialog />
      <ImportDialog store={importing} />
    </>
  );
}
