// The dialogs that any screen may open. Each is open while its store has something to ask.

import { DeletingDialog } from './library/trash/DeletingDialog.tsx';
import { BatchDialog } from './saving/batch/BatchDialog.tsx';
import { RenameDialog } from './saving/batch/RenameDialog.tsx';
import { ExportDialog } from './saving/export/ExportDialog.tsx';
import { PictureDialog } from './saving/picture/PictureDialog.tsx';
import { SheetDialog } from './saving/sheet/SheetDialog.tsx';
import { ImportDialog } from './speech/import/ImportDialog.tsx';
import type { ImportStore } from './speech/import/import-store.ts';

/** The dialogs. */
export function Dialogs({ importing }: { importing: ImportStore }) {
  return (
    <>
      <ExportDialog />
      <BatchDialog />
      <PictureDialog />
      <RenameDialog />
      <SheetDialog />
      <DeletingDialog />
      <ImportDialog store={importing} />
    </>
  );
}
