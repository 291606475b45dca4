// Writes a library, or a part of it, as one zip file: whole under its name, or not at all.

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { CopyResult } from '../../shared/contract/transfers.ts';
import { addTo, emptyList } from '../database/recovery/listed.ts';
import { moveDurably, storageErrorCode } from '../files.ts';
import { CopyDiffersError } from './copy-file.ts';
import { openFolderSource } from './folder-source.ts';
import { MANIFEST_NAME, placeOf } from './library-parts.ts';
import { type LibrarySource, TransferError } from './library-source.ts';
import { manifestText } from './manifest.ts';
import { requireRoom } from './room.ts';
import { type Selection, select, type Wanted } from './selection.ts';
import type { TransferRun } from './transfer-run.ts';
import { openZipSource } from './zip-source.ts';

/** What is written to a zip file. `part`: its path until it is whole; `wanted`: null for all of the library. */
type ZipTask = { root: string; file: string; part: string; wanted: Wanted; appVersion: string };

/**
 * Writes the zip file beside its place, reads it back, and gives it its name, replacing an earlier one.
 * @throws TransferError, NoRoomError, the signal's reason, or the disk's error; then nothing is left of it.
 */
export async function writeZip(
  { root, file, part, wanted, appVersion }: ZipTask,
  run: TransferRun,
): Promise<CopyResult> {
  const { signal, onProgress } = run;
  const source = await openFolderSource(root);
  const selection = await select(source, wanted, (done) => {
    signal.throwIfAborted();
    onProgress('counting', done, source.records.length);
  });
  const { records, media, counts, contents, bytes } = selection;
  if (records.length === 0 && (wanted !== null || media.length === 0)) throw new TransferError('nothing');
  await requireRoom(path.dirname(file), bytes);
  const kind = wanted === null ? 'backUp' : 'project';
  const manifest = manifestText({
    kind,
    appVersion,
    isWhole: true,
    counts,
    files: records.length + media.length,
    bytes,
    contents,
  });
  try {
    const texts = await writeEntries(source, root, selection, manifest, part, run);
    const changed = await verifyZip(part, selection, texts, run);
    const handle = await open(part, 'r+');
    const { size } = await handle.stat();
    await handle.sync().finally(() => handle.close());
    signal.throwIfAborted();
    await moveDurably(part, file);
    return {
      kind,
      path: file,
      counts,
      files: records.length + media.length,
      known: 0,
      bytes: size,
      changed,
      checked: 0,
      repaired: emptyList(),
      damaged: emptyList(),
      isContinued: false,
    };
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Writes all entries. @returns the SHA-256 of each record as it was written. */
async function writeEntries(
  source: LibrarySource,
  root: string,
  { records, media, bytes }: Selection,
  manifest: string,
  part: string,
  { signal, onProgress }: TransferRun,
): Promise<Map<string, string>> {
  const zip = new ZipFile();
  const texts = new Map<string, string>();
  let doneBytes = 0;
  const count = (length: number): void => {
    doneBytes = Math.min(bytes, doneBytes + length);
    onProgress('copying', doneBytes, bytes);
  };
  zip.addBuffer(Buffer.from(manifest), MANIFEST_NAME);
  for (const record of records) {
    const place = placeOf({ kind: 'record', ...record });
    // Read when its turn comes: it may be written again meanwhile.
    zip.addReadStreamLazy(place, { compress: true }, (give) => {
      readFile(path.join(root, ...place.split('/'))).then(
        (text) => {
          texts.set(place, textHash(text.toString('utf8')));
          count(text.length);
          give(null, streamOf(text));
        },
        (error: unknown) => zip.emit('error', error),
      );
    });
  }
  for (const mediaId of media) {
    const { extension = '', sizeBytes = 0 } = source.media.get(mediaId) ?? {};
    const place = placeOf({ kind: 'media', mediaId, extension });
    zip.addReadStreamLazy(place, { compress: false, size: sizeBytes }, (give) => {
      const stream = createReadStream(path.join(root, ...place.split('/')));
      stream.on('data', (chunk) => count(chunk.length));
      give(null, stream);
    });
  }
  zip.end();
  const failed = new AbortController();
  zip.on('error', (error) => failed.abort(error));
  const out = createWriteStream(part, { flags: 'wx', mode: 0o666 });
  try {
    await pipeline(zip.outputStream, out, { signal: AbortSignal.any([signal, failed.signal]) });
  } catch (error) {
    signal.throwIfAborted();
    // A file of the library went, or has another size, while it was read.
    const cause: unknown = failed.signal.aborted ? failed.signal.reason : error;
    throw storageErrorCode(cause) === undefined && !(cause instanceof Error && 'code' in cause)
      ? new TransferError('notWhole')
      : cause;
  }
  return texts;
}

/**
 * Reads the zip file back. @returns the media whose bytes are not those that their names say: they are so in the library.
 * @throws CopyDiffersError if it does not have what was written.
 */
async function verifyZip(
  part: string,
  { records, media, bytes, unreadable }: Selection,
  texts: ReadonlyMap<string, string>,
  { signal, onProgress }: TransferRun,
) {
  const zip = await openZipSource(part);
  const changed = unreadable;
  let doneBytes = 0;
  const count = (length: number): void => {
    signal.throwIfAborted();
    doneBytes = Math.min(bytes, doneBytes + length);
    onProgress('verifying', doneBytes, bytes);
  };
  try {
    if (zip.records.length !== records.length || zip.media.size !== media.length)
      throw new CopyDiffersError('The zip file lacks entries');
    for (const record of records) {
      const place = placeOf({ kind: 'record', ...record });
      const text = await zip.readText({ kind: 'record', ...record });
      const hash = text.ok ? textHash(text.data) : '';
      if (hash !== texts.get(place)) throw new CopyDiffersError(`The copy differs: ${place}`);
      count(text.ok ? text.data.length : 0);
    }
    for (const mediaId of media) {
      const hash = createHash('sha256');
      for await (const chunk of zip.readMedia(mediaId)) {
        hash.update(chunk);
        count(chunk.length);
      }
      if (hash.digest('hex') !== mediaId) addTo(changed, mediaId);
    }
    return changed;
  } finally {
    await zip.close();
  }
}

/** Of the text, not the bytes: in a damaged file they may be no text. */
function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function streamOf(bytes: Buffer): Readable {
  return Readable.from([bytes]);
}
