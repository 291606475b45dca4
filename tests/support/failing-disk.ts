// What a job leaves when one of its writes fails: for the tests that fail each write, to a file or to the database.

import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { StatementSync } from 'node:sqlite';
import sharp from 'sharp';
import { expect, onTestFinished, vi } from 'vitest';
import { storageErrorCode } from '../../electron/files.ts';
import { isJobOver } from '../../shared/app/job-states.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { pcmTone, replies, type Script } from '../fakes/scripted-relay.ts';
import { CUT_PARTS, orderText } from './cut-text.ts';
import { eventually } from './eventually.ts';
import { openJobSide, startJobSide } from './job-side.ts';
import { manualClock } from './manual-clock.ts';
import { tempFolder } from './temp-folder.ts';

const TONE = pcmTone(0.5);
const picture = (background: string) =>
  sharp({ create: { width: 8, height: 6, channels: 4, background } })
    .png()
    .toBuffer();
const [SOURCE = Buffer.alloc(0), ...MADE] = await Promise.all(['red', 'green', 'blue'].map(picture));

const FILE_FULL = { code: 'ENOSPC', syscall: 'write' };
const DATABASE_FULL = { code: 'ERR_SQLITE_ERROR', errcode: 13 };

/** Makes writes of a kind fail, beginning with the one of this number, until the disk is repaired. */
async function fillDisk(target: 'files' | 'database', first: number, isOnce: boolean) {
  let writes = 0;
  let isRepaired = false;
  const isNextFailing = (): boolean => {
    writes += 1;
    return !isRepaired && (isOnce ? writes === first : writes >= first);
  };
  if (target === 'database') {
    const { run } = StatementSync.prototype;
    const spy = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
      if (isNextFailing()) throw Object.assign(new Error('database or disk is full'), DATABASE_FULL);
      return Reflect.apply(run, this, values);
    });
    onTestFinished(() => spy.mockRestore());
  } else {
    const handle = await open(path.join(await tempFolder(), 'any'), 'w');
    await handle.close();
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    for (const name of ['write', 'writeFile', 'sync'] as const) {
      const real = prototype[name];
      const spy = vi.spyOn(prototype, name).mockImplementation(async function (this: FileHandle, ...values: unknown[]) {
        if (isNextFailing()) throw Object.assign(new Error('no space left on device'), FILE_FULL);
        return Reflect.apply(real, this, values);
      } as never);
      onTestFinished(() => spy.mockRestore());
    }
  }
  return {
    hasFailed: () => writes >= first,
    repair: () => {
      isRepaired = true;
    },
  };
}

type Side = Pick<Awaited<ReturnType<typeof openJobSide>>, 'queue' | 'importPicture' | 'items'>;

/** How a job of each kind is added, and the sizes of what its relay returns. */
const KINDS = {
  speech: {
    reply: replies.audio(TONE),
    sizes: [TONE.length],
    async prepare({ queue }: Side) {
      const request = { connectionId: 'c', text: 'Hi', voice: null, speed: 1, format: 'pcm' as const, extras: {} };
      return () => queue.add('speech', request);
    },
  },
  edit: {
    reply: replies.json(200, { data: MADE.map((bytes) => ({ b64_json: bytes.toString('base64') })) }),
    sizes: MADE.map(({ length }) => length),
    async prepare({ queue, importPicture }: Side) {
      const source = await importPicture(SOURCE);
      if (!source.ok) throw new Error('not stored');
      const request = editRequest({}, source.data.mediaId);
      return () => queue.add('edit', request);
    },
  },
};

/** More writes than a job makes, so that the last cases show that none was missed. */
const WRITES = { speech: { files: 8, database: 13 }, edit: { files: 14, database: 16 } } as const;

/** A write of a job: the number counts from 1. */
type Write = { kind: keyof typeof KINDS; target: 'files' | 'database'; number: number };

/** Every write of both kinds of jobs. */
export const JOB_WRITES: readonly Write[] = (['speech', 'edit'] as const).flatMap((kind) =>
  (['files', 'database'] as const).flatMap((target) =>
    Array.from({ length: WRITES[kind][target] }, (_, index) => ({ kind, target, number: index + 1 })),
  ),
);

/** Every write of the job of a text that is sent in three parts, and some more. */
export const CUT_WRITES = (['files', 'database'] as const).flatMap((target) =>
  Array.from({ length: { files: 19, database: 53 }[target] }, (_, index) => ({ target, number: index + 1 })),
);
type CutWrite = (typeof CUT_WRITES)[number];

const CUT_SOUNDS = [pcmTone(0.3), pcmTone(0.5), pcmTone(0.4)];

/** Speaks the part that is asked for, in a sound of its own. */
const speakPart: Script = (response, { body }) => {
  const at = CUT_PARTS.indexOf(JSON.parse(body).input);
  response.writeHead(200).end(CUT_SOUNDS[at]);
};

/** Adds a job; undefined if it could not be stored. */
async function addJob(add: () => Promise<{ id: string }>): Promise<string | undefined> {
  return add().then(
    ({ id }) => id,
    (error: unknown) => void expect(storageErrorCode(error)).toBe('SQLITE_FULL'),
  );
}

async function storedSizes({ items }: Side): Promise<number[]> {
  return (await items()).map((item) => (item.kind === 'edit' ? item.raw.sizeBytes : item.sizeBytes)).reverse();
}

/** Runs a job whose write fails once, or until the disk works again: it ends with all that arrived. */
export async function expectAllAfterFailing({ kind, target, number }: Write, isOnce: boolean): Promise<void> {
  const { reply, sizes, prepare } = KINDS[kind];
  const clock = manualClock();
  const side = await startJobSide({ clock, writeAgainMs: 5 });
  const add = await prepare(side);
  side.relay.answerWith(reply);
  const disk = await fillDisk(target, number, isOnce);
  const id = await addJob(add);
  if (id === undefined) return expect(side.relay.requests).toEqual([]);
  await eventually(() => expect(disk.hasFailed() || isJobOver(side.updates.at(-1)?.state ?? 'queued')).toBe(true));
  disk.repair();
  await eventually(async () => {
    clock.advance(60_000);
    expect(isJobOver((await side.store.find(id))?.state ?? 'queued')).toBe(true);
  });
  const job = await side.store.find(id);
  if (side.relay.requests.length === 0) expect(job).toMatchObject({ state: 'failed', error: { billed: 'no' } });
  else expect(job).toMatchObject({ state: 'done', error: null });
  expect(await storedSizes(side)).toEqual(side.relay.requests.length === 0 ? [] : sizes);
  expect(side.relay.requests.length).toBeLessThanOrEqual(1);
  expect(side.onBug.mock.calls.filter(([error]) => storageErrorCode(error) === undefined)).toEqual([]);
}

/** Runs a job whose write fails until the app ends: the next start has what arrived. */
export async function expectAllAfterRestart({ kind, target, number }: Write): Promise<void> {
  const { reply, sizes, prepare } = KINDS[kind];
  const { root, relay, ...side } = await startJobSide({ clock: manualClock(), writeAgainMs: 5 });
  const add = await prepare(side);
  relay.answerWith(reply);
  const disk = await fillDisk(target, number, false);
  const id = await addJob(add);
  if (id === undefined) return expect(relay.requests).toEqual([]);
  await eventually(() => expect(disk.hasFailed() || isJobOver(side.updates.at(-1)?.state ?? 'queued')).toBe(true));
  await side.close();
  disk.repair();
  const next = await openJobSide(relay, root);
  await next.queue.resume();
  await eventually(async () => expect(isJobOver((await next.store.find(id))?.state ?? 'queued')).toBe(true));
  expect(relay.requests.length).toBeLessThanOrEqual(1);
  const isWhole = (await storedSizes(next)).length === sizes.length;
  if (!isWhole && relay.requests.length === 1) expect((await next.store.find(id))?.error?.billed).not.toBe('no');
}

type CutSide = Pick<Awaited<ReturnType<typeof openJobSide>>, 'queue' | 'library' | 'store' | 'items'>;

/** Makes the text again, as a person would, unless it is made; then its take is all parts, joined. */
async function expectMadeWhole(side: CutSide): Promise<void> {
  const id = await orderText(side).catch((error: Error) => void expect(error.message).toBe('made'));
  if (id !== undefined) await eventually(async () => expect((await side.store.find(id))?.state).toBe('done'));
  const [take] = await side.items();
  const sizeBytes = CUT_SOUNDS.reduce((sum, { length }) => sum + length, 0);
  expect(take).toMatchObject({ isComplete: true, sizeBytes, parts: { count: 3, kept: [] } });
}

/** Runs a job of three parts one write of which fails: no part is paid for twice, and nothing is called free. */
export async function expectPartsAfterFailing({ target, number }: CutWrite, isOnce: boolean): Promise<void> {
  const clock = manualClock();
  const side = await startJobSide({ clock, writeAgainMs: 5 });
  side.relay.answerWith(speakPart);
  const disk = await fillDisk(target, number, isOnce);
  const id = await addJob(async () => ({ id: await orderText(side) }));
  if (id !== undefined) {
    await eventually(() => expect(disk.hasFailed() || isJobOver(side.updates.at(-1)?.state ?? 'queued')).toBe(true));
    disk.repair();
    await eventually(async () => {
      clock.advance(60_000);
      expect(isJobOver((await side.store.find(id))?.state ?? 'queued')).toBe(true);
    });
    const job = await side.store.find(id);
    const isFree = side.relay.requests.length === 0;
    if (job?.state !== 'done') expect(job?.error?.billed).toBe(isFree ? 'no' : 'yes');
  }
  disk.repair();
  await expectMadeWhole(side);
  expect(side.relay.requests).toHaveLength(CUT_PARTS.length);
  expect(side.onBug.mock.calls.filter(([error]) => storageErrorCode(error) === undefined)).toEqual([]);
}

/** The same until the app ends: the next start has what arrived, and at most the part under way is paid for twice. */
export async function expectPartsAfterRestart({ target, number }: CutWrite): Promise<void> {
  const { root, relay, ...side } = await startJobSide({ clock: manualClock(), writeAgainMs: 5 });
  relay.answerWith(speakPart);
  const disk = await fillDisk(target, number, false);
  const id = await addJob(async () => ({ id: await orderText(side) }));
  if (id !== undefined)
    await eventually(() => expect(disk.hasFailed() || isJobOver(side.updates.at(-1)?.state ?? 'queued')).toBe(true));
  await side.close();
  disk.repair();
  const next = await openJobSide(relay, root);
  await next.queue.resume();
  if (id !== undefined) {
    await eventually(async () => expect(isJobOver((await next.store.find(id))?.state ?? 'queued')).toBe(true));
    const job = await next.store.find(id);
    if (job?.state !== 'done' && relay.requests.length > 0) expect(job?.error?.billed).not.toBe('no');
  }
  await expectMadeWhole(next);
  expect(relay.requests.length).toBeLessThanOrEqual(CUT_PARTS.length + 1);
}
