// A library of takes, for specs about lists.

import { mkdir } from 'node:fs/promises';
import { AT_ONCE } from '../../../electron/library/incoming-file.ts';
import { createLibrary } from '../../../electron/library/library.ts';
import { createMediaStore } from '../../../electron/library/media-store.ts';
import { item } from '../../../renderer/testing/fake-ipc.ts';
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
  await mkdir(root, { recursive: true });
  const database = openTestDatabase(root);
  const media = createMediaStore(root);
  const library = createLibrary(database.items, media, root);
  const file = media.receive('sound', AT_ONCE);
  await file.write(pcmBytes(noise(SOUND_S)));
  await file.close();
  const kept = await media.identify('sound');
  if (kept === undefined) throw new Error('The sound was not received.');
  await media.keep('sound', kept.mediaId, 'pcm');
  await library.addMedia({ ...kept, extension: 'pcm', mime: 'audio/pcm', pcmRateHz: 24_000 });
  for (const [index, at] of [...times.entries()].toReversed()) {
    const title = `Take ${index + 1}`;
    const take = item(`take-${index + 1}`, at.getTime(), { ...kept, title });
    // As long as the file: until the page has read it, the end of the sound is where the item says.
    const audio = { ...take.audio, durationMs: SOUND_S * 1000 };
    const made = { ...take, audio, request: { ...take.request, text: title } };
    await library.add({ ...made, ...change(index, made) });
  }
  await database.close();
}
