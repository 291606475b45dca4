// Knows which of the media files that were looked at are not in their place. Files are looked at when they are shown:
// all that are asked for at once make one request. Independent of how it is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MissingMedia } from '../../shared/contract/media.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { MAX_LOOKED_AT } from '../../shared/storage/missing-media.ts';
import type { Ipc } from '../ipc.ts';
import { createScope } from '../lifetime/scope.ts';

/** State and actions. */
type Missing = {
  /** The files known to be missing or changed, by media id. */
  files: ReadonlyMap<string, MissingMedia>;
  /** Looks at files; resolves once `files` says what is known of them. A failed look changes nothing. */
  look: (mediaIds: readonly string[]) => Promise<void>;
  /** Looks again at the files known to be missing or changed. */
  lookAgain: () => void;
  /**
   * Asks the person for a file and puts it into its place. Returns whether that was done, or the failure; false if the
   * dialog was closed.
   */
  locate: (mediaId: string) => Promise<boolean | AppError>;
  dispose: () => void;
};

export type MissingMediaStore = StoreApi<Missing>;

/** Creates the store; it looks at nothing by itself but at missing files again when the library or its drive changes. */
export function createMissingMediaStore({ ipc }: { ipc: Ipc }): MissingMediaStore {
  const scope = createScope();
  let asked = new Set<string>();
  let looking: Promise<void> | undefined;

  const lookAt = async (ids: readonly string[]): Promise<void> => {
    const result = await ipc.request('media.findMissing', [...ids]);
    if (!result.ok) return;
    const found = new Map(result.data.map((file) => [file.mediaId, file]));
    const before = store.getState().files;
    const changed = ids.filter((id) => before.get(id)?.state !== found.get(id)?.state);
    if (changed.length === 0) return;
    const files = new Map(before);
    for (const id of changed) {
      const file = found.get(id);
      if (file === undefined) files.delete(id);
      else files.set(id, file);
    }
    store.setState({ files });
  };
  const lookAtAsked = async (): Promise<void> => {
    // What is asked for in the same turn, such as by all cells of a page, is looked at together.
    await Promise.resolve();
    const ids = [...asked];
    asked = new Set();
    looking = undefined;
    for (let first = 0; first < ids.length; first += MAX_LOOKED_AT)
      await lookAt(ids.slice(first, first + MAX_LOOKED_AT));
  };

  const store: MissingMediaStore = createStore<Missing>()((_set, get) => ({
    files: new Map(),
    look: (mediaIds) => {
      if (mediaIds.length === 0) return Promise.resolve();
      for (const id of mediaIds) asked.add(id);
      looking ??= lookAtAsked();
      return looking;
    },
    lookAgain: () => void get().look([...get().files.keys()]),
    locate: async (mediaId) => {
      const located = await ipc.request('media.locate', { mediaId });
      if (!located.ok) return located.error;
      if (located.data.isLocated) await get().look([mediaId]);
      return located.data.isLocated;
    },
    dispose: scope.dispose,
  }));
  const { lookAgain } = store.getState();
  // A drive may be back.
  scope.add(ipc.on('library.changed', lookAgain), ipc.on('storage.changed', lookAgain), ipc.onGap(lookAgain));
  return store;
}

/** The error for a file that is not in its place. @param name what a person knows it by. */
export function missingError({ path }: MissingMedia, name: string): AppError {
  return appError('media.missing', { name, path });
}
