// Owns the dialog that makes a contact sheet: of which pictures, how, how far that is, and what it came to. Independent of
// how it is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedFile } from '../../../shared/contract/provenance.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import type { Ipc } from '../../ipc.ts';
import type { Chosen } from '../../items/chosen.ts';
import type { SessionStore } from '../../shell/session-store.ts';
import { type Entry, readEntries } from '../batch/entries.ts';
import type { Failure } from '../batch/run-batch.ts';
import { createExportSink } from '../export/export-sink.ts';
import { makeSheet, type SheetPlan, sheetFiles } from './make-sheet.ts';
import type { SheetDrawer } from './sheet-drawer.ts';
import { layOutSheet, pagesOf } from './sheet-layout.ts';

/** What a person chooses. */
type SheetChoices = Settings['sheet'];

/** What became of a sheet: one file of this name, or several in a folder of this name. */
export type SheetOutcome = {
  name: string;
  isFolder: boolean;
  files: readonly SavedFile[];
  pictureCount: number;
  failures: readonly Failure[];
};

type SheetState = {
  isOpen: boolean;
  /** The pictures in the order of the list; null until they are read. */
  entries: readonly Entry[] | null;
  /** Selected items that are no pictures. */
  otherCount: number;
  title: string;
  choices: SheetChoices;
  /** How many pages are done while a sheet is made, otherwise null. */
  running: { donePages: number; pageCount: number } | null;
  outcome: SheetOutcome | null;
  error: AppError | null;
  open: (chosen: Pick<Chosen, 'ids'>) => Promise<void>;
  setTitle: (title: string) => void;
  change: (change: Partial<SheetChoices>) => void;
  /** Asks for a place and makes the sheet. */
  save: () => Promise<void>;
  /** Ends a sheet that is being made; nothing is saved. */
  cancel: () => void;
  /** Closes the dialog; what is being made is cancelled. */
  close: () => void;
};

export type SheetStore = StoreApi<SheetState>;

/** What the store depends on. `openDrawer` is called for each sheet, which disposes of what it returns. */
export type SheetDeps = { ipc: Ipc; session: SessionStore; openDrawer: () => SheetDrawer; translate: () => Translate };

/** Creates the store with the dialog closed. */
export function createSheetStore({ ipc, session, openDrawer, translate }: SheetDeps): SheetStore {
  let ending = new AbortController();

  const make = async (plan: SheetPlan, place: { id: string; name: string }, isFolder: boolean): Promise<void> => {
    const controller = new AbortController();
    ending = controller;
    const pageCount = pagesOf(plan.entries.length, layOutSheet(plan.design));
    store.setState({ running: { donePages: 0, pageCount } });
    const files: SavedFile[] = [];
    const drawer = openDrawer();
    try {
      const made = await makeSheet(plan, {
        ipc,
        drawer,
        sink: createExportSink(ipc, place.id, (saved) => files.push(...saved)),
        t: translate(),
        signal: controller.signal,
        onProgress: (donePages) => store.setState({ running: { donePages, pageCount } }),
      });
      if (!made.ok) return store.setState({ error: made.error });
      if (made.data === null) return;
      const name = isFolder ? place.name : (files[0]?.name ?? place.name);
      const outcome = { name, isFolder, files, pictureCount: plan.entries.length };
      store.setState({ outcome: { ...outcome, failures: made.data } });
    } finally {
      drawer.dispose();
      store.setState({ running: null });
    }
  };

  const store: SheetStore = createStore<SheetState>()((set, get) => ({
    isOpen: false,
    entries: null,
    otherCount: 0,
    title: '',
    choices: session.getState().settings.sheet,
    running: null,
    outcome: null,
    error: null,
    open: async ({ ids }) => {
      if (get().running !== null) return;
      const controller = new AbortController();
      ending = controller;
      const { settings } = session.getState();
      set({ isOpen: true, entries: null, otherCount: 0, outcome: null, error: null, choices: settings.sheet });
      set({ title: translate()('sheet.title') });
      const order = await ids();
      const read = await readEntries(ipc, order, controller.signal);
      if (controller.signal.aborted) return;
      if (!read.ok) return set({ error: read.error });
      const places = new Map(order.map((id, index) => [id, index]));
      const pictures = (read.data ?? []).filter(({ kind }) => kind === 'edit');
      const placeOf = ({ id }: Entry): number => places.get(id) ?? 0;
      set({
        entries: pictures.sort((a, b) => placeOf(a) - placeOf(b)),
        otherCount: (read.data?.length ?? 0) - pictures.length,
      });
    },
    setTitle: (title) => set({ title, outcome: null }),
    change: (change) => {
      const choices = { ...get().choices, ...change };
      set({ choices, outcome: null });
      session.getState().updateSettings({ sheet: choices });
    },
    save: async () => {
      const { entries, running, title, choices } = get();
      if (entries === null || entries.length === 0 || running !== null) return;
      set({ outcome: null, error: null });
      const plan: SheetPlan = { title: title.trim(), design: choices, kind: choices.kind, entries };
      const files = sheetFiles(plan);
      const isFolder = files.length > 1;
      const begun = await ipc.request('exports.begin', { fileName: files[0]?.name ?? '', isFolder });
      if (!begun.ok) return set({ error: begun.error });
      // The person closed the system's dialog.
      if (begun.data !== null) await make(plan, begun.data, isFolder);
    },
    cancel: () => ending.abort(),
    close: () => {
      ending.abort();
      set({ isOpen: false, entries: null });
    },
  }));
  return store;
}
