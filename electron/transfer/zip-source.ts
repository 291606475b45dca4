// A library in a zip file. Nothing is written under a name of the zip, its sizes are judged while it is unpacked, and
// what its names claim is compared with what a library has.

import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { fail, ok } from '../../shared/result.ts';
import { storageErrorCode } from '../files.ts';
import { maxRecordBytes, partAt, placeOf } from './library-parts.ts';
import { type LibrarySource, type Refusals, RefusedError, refuse, TransferError } from './library-source.ts';

/** More entries than any library has that a person could have made. */
const MAX_ENTRIES = 1_000_000;
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;
/** An entry may unpack to so many times its packed size, beyond the first bytes, and so may all of them together. */
const MAX_RATIO = 250;
const FREE_BYTES = 80 * 1024 * 1024;
/** Bytes that are read at once of the list of entries. */
const READ_AHEAD = 64 * 1024;

const UNIX_TYPE = 0o170000;
const UNIX_LINK = 0o120000;

/**
 * Lists a library in a zip file. @param freeBytes what an entry, and all together, may unpack to beyond their ratio.
 * @throws TransferError for what is no zip, or the file system's error.
 */
export async function openZipSource(file: string, freeBytes = FREE_BYTES): Promise<LibrarySource> {
  const handle = await open(file, 'r');
  try {
    return await listZip(handle, file, freeBytes);
  } catch (error) {
    await handle.close();
    if (error instanceof TransferError || storageErrorCode(error) !== undefined) throw error;
    throw new TransferError('notZip');
  }
}

async function listZip(handle: FileHandle, file: string, freeBytes: number): Promise<LibrarySource> {
  /** Whether so many bytes are more than so many packed ones can honestly hold. */
  const isBomb = (bytes: number, packedBytes: number): boolean => bytes > freeBytes + packedBytes * MAX_RATIO;
  const { size: archiveBytes } = await handle.stat();
  const zip = await fromRandomAccessReaderPromise(new BufferedReader(handle, file), archiveBytes, {
    autoClose: false,
    lazyEntries: true,
    // A bad name would end the reading of all others; names are judged below.
    decodeStrings: false,
    validateEntrySizes: true,
  });
  if (zip.entryCount >= MAX_ENTRIES) throw new TransferError('tooManyEntries');
  const refused: Refusals = {};
  const entries = new Map<string, Entry>();
  const records: LibrarySource['records'][number][] = [];
  const media = new Map<string, { extension: string; sizeBytes: number }>();
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileNameRaw.toString('utf8');
    if (name.endsWith('/')) continue;
    const part = partAt(name) ?? partAt(withoutFirst(name));
    if (part === undefined) {
      refuse(refused, 'foreign', name);
      continue;
    }
    const place = placeOf(part);
    if (isLink(entry)) refuse(refused, 'link', name);
    else if (entries.has(place) || (part.kind === 'media' && media.has(part.mediaId)))
      refuse(refused, 'duplicate', name);
    else if (!entry.canDecodeFileData()) refuse(refused, 'unreadable', name);
    else if (isBomb(entry.uncompressedSize, entry.compressedSize)) refuse(refused, 'bomb', name);
    else {
      entries.set(place, slim(entry));
      if (part.kind === 'record') records.push({ folder: part.folder, id: part.id });
      if (part.kind === 'media')
        media.set(part.mediaId, { extension: part.extension, sizeBytes: entry.uncompressedSize });
    }
  }
  let unpackedBytes = 0;

  /** The bytes of an entry, as long as they stay within all limits. */
  async function* unpack(entry: Entry): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      unpackedBytes += chunk.length;
      if (isBomb(bytes, entry.compressedSize)) throw new RefusedError('bomb');
      // Entries may share their packed bytes, so that each is small and all together are not. A record is read twice.
      if (isBomb(unpackedBytes / 2, archiveBytes)) throw new TransferError('bomb');
      yield chunk;
    }
  }

  async function readLimited(entry: Entry, maxBytes: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of unpack(entry)) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new RefusedError('tooLarge');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  return {
    records,
    media,
    refused,
    async readText(part) {
      const entry = entries.get(placeOf(part));
      if (!entry) return fail('unreadable');
      try {
        const bytes = await readLimited(
          entry,
          part.kind === 'record' ? maxRecordBytes(part.folder) : MAX_MANIFEST_BYTES,
        );
        return crc32(bytes) === entry.crc32 ? ok(bytes.toString('utf8')) : fail('unreadable');
      } catch (error) {
        if (error instanceof TransferError) throw error;
        return fail(error instanceof RefusedError ? error.reason : 'unreadable');
      }
    },
    async *readMedia(mediaId) {
      const facts = media.get(mediaId);
      const entry = facts && entries.get(placeOf({ kind: 'media', mediaId, extension: facts.extension }));
      if (!entry) throw new RefusedError('mediaMissing');
      yield* unpack(entry);
    },
    async close() {
      zip.close();
      await handle.close();
    },
  };
}

/** The name inside the one folder that some programs put everything into. */
function withoutFirst(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

function isLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const isUnix = versionMadeBy >> 8 === 3;
  return isUnix && ((externalFileAttributes >>> 16) & UNIX_TYPE) === UNIX_LINK;
}

/** Without its texts: there may be hundreds of thousands of entries. */
function slim(entry: Entry): Entry {
  const empty = Buffer.alloc(0);
  return Object.assign(entry, {
    fileName: '',
    comment: '',
    fileComment: '',
    fileNameRaw: empty,
    extraFieldRaw: empty,
    fileCommentRaw: empty,
    extraFields: [],
  });
}

/** Reads the list of entries, which is asked for in pieces of a few bytes, in larger ones. */
class BufferedReader extends RandomAccessReader {
  readonly #handle: FileHandle;
  readonly #file: string;
  #ahead = Buffer.alloc(0);
  #aheadAt = 0;

  constructor(handle: FileHandle, file: string) {
    super();
    this.#handle = handle;
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    // A zip of no bytes: a stream cannot end before it begins.
    if (end <= start) return new PassThrough().end();
    return createReadStream(this.#file, { start, end: end - 1 });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#read(buffer, offset, length, position).then(() => callback(null), callback);
  }

  async #read(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    const from = position - this.#aheadAt;
    if (from < 0 || from + length > this.#ahead.length) {
      const ahead = Buffer.allocUnsafe(Math.max(length, READ_AHEAD));
      const { bytesRead } = await this.#handle.read(ahead, 0, ahead.length, position);
      if (bytesRead < length) throw new Error('Unexpected end of the file');
      this.#ahead = ahead.subarray(0, bytesRead);
      this.#aheadAt = position;
    }
    this.#ahead.copy(buffer, offset, position - this.#aheadAt, position - this.#aheadAt + length);
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}
