// Owns the export dialog: which lines become sound or subtitles, with what settings, and how far that is. Independent of
// how it is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedFile } from '../../../shared/contract/provenance.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ExportDestination } from '../../../shared/library/saving.ts';
import { safeFileName } from '../../../shared/text/file-name.ts';
import { FILE_EXTENSIONS } from '../../engines/audio/export/formats.ts';
import type { ExportPlan, SoundExport } from '../../engines/audio/export/plan.ts';
import type { ExportSound } from '../../engines/audio/export/port.ts';
import type { Ipc } from '../../ipc.ts';
import {
  type ExportChoices,
  type ExportLine,
  type ExportProduct,
  FIRST_CHOICES,
  planOf,
} from '../../items/export-lines.ts';
import type { SessionStore } from '../../shell/session-store.ts';
import { choicesFor, productFor } from './destinations.ts';
import { createExportSink } from './export-sink.ts';

/** Longest pause between two lines, in milliseconds. */
export const MAX_PAUSE_MS = 10_000;

/** What the lines of a script have beside those of a list of takes. */
type ExportScript = {
  changeMaxSpeedUp: (maxSpeedUp: number) => void;
  /** Requests what is missing, failed or changed. */
  generate: () => void;
};

/** What is exported: lines in the order of the sound. */
export type AskedExport = {
  product: 'sound' | 'subtitles';
  title: string;
  lines: readonly ExportLine[];
  /** Lines that are longer than their cues are sped up so many times at most. */
  maxSpeedUp: number;
  /** Null if the lines are takes that belong to no script. */
  script: ExportScript | null;
};

/** What was saved: one file, or several in a folder. */
export type Saved = { name: string; files: readonly SavedFile[]; isFolder: boolean; result: SoundExport };

type ExportDialogState = {
  /** Null while the dialog is closed. */
  asked: AskedExport | null;
  /** What a sound is for; the last one of any export. */
  destination: ExportDestination;
  /** What a person has set; of a sound, a destination may decide otherwise, see `planned`. */
  choices: ExportChoices;
  /** 0 to 1 while an export runs, otherwise null. */
  doneRatio: number | null;
  saved: Saved | null;
  error: AppError | null;
  open: (asked: AskedExport) => void;
  change: (change: Partial<ExportChoices>) => void;
  setDestination: (destination: ExportDestination) => void;
  /** Sets how much lines may be sped up, here and in the script. */
  changeMaxSpeedUp: (maxSpeedUp: number) => void;
  save: () => Promise<void>;
  /** Closes the dialog and requests what is missing, failed or changed. */
  generate: () => void;
  /** Ends a running export; nothing is saved. */
  cancel: () => void;
  /** Closes the dialog, and ends a running export. */
  close: () => void;
};

export type ExportStore = StoreApi<ExportDialogState>;

/** An export as it is planned, and the choices that it was planned with. */
export type PlannedExport = { plan: ExportPlan; product: ExportProduct; choices: ExportChoices };

/** Plans what is asked for a destination. */
export function planned(asked: AskedExport, destination: ExportDestination, own: ExportChoices): PlannedExport {
  const isSound = asked.product === 'sound';
  const chosen = isSound ? choicesFor(destination, own) : own;
  // Takes that belong to no script are one file.
  const choices: ExportChoices = asked.script === null ? { ...chosen, split: 'none', isZip: false } : chosen;
  const product = isSound ? productFor(destination) : asked.product;
  return { plan: planOf(asked, product, choices), product, choices };
}

/** What the export writes: the name to suggest, and whether it is several files in a folder. */
function targetOf({ plan: { title, settings }, product, choices }: PlannedExport) {
  if (product === 'subtitles') return { fileName: safeFileName(title, choices.subtitleFormat), isFolder: false };
  const { kind, split, isZip } = settings;
  const isSeveral = product === 'both' || split !== 'none';
  const extension = isSeveral && isZip ? 'zip' : FILE_EXTENSIONS[kind];
  return { fileName: safeFileName(title, extension), isFolder: isSeveral && !isZip };
}

type ExportStoreDeps = { ipc: Ipc; session: SessionStore; exportSound: ExportSound };

/** Creates the store with the dialog closed. */
export function createExportStore({ ipc, session, exportSound }: ExportStoreDeps): ExportStore {
  let running: AbortController | undefined;
  const store: ExportStore = createStore<ExportDialogState>()((set, get) => ({
    asked: null,
    destination: session.getState().settings.exporting.destination,
    choices: FIRST_CHOICES,
    doneRatio: null,
    saved: null,
    error: null,
    open: (asked) => set({ asked, saved: null, error: null }),
    change: (change) => set({ choices: { ...get().choices, ...change }, saved: null, error: null }),
    setDestination: (destination) => {
      set({ destination, saved: null, error: null });
      session.getState().updateSettings({ exporting: { destination } });
    },
    changeMaxSpeedUp: (maxSpeedUp) => {
      const { asked } = get();
      if (asked === null) return;
      set({ asked: { ...asked, maxSpeedUp }, saved: null, error: null });
      asked.script?.changeMaxSpeedUp(maxSpeedUp);
    },
    save: async () => {
      const { asked, destination, choices, doneRatio } = get();
      if (asked === null || doneRatio !== null) return;
      const next = planned(asked, destination, choices);
      const { plan } = next;
      if (plan.segments.length === 0) return;
      set({ saved: null, error: null });
      const target = targetOf(next);
      const begun = await ipc.request('exports.begin', target);
      if (!begun.ok) return set({ error: begun.error });
      // The person closed the system's dialog.
      if (begun.data === null) return;
      const { id, name: place } = begun.data;
      const controller = new AbortController();
      running = controller;
      set({ doneRatio: 0 });
      const files: SavedFile[] = [];
      const sink = createExportSink(ipc, id, (saved) => files.push(...saved));
      const onProgress = (ratio: number): void => {
        if (running === controller) set({ doneRatio: ratio });
      };
      const made = await exportSound(plan, sink, onProgress, controller.signal);
      if (running === controller) running = undefined;
      const { isFolder } = target;
      const name = isFolder ? place : (files[0]?.name ?? place);
      set({
        doneRatio: null,
        error: made.ok ? null : made.error,
        saved: made.ok && made.data !== null ? { name, files, isFolder, result: made.data } : null,
      });
    },
    generate: () => {
      const { asked, close } = get();
      close();
      asked?.script?.generate();
    },
    cancel: () => running?.abort(),
    close: () => {
      running?.abort();
      set({ asked: null });
    },
  }));
  return store;
}
