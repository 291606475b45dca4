// The dialogs that any screen may open. Each is open while its store has something to ask.

import type { DialogStores } from './compose/dialogs.ts';
import { DeletingDialog } from './library/trash/DeletingDialog.tsx';
import { BatchDialog } from './saving/batch/BatchDialog.tsx';
import { RenameDialog } from './saving/batch/RenameDialog.tsx';
import { ExportDialog } from './saving/export/ExportDialog.tsx';
import { PictureDialog } from './saving/picture/PictureDialog.tsx';
import { SheetDialog } from './saving/sheet/SheetDialog.tsx';
import { ImportDialog } from './speech/import/ImportDialog.tsx';
import type { ImportStore } from './speech/import/import-store.ts';

/** The dialogs. */
export function Dialogs({ stores, importing }: { stores: DialogStores; importing: ImportStore }) {
  return (
    <>
      <ExportDialog store={stores.exporting} />
      <BatchDialog store={stores.batch} />
      <PictureDialog store={stores.savingPicture} />
      <RenameDialog store={stores.renaming} />
      <SheetDialog store={stores.sheet} />
      <DeletingDialog store={stores.deleting} />
      <ImportDialog store={importing} />
    </>
  );
}
