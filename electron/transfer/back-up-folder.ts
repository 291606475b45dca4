// Backs a library up to a folder: only what is not there yet. Nothing in the folder is removed, so that a library that
// has lost something takes nothing away from its back-up.

import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CopyResult } from '../../shared/contract/transfers.ts';
import { addTo } from '../database/recovery/listed.ts';
import { writeFileAtomic } from '../files.ts';
import { readLimited } from '../library/json-file.ts';
import { copyVerified, sizeOf } from './copy-file.ts';
import { openFolderSource } from './folder-source.ts';
import { MANIFEST_NAME, maxRecordBytes, placeOf } from './library-parts.ts';
import { TransferError } from './library-source.ts';
import { manifestText, readManifest } from './manifest.ts';
import { requireRoom } from './room.ts';
import { select } from './selection.ts';
import { forAll, type TransferRun } from './transfer-run.ts';

/**
 * Copies the library in `root` to `folder`, which is created. Cancelled or interrupted, what is there is whole, its
 * manifest says that it is not all, and the next one continues it.
 * @throws TransferError, NoRoomError, the signal's reason, or the disk's error.
 */
export async function backUpToFolder(
  root: string,
  folder: string,
  appVersion: string,
  { signal, onProgress }: TransferRun,
): Promise<CopyResult> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const before = await openFolderSource(folder).then(readManifest);
  const source = await openFolderSource(root);
  const selection = await select(source, null, (done) => {
    signal.throwIfAborted();
    onProgress('counting', done, source.records.length);
  });
  const { records, media, counts, contents } = selection;
  if (records.length + media.length === 0) throw new TransferError('nothing');
  const at = (base: string, place: string): string => path.join(base, ...place.split('/'));

  const newMedia: string[] = [];
  const changed = selection.unreadable;
  let newBytes = 0;
  for (const mediaId of media) {
    const { extension = '', sizeBytes = 0 } = source.media.get(mediaId) ?? {};
    if ((await sizeOf(at(folder, placeOf({ kind: 'media', mediaId, extension })))) === sizeBytes) continue;
    newMedia.push(mediaId);
    newBytes += sizeBytes;
  }
  await requireRoom(folder, newBytes);
  const facts = { kind: 'backUp' as const, appVersion, counts, files: records.length + media.length, contents };
  const writeManifest = (isWhole: boolean): Promise<void> =>
    writeFileAtomic(path.join(folder, MANIFEST_NAME), manifestText({ ...facts, isWhole, bytes: selection.bytes }));
  await writeManifest(false);

  let doneBytes = 0;
  let written = 0;
  const copy = async (place: string, mediaId: string | undefined): Promise<void> => {
    signal.throwIfAborted();
    const to = at(folder, place);
    const copied = await copyVerified(at(root, place), to, {
      part: `${to}.part`,
      signal,
      onBytes(count) {
        doneBytes += count;
        onProgress('copying', doneBytes, newBytes);
      },
    });
    written += 1;
    if (mediaId !== undefined && copied.hash !== mediaId) addTo(changed, place);
  };
  await forAll(newMedia, async (mediaId) => {
    const { extension = '' } = source.media.get(mediaId) ?? {};
    await copy(placeOf({ kind: 'media', mediaId, extension }), mediaId);
  });
  // Small, and changed in place: compared by all their bytes.
  await forAll(records, async (record) => {
    const place = placeOf({ kind: 'record', ...record });
    const maxBytes = maxRecordBytes(record.folder);
    const now = readLimited(at(root, place), maxBytes);
    const there = await readFile(at(folder, place), 'utf8').catch(() => undefined);
    if (now === undefined || now !== there) await copy(place, undefined);
  });
  await writeManifest(true);
  return {
    kind: 'backUp',
    path: folder,
    counts,
    files: records.length + media.length,
    known: records.length + media.length - written,
    bytes: doneBytes,
    changed,
    isContinued: before?.isWhole === false,
  };
}
