// Writes the files of exports, whose bytes come from the page piece by piece. Whatever ends an export early, its unfinished
// files are removed.

import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { BOUNDS } from '../../shared/bounds.ts';
import type { RouteInput } from '../../shared/contract/index.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { SavedFile } from '../../shared/contract/provenance.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { safeFileName, safeFullName } from '../../shared/text/file-name.ts';
import { whileWriting } from '../files.ts';
import { createTurns } from '../library/in-turn.ts';
import type { Library } from '../library/library.ts';
import { missingError } from '../library/missing-media.ts';
import { bestCopy, type Copied, copyExtension, openCopy } from '../library/save-copy.ts';
import { type FileOrigin, originOfCopy } from '../provenance/origin.ts';
import type { Provenance } from '../provenance/traces.ts';
import type { Showing } from '../showing.ts';
import { createFreePaths } from './free-path.ts';
import { createPartFiles, type ExportPlace, type PartFiles } from './part-files.ts';
import type { UnfinishedParts } from './unfinished-parts.ts';

/** What writing exports depends on. */
export type ExportFilesDeps = {
  library: Pick<Library, 'get' | 'getAll' | 'media'>;
  /** Asks for a place to save. Undefined if the person cancelled the dialog. */
  askSavePath: (fileName: string) => Promise<{ path: string; name: string } | undefined>;
  /** Asks for a folder to save into. Undefined if the person cancelled the dialog. */
  askSaveFolder: () => Promise<string | undefined>;
  /** The free bytes of a folder's volume; undefined where the system cannot say. */
  freeBytes: (folder: string) => Promise<number | undefined>;
  unfinished: UnfinishedParts;
  provenance: Provenance;
  remember: Showing['remember'];
  /** Whether an export is being written. */
  onBusy: (isBusy: boolean) => void;
};

type Answer<T> = Promise<Result<T, AppError>>;

/** The routes of exports. A request that fails has ended its export. */
export type ExportFiles = {
  begin: (input: RouteInput<'exports.begin'>) => Answer<{ id: string; name: string } | null>;
  chooseFolder: () => Answer<{ id: string; name: string } | null>;
  beginItem: (input: RouteInput<'exports.beginItem'>) => Answer<{ id: string; mediaId: string }>;
  copyItem: (input: RouteInput<'exports.copyItem'>) => Answer<null>;
  openFile: (input: RouteInput<'exports.openFile'>) => Answer<null>;
  write: (input: RouteInput<'exports.write'>) => Answer<null>;
  finish: (input: RouteInput<'exports.finish'>) => Answer<{ files: SavedFile[] }>;
  abort: (input: RouteInput<'exports.abort'>) => Answer<null>;
  /** Ends all exports: the page that made them is gone, or the app ends. Never rejects. */
  abortAll: () => Promise<void>;
};

/** A running export. `single`: the item that it saves, and which file of it. */
type Session = { files: PartFiles; pieces: number; single: { item: LibraryItem; copied: Copied } | null };

const TOO_MANY = appError('request.malformed', { reason: 'tooMany' });

/** Creates the handlers of the routes. */
export function createExportFiles({
  library,
  askSavePath,
  askSaveFolder,
  freeBytes,
  unfinished,
  provenance,
  remember,
  onBusy,
}: ExportFilesDeps): ExportFiles {
  const sessions = new Map<string, Session>();
  /** The folders that were chosen for items, until the page is another one. */
  const folders = new Map<string, ExportPlace>();
  const inTurn = createTurns();

  const forget = (id: string): void => {
    sessions.delete(id);
    onBusy(sessions.size > 0);
  };
  /** Removes what a session has written; the error says where something was left. */
  const end = async (id: string, error: AppError): Promise<Result<never, AppError>> => {
    const left = (await sessions.get(id)?.files.remove()) ?? [];
    forget(id);
    return fail(left.length === 0 ? error : { ...error, details: { ...error.details, part: left.join(', ') } });
  };
  /** Runs work on a session when all before it is done. */
  const during = <T>(id: string, work: (session: Session) => Answer<T>): Answer<T> =>
    inTurn(id, async () => {
      const session = sessions.get(id);
      if (!session) return fail(appError('export.over'));
      try {
        const result = await work(session);
        return result.ok ? result : await end(id, result.error);
      } catch (bug) {
        await end(id, appError('internal.bug'));
        throw bug;
      }
    });
  const askPlace = async ({ fileName, isFolder }: RouteInput<'exports.begin'>): Promise<ExportPlace | undefined> => {
    const path = isFolder ? await askSaveFolder() : (await askSavePath(safeFullName(fileName)))?.path;
    return path === undefined ? undefined : { path, isFolder };
  };
  const start = (place: ExportPlace, single: Session['single']): string => {
    const id = randomUUID();
    sessions.set(id, { files: createPartFiles(place, unfinished, provenance), pieces: 0, single });
    onBusy(true);
    return id;
  };
  /** What a file is made of whose bytes come from the page. */
  const originOfMade = async (single: Session['single'], itemIds: readonly string[]): Promise<FileOrigin | null> => {
    if (single) return { ...originOfCopy(single.item, single.copied.as), content: 'converted' };
    const { hasMark, hasRecord } = provenance.choices();
    // An export needs the database for nothing else.
    if (itemIds.length === 0 || !(hasMark || hasRecord)) return null;
    const items = await library.getAll([...itemIds]);
    return { content: 'joined', sources: items.map((item) => ({ item, isProtected: false })) };
  };
  const abort = (id: string): Answer<null> =>
    inTurn(id, async () => {
      const left = (await sessions.get(id)?.files.remove()) ?? [];
      forget(id);
      if (left.length === 0) return ok(null);
      return fail(appError('storage.failed', { problem: 'locked', part: left.join(', ') }));
    });

  return {
    async begin(input) {
      if (sessions.size >= BOUNDS.exportsUnderWay) return fail(TOO_MANY);
      const place = await askPlace(input);
      if (place === undefined) return ok(null);
      return ok({ id: start(place, null), name: basename(place.path) });
    },
    async chooseFolder() {
      const path = await askSaveFolder();
      if (path === undefined) return ok(null);
      const id = randomUUID();
      folders.set(id, { path, isFolder: true, freePath: createFreePaths() });
      return ok({ id, name: basename(path) });
    },
    async beginItem({ folderId, itemId }) {
      const folder = folders.get(folderId);
      if (!folder) return fail(appError('export.over'));
      if (sessions.size >= BOUNDS.exportsUnderWay) return fail(TOO_MANY);
      const item = await library.get(itemId);
      const copied = item && (await bestCopy(item, library.media));
      if (!item || !copied) return fail(appError('item.not_found'));
      if (copied.presence === 'missing') return fail(missingError(copied.media, item.title));
      return ok({ id: start(folder, { item, copied }), mediaId: copied.media.mediaId });
    },
    copyItem: ({ id, stem }) =>
      during(id, async ({ files, single }) => {
        if (!single) return fail(appError('request.malformed', { field: 'id' }));
        const { media, as } = single.copied;
        return whileWriting(async () => {
          const copy = await openCopy(media, as);
          await files.next(safeFileName(stem, copyExtension(media, as)), originOfCopy(single.item, copy.as));
          for await (const chunk of copy.bytes) await files.write(chunk);
          return null;
        });
      }),
    openFile: ({ id, fileName, remainingBytes, itemIds }) =>
      during(id, async ({ files, single }) => {
        const free = await freeBytes(files.folder);
        if (free !== undefined && free < remainingBytes)
          return fail(appError('export.no_room', { neededBytes: remainingBytes, freeBytes: free }));
        const origin = await originOfMade(single, itemIds);
        return whileWriting(async () => {
          await files.next(fileName, origin);
          return null;
        });
      }),
    write: ({ id, index, bytes }) =>
      during(id, async (session) => {
        if (index !== session.pieces) return fail(appError('request.malformed', { field: 'index' }));
        session.pieces += 1;
        return whileWriting(async () => {
          await session.files.write(bytes);
          return null;
        });
      }),
    finish: ({ id }) =>
      during(id, async ({ files }) => {
        const kept = await whileWriting(async () => ({ files: remember(files.folder, await files.keep()) }));
        if (kept.ok) forget(id);
        return kept;
      }),
    abort: ({ id }) => abort(id),
    async abortAll() {
      folders.clear();
      await Promise.all([...sessions.keys()].map(abort));
    },
  };
}
