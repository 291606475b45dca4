// Routes of the library: read items, change them, and save them as files.

import { appError } from '../../shared/errors.ts';
import { fail, ok } from '../../shared/result.ts';
import { whileWriting } from '../files.ts';
import type { CheckedReplies } from '../jobs/checked-replies.ts';
import type { DeleteForGood } from '../library/delete-for-good.ts';
import { createEditResults, type EditResultDeps } from '../library/edit-results.ts';
import type { KeptGroup } from '../library/keeping.ts';
import type { Library } from '../library/library.ts';
import { rereadPcm } from '../library/reread-pcm.ts';
import type { LibrarySweeps } from '../library-sweeps.ts';
import type { Maintenance } from '../maintenance.ts';
import type { ConflictCopies } from '../ownership/conflict-copies.ts';
import type { SavingRoutes } from '../saving.ts';
import type { RelayFindings } from '../settings/relay-findings.ts';
import type { Showing } from '../showing.ts';
import type { Transfers } from '../transfers.ts';
import type { HandlersOf } from './routes-of.ts';

export type LibraryDeps = {
  library: Library;
  findings: Pick<RelayFindings, 'setPictureUsed'>;
  checkedReplies: Pick<CheckedReplies, 'settleOf'>;
  saving: SavingRoutes;
  showing: Pick<Showing, 'showItem' | 'showSaved'>;
  conflictCopies: () => Promise<ConflictCopies>;
  maintenance: Pick<Maintenance, 'verify' | 'rebuild' | 'stop'>;
  sweeps: Pick<LibrarySweeps, 'measure' | 'freeUp'>;
  deleteForGood: Pick<DeleteForGood, 'summary' | 'deleteItems' | 'empty'>;
  transfers: Transfers;
  onLibraryChanged: EditResultDeps['onChanged'];
  /** The disk failed in the middle of a change that has an outcome all the same. */
  onStorageFailed: () => void;
};

/** Creates the handlers of the library routes. */
export function libraryHandlers(deps: LibraryDeps): HandlersOf<'library'> {
  const { library, saving, maintenance, sweeps, deleteForGood, transfers, onLibraryChanged } = deps;
  const editResults = createEditResults({
    library,
    onVerdict: deps.findings.setPictureUsed,
    onDecoded: deps.checkedReplies.settleOf,
    onChanged: onLibraryChanged,
  });
  const setTrashed = async (ids: string[], isTrashed: boolean) => {
    const moved = await whileWriting(() => library.setTrashed(ids, isTrashed));
    onLibraryChanged(ids);
    return moved.ok ? ok(null) : moved;
  };
  const setKept = async (groups: readonly KeptGroup[]) => {
    const changed = await whileWriting(() => library.setKept(groups));
    if (changed.ok) onLibraryChanged(changed.data.undo.flatMap(({ ids }) => ids));
    if (changed.ok && changed.data.error !== null) deps.onStorageFailed();
    return changed;
  };
  return {
    'library.list': async (query) => ok(await library.list(query)),
    'library.find': async (query) => ok(await library.find(query)),
    'library.matchingIds': async (query) => ok({ ids: await library.matchingIds(query) }),
    'library.positionOf': async (query) => ok(await library.positionOf(query)),
    'library.timeline': async (query) => ok(await library.timeline(query)),
    'library.facets': async (query) => ok(await library.facets(query)),
    'library.getItems': async ({ ids }) => ok({ items: await library.getAll(ids) }),
    'library.getItem': async ({ id }) => {
      const item = await library.get(id);
      return item ? ok(item) : fail(appError('item.not_found'));
    },
    'library.addProtected': editResults.addProtected,
    'library.addDecoding': editResults.addDecoding,
    'library.addSourceUsage': editResults.addSourceUsage,
    'library.overrideVerdict': editResults.overrideVerdict,
    'library.saveCopy': saving.saveCopy,
    'library.savePicture': saving.savePicture,
    'library.pictureSource': saving.pictureSource,
    'library.startDrag': saving.startDrag,
    'library.endDrag': saving.endDrag,
    'library.showItem': deps.showing.showItem,
    'library.showSaved': deps.showing.showSaved,
    'library.setKept': setKept,
    'library.listTags': async () => ok(await library.tags()),
    'library.reread': (input) => rereadPcm(input, library, onLibraryChanged),
    'library.findConflictCopies': async () => ok(await deps.conflictCopies()),
    'library.verify': () => (transfers.isBusy() ? fail(appError('transfer.busy')) : maintenance.verify()),
    'library.rebuild': () => (transfers.isBusy() ? fail(appError('transfer.busy')) : maintenance.rebuild()),
    'library.stopMaintenance': async () => {
      await maintenance.stop();
      return ok(null);
    },
    'library.measure': () => sweeps.measure(),
    'library.freeUp': () => sweeps.freeUp(),
    'library.chooseFolder': () => transfers.chooseFolder(),
    'library.backUp': ({ as }) => transfers.backUp(as),
    'library.import': ({ as }) => transfers.importFrom(as),
    'library.exportProject': (project) => transfers.exportProject(project),
    'library.cancelTransfer': () => {
      transfers.cancel();
      return ok(null);
    },
    'library.dismissTransfer': () => {
      transfers.dismiss();
      return ok(null);
    },
    'library.showFolder': () => {
      transfers.showFolder();
      return ok(null);
    },
    'library.trash': ({ ids }) => setTrashed(ids, true),
    'library.restore': ({ ids }) => setTrashed(ids, false),
    'library.trashSummary': ({ ids }) => deleteForGood.summary(ids),
    'library.deleteForGood': ({ ids }) => deleteForGood.deleteItems(ids),
    'library.emptyTrash': () => deleteForGood.empty(),
  };
}
