// Saves copies of items, masks and pictures in other formats as files outside the library. Asks for the place; disk
// errors are returned as AppError.

import type { RouteInput } from '../shared/contract/index.ts';
import type { LibraryItem } from '../shared/contract/library.ts';
import type { SourceDetails } from '../shared/contract/media.ts';
import type { SavedFile } from '../shared/contract/provenance.ts';
import { type AppError, appError } from '../shared/errors.ts';
import { OUTPUT_FORMATS } from '../shared/images/limits.ts';
import { readPictureHeader, sniffPicture } from '../shared/images/picture-header.ts';
import { contentFacts } from '../shared/library/reply-contents.ts';
import { fail, ok, type Result } from '../shared/result.ts';
import { isDecodedForWav } from '../shared/speech/take-copies.ts';
import { parseWavHeader } from '../shared/speech/wav.ts';
import { safeFileName } from '../shared/text/file-name.ts';
import type { SuggestedName } from './dialogs.ts';
import { createPartFiles } from './export/part-files.ts';
import { whileWriting } from './files.ts';
import type { DragOut } from './library/drag-out.ts';
import type { Library } from './library/library.ts';
import { presenceOf } from './library/media-presence.ts';
import { missingError } from './library/missing-media.ts';
import {
  bestCopy,
  copiedMedia,
  copyExtension,
  maskFileName,
  openCopy,
  suggestName,
  suggestNameWith,
  suggestStem,
} from './library/save-copy.ts';
import { readDetails, readSourceDetails } from './library/source-details.ts';
import { viewAsWav } from './library/wav-view.ts';
import { type FileOrigin, originOfCopy } from './provenance/origin.ts';
import type { NotedParts, Provenance } from './provenance/traces.ts';
import type { Showing } from './showing.ts';

/** Enough bytes to recognise a wav file. */
const WAV_HEAD_BYTES = 4096;

/** What saving depends on. */
export type SavingDeps = {
  library: Pick<Library, 'get' | 'getAll' | 'media' | 'using'>;
  dragOut: DragOut;
  /** Starts dragging files out of the window. */
  startDrag: (files: string[]) => void;
  /** Asks for a place to save. Undefined if the person cancelled the dialog. */
  askSavePath: (suggested: SuggestedName) => Promise<{ path: string; name: string } | undefined>;
  /** The first count, from 1 on, of which no name is taken where the next file would be saved. */
  freeCount: (names: (count: number) => readonly string[]) => Promise<number>;
  unfinished: NotedParts;
  provenance: Provenance;
  remember: Showing['remember'];
};

/** The saved file; null if the person closed the dialog. */
type Saved = { file: SavedFile | null };
type Saving<T> = Promise<Result<T, AppError>>;
/** The bytes of a file to be saved, and what they are made of. */
type Opened = { origin: FileOrigin | null; bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** The routes that save files. */
export type SavingRoutes = {
  saveCopy: (input: RouteInput<'library.saveCopy'>) => Saving<Saved>;
  savePicture: (input: RouteInput<'library.savePicture'>) => Saving<Saved>;
  pictureSource: (
    input: RouteInput<'library.pictureSource'>,
  ) => Saving<{ name: string; details: SourceDetails | null }>;
  exportMask: (input: RouteInput<'images.exportMask'>) => Saving<Saved>;
  startDrag: (input: RouteInput<'library.startDrag'>) => Saving<{ files: SavedFile[] }>;
  endDrag: () => Saving<null>;
};

/** Creates the handlers of the routes that save files. */
export function createSaving(deps: SavingDeps): SavingRoutes {
  const { library, dragOut, startDrag, askSavePath, freeCount, unfinished, provenance, remember } = deps;
  /** Asks for a place, with a suggested name, and writes there. The file is complete or absent. */
  const saveAs = async (suggested: SuggestedName, open: () => Promise<Opened>): Saving<Saved> => {
    const place = await askSavePath(suggested);
    if (!place) return ok({ file: null });
    const files = createPartFiles({ path: place.path, isFolder: false }, unfinished, provenance);
    return whileWriting(async () => {
      try {
        const { origin, bytes } = await open();
        // By its ending, whatever the person called it.
        await files.next(typeof suggested === 'string' ? suggested : suggested(1), origin);
        for await (const piece of bytes) await files.write(piece);
        const [file = null] = remember(files.folder, await files.keep());
        return { file };
      } catch (error) {
        await files.remove();
        throw error;
      }
    });
  };
  const saveBytes = (suggested: SuggestedName, origin: FileOrigin | null, bytes: Uint8Array): Saving<Saved> =>
    saveAs(suggested, async () => ({ origin, bytes: [bytes] }));

  /** The error for the first item whose file is missing: all are saved, or none. */
  const firstMissing = async (items: readonly LibraryItem[]): Promise<AppError | undefined> => {
    for (const item of items) {
      const copy = await bestCopy(item, library.media);
      if (copy?.presence === 'missing') return missingError(copy.media, item.title);
    }
    return undefined;
  };

  /** The drag that waits for its copies; a system that is told of it when the button is up drops them at once. */
  let held: object | undefined;

  return {
    async saveCopy({ id, as, sourceName, name, wav }) {
      const item = await library.get(id);
      const mediaId = item && copiedMedia(item, as);
      const media = mediaId && (await library.media(mediaId));
      if (!item || !media) return fail(appError('item.not_found'));
      if ((await presenceOf(media)) === 'missing') return fail(missingError(media, item.title));
      const fileName =
        name === undefined ? suggestName(item, media, as, sourceName) : safeFileName(name, copyExtension(media, as));
      const isDecoded = item.kind === 'speech' && isDecodedForWav(item.audio.format);
      if (as === 'wav' && !isDecoded && !(await viewAsWav(media, media.sizeBytes).catch(() => undefined)))
        return fail(appError('sound.undecodable'));
      if (as !== 'wav' || !isDecoded)
        return saveAs(fileName, async () => {
          const copy = await openCopy(media, as);
          return { origin: originOfCopy(item, copy.as), bytes: copy.bytes };
        });
      // The page decodes a compressed take; if it sends anything but a wav file, that is a bug.
      if (!wav || !parseWavHeader(wav.subarray(0, WAV_HEAD_BYTES)))
        return fail(appError('request.malformed', { field: 'wav' }));
      return saveBytes(fileName, { ...originOfCopy(item, as), content: 'converted' }, wav);
    },
    async savePicture({ id, isProtected, format, name, bytes }) {
      const item = id === null ? null : await library.get(id);
      if (item !== null && item?.kind !== 'edit') return fail(appError('item.not_found'));
      if (readPictureHeader(bytes)?.format !== format) return fail(appError('request.malformed', { field: 'bytes' }));
      const origin: FileOrigin | null = item && { content: 'converted', sources: [{ item, isProtected }] };
      return saveBytes(safeFileName(name, contentFacts(format).extension), origin, bytes);
    },
    async pictureSource(input) {
      if ('mediaId' in input) {
        const { mediaId, sourceName } = input;
        return ok({ name: suggestStem(sourceName), details: await readDetails(mediaId, library) });
      }
      const { id, sourceName } = input;
      const item = await library.get(id);
      if (item?.kind !== 'edit') return fail(appError('item.not_found'));
      // One number for an edit, whatever format it is saved in.
      const names = (count: number): readonly string[] =>
        OUTPUT_FORMATS.map((format) => {
          const name = suggestNameWith(item, contentFacts(format).extension, sourceName);
          return typeof name === 'string' ? name : name(count);
        });
      const suggested = suggestNameWith(item, '', sourceName);
      const name = typeof suggested === 'string' ? suggested : suggested(await freeCount(names));
      return ok({ name, details: await readSourceDetails(item, library) });
    },
    async exportMask({ bytes, pictureName }) {
      if (sniffPicture(bytes) !== 'png') return fail(appError('request.malformed', { field: 'bytes' }));
      return saveBytes(maskFileName(pictureName), null, bytes);
    },
    async startDrag({ ids }) {
      const drag = {};
      held = drag;
      const items = await library.getAll(ids);
      const missing = await firstMissing(items);
      if (missing) return fail(missing);
      return whileWriting(async () => {
        const { paths, files } = await dragOut.prepare(items);
        if (held !== drag) return { files: [] };
        if (paths.length > 0) startDrag(paths);
        return { files };
      });
    },
    async endDrag() {
      held = undefined;
      return ok(null);
    },
  };
}
