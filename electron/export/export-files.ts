// Writes the files of exports, whose bytes come from the page piece by piece. Whatever ends an export early, its unfinished
// files are removed.

import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { MOST } from '../../shared/bounds.ts';
import type { RouteInput } from '../../shared/contract/index.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { safeFileName, safeFullName } from '../../shared/text/file-name.ts';
import { whileWriting } from '../files.ts';
import { createTurns } from '../library/in-turn.ts';
import type { Library } from '../library/library.ts';
import { missingError } from '../library/missing-media.ts';
import { bestCopy, type Copied, copyBytes, copyExtension } from '../library/save-copy.ts';
import { createFreePaths } from './free-path.ts';
import { createPartFiles, type ExportPlace, type PartFiles } from './part-files.ts';
import type { UnfinishedParts } from './unfinished-parts.ts';

/** What writing exports depends on. */
export type ExportFilesParts = {
  library: Pick<Library, 'get' | 'media'>;
  /** Asks for a place to save. Undefined if the person cancelled the dialog. */
  askSavePath: (fileName: string) => Promise<{ path: string; name: string } | undefined>;
  /** Asks for a folder to save into. Undefined if the person cancelled the dialog. */
  askSaveFolder: () => Promise<string | undefined>;
  /** The free bytes of a folder's volume; undefined where the system cannot say. */
  freeBytes: (folder: string) => Promise<number | undefined>;
  unfinished: UnfinishedParts;
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
  finish: (input: RouteInput<'exports.finish'>) => Answer<{ fileNames: string[] }>;
  abort: (input: RouteInput<'exports.abort'>) => Answer<null>;
  /** Ends all exports: the page that made them is gone, or the app ends. Never rejects. */
  abortAll: () => Promise<void>;
};

/** A running export. `copied`: the file of the item that it saves. */
type Session = { files: PartFiles; pieces: number; copied: Copied | null };

const TOO_MANY = appError('request.malformed', { reason: 'tooMany' });

/** Creates the handlers of the routes. */
export function createExportFiles({
  library,
  askSavePath,
  askSaveFolder,
  freeBytes,
  unfinished,
}: ExportFilesParts): ExportFiles {
  const sessions = new Map<string, Session>();
  /** The folders that were chosen for items, until the page is another one. */
  const folders = new Map<string, ExportPlace>();
  const inTurn = createTurns();

  /** Removes what a session has written; the error says where something was left. */
  const end = async (id: string, error: AppError): Promise<Result<never, AppError>> => {
    const left = (await sessions.get(id)?.files.remove()) ?? [];
    sessions.delete(id);
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
  const start = (place: ExportPlace, copied: Copied | null): string => {
    const id = randomUUID();
    sessions.set(id, { files: createPartFiles(place, unfinished), pieces: 0, copied });
    return id;
  };
  const abort = (id: string): Answer<null> =>
    inTurn(id, async () => {
      const left = (await sessions.get(id)?.files.remove()) ?? [];
      sessions.delete(id);
      if (left.length === 0) return ok(null);
      return fail(appError('storage.failed', { problem: 'locked', part: left.join(', ') }));
    });

  return {
    async begin(input) {
      if (sessions.size >= MOST.exportsUnderWay) return fail(TOO_MANY);
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
      if (sessions.size >= MOST.exportsUnderWay) return fail(TOO_MANY);
      const item = await library.get(itemId);
      const copied = item && (await bestCopy(item, library.media));
      if (!copied) return fail(appError('item.not_found'));
      if (copied.presence === 'missing') return fail(missingError(copied.media, item.title));
      return ok({ id: start(folder, copied), mediaId: copied.media.mediaId });
    },
    copyItem: ({ id, stem }) =>
      during(id, async ({ files, copied }) => {
        if (!copied) return fail(appError('request.malformed', { field: 'id' }));
        const { media, as } = copied;
        return whileWriting(async () => {
          await files.next(safeFileName(stem, copyExtension(media, as)));
          for await (const chunk of copyBytes(media, as)) await files.write(chunk);
          return null;
        });
      }),
    openFile: ({ id, fileName, remainingBytes }) =>
      during(id, async ({ files }) => {
        const free = await freeBytes(files.folder);
        if (free !== undefined && free < remainingBytes)
          return fail(appError('export.no_room', { neededBytes: remainingBytes, freeBytes: free }));
        return whileWriting(async () => {
          await files.next(fileName);
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
        const kept = await whileWriting(async () => ({ fileNames: await files.keep() }));
        if (kept.ok) sessions.delete(id);
        return kept;
      }),
    abort: ({ id }) => abort(id),
    async abortAll() {
      folders.clear();
      await Promise.all([...sessions.keys()].map(abort));
    },
  };
}
