// Each write of a start, of a change of the settings and of a draft fails, once and until the disk works again: nothing
// that was there or was asked for is lost, and nothing is sent.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SpeechRecord } from '../../electron/jobs/job-record.ts';
import { keepDrafts } from '../../electron/library/draft-cache.ts';
import { openSettingsFile } from '../../electron/settings/settings-file.ts';
import { draftBody } from '../../shared/storage/drafts.ts';
import { draftPicture, imagesDraft } from '../../shared/testing/images-draft.ts';
import { pcmTone, replies } from '../fakes/scripted-relay.ts';
import { eventually } from '../support/eventually.ts';
import { failWrites } from '../support/failing-writes.ts';
import { openJobSide, startJobSide } from '../support/job-side.ts';
import { manualClock } from '../support/manual-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

const request = { connectionId: 'c', text: 'Hi', voice: null, speed: 1, format: 'pcm' as const, extras: {} };

/** Cases for writes 1 to `count`, each failing once and for good. */
const cases = (count: number) =>
  Array.from({ length: count }, (_, index) => index + 1).flatMap((number) => [
    { number, isOnce: true },
    { number, isOnce: false },
  ]);

/** A library with a take, and the received bytes of a second one that an earlier run left. */
async function leaveWork() {
  const { root, relay, ...side } = await startJobSide();
  relay.answerWith(replies.audio(pcmTone(0.1)), replies.audio(pcmTone(0.2)));
  for (const text of ['one', 'two']) {
    const { id } = await side.queue.add('speech', { ...request, text });
    await side.reaches(id, 'done');
  }
  const [second] = await side.items();
  const job = second && (await side.store.find(second.id));
  if (!job || second.kind !== 'speech') throw new Error('no take');
  const { mediaId } = second;
  const media = await side.library.media(mediaId);
  const bytes = media && (await readFile(media.path));
  if (!bytes) throw new Error('no file');
  const id = `${job.id.slice(0, -4)}beef`;
  const arrival = job.kind === 'speech' && job.arrival ? { ...job.arrival, ended: null, take: null } : null;
  await side.store.save({ ...(job as SpeechRecord), id, state: 'receiving', itemIds: [], endedAtMs: null, arrival });
  const file = side.media.receive(id, new AbortController().signal);
  await file.write(bytes);
  await file.close();
  await side.close();
  return { root, relay, id, sizeBytes: bytes.length };
}

describe.each(cases(32).filter(({ isOnce }) => !isOnce))(
  'start, write $number and all later ones',
  ({ number, isOnce }) => {
    it('fail: the start after it has everything, and nothing was sent', async () => {
      const { root, relay, id, sizeBytes } = await leaveWork();
      const sent = relay.requests.length;
      const disk = await failWrites(number, isOnce);
      const side = await openJobSide(relay, root, { clock: manualClock(), writeAgainMs: 5 });
      await Promise.race([side.queue.resume(), eventually(() => expect(disk.hasFailed()).toBe(true))]).catch(
        () => undefined,
      );
      await side.close();
      disk.repair();
      const next = await openJobSide(relay, root);
      await next.queue.resume();
      await eventually(async () => expect(await next.items()).toHaveLength(3));
      expect((await next.items()).find((item) => item.id === id)).toMatchObject({ sizeBytes, isComplete: false });
      expect((await next.store.find(id))?.error?.billed).not.toBe('no');
      expect(relay.requests).toHaveLength(sent);
    });
  },
);

describe.each(cases(8))('settings, write $number (once: $isOnce)', ({ number, isOnce }) => {
  it('fails: the change applies, is known as unsaved, and is on disk once that works', async () => {
    const file = path.join(await tempFolder(), 'settings.json');
    const first = await openSettingsFile(file, vi.fn());
    first.patch({ theme: 'light' });
    await first.flush();
    const disk = await failWrites(number, isOnce);
    const settings = await openSettingsFile(file, vi.fn());
    settings.patch({ theme: 'dark' });
    expect(settings.current().theme).toBe('dark');
    await settings.flush();
    if (disk.hasFailed() && !isOnce) expect(settings.isSaved()).toBe(false);
    disk.repair();
    await settings.flush();
    expect(settings.isSaved()).toBe(true);
    expect((await openSettingsFile(file, vi.fn())).current().theme).toBe('dark');
  });
});

describe.each(cases(6))('draft, write $number (once: $isOnce)', ({ number, isOnce }) => {
  it('fails: the draft and its mask are kept, and on disk once that works', async () => {
    const root = await tempFolder();
    const database = openTestDatabase(root);
    onTestFinished(database.close);
    await database.opened();
    const [mediaId, sizeBytes] = ['1'.repeat(64), 5];
    await database.items.addMedia({ mediaId, mime: 'image/png', sizeBytes, extension: 'png', pcmRateHz: null });
    const drafts = keepDrafts(database.drafts, vi.fn(), vi.fn());
    const disk = await failWrites(number, isOnce);
    const body = imagesDraft({ instruction: 'Blue', pictures: [draftPicture('a', mediaId)] });
    await drafts.save({ name: 'images', body });
    await drafts.save({ name: 'speech', body: { scriptId: 'hello' } });
    await drafts.saveMask('a', [{ index: 3, packed: Uint8Array.of(1, 2) }]);
    disk.repair();
    for (const one of drafts.unsaved) if (!one.isSaved()) await one.save();
    expect(drafts.unsaved.every((one) => one.isSaved())).toBe(true);
    const { drafts: stored } = await database.drafts.load();
    expect([draftBody(stored, 'images'), draftBody(stored, 'speech')]).toEqual([body, { scriptId: 'hello' }]);
    expect(await database.drafts.loadMasks(['a'])).toEqual([
      { key: 'a', tiles: [{ index: 3, packed: Uint8Array.of(1, 2) }] },
    ]);
  });
});
