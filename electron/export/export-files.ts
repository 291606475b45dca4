// Writes the files of exports, whose bytes come from the page piece by piece. Whatever ends an export early, its unfinished
// files are removed.

import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { RouteInput } from '../../shared/contract/index.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { whileWriting } from '../files.ts';
import { createTurns } from '../library/in-turn.ts';
import { createPartFiles, type PartFiles } from './part-files.ts';
import type { UnfinishedParts } from './unfinished-parts.ts';

/** What writing exports depends on. */
export type ExportFilesParts = {
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
  openFile: (input: RouteInput<'exports.openFile'>) => Answer<null>;
  write: (input: RouteInput<'exports.write'>) => Answer<null>;
  finish: (input: RouteInput<'exports.finish'>) => Answer<{ fileNames: string[] }>;
  abort: (input: RouteInput<'exports.abort'>) => Answer<null>;
  /** Ends all exports: the page that made them is gone, or the app ends. Never rejects. */
  abortAll: () => Promise<void>;
};

/** A running export. */
type Session = { files: PartFiles; pieces: number };

/** Creates the handlers of the routes. */
export function createExportFiles({
  askSavePath,
  askSaveFolder,
  freeBytes,
  unfinished,
}: ExportFilesParts): ExportFiles {
  const sessions = new Map<string, Session>();
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
  const askPlace = async ({ fileName, isFolder }: RouteInput<'exports.begin'>) => {
    const path = isFolder ? await askSaveFolder() : (await askSavePath(fileName))?.path;
    return path === undefined ? undefined : { path, isFolder };
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
      const place = await askPlace(input);
      if (place === undefined) return ok(null);
      const id = randomUUID();
      sessions.set(id, { files: createPartFiles(place, unfinished), pieces: 0 });
      return ok({ id, name: basename(place.path) });
    },
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
      await Promise.all([...sessions.keys()].map(abort));
    },
  };
}
