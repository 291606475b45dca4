// Owns the import of scripts: reads the files that a person brings, asks where there is something to choose or to say,
// and adds them. Independent of how it is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../shared/errors.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { isImportable } from '../../../shared/import/import-extensions.ts';
import type { ImportedScript, ReadAs } from '../../../shared/import/imported-script.ts';
import type { Result } from '../../../shared/result.ts';
import { USUAL_SPEED_UP } from '../../../shared/subtitles/place-speech.ts';
import { staleGuard } from '../../lifetime/stale-guard.ts';
import type { ScriptListStore } from '../script/script-list.ts';
import type { ScriptStore } from '../script/script-store.ts';
import type { ScriptFiles } from './script-files.ts';
import { toScript } from './to-script.ts';

/** A file and what became of it. */
export type ReadFile = { file: File; read: Result<ImportedScript, AppError>; as?: ReadAs };

type ImportState = {
  /** `reading`: for longer than a moment; `asking`: something is to be chosen, or to be said. */
  step: 'idle' | 'reading' | 'asking';
  /** Files to read, and those read so far. */
  fileCount: number;
  files: readonly ReadFile[];
  /** Lines keep the times of the subtitles they come from, sped up so many times at most. */
  keepsTiming: boolean;
  maxSpeedUp: number;
  /**
   * Reads files and adds them, or asks first. @param isFolder they are all that a folder has: those of other kinds are
   * passed over.
   */
  bring: (files: readonly File[], isFolder?: boolean) => Promise<void>;
  /** Reads the only file again, with what a person says about it, now and before. */
  readAs: (as: ReadAs) => Promise<void>;
  change: (change: Partial<Pick<ImportState, 'keepsTiming' | 'maxSpeedUp'>>) => void;
  /** Adds what was read, and opens the first. */
  confirm: () => Promise<void>;
  close: () => void;
};

export type ImportStore = StoreApi<ImportState>;

type ImportDeps = {
  files: ScriptFiles;
  script: ScriptStore;
  scripts: ScriptListStore;
  notify: (say: (t: Translate) => string) => void;
  makeId: () => string;
};

/** Reading is not shown before, in milliseconds. */
const SHOWN_AFTER_MS = 400;

/** Creates the store with nothing to import. */
export function createImportStore({ files, script, scripts, notify, makeId }: ImportDeps): ImportStore {
  const beginReading = staleGuard();

  const add = async (read: readonly ReadFile[]): Promise<void> => {
    const { keepsTiming, maxSpeedUp } = store.getState();
    const { base } = script.getState();
    const limit = keepsTiming ? maxSpeedUp : null;
    // They came at once, so the list has them in the order of their names.
    const nowMs = Date.now();
    const added = read.flatMap(({ file, read: one }) =>
      one.ok ? toScript(one.data, { fileName: file.name, maxSpeedUp: limit, base, makeId, nowMs }) : [],
    );
    const [first] = added;
    if (first === undefined) return;
    const say = (t: Translate): string =>
      added.length === 1 ? t('script.openedFile', { name: first.title }) : t('import.added', { count: added.length });
    const isTold = await scripts.getState().adopt(added, say);
    if (!isTold && added.length > 1) notify(say);
  };

  const store: ImportStore = createStore<ImportState>()((set, get) => ({
    step: 'idle',
    fileCount: 0,
    files: [],
    keepsTiming: true,
    maxSpeedUp: USUAL_SPEED_UP,
    bring: async (brought, isFolder = false) => {
      const chosen = isFolder ? inOrder(brought.filter(({ name }) => isImportable(name))) : brought;
      if (chosen.length === 0) {
        if (isFolder) notify((t) => t('import.emptyFolder'));
        return;
      }
      const isLatest = beginReading();
      files.rest();
      set({ step: 'idle', fileCount: chosen.length, files: [], keepsTiming: true, maxSpeedUp: USUAL_SPEED_UP });
      const timer = setTimeout(() => set({ step: 'reading' }), SHOWN_AFTER_MS);
      for (const file of chosen) {
        const read = await files.read(file);
        if (!isLatest()) break;
        set({ files: [...get().files, { file, read }] });
      }
      clearTimeout(timer);
      if (!isLatest()) return;
      if (get().files.some(isWorthADialog)) return set({ step: 'asking' });
      await get().confirm();
    },
    readAs: async (said) => {
      const [only] = get().files;
      if (only === undefined) return;
      const isLatest = beginReading();
      const as = { ...only.as, ...said };
      const read = await files.read(only.file, as);
      if (isLatest()) set({ files: [{ file: only.file, read, as }] });
    },
    change: (change) => set(change),
    confirm: async () => {
      const { files: read, close } = get();
      const adding = add(read);
      close();
      await adding;
    },
    close: () => {
      beginReading();
      files.rest();
      set({ step: 'idle', files: [], fileCount: 0 });
    },
  }));
  return store;
}

/** Whether there is something to choose or to say about a file. */
function isWorthADialog({ read }: ReadFile): boolean {
  if (!read.ok) return true;
  const { encoding, cues, chapters, notes, joinsRows } = read.data;
  const isGuessed = encoding !== undefined && encoding !== 'utf-8';
  return isGuessed || cues.length > 0 || chapters.length > 0 || notes.size > 0 || joinsRows !== undefined;
}

/** The files of a folder in the order of their paths, as people count: 2 before 10. */
function inOrder(files: readonly File[]): File[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const pathOf = (file: File): string => file.webkitRelativePath || file.name;
  return [...files].sort((a, b) => compare(pathOf(a), pathOf(b)));
}
