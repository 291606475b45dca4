// Owns the import of scripts: reads the files that a person brings, asks where there is something to choose or to say,
// and adds them. Independent of how it is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Script } from '../../../shared/contract/scripts.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { isImportable } from '../../../shared/import/import-extensions.ts';
import type { ReadAs } from '../../../shared/import/imported-script.ts';
import { USUAL_SPEED_UP } from '../../../shared/subtitles/place-speech.ts';
import { staleGuard } from '../../lifetime/stale-guard.ts';
import type { ScriptListStore } from '../script/script-list.ts';
import type { ScriptStore } from '../script/script-store.ts';
import type { ReadFile, ScriptFiles } from './script-files.ts';

type ImportState = {
  /** `reading`: for longer than a moment; `asking`: something is to be chosen, or to be said. */
  step: 'idle' | 'reading' | 'asking';
  /** Files to read, and those read so far. */
  fileCount: number;
  files: readonly ReadFile[];
  /** Lines keep the times of the subtitles they come from, sped up so many times at most. */
  keepsTiming: boolean;
  maxSpeedUp: number;
  /** The texts of a folder become one script, with a chapter for each; null if they are no folder of texts. */
  isBook: boolean | null;
  /** Scripts of the library that have the titles of these, by title: they came from the same files before. */
  known: ReadonlyMap<string, string>;
  /**
   * Reads files and adds them, or asks first. @param isFolder they are all that a folder has: those of other kinds are
   * passed over.
   */
  bring: (files: readonly File[], isFolder?: boolean) => Promise<void>;
  /** Reads the only file again, with what a person says about it, now and before. */
  readAs: (as: ReadAs) => Promise<void>;
  change: (change: Partial<Pick<ImportState, 'keepsTiming' | 'maxSpeedUp'>>) => void;
  /** Sets whether the texts of a folder become one script. */
  setBook: (isBook: boolean) => Promise<void>;
  /** Adds what was read, and opens the first. */
  confirm: () => Promise<void>;
  /** The same, but what is known takes the place of the script that it came from before. */
  replace: () => Promise<void>;
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

  /** The scripts that the files become. */
  const make = async (): Promise<readonly Script[]> => {
    const { files: read, isBook, keepsTiming, maxSpeedUp } = store.getState();
    const { base } = script.getState();
    const { scriptsOf } = await import('./scripts-of-files.ts');
    const limit = keepsTiming ? maxSpeedUp : null;
    return scriptsOf(read, isBook === true, { maxSpeedUp: limit, base, makeId, nowMs: Date.now() });
  };
  const findKnown = async (): Promise<ReadonlyMap<string, string>> => {
    const made = await make();
    return scripts.getState().namesakes(made.map(({ title }) => title));
  };
  const add = async (added: readonly Script[]): Promise<void> => {
    const [first] = added;
    if (first === undefined) return;
    const { title: name } = first;
    const count = first.lines.filter(({ chapter }) => chapter !== undefined).length;
    const isBook = store.getState().isBook === true;
    const say = (t: Translate): string => {
      if (added.length > 1) return t('import.added', { count: added.length });
      return isBook ? t('import.book', { name, count }) : t('script.openedFile', { name });
    };
    const isTold = await scripts.getState().adopt(added, say);
    if (!isTold && added.length > 1) notify(say);
  };
  const finish = async (isReplacing: boolean): Promise<void> => {
    const { known, step, close } = store.getState();
    // Until the script is open, nothing may be pressed that would act on the one before, and nothing twice.
    if (step === 'asking') store.setState({ step: 'reading' });
    const isLatest = beginReading();
    const made = await make();
    const { replaceKnown } = await import('./scripts-of-files.ts');
    await add(isReplacing ? await replaceKnown(made, known, { scripts, makeId }) : made);
    if (isLatest()) close();
  };

  const store: ImportStore = createStore<ImportState>()((set, get) => ({
    step: 'idle',
    fileCount: 0,
    files: [],
    keepsTiming: true,
    maxSpeedUp: USUAL_SPEED_UP,
    isBook: null,
    known: new Map(),
    bring: async (brought, isFolder = false) => {
      const chosen = isFolder ? inOrder(brought.filter(({ name }) => isImportable(name))) : brought;
      if (chosen.length === 0) {
        if (isFolder) notify((t) => t('import.emptyFolder'));
        return;
      }
      const isLatest = beginReading();
      files.rest();
      set({ step: 'idle', fileCount: chosen.length, files: [], isBook: null, known: new Map() });
      set({ keepsTiming: true, maxSpeedUp: USUAL_SPEED_UP });
      const timer = setTimeout(() => set({ step: 'reading' }), SHOWN_AFTER_MS);
      for (const file of chosen) {
        const read = await files.read(file);
        if (!isLatest()) break;
        set({ files: [...get().files, { file, read }] });
      }
      if (isLatest() && isFolder) {
        const { bookOf } = await import('./scripts-of-files.ts');
        set({ isBook: bookOf(get().files) === null ? null : true });
      }
      const known = isLatest() ? await findKnown() : new Map<string, string>();
      clearTimeout(timer);
      if (!isLatest()) return;
      set({ known });
      const { files: read, isBook } = get();
      if (known.size > 0 || read.some((one) => isWorthADialog(one, isBook === true))) return set({ step: 'asking' });
      await finish(false);
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
    setBook: async (isBook) => {
      set({ isBook });
      const known = await findKnown();
      if (get().isBook === isBook) set({ known });
    },
    confirm: () => finish(false),
    replace: () => finish(true),
    close: () => {
      beginReading();
      files.rest();
      set({ step: 'idle', files: [], fileCount: 0 });
    },
  }));
  return store;
}

/** Whether there is something to choose or to say about a file. @param isBook it is a chapter, so its headings are none. */
function isWorthADialog({ read }: ReadFile, isBook: boolean): boolean {
  if (!read.ok) return true;
  const { encoding, cues, chapters, notes, joinsRows } = read.data;
  const isGuessed = encoding !== undefined && encoding !== 'utf-8';
  return isGuessed || cues.length > 0 || (chapters.length > 0 && !isBook) || notes.size > 0 || joinsRows !== undefined;
}

/** The files of a folder in the order of their paths, as people count: 2 before 10. */
function inOrder(files: readonly File[]): File[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const pathOf = (file: File): string => file.webkitRelativePath || file.name;
  return [...files].sort((a, b) => compare(pathOf(a), pathOf(b)));
}
