// Saves one item of a batch as a file of its own: copied by main, or converted here and written by main.

import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { Picture } from '../../../shared/contract/media.ts';
import type { SavedFile } from '../../../shared/contract/provenance.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { safeFileName } from '../../../shared/text/file-name.ts';
import type { ExportSound, SoundSink } from '../../engines/audio/export/port.ts';
import type { Ipc } from '../../ipc.ts';
import { FIRST_CHOICES, linesOfTakes, planOf } from '../../items/export-lines.ts';
import { createExportSink, writeWhole } from '../export/export-sink.ts';
import { ofOneTake } from '../export/save-take.ts';
import { type ConvertPicture, encodingOf } from '../picture/picture-file.ts';
import type { SavedAs } from './saved-as.ts';

/** What converts. */
export type Converters = { exportSound: ExportSound; convertPicture: ConvertPicture };

type SaveDeps = Converters & { ipc: Pick<Ipc, 'request'>; signal: AbortSignal };

/**
 * Saves an item. @param stem its name without extension, any text. @returns the file; null if it was
 * cancelled, which leaves nothing. Never rejects.
 */
export async function saveItem(
  { ipc, signal, exportSound, convertPicture }: SaveDeps,
  folderId: string,
  item: LibraryItem,
  stem: string,
  as: SavedAs,
): Promise<Result<SavedFile | null, AppError>> {
  const begun = await ipc.request('exports.beginItem', { folderId, itemId: item.id });
  if (!begun.ok) return begun;
  const { id, mediaId } = begun.data;
  const files: SavedFile[] = [];
  const sink = createExportSink(ipc, id, (saved) => files.push(...saved));
  const fileName = safeFileName(stem, as.extension);
  const made = await (async (): Promise<Result<unknown, AppError>> => {
    const copy = async () => finished(await ipc.request('exports.copyItem', { id, stem }), sink);
    if (as.how === 'copy') return copy();
    if (as.how === 'sound') {
      if (item.kind !== 'speech') return ok(null);
      const plan = planOf({ title: item.title, lines: linesOfTakes([item]), maxSpeedUp: 1 }, 'sound', {
        ...FIRST_CHOICES,
        kind: as.kind,
      });
      const named: SoundSink = { ...sink, openFile: (_, ...rest) => sink.openFile(fileName, ...rest) };
      const sound = await exportSound(plan, named, () => undefined, signal);
      return sound.ok ? sound : { ok: false, error: ofOneTake(sound.error) };
    }
    const source = as.choices.keepsDetails ? await ipc.request('library.pictureSource', { id: item.id }) : null;
    const options = encodingOf(as.choices, source?.ok ? source.data.details : null, pictureOfMedia(item, mediaId));
    if (options === undefined) return copy();
    const picture = await convertPicture(mediaId, options, signal);
    if (picture.ok && picture.data !== null)
      return finished(await writeWhole(sink, fileName, picture.data.bytes), sink);
    await sink.abort();
    return picture;
  })();
  if (!made.ok) return made;
  return ok(files[0] ?? null);
}

async function finished(written: Result<null, AppError>, sink: SoundSink): Promise<Result<null, AppError>> {
  return written.ok ? sink.finish() : written;
}

/** Which picture of an edit is saved. */
function pictureOfMedia(item: LibraryItem, mediaId: string): Partial<Picture> {
  if (item.kind !== 'edit') return {};
  return item.protected?.picture.mediaId === mediaId ? item.protected.picture : item.raw;
}
