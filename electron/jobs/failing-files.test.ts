// Each write to a file fails once, and from then on until the disk works again, while an edit or a speech job runs:
// nothing that arrived is lost, nothing is called free that may have been billed, and nothing is sent twice.

import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EditRequest } from '../../shared/contract/images.ts';
import { isJobOver } from '../../shared/job-states.ts';
import { editOptions } from '../../shared/testing/edit-options.ts';
import { pcmTone, replies } from '../../tests/fakes/scripted-relay.ts';
import { openJobSide, startJobSide } from '../../tests/support/job-side.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { storageErrorCode } from '../files.ts';

/** For a busy machine, in milliseconds. */
const WAIT = 10_000;
const TONE = pcmTone(0.5);
const picture = (background: string) =>
  sharp({ create: { width: 8, height: 6, channels: 4, background } })
    .png()
    .toBuffer();
const PICTURES = await Promise.all(['red', 'green', 'blue'].map(picture));
const [SOURCE = Buffer.alloc(0), ...MADE] = PICTURES;

/** Makes writes and flushes of files fail with ENOSPC, beginning with the one of this number. */
async function fillDisk(first: number, isOnce: boolean) {
  let writes = 0;
  let isRepaired = false;
  const file = path.join(await tempFolder(), 'any');
  const handle = await open(file, 'w');
  await handle.close();
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  for (const name of ['write', 'writeFile', 'sync'] as const) {
    const real = prototype[name];
    const spy = vi.spyOn(prototype, name).mockImplementation(async function (this: FileHandle, ...values: unknown[]) {
      writes += 1;
      const fails = !isRepaired && (isOnce ? writes === first : writes >= first);
      if (fails) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: name });
      return Reflect.apply(real, this, values);
    } as never);
    onTestFinished(() => spy.mockRestore());
  }
  return {
    hasFailed: () => writes >= first,
    repair: () => {
      isRepaired = true;
    },
  };
}

type Side = Awaited<ReturnType<typeof openJobSide>>;

/**
 * The two kinds of jobs: how one is started, the sizes of what its relay returns, and more writes than it makes, so that
 * the last cases show that none was missed.
 */
const KINDS = {
  speech: {
    writes: 8,
    reply: replies.audio(TONE),
    sizes: [TONE.length],
    start: async (_side: Side) => ({
      kind: 'speech' as const,
      request: { connectionId: 'c', text: 'Hello', voice: null, speed: 1, format: 'pcm' as const, extras: {} },
    }),
  },
  edit: {
    writes: 14,
    reply: replies.json(200, { data: MADE.map((bytes) => ({ b64_json: bytes.toString('base64') })) }),
    sizes: MADE.map(({ length }) => length),
    start: async ({ importPicture }: Side) => {
      const stored = await importPicture(SOURCE);
      if (!stored.ok) throw new Error('not stored');
      const { mediaId } = stored.data;
      const request: EditRequest = {
        connectionId: 'c',
        prompt: 'Make it blue',
        pictures: [{ kind: 'media', mediaId, wireMediaId: mediaId }],
        mask: null,
        form: 'json',
        options: editOptions(),
      };
      return { kind: 'edit' as const, request };
    },
  },
};

function add(side: Side, job: Awaited<ReturnType<(typeof KINDS)[keyof typeof KINDS]['start']>>): string {
  return job.kind === 'edit' ? side.queue.add('edit', job.request).id : side.queue.add('speech', job.request).id;
}

const stored = (side: Side): (number | undefined)[] =>
  side
    .items()
    .map((item) => (item.kind === 'edit' ? item.raw.sizeBytes : item.sizeBytes))
    .reverse();

describe.each(Object.entries(KINDS))('%s', (_kind, { reply, sizes, writes, start }) => {
  const numbers = Array.from({ length: writes }, (_, index) => index + 1);

  it.each(numbers.flatMap((number) => [true, false].map((isOnce) => ({ number, isOnce }))))(
    'write $number fails (once: $isOnce)',
    async ({ number, isOnce }) => {
      const clock = manualClock();
      const side = await startJobSide({ clock, writeAgainMs: 5 });
      const job = await start(side);
      side.relay.answerWith(reply);
      const disk = await fillDisk(number, isOnce);
      const id = add(side, job);
      await vi.waitFor(
        () => expect(disk.hasFailed() || isJobOver(side.updates.at(-1)?.state ?? 'queued')).toBe(true),
        WAIT,
      );
      disk.repair();
      await vi.waitFor(() => {
        clock.advance(10_000);
        expect(isJobOver(side.store.find(id)?.state ?? 'queued')).toBe(true);
      }, WAIT);
      expect(side.store.find(id)).toMatchObject({ state: 'done', error: null });
      expect(side.relay.requests).toHaveLength(1);
      expect(stored(side)).toEqual(sizes);
      expect(side.onBug.mock.calls.filter(([error]) => storageErrorCode(error) === undefined)).toEqual([]);
    },
  );

  it.each(numbers)(
    'write %i and all later ones fail until the app ends: the next start has what arrived',
    async (number) => {
      const { root, relay, ...side } = await startJobSide({ clock: manualClock(), writeAgainMs: 5 });
      const job = await start({ ...side });
      relay.answerWith(reply);
      const disk = await fillDisk(number, false);
      const id = add({ ...side }, job);
      await vi.waitFor(
        () => expect(disk.hasFailed() || isJobOver(side.updates.at(-1)?.state ?? 'queued')).toBe(true),
        WAIT,
      );
      await side.close();
      disk.repair();
      const next = await openJobSide(relay, root);
      await next.queue.resume();
      await vi.waitFor(() => expect(isJobOver(next.store.find(id)?.state ?? 'queued')).toBe(true), WAIT);
      expect(relay.requests).toHaveLength(1);
      if (stored(next).length < sizes.length) expect(next.store.find(id)?.error?.billed).not.toBe('no');
    },
  );
});
