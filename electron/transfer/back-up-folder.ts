// Backs a library up to a folder: only what is not there yet. Nothing in the folder is removed, so that a library that
// has lost something takes nothing away from its back-up. What is there is read again from time to time, because a file
// that has rotted still has its size.

import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CopyResult } from '../../shared/contract/transfers.ts';
import { addTo, emptyList } from '../database/recovery/listed.ts';
import { storageErrorCode, writeFileAtomic } from '../files.ts';
import { readLimited } from '../library/json-file.ts';
import { copyVerified, hashOf } from './copy-file.ts';
import { openFolderSource } from './folder-source.ts';
import { MANIFEST_NAME, maxRecordBytes, placeOf } from './library-parts.ts';
import { TransferError } from './library-source.ts';
import { manifestText, readManifest } from './manifest.ts';
import { requireRoom } from './room.ts';
import { select } from './selection.ts';
import { forAll, type TransferRun } from './transfer-run.ts';

/** Every file of a back-up is read again once in so many: each reads those whose hash begins with its number. */
const SHARES = 16;

/**
 * Copies the library in `root` to `folder`, which is created. Cancelled or interrupted, what is there is whole, its
 * manifest says that it is not all, and the next one continues it.
 *
 * A sixteenth of the media that are there, and those whose size is another one, are compared with the hash that names
 * them. What is damaged is replaced if the library's own file is whole: `repaired` names it, `damaged` what is not.
 * @param isVerifying all media that are there are compared.
 * @throws TransferError, NoRoomError, the signal's reason, or the disk's error.
 */
export async function backUpToFolder(
  root: string,
  folder: string,
  appVersion: string,
  { signal, onProgress }: TransferRun,
  isVerifying = false,
): Promise<CopyResult> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const there = await openFolderSource(folder);
  const before = await readManifest(there);
  const runs = before?.runs ?? 0;
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
    if (there.media.get(mediaId)?.extension === extension) continue;
    newMedia.push(mediaId);
    newBytes += sizeBytes;
  }
  const isChecked = (mediaId: string, sizeBytes: number): boolean =>
    isVerifying ||
    Number.parseInt(mediaId.slice(0, 1), 16) === runs % SHARES ||
    (source.media.get(mediaId)?.sizeBytes ?? sizeBytes) !== sizeBytes;
  const checked = [...there.media].filter(([mediaId, { sizeBytes }]) => isChecked(mediaId, sizeBytes));
  await requireRoom(folder, newBytes);
  const facts = { kind: 'backUp' as const, appVersion, counts, files: records.length + media.length, contents };
  const writeManifest = (isWhole: boolean): Promise<void> => {
    const done = { isWhole, runs: isWhole ? runs + 1 : runs };
    return writeFileAtomic(
      path.join(folder, MANIFEST_NAME),
      manifestText({ ...facts, ...done, bytes: selection.bytes }),
    );
  };
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
  const checkedBytes = checked.reduce((sum, [, { sizeBytes }]) => sum + sizeBytes, 0);
  const repaired = emptyList();
  const damaged = emptyList();
  let comparedBytes = 0;
  await forAll(checked, async ([mediaId, { extension, sizeBytes }]) => {
    const place = placeOf({ kind: 'media', mediaId, extension });
    if (!(await hasNamedBytes(at(folder, place), mediaId, signal))) {
      const isHere = source.media.get(mediaId)?.extension === extension;
      if (isHere && (await hasNamedBytes(at(root, place), mediaId, signal))) {
        await copy(place, mediaId);
        addTo(repaired, place);
      } else addTo(damaged, place);
    }
    comparedBytes += sizeBytes;
    onProgress('verifying', comparedBytes, checkedBytes);
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
    checked: checked.length,
    repaired,
    damaged,
    isContinued: before?.isWhole === false,
  };
}

/** Whether a media file has the bytes that its name says. One that cannot be read has not. */
async function hasNamedBytes(file: string, mediaId: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await hashOf(file, signal)) === mediaId;
  } catch (error) {
    if (storageErrorCode(error) === undefined) throw error;
    return false;
  }
}
