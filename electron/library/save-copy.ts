// The copies of an item that can be saved: which there are, their names and bytes.

import { createReadStream } from 'node:fs';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { takeCopies } from '../../shared/speech/take-copies.ts';
import { safeFileName } from '../../shared/text/file-name.ts';
import { isSeen } from '../../shared/text/hidden-characters.ts';
import { nameFactsOf, TITLE_CHARACTERS } from '../../shared/text/item-name.ts';
import type { FindMedia, MediaFile } from './library.ts';
import { type MediaPresence, presenceOf } from './media-presence.ts';
import { readWavView, viewAsWav, viewMended, type WavView } from './wav-view.ts';

/** The bytes as received, plain samples as one wav file, or the protected picture of an edit. */
export type CopyKind = 'received' | 'wav' | 'protected';

/** The id of the file to copy; undefined if the item has none of that kind. */
export function copiedMedia(item: LibraryItem, as: CopyKind): string | undefined {
  if (item.kind !== 'edit') return as === 'protected' ? undefined : item.mediaId;
  return as === 'protected' ? item.protected?.picture.mediaId : item.raw.mediaId;
}

/** The most useful kind of copy: of a take the best one, the protected picture for an edit. */
function bestKind(item: LibraryItem): CopyKind {
  if (item.kind === 'edit') return item.protected === null ? 'received' : 'protected';
  return item.kind === 'speech' ? (takeCopies(item.audio.format, item.warnings)[0] ?? 'received') : 'received';
}

/** A file to copy, and whether it is in its place. */
export type Copied = { as: CopyKind; media: MediaFile; presence: MediaPresence };

/**
 * Finds the most useful copy of an item whose file is in its place: of an edit whose protected picture is missing, the
 * raw result. If all are missing, the best kind; undefined if the item has no file. @throws SQLite's error.
 */
export async function bestCopy(item: LibraryItem, findMedia: FindMedia): Promise<Copied | undefined> {
  const best = bestKind(item);
  const copies: Copied[] = [];
  for (const as of best === 'protected' ? [best, 'received' as const] : [best]) {
    const mediaId = copiedMedia(item, as);
    const media = mediaId === undefined ? undefined : await findMedia(mediaId);
    if (media) copies.push({ as, media, presence: await presenceOf(media) });
  }
  return copies.find(({ presence }) => presence !== 'missing') ?? copies[0];
}

/** Suggests `<first words> – <voice>.<ext>`, without the voice for a picture; valid on every system. */
export function suggestFileName(item: LibraryItem, media: MediaFile, as: CopyKind): string {
  return suggestedName(item, copyExtension(media, as));
}

function suggestedName(item: LibraryItem, extension: string): string {
  const { words, voice } = nameFactsOf(item);
  return safeFileName(voice === '' ? words : `${words} – ${voice}`, extension);
}

/**
 * Suggests a name like `suggestFileName`; for an edit of a picture whose name is known `<picture> – edit 1.<ext>`, and so
 * on with each number.
 */
export function suggestName(
  item: LibraryItem,
  media: MediaFile,
  as: CopyKind,
  sourceName: string | undefined,
): string | ((count: number) => string) {
  return suggestNameWith(item, copyExtension(media, as), sourceName);
}

/** Suggests a name like `suggestName`, with an extension; without a dot if that is empty. */
export function suggestNameWith(
  item: LibraryItem,
  extension: string,
  sourceName: string | undefined,
): string | ((count: number) => string) {
  const start = startOf(sourceName ?? '');
  if (item.kind !== 'edit' || !isSeen(start)) return suggestedName(item, extension);
  return (count) => safeFileName(`${start} – edit ${count}`, extension);
}

/** The file extension of a copy, without a dot. */
export function copyExtension(media: MediaFile, as: CopyKind): string {
  return as === 'wav' ? 'wav' : media.extension;
}

/** Suggests `<picture>-mask.png`, valid on every system. */
export function maskFileName(pictureName: string): string {
  return safeFileName(`${startOf(pictureName)}-mask`, 'png');
}

/** A name, without extension, for what was made of a picture and is no result. */
export function suggestStem(pictureName: string): string {
  return `${startOf(pictureName)} – edit`;
}

/** The start of a picture's name, without its extension. */
function startOf(pictureName: string): string {
  return [...pictureName.replace(/\.[^.]*$/, '')].slice(0, TITLE_CHARACTERS).join('');
}

/**
 * Opens a copy. A wav file whose header does not say how long it is gets one that does: few programs read it otherwise.
 * `as` is `wav` for what is not byte by byte as it is stored. @throws the file system's error.
 */
export async function openCopy(
  media: MediaFile,
  as: CopyKind,
): Promise<{ as: CopyKind; bytes: AsyncIterable<Uint8Array> }> {
  const view = await (as === 'wav' ? viewAsWav : viewMended)(media, media.sizeBytes);
  return view ? { as: 'wav', bytes: viewedBytes(media, view) } : { as, bytes: storedBytes(media) };
}

/** The file is not opened before it is read. */
async function* storedBytes({ path }: MediaFile, start = 0): AsyncGenerator<Uint8Array, void> {
  yield* createReadStream(path, { start });
}

async function* viewedBytes(media: MediaFile, view: WavView): AsyncGenerator<Uint8Array, void> {
  yield* readWavView(view, 0, view.sizeBytes);
  // A last part of a sample of raw pcm is not in its header's size, but nothing that was received is left out.
  if (media.pcmRateHz !== null) yield* storedBytes(media, view.sizeBytes - view.header.length);
}
