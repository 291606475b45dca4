// The routes of exports, whose bytes come from the page piece by piece.

import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { BOUNDS } from '../../shared/bounds.ts';
import type { RouteInput } from '../../shared/contract/index.ts';
import type { SavedFile } from '../../shared/contract/provenance.ts';
import { appError } from '../../shared/errors.ts';
import { fail, ok } from '../../shared/result.ts';
import { safeFileName, safeFullName } from '../../shared/text/file-name.ts';
import { whileWriting } from '../files.ts';
import type { Library } from '../library/library.ts';
import { missingError } from '../library/missing-media.ts';
import { bestCopy, copyExtension, openCopy } from '../library/save-copy.ts';
import { type FileOrigin, originOfCopy } from '../provenance/origin.ts';
import type { Provenance } from '../provenance/traces.ts';
import type { Showing } from '../showing.ts';
import { type Answer, createExportSessions, type SingleItem } from './export-sessions.ts';
import { createFreePaths } from './free-path.ts';
import type { ExportPlace } from './part-files.ts';
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
  const sessions = createExportSessions({ unfinished, provenance, onBusy });
  /** The folders that were chosen for items, until the page is another one. */
  const folders = new Map<string, ExportPlace>();
  const askPlace = async ({ fileName, isFolder }: RouteInput<'exports.begin'>): Promise<ExportPlace | undefined> => {
    const path = isFolder ? await askSaveFolder() : (await askSavePath(safeFullName(fileName)))?.path;
    return path === undefined ? undefined : { path, isFolder };
  };
  /** What a file is made of whose bytes come from the page. */
  const originOfMade = async (single: SingleItem | null, itemIds: readonly string[]): Promise<FileOrigin | null> => {
    if (single) return { ...originOfCopy(single.item, single.copied.as), content: 'converted' };
    const { hasMark, hasRecord } = provenance.choices();
    // An export needs the database for nothing else.
    if (itemIds.length === 0 || !(hasMark || hasRecord)) return null;
    const items = await library.getAll([...itemIds]);
    return { content: 'joined', sources: items.map((item) => ({ item, isProtected: false })) };
  };

  return {
    async begin(input) {
      if (sessions.count() >= BOUNDS.exportsUnderWay) return fail(TOO_MANY);
      const place = await askPlace(input);
      if (place === undefined) return ok(null);
      return ok({ id: sessions.start(place, null), name: basename(place.path) });
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
      if (sessions.count() >= BOUNDS.exportsUnderWay) return fail(TOO_MANY);
      const item = await library.get(itemId);
      const copied = item && (await bestCopy(item, library.media));
      if (!item || !copied) return fail(appError('item.not_found'));
      if (copied.presence === 'missing') return fail(missingError(copied.media, item.title));
      return ok({ id: sessions.start(folder, { item, copied }), mediaId: copied.media.mediaId });
    },
    copyItem: ({ id, stem }) =>
      sessions.during(id, async ({ files, single }) => {
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
      sessions.during(id, async ({ files, single }) => {
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
      sessions.during(id, async (session) => {
        if (index !== session.pieces) return fail(appError('request.malformed', { field: 'index' }));
        session.pieces += 1;
        return whileWriting(async () => {
          await session.files.write(bytes);
          return null;
        });
      }),
    finish: ({ id }) =>
      sessions.during(id, async ({ files }) => {
        const kept = await whileWriting(async () => ({ files: remember(files.folder, await files.keep()) }));
        if (kept.ok) sessions.forget(id);
        return kept;
      }),
    abort: ({ id }) => sessions.abort(id),
    async abortAll() {
      folders.clear();
      await sessions.abortAll();
    },
  };
}
