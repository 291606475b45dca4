// Libraries of many items for benchmarks, written by SQL: only the database, and the one file that all takes have.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createRepositories } from '../../electron/database/repositories.ts';
import { inTransaction, openDatabase } from '../../electron/database/schema.ts';
import { AT_ONCE } from '../../electron/library/incoming-file.ts';
import { createMediaStore } from '../../electron/library/media-store.ts';
import { NEWEST_FIRST, NO_FILTER } from '../../renderer/library/library-filter.ts';
import { item } from '../../renderer/testing/fake-ipc.ts';
import { noise, pcmBytes } from '../../tests/support/sounds.ts';

const SOUND_S = 3;
const HOUR_MS = 3_600_000;
/** Items of a day: 100 000 items are 500 days. */
const A_DAY = 200;
const WORDS = ['good', 'morning', 'harbour', 'lantern', 'winter', 'letter', 'river', 'quiet', 'copper', 'evening'];

/** Makes a library of `count` takes in an empty user-data folder, ready to be found. */
export async function makeLibrary(userData: string, count: number): Promise<void> {
  const root = path.join(userData, 'library');
  await mkdir(root, { recursive: true });
  const media = createMediaStore(root);
  const file = media.receive('sound', AT_ONCE);
  await file.write(pcmBytes(noise(SOUND_S)));
  await file.close();
  const kept = await media.identify('sound');
  if (kept === undefined) throw new Error('The sound was not received.');
  await media.keep('sound', kept.mediaId, 'pcm');
  const db = openDatabase(path.join(root, 'library.sqlite'));
  db.exec('PRAGMA synchronous = OFF');
  const { items } = createRepositories(db, console.error);
  items.addMedia({ ...kept, extension: 'pcm', mime: 'audio/pcm', pcmRateHz: 24_000 });
  const insert = db.prepare('INSERT INTO items (seq, id, kind, body) VALUES (?, ?, ?, ?)');
  const newest = new Date(2026, 0, 20, 12).getTime();
  inTransaction(db, () => {
    for (let number = 1; number <= count; number++) {
      const title = `${WORDS[number % WORDS.length]} ${WORDS[(number * 7) % WORDS.length]} ${number}`;
      const daysAgo = Math.floor((count - number) / A_DAY);
      const take = item(`take-${number}`, newest - daysAgo * 24 * HOUR_MS, { ...kept, title });
      const body = { ...take, request: { ...take.request, text: title } };
      insert.run(number, take.id, take.kind, JSON.stringify(body));
    }
  });
  // Answers null while there is something to prepare.
  while (items.find({ filter: NO_FILTER, sort: NEWEST_FIRST, offset: 0, limit: 1 }) === null);
  db.exec('PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}
