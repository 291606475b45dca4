// Faults of the place where a library lies: its database, its path, its clock, its file system.

import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../electron/database/schema.ts';
import { systemClock } from '../../electron/jobs/clock.ts';
import { replies, startScriptedRelay } from '../fakes/scripted-relay.ts';
import { openJobSide, startJobSide } from '../support/job-side.ts';
import { tempFolder } from '../support/temp-folder.ts';

const DAY_MS = 24 * 3_600_000;
const request = { connectionId: 'c', voice: null, speed: 1, format: 'pcm' as const, extras: {} };

/** Makes a take in a folder, and returns the library's files. */
async function makeTake(root: string): Promise<string[]> {
  const relay = await startScriptedRelay();
  const side = await openJobSide(relay, root);
  const { id } = await side.queue.add('speech', { ...request, text: 'Hello' });
  await side.reaches(id, 'done');
  expect(await side.items()).toMatchObject([{ id }]);
  await side.close();
  await relay.close();
  return readdir(root, { recursive: true });
}

// fault 13
it('a migration that fails half-way changes nothing', async () => {
  const file = path.join(await tempFolder(), 'library.sqlite');
  const exec = DatabaseSync.prototype.exec;
  const failing = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    // The last statement of the third migration.
    if (sql === 'PRAGMA user_version = 3') throw new Error('half-way');
    exec.call(this, sql);
  });
  onTestFinished(() => failing.mockRestore());
  expect(() => openDatabase(file)).toThrow('half-way');
  failing.mockRestore();
  const after = new DatabaseSync(file);
  expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
  expect(after.prepare("SELECT name FROM sqlite_schema WHERE name = 'put_aside'").all()).toEqual([]);
  after.close();
  openDatabase(file).close();
});

// fault 29
it.each([DAY_MS, -DAY_MS])('a clock that jumps by %i ms changes no order and no state', async (byMs) => {
  let jumpMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + jumpMs };
  const { queue, relay, items, reaches } = await startJobSide({ clock });
  const made: string[] = [];
  for (const text of ['first', 'second', 'third']) {
    const { id } = await queue.add('speech', { ...request, text });
    await reaches(id, 'done');
    made.push(id);
    jumpMs += byMs;
  }
  expect((await items()).map(({ id }) => id)).toEqual(made.reverse());
  expect(relay.requests).toHaveLength(3);
});

// Windows refuses such paths to SQLite unless long paths are switched on.
// fault 37
it.skipIf(process.platform === 'win32')(
  'a folder of other scripts, spaces and 300 characters holds a library',
  async () => {
    const root = path.join(await tempFolder(), '作品 “é” 🎧', ...Array.from({ length: 12 }, () => 'a'.repeat(25)));
    expect(root.length).toBeGreaterThan(300);
    await mkdir(root, { recursive: true });
    expect((await makeTake(root)).length).toBeGreaterThan(3);
  },
);

// fault 38
it('the names of all files differ by more than case and accents: they are lower-case ASCII', async () => {
  for (const name of await makeTake(await tempFolder())) expect(name).toMatch(/^[0-9a-z./\\_-]+$/);
});

// fault 21
it('what has been received once is one item, also if it is delivered again', async () => {
  const { queue, relay, items, reaches, library, store } = await startJobSide();
  relay.answerWith(replies.audio(new Uint8Array(4800)));
  const { id } = await queue.add('speech', { ...request, text: 'Hello' });
  await reaches(id, 'done');
  const [item] = await items();
  const media = item?.kind === 'speech' ? await library.media(item.mediaId) : undefined;
  if (!item || !media) return expect.unreachable();
  await library.add(item);
  expect(await items()).toEqual([item]);
  expect((await store.find(id))?.state).toBe('done');
});
