// Scripts: files in the library, listed and searched by rows. What the disk does not take is kept in memory, listed and
// read from there, and written again.

import path from 'node:path';
import type { LineTake } from '../../shared/contract/library.ts';
import type { LineLocation, Script, ScriptChange, ScriptEntry, ScriptQuery } from '../../shared/contract/scripts.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { linesOf } from '../../shared/script/lines.ts';
import { editedText } from '../../shared/script/text-edit.ts';
import type { Database } from '../database/client.ts';
import { hasTypedWords } from '../database/search-text.ts';
import { ignoringDiskErrors, storageErrorCode } from '../files.ts';
import { createTurns } from '../library/in-turn.ts';
import { listJsonFolder, writtenAtMsOf } from '../library/json-folder.ts';
import { createFolderCheck } from '../library/library-folder.ts';
import type { Unsaved } from '../storage-health.ts';
import { createLinePlaces } from './line-places.ts';
import { excerptOf, readScript, removeScript, SCRIPTS_FOLDER, type StoredScript, writeScript } from './script-file.ts';

/** As people count: 2 before 10. */
const byName = new Intl.Collator(undefined, { numeric: true }).compare;

/** Operations on all scripts. Those that read reject with the disk's error. */
export type Scripts = {
  /** Makes the rows follow the files, as `list` does; as far as the disk can be read. */
  follow: () => Promise<void>;
  /** Lists scripts, the last changed first, those of the same moment by name; files that came, changed or went by other ways are seen. */
  list: (query: ScriptQuery) => Promise<ScriptEntry[]>;
  /** Reads one, in the trash or not. */
  read: (id: string) => Promise<Result<Script, AppError>>;
  /** Adds or replaces one; it succeeds while the disk takes nothing. A file that cannot be read is not replaced. */
  save: (script: Script) => Promise<Result<null, AppError>>;
  /** Saves what changed since the last save. False if the change follows another one, or the file was changed since. */
  saveChange: (change: ScriptChange) => Promise<boolean>;
  /** Moves scripts to the trash or back. */
  setTrashed: (ids: readonly string[], isTrashed: boolean) => Promise<Result<null, AppError>>;
  /** Deletes scripts of the trash; null is all of them. @param beforeMs only those that were moved there before. @returns how many. */
  deleteForGood: (ids: readonly string[] | null, beforeMs?: number) => Promise<number>;
  /** The takes that were made for lines of a script, and those of `takeIds`; of `among` only, unless that is null. */
  takes: (id: string, takeIds: readonly string[], among: readonly string[] | null) => Promise<LineTake[]>;
  /** Where a line is; `script.not_found` if its script was deleted for good. */
  locate: (scriptId: string, lineId: string) => Result<LineLocation, AppError>;
  readHistory: (id: string) => Promise<string | null>;
  saveHistory: (id: string, steps: string | null) => Promise<void>;
  unsaved: Unsaved;
};

/**
 * Opens the scripts over their rows and those of takes.
 * @param root the library's folder.
 * @param onWriteFailed called when the disk did not take a script.
 */
export function openScripts(
  { scripts: rows, items }: Pick<Database, 'scripts' | 'items'>,
  root: string,
  onWriteFailed: (error: unknown) => void,
): Scripts {
  const requireFolder = createFolderCheck(root);
  const inTurn = createTurns();
  /** Not on disk yet, the latest of each. */
  const waiting = new Map<string, StoredScript>();
  /** The last that was written or read, with the time of its file: it is not read again at every save. */
  let last: (StoredScript & { writtenAtMs: number }) | undefined;

  /** The script as it was written or read last, unless its file was changed since. */
  const recall = (id: string): StoredScript | undefined =>
    waiting.get(id) ??
    (last?.script.id === id && last.writtenAtMs === writtenAtMsOf(root, SCRIPTS_FOLDER, id) ? last : undefined);
  const find = (id: string): Result<StoredScript, AppError> => {
    const known = recall(id);
    if (known !== undefined) return ok(known);
    // Asked first: a file that changes meanwhile is read again.
    const writtenAtMs = writtenAtMsOf(root, SCRIPTS_FOLDER, id);
    const read = readScript(root, id);
    if (read.ok) {
      if (writtenAtMs !== undefined) last = { ...read.data, writtenAtMs };
      return read;
    }
    if (read.error === 'missing') return fail(appError('script.not_found'));
    // Also the path of a file that is not read because it is a link.
    const file = path.join(root, SCRIPTS_FOLDER, `${id}.json`);
    return fail(appError('script.unreadable', { problem: read.error, path: file }));
  };
  const list = async ({ script, trashedAtMs }: StoredScript, writtenAtMs: number): Promise<void> =>
    rows.put(entryOf(script, trashedAtMs), writtenAtMs, `${script.title}\n${script.text}`);

  /** @throws for a bug. */
  const write = (id: string): Promise<void> =>
    inTurn(id, async () => {
      const latest = waiting.get(id);
      if (latest === undefined) return;
      try {
        await requireFolder();
        const writtenAtMs = await writeScript(root, latest);
        last = { ...latest, writtenAtMs };
        await list(latest, writtenAtMs);
        if (waiting.get(id) === latest) waiting.delete(id);
      } catch (error) {
        if (storageErrorCode(error) === undefined) throw error;
        onWriteFailed(error);
      }
    });

  /** Makes the rows follow the files. A script that is written at the same time is listed by its own writing. */
  const followFiles = async (): Promise<void> => {
    await requireFolder();
    const files = await listJsonFolder(root, SCRIPTS_FOLDER);
    const listed = new Map((await rows.listed()).map(({ id, writtenAtMs }) => [id, writtenAtMs]));
    for (const id of listed.keys()) if (!files.has(id) && !waiting.has(id)) await inTurn(id, () => rows.remove(id));
    for (const [id, writtenAtMs] of files) {
      if (listed.get(id) === writtenAtMs || waiting.has(id)) continue;
      const read = readScript(root, id);
      if (read.ok) await list(read.data, writtenAtMs);
      else if (read.error !== 'missing') await rows.put(unreadableEntry(id, read.error, writtenAtMs), writtenAtMs, '');
    }
    // Those of a script whose file went while its row did not exist: a rebuilt database has none at first.
    await rows.dropHistories([...waiting.keys()]);
  };

  // The rows are then as they were left before.
  const follow = (): Promise<void> => ignoringDiskErrors(followFiles);

  return {
    follow,
    async list(query) {
      await follow();
      const stored = await rows.list(query);
      const isTrashed = query.isTrashed ?? false;
      const unsaved = [...waiting.values()].filter(
        (one) => (one.trashedAtMs !== null) === isTrashed && isFound(one.script, query.search),
      );
      const others = stored.filter(({ id }) => !waiting.has(id));
      return [...unsaved.map((one) => entryOf(one.script, one.trashedAtMs)), ...others].sort(
        (a, b) => b.changedAtMs - a.changedAtMs || byName(a.title || a.excerpt, b.title || b.excerpt),
      );
    },
    async read(id) {
      const found = find(id);
      return found.ok ? ok(found.data.script) : found;
    },
    async save(script) {
      const before = find(script.id);
      if (!before.ok && before.error.code === 'script.unreadable') return before;
      const { trashedAtMs, others } = before.ok ? before.data : { trashedAtMs: null, others: {} };
      waiting.set(script.id, { script, trashedAtMs, others });
      await write(script.id);
      return ok(null);
    },
    async saveChange({ id, since, changedAtMs, edit, changed }) {
      const before = recall(id);
      if (before === undefined || before.script.changedAtMs !== since) return false;
      const text = edit === undefined ? before.script.text : editedText(before.script.text, edit);
      if (text === null) return false;
      waiting.set(id, { ...before, script: { ...before.script, ...changed, text, changedAtMs } });
      await write(id);
      return true;
    },
    async setTrashed(ids, isTrashed) {
      for (const id of ids) {
        const found = find(id);
        if (!found.ok) return found;
        if ((found.data.trashedAtMs !== null) === isTrashed) continue;
        waiting.set(id, { ...found.data, trashedAtMs: isTrashed ? Date.now() : null });
        await write(id);
      }
      return ok(null);
    },
    async deleteForGood(ids, beforeMs = Number.POSITIVE_INFINITY) {
      await follow();
      const asked = ids && new Set(ids);
      const listed = await rows.list({ search: '', isTrashed: true });
      // No file is looked for by an id that only somebody else has named.
      const candidates = new Set([...listed.map(({ id }) => id), ...waiting.keys()]);
      const trashed = [...candidates].filter((id) => asked?.has(id) ?? true);
      let count = 0;
      for (const id of trashed)
        await inTurn(id, async () => {
          // Looked at in its turn: it may have been restored.
          const found = find(id);
          const at = found.ok ? found.data.trashedAtMs : null;
          if (at === null || at >= beforeMs) return;
          await removeScript(root, id);
          waiting.delete(id);
          if (last?.script.id === id) last = undefined;
          await rows.remove(id);
          count += 1;
        });
      return count;
    },
    takes: items.takesForScript,
    locate: createLinePlaces(find, (id) => (waiting.has(id) ? undefined : writtenAtMsOf(root, SCRIPTS_FOLDER, id))),
    readHistory: rows.readHistory,
    saveHistory: rows.saveHistory,
    unsaved: {
      thing: 'scripts',
      isSaved: () => waiting.size === 0,
      async save() {
        for (const id of [...waiting.keys()]) await write(id);
      },
    },
  };
}

function entryOf(script: Script, trashedAtMs: number | null): ScriptEntry {
  const { id, title, text, changedAtMs } = script;
  return {
    id,
    title,
    excerpt: excerptOf(script),
    lineCount: linesOf(text).length,
    changedAtMs,
    trashedAtMs,
    problem: null,
  };
}

function unreadableEntry(id: string, problem: string, writtenAtMs: number): ScriptEntry {
  return {
    id,
    title: '',
    excerpt: '',
    lineCount: 0,
    changedAtMs: Math.max(0, Math.round(writtenAtMs)),
    trashedAtMs: null,
    problem: problem === 'newer' ? 'newer' : 'damaged',
  };
}

/** Whether a script that has no row yet has every word that is searched. */
function isFound({ title, text }: Script, search: string): boolean {
  return search.trim() === '' || hasTypedWords(`${title}\n${text}`, search);
}
