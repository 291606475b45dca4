// Libraries of takes or pictures, for specs about lists.

import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import type { HashedFile } from '../../../electron/library/hash-file.ts';
import { AT_ONCE } from '../../../electron/library/incoming-file.ts';
import { createLibrary, type Library } from '../../../electron/library/library.ts';
import { createMediaStore, type MediaStore } from '../../../electron/library/media-store.ts';
import { editItem, item } from '../../../renderer/testing/fake-ipc.ts';
import type { SpeechItem } from '../../../shared/contract/library.ts';
import { noise, pcmBytes } from '../../support/sounds.ts';
import { openTestDatabase } from '../../support/test-database.ts';

/** No take ends by itself while a spec looks at it. */
const SOUND_S = 30;

/** The times of takes made on one morning, the newest first, a second apart. */
export function onOneMorning(count: number): Date[] {
  return Array.from({ length: count }, (_, i) => new Date(2026, 0, 2, 9, 30, 59 - i));
}

/**
 * Writes takes into an empty library: `Take 1` the newest, made at the first of the times. All have the same sound.
 * @param change what differs of the take with an index
 */
export async function fillLibrary(
  root: string,
  times: readonly Date[],
  change: (index: number, take: SpeechItem) => Partial<SpeechItem> = () => ({}),
): Promise<void> {
  await fill(root, async (library, media) => {
    const kept = await keepFile(media, pcmBytes(noise(SOUND_S)), 'pcm');
    await library.addMedia({ ...kept, extension: 'pcm', mime: 'audio/pcm', pcmRateHz: 24_000 });
    for (const [index, at] of [...times.entries()].toReversed()) {
      const title = `Take ${index + 1}`;
      const take = item(`take-${index + 1}`, at.getTime(), { ...kept, title });
      // As long as the file: until the page has read it, the end of the sound is where the item says.
      const audio = { ...take.audio, durationMs: SOUND_S * 1000 };
      const made = { ...take, audio, request: { ...take.request, text: title } };
      await library.add({ ...made, ...change(index, made) });
    }
  });
}

/**
 * Writes plain pictures of these colours into an empty library, the newest last: results of edits of themselves, by a
 * relay that is not there any more.
 */
export async function fillWithPictures(
  root: string,
  colours: readonly string[],
  prompt: string,
  [format, extension]: ['png', 'png'] | ['jpeg', 'jpg'] = ['png', 'png'],
): Promise<void> {
  const size = { width: 320, height: 200 };
  await fill(root, async (library, media) => {
    for (const [index, background] of colours.entries()) {
      const picture = sharp({ create: { ...size, channels: 3, background } }).toFormat(format);
      const kept = await keepFile(media, await picture.toBuffer(), extension);
      const mime = `image/${format}` as const;
      await library.addMedia({ ...kept, extension, mime, pcmRateHz: null });
      const made = editItem(`picture-${index + 1}`, index + 1, { title: prompt });
      const source = { kind: 'media', mediaId: kept.mediaId, wireMediaId: kept.mediaId } as const;
      const request = { ...made.request, connectionId: 'removed', prompt, pictures: [source], mask: null };
      const raw = { ...kept, mime, widthPx: size.width, heightPx: size.height, state: 'whole' } as const;
      await library.add({ ...made, request, raw });
    }
  });
}

/** Opens an empty library as long as `write` takes. */
async function fill(root: string, write: (library: Library, media: MediaStore) => Promise<void>): Promise<void> {
  await mkdir(root, { recursive: true });
  const database = openTestDatabase(root);
  const media = createMediaStore(root);
  await write(createLibrary(database.items, media, root), media);
  await database.close();
}

/** Puts bytes in their place among the media. */
async function keepFile(media: MediaStore, bytes: Uint8Array, extension: string): Promise<HashedFile> {
  const file = media.receive('made', AT_ONCE);
  await file.write(bytes);
  await file.close();
  const kept = await media.identify('made');
  if (kept === undefined) throw new Error('The file was not received.');
  await media.keep('made', kept.mediaId, extension);
  return kept;
}
