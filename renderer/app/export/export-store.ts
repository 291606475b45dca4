// Owns the export dialog: which takes become one file, with what settings, and how far that is. Independent of how it
// is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SpeechItem } from '../../../shared/contract/library.ts';
import type { AppError } from '../../../shared/errors.ts';
import { USUAL_PAUSE_MS } from '../../../shared/script/timeline.ts';
import { safeFileName } from '../../../shared/text/file-name.ts';
import { FILE_EXTENSIONS } from '../../audio/export/formats.ts';
import { type ExportPlan, type ExportSettings, MAX_FADE_MS, type SoundExport } from '../../audio/export/plan.ts';
import type { ExportSound } from '../../audio/export/port.ts';
import type { Ipc } from '../../ipc.ts';
import { takeUrl } from '../player/take-url.ts';
import { createExportSink } from './export-sink.ts';

/** Longest pause between two takes, in milliseconds. */
export const MAX_PAUSE_MS = 10_000;

/** What a person sets. */
type ExportChoices = Pick<ExportSettings, 'kind' | 'bits' | 'channels' | 'rateHz' | 'loudness'> & {
  pauseMs: number;
  isTrimmed: boolean;
};

/** What is exported: takes in the order of the sound. */
type Asked = { title: string; takes: readonly SpeechItem[] };

type ExportDialogState = {
  /** Null while the dialog is closed. */
  asked: Asked | null;
  choices: ExportChoices;
  /** 0 to 1 while an export runs, otherwise null. */
  doneRatio: number | null;
  saved: { fileName: string; result: SoundExport } | null;
  error: AppError | null;
  open: (asked: Asked) => void;
  change: (change: Partial<ExportChoices>) => void;
  save: () => Promise<void>;
  /** Ends a running export; nothing is saved. */
  cancel: () => void;
  /** Closes the dialog, and ends a running export. */
  close: () => void;
};

export type ExportStore = StoreApi<ExportDialogState>;

/** The settings of a first export: the samples as they were received. */
const FIRST_CHOICES: ExportChoices = {
  kind: 'wav',
  bits: 16,
  channels: null,
  rateHz: null,
  loudness: null,
  pauseMs: USUAL_PAUSE_MS,
  isTrimmed: false,
};

/** Creates the store with the dialog closed. */
export function createExportStore({ ipc, exportSound }: { ipc: Ipc; exportSound: ExportSound }): ExportStore {
  let running: AbortController | undefined;
  const store: ExportStore = createStore<ExportDialogState>()((set, get) => ({
    asked: null,
    choices: FIRST_CHOICES,
    doneRatio: null,
    saved: null,
    error: null,
    open: (asked) => set({ asked, saved: null, error: null }),
    change: (change) => set({ choices: { ...get().choices, ...change }, saved: null, error: null }),
    save: async () => {
      const { asked, choices, doneRatio } = get();
      if (asked === null || doneRatio !== null) return;
      set({ saved: null, error: null });
      const fileName = safeFileName(asked.title, FILE_EXTENSIONS[choices.kind]);
      const begun = await ipc.request('exports.begin', { fileName, isFolder: false });
      if (!begun.ok) return set({ error: begun.error });
      // The person closed the system's dialog.
      if (begun.data === null) return;
      const controller = new AbortController();
      running = controller;
      set({ doneRatio: 0 });
      const names: string[] = [];
      const sink = createExportSink(ipc, begun.data.id, (fileNames) => names.push(...fileNames));
      const onProgress = (ratio: number): void => {
        if (running === controller) set({ doneRatio: ratio });
      };
      const made = await exportSound(planOf(asked, choices), sink, onProgress, controller.signal);
      if (running === controller) running = undefined;
      set({
        doneRatio: null,
        error: made.ok ? null : made.error,
        saved: made.ok && made.data !== null ? { fileName: names[0] ?? fileName, result: made.data } : null,
      });
    },
    cancel: () => running?.abort(),
    close: () => {
      running?.abort();
      set({ asked: null });
    },
  }));
  return store;
}

function planOf({ title, takes }: Asked, { pauseMs, isTrimmed, ...settings }: ExportChoices): ExportPlan {
  return {
    title,
    settings: { ...settings, bitrateKbps: null, split: 'none', isZip: false },
    segments: takes.map((take, index) => ({
      line: index + 1,
      take: { url: takeUrl(take), kind: take.audio.format },
      silenceMs: 0,
      gain: 1,
      isTrimmed,
      // A cut in silence makes no click; a take that is trimmed is faded.
      fadeMs: isTrimmed ? MAX_FADE_MS : 0,
      pauseAfterMs: pauseMs,
      role: '',
      chapter: null,
    })),
  };
}
