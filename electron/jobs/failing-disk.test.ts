// Each write of the database fails once, and from then on until the disk works again: nothing that arrived is lost,
// nothing is called free that may have been billed, and nothing is sent twice.

import { StatementSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isJobOver } from '../../shared/job-states.ts';
import { pcmTone, replies } from '../../tests/fakes/scripted-relay.ts';
import { openJobSide, startJobSide } from '../../tests/support/job-side.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';
import { storageErrorCode } from '../files.ts';

const TONE = pcmTone(0.5);
const request = {
  connectionId: 'c',
  text: 'Hello there',
  voice: null,
  speed: 1,
  format: 'pcm' as const,
  extras: {},
};
/** More writes than a speech job makes; the last cases show that none was missed. */
const WRITES = Array.from({ length: 12 }, (_, index) => index + 1);

/** Makes writes fail with SQLITE_FULL, beginning with the one of this number. */
function fillDisk(first: number, isOnce: boolean) {
  let writes = 0;
  let isRepaired = false;
  const run = StatementSync.prototype.run;
  const spy = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
    writes += 1;
    const fails = !isRepaired && (isOnce ? writes === first : writes >= first);
    if (fails) throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    return Reflect.apply(run, this, values);
  });
  onTestFinished(() => spy.mockRestore());
  return {
    hasFailed: () => writes >= first,
    repair: () => {
      isRepaired = true;
    },
  };
}

/** Adds a job; undefined if it could not be stored, and then nothing may have been sent. */
async function addSpeech({ queue }: Awaited<ReturnType<typeof openJobSide>>): Promise<string | undefined> {
  try {
    return (await queue.add('speech', request)).id;
  } catch (error) {
    expect(storageErrorCode(error)).toBe('SQLITE_FULL');
    return undefined;
  }
}

describe.each(WRITES)('write %i of a speech job', (number) => {
  it.each([
    ['once', true],
    ['until the disk works again', false],
  ])('fails %s', async (_how, isOnce) => {
    const clock = manualClock();
    const side = await startJobSide({ clock });
    side.relay.answerWith(replies.audio(TONE));
    const disk = fillDisk(number, isOnce);
    const id = await addSpeech(side);
    if (id === undefined) return expect(side.relay.requests).toEqual([]);
    await vi.waitFor(() => expect(disk.hasFailed() || isJobOver(side.updates.at(-1)?.state ?? 'queued')).toBe(true));
    disk.repair();
    await vi.waitFor(async () => {
      clock.advance(60_000);
      expect(isJobOver((await side.store.find(id))?.state ?? 'queued')).toBe(true);
    }, 5000);
    const job = await side.store.find(id);
    expect(side.relay.requests.length).toBeLessThanOrEqual(1);
    if (side.relay.requests.length === 0) expect(await side.items()).toEqual([]);
    else expect(await side.items()).toMatchObject([{ id, sizeBytes: TONE.length }]);
    if (side.relay.requests.length === 1 && job?.error) expect(job.error.billed).not.toBe('no');
    expect(side.onBug.mock.calls.filter(([error]) => storageErrorCode(error) === undefined)).toEqual([]);
  });

  it('fails until the app ends: the next start has what arrived', async () => {
    const { root, relay, ...side } = await startJobSide({ clock: manualClock() });
    relay.answerWith(replies.audio(TONE));
    const disk = fillDisk(number, false);
    const id = await addSpeech(side);
    if (id === undefined) return expect(relay.requests).toEqual([]);
    await vi.waitFor(() => expect(disk.hasFailed() || isJobOver(side.updates.at(-1)?.state ?? 'queued')).toBe(true));
    await side.close();
    disk.repair();
    const next = await openJobSide(relay, root);
    await next.queue.resume();
    await vi.waitFor(async () => expect(isJobOver((await next.store.find(id))?.state ?? 'queued')).toBe(true));
    expect(relay.requests.length).toBeLessThanOrEqual(1);
    const job = await next.store.find(id);
    if ((await next.items()).length === 0)
      expect(job?.error?.billed).not.toBe(relay.requests.length === 1 ? 'no' : undefined);
  });
});
