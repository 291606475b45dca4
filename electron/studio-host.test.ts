import { cp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { pcmTone, replies, type ScriptedRelay, startScriptedRelay } from '../tests/fakes/scripted-relay.ts';
import { eventually } from '../tests/support/eventually.ts';
import { openJobSide } from '../tests/support/job-side.ts';
import { speechRequest } from '../tests/support/relay-client.ts';
import { tempFolder } from '../tests/support/temp-folder.ts';
import type { Studio } from './compose.ts';
import { type KeyVault, openKeyVault } from './settings/key-vault.ts';
import { openSealSecret } from './settings/seal-secret.ts';
import { createStudioHost } from './studio-host.ts';

type JobSide = Awaited<ReturnType<typeof openJobSide>>;

const PAUSED = { connectionId: 'c', isPaused: true, backoff: null };
/** A library of this name is open in another app. */
const IN_USE = 'in use';
const KEY_STORE = {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text: string) => Buffer.from(`mark:${text}`),
  decryptStringAsync: async (bytes: Buffer) => ({ result: bytes.toString().slice(5), shouldReEncrypt: false }),
  getSelectedStorageBackend: () => 'gnome_libsecret',
};

/** A computer with a library whose requests wait, and the relay that they are for. */
async function startHost() {
  const userData = await tempFolder();
  const relay = await startScriptedRelay();
  onTestFinished(relay.close);
  relay.answerWith(replies.audio(pcmTone(0.2)));
  const first = path.join(userData, 'library');
  const host = await openHost(relay, userData, first);
  const side = await host.side();
  side.queue.setPaused('c', true);
  const { id } = await side.queue.add('speech', speechRequest({ text: 'Once' }));
  await eventually(async () => expect((await side.store.find(id))?.seal).toBeDefined());
  return { userData, relay, first, host, id };
}

/** A start of the app: opens the library in a folder, with the keys of this user. */
async function openHost(relay: ScriptedRelay, userData: string, folder: string) {
  const vault = openKeyVault(path.join(userData, 'keys.json'), KEY_STORE, 'linux', () => undefined);
  let side: Promise<JobSide> | undefined;
  const current = (): Promise<JobSide> => side ?? Promise.reject(new Error('No library is open'));
  const ownership = { lost: new Promise<never>(() => undefined), quarantined: [], release: async () => undefined };
  const host = createStudioHost({
    userData,
    vault,
    lock: async (place) =>
      place.endsWith(IN_USE) ? { kind: 'inUse', owner: undefined } : { kind: 'owned', ownership },
    first: { place: { folder, previous: null }, ownership },
    log: { info: () => undefined, error: () => undefined },
    compose(library) {
      side = openJobSide(relay, library.place.folder, { sealSecret: openSealSecret(vault) });
      return studioOver(side, vault);
    },
    onOther: () => undefined,
  });
  await host.current().resume();
  return {
    side: current,
    use: (other: string) => host.switchTo(other, null, async () => undefined),
    move: (to: string) => host.switchTo(to, folder, () => cp(folder, to, { recursive: true })),
    async close() {
      await host.close();
      await vault.flush();
    },
  };
}

/** The part of a studio that sends requests. */
function studioOver(side: Promise<JobSide>, vault: KeyVault): Studio {
  return {
    saveAll: async () => (vault.isSaved() ? [] : ['keys']),
    opened: async () => (await side).database.opened(),
    resume: async () => (await side).queue.resume(),
    close: async () => (await side).close(),
    applySettings: () => undefined,
    onMoved: () => undefined,
  } as unknown as Studio;
}

/** Copies a library that is open, as a person does by hand, and as if nothing had been paused in it. */
async function copyByHand(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  const db = new DatabaseSync(path.join(to, 'library.sqlite'));
  db.exec('DELETE FROM queues');
  db.close();
}

/** Lets what waits be sent, and waits until it was. */
async function sendNow({ queue, reaches }: JobSide, id: string): Promise<void> {
  queue.setPaused('c', false);
  await reaches(id, 'done');
}

const readKeys = (userData: string): Promise<string> => readFile(path.join(userData, 'keys.json'), 'utf8');
const isUnverified = ({ queue }: JobSide): Promise<void> =>
  eventually(() => expect(queue.throttledQueues()).toEqual([{ ...PAUSED, isUnverified: true }]));

// fault 41
it('what waits in a copy of the library is sent on a click only, when the copy is opened and at later starts', async () => {
  const { userData, relay, first, host, id } = await startHost();
  const copy = path.join(userData, 'copy');
  await copyByHand(first, copy);
  await sendNow(await host.side(), id);
  expect(await host.use(copy)).toEqual({ ok: true, data: null });
  await isUnverified(await host.side());
  await host.close();
  const next = await openHost(relay, userData, copy);
  await isUnverified(await next.side());
  expect(relay.requests).toHaveLength(1);
  await sendNow(await next.side(), id);
  expect(relay.requests).toHaveLength(2);
});

// fault 41
it('what waits in an older state of the library is sent on a click only, once the app was started since', async () => {
  const { userData, relay, first, host, id } = await startHost();
  const older = path.join(userData, 'older');
  await copyByHand(first, older);
  await sendNow(await host.side(), id);
  await host.close();
  const keys = await readKeys(userData);
  const next = await openHost(relay, userData, first);
  await eventually(async () => expect(await readKeys(userData)).not.toBe(keys));
  await next.close();
  await rm(first, { recursive: true });
  await rename(older, first);
  await isUnverified(await (await openHost(relay, userData, first)).side());
  expect(relay.requests).toHaveLength(1);
});

it('what waits goes on without a click at the next starts, and where the library is moved to', async () => {
  const { userData, relay, first, host, id } = await startHost();
  await host.close();
  await (await openHost(relay, userData, first)).close();
  const next = await openHost(relay, userData, first);
  const moved = path.join(userData, 'moved');
  expect(await next.move(moved)).toEqual({ ok: true, data: null });
  const side = await next.side();
  expect(side.queue.throttledQueues()).toEqual([PAUSED]);
  await sendNow(side, id);
});

it('what waits goes on without a click if another library could not be opened', async () => {
  const { userData, host, id } = await startHost();
  expect(await host.use(path.join(userData, IN_USE))).toMatchObject({ ok: false });
  const side = await host.side();
  expect(side.queue.throttledQueues()).toEqual([PAUSED]);
  await sendNow(side, id);
});
