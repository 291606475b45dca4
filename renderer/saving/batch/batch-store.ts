// Owns the dialog that saves several items: which, how, how far that is, and what it came to. Independent of how it is
// displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { SavedFile } from '../../../shared/contract/provenance.ts';
import type { AppError } from '../../../shared/errors.ts';
import { nameBy } from '../../../shared/text/name-template.ts';
import type { Ipc } from '../../ipc.ts';
import type { Chosen } from '../../items/chosen.ts';
import type { SessionStore } from '../../shell/session-store.ts';
import { type Entry, readEntries } from './entries.ts';
import { type BatchResult, runBatch } from './run-batch.ts';
import { type Converters, saveItem } from './save-item.ts';
import { type SavingChoices, savedAs } from './saved-as.ts';

/** Names that are shown before saving. */
const PREVIEWED = 3;

/** Where the files go. */
type Folder = { id: string; name: string };
/** What the dialog shows after a batch; `saved` are the files of all its parts. */
export type Outcome = BatchResult & { folderName: string };

type BatchState = {
  /** Null while the dialog is closed. `count` is about how many items there are, until they are read. */
  asked: { count: number } | null;
  /** The oldest first; null until they are read. */
  entries: readonly Entry[] | null;
  /** The first items, for names. */
  samples: readonly LibraryItem[];
  template: string;
  choices: SavingChoices;
  /** How many items are done while a batch runs, otherwise null. */
  running: { doneCount: number; count: number } | null;
  outcome: Outcome | null;
  error: AppError | null;
  open: (chosen: Pick<Chosen, 'count' | 'ids'>) => Promise<void>;
  setTemplate: (template: string) => void;
  change: (change: Partial<SavingChoices>) => void;
  /** Asks for a folder and saves all items there. */
  save: () => Promise<void>;
  /** Saves what was not saved, in the same folder. */
  goOn: () => Promise<void>;
  /** Ends a running batch after the present file; what is saved stays. */
  cancel: () => void;
  /** Closes the dialog; a running batch is cancelled first, and its outcome shown. */
  close: () => void;
};

export type BatchStore = StoreApi<BatchState>;

/** What the store depends on. `openConverters` is called for each batch, which disposes of what it returns. */
export type BatchDeps = {
  ipc: Ipc;
  session: SessionStore;
  openConverters: () => Converters & { dispose: () => void };
};

/** Creates the store with the dialog closed. */
export function createBatchStore({ ipc, session, openConverters }: BatchDeps): BatchStore {
  let ending = new AbortController();
  let folder: Folder | undefined;

  /** Saves some of the entries; numbers are those among all. */
  const run = async (place: Folder, entries: readonly Entry[], before: readonly SavedFile[]): Promise<void> => {
    const { choices, template, entries: all } = store.getState();
    const places = new Map(all?.map(({ id }, index) => [id, index]));
    const controller = new AbortController();
    ending = controller;
    store.setState({ running: { doneCount: 0, count: entries.length }, outcome: null, error: null });
    const converters = openConverters();
    const { signal } = controller;
    try {
      const result = await runBatch(
        {
          ipc,
          signal,
          save: (item, { id }) => {
            const stem = nameBy(template, item, places.get(id) ?? 0, places.size);
            return saveItem({ ipc, signal, ...converters }, place.id, item, stem, savedAs(item, choices));
          },
          onProgress: (doneCount) => store.setState({ running: { doneCount, count: entries.length } }),
        },
        entries,
      );
      store.setState({ outcome: { ...result, saved: [...before, ...result.saved], folderName: place.name } });
    } finally {
      converters.dispose();
      store.setState({ running: null });
    }
  };

  const store: BatchStore = createStore<BatchState>()((set, get) => ({
    asked: null,
    entries: null,
    samples: [],
    template: '',
    choices: session.getState().settings.saving,
    running: null,
    outcome: null,
    error: null,
    open: async ({ count, ids }) => {
      if (get().running !== null) return;
      const controller = new AbortController();
      ending = controller;
      const { library, saving } = session.getState().settings;
      set({ asked: { count }, entries: null, samples: [], outcome: null, error: null });
      set({ template: library.nameTemplate, choices: saving });
      const read = await readEntries(ipc, await ids(), controller.signal);
      if (controller.signal.aborted) return;
      if (!read.ok) return set({ error: read.error });
      const entries = read.data ?? [];
      const first = await ipc.request('library.getItems', { ids: entries.slice(0, PREVIEWED).map(({ id }) => id) });
      if (controller.signal.aborted) return;
      set({ entries, samples: first.ok ? first.data.items : [] });
    },
    setTemplate: (template) => {
      set({ template, outcome: null });
      session.getState().updateSettings({ library: { nameTemplate: template } });
    },
    change: (change) => {
      const choices = { ...get().choices, ...change };
      set({ choices, outcome: null });
      session.getState().updateSettings({ saving: choices });
    },
    save: async () => {
      const { entries, running } = get();
      if (entries === null || entries.length === 0 || running !== null) return;
      set({ outcome: null, error: null });
      const chosen = await ipc.request('exports.chooseFolder', null);
      if (!chosen.ok) return set({ error: chosen.error });
      // The person closed the system's dialog.
      if (chosen.data === null) return;
      folder = chosen.data;
      await run(folder, entries, []);
    },
    goOn: async () => {
      const { outcome, running } = get();
      if (outcome === null || running !== null || folder === undefined) return;
      // What failed comes last: it may fail again.
      await run(folder, [...outcome.rest, ...outcome.failures.map(({ entry }) => entry)], outcome.saved);
    },
    cancel: () => ending.abort(),
    close: () => {
      ending.abort();
      if (get().running === null) set({ asked: null, entries: null, samples: [] });
    },
  }));
  return store;
}
