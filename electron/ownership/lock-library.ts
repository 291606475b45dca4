// One app per library: takes the system's lock, and keeps a file with a heartbeat for hosts that do not see the lock.

import { lstatSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readHead, restrict, storageErrorCode, writeFileAtomic } from '../files.ts';
import { createFolderCheck } from '../library/library-folder.ts';
import { quarantine } from '../library/quarantine.ts';
import { isProcessAlive, judgeOwner, type Owner, parseOwner, thisStart } from './owner.ts';
import { type SystemLock, takeSystemLock } from './system-lock.ts';

const LOCK_FILE = 'lock.sqlite';
const OWNER_FILE = 'owner.json';
const MAX_OWNER_BYTES = 64 * 1024;
const HEARTBEAT_MS = 30_000;
/** Heartbeats may be late, and the clocks of two hosts differ by seconds. */
const FRESH_HEARTBEATS = 3;

/** How a library is locked. */
export type LockOptions = {
  /** Version of the app, for the other host's message. */
  version: string;
  /**
   * Asks whether to open a library whose owner shows no sign of life. `signal` is aborted when the owner does show one.
   */
  ask: (owner: Owner, signal: AbortSignal) => Promise<boolean>;
  /** Time between two heartbeats. */
  heartbeatMs?: number;
};

/** The right to write a library. */
export type Ownership = {
  /** Resolves when another app has taken the library over; from then on nothing may be written. */
  lost: Promise<Owner>;
  /** The new names of what was in the place of the library's folder, and was none. */
  quarantined: string[];
  /** Gives the library up. Never rejects. */
  release: () => Promise<void>;
};

/** `inUse`: by this owner, undefined if it cannot be known; `declined`: the person did not want to take it over. */
export type LockResult =
  | { kind: 'owned'; ownership: Ownership }
  | { kind: 'inUse'; owner: Owner | undefined }
  | { kind: 'declined'; owner: Owner };

/**
 * Locks the library in a folder, which is created if missing. A folder that cannot be written or locked is no obstacle:
 * what can be opened there is decided elsewhere.
 */
export async function lockLibrary(
  folder: string,
  { version, ask, heartbeatMs = HEARTBEAT_MS }: LockOptions,
): Promise<LockResult> {
  const quarantined = requireFolder(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  restrict(folder, 0o700);
  const file = path.join(folder, OWNER_FILE);
  const here = thisStart(version);
  const odd = quarantineOddLock(folder);
  quarantined.push(...(odd ?? []));
  const lock: SystemLock = odd ? takeSystemLock(path.join(folder, LOCK_FILE)) : { state: 'unsupported' };
  const isLocked = lock.state === 'held';
  const freshMs = FRESH_HEARTBEATS * heartbeatMs;
  const owner = await readOwner(file);
  const state = owner && judgeOwner(owner, here, { nowMs: Date.now(), freshMs, isLocked, isAlive: isProcessAlive });
  // Whoever holds the lock may not have written its name yet; then the file names an app that has ended.
  if (lock.state === 'busy') return { kind: 'inUse', owner: state === 'ended' ? undefined : owner };
  const giveUp = () => isLocked && lock.release();
  if (owner && state === 'running') {
    giveUp();
    return { kind: 'inUse', owner };
  }
  if (owner && state === 'unknown') {
    const answer = await askWhileWatching(file, owner, ask, heartbeatMs);
    if (answer !== 'open') {
      giveUp();
      return answer;
    }
  }
  const ownership = await keepAlive(file, here, owner, heartbeatMs);
  return {
    kind: 'owned',
    ownership: {
      quarantined,
      lost: ownership.lost,
      async release() {
        await ownership.end();
        giveUp();
      },
    },
  };
}

/** Gives another name to what is in the place of the library's folder. A link stays: its drive may have been unplugged. */
function requireFolder(folder: string): string[] {
  try {
    const facts = lstatSync(folder, { throwIfNoEntry: false });
    return !facts || facts.isDirectory() || facts.isSymbolicLink() ? [] : [quarantine(folder)];
  } catch (error) {
    if (storageErrorCode(error) === undefined) throw error;
    return [];
  }
}

/**
 * Puts aside what is no lock or no owner file. The lock's database is never written, so it is empty and has one name:
 * SQLite would write what it finds in a journal beside any other file into that file, before it looks at it.
 * @returns the new names; undefined if that is not possible, and the lock must not be opened.
 */
function quarantineOddLock(folder: string): string[] | undefined {
  const names = [OWNER_FILE, ...['', '-journal', '-wal', '-shm'].map((ending) => `${LOCK_FILE}${ending}`)];
  try {
    return names.filter((name) => isOdd(path.join(folder, name))).map((name) => quarantine(path.join(folder, name)));
  } catch (error) {
    if (storageErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

function isOdd(file: string): boolean {
  const facts = lstatSync(file, { throwIfNoEntry: false });
  if (facts === undefined) return false;
  const name = path.basename(file);
  // A folder there is no obstacle: the lock does not depend on that file.
  if (name === OWNER_FILE) return !facts.isFile() && !facts.isDirectory();
  return !facts.isFile() || facts.nlink > 1 || (name === LOCK_FILE && facts.size > 0);
}

/** Asks the person, and withdraws the question if the owner shows a sign of life meanwhile. */
async function askWhileWatching(file: string, owner: Owner, ask: LockOptions['ask'], heartbeatMs: number) {
  const withdrawal = new AbortController();
  let running: Owner | undefined;
  const look = async (): Promise<void> => {
    const found = await readOwner(file);
    if (!found || isSameBeat(found, owner)) return;
    running = found;
    withdrawal.abort();
  };
  const timer = setInterval(() => void look(), heartbeatMs / 6);
  try {
    const isWanted = await ask(owner, withdrawal.signal);
    if (isWanted) await look();
    if (running) return { kind: 'inUse' as const, owner: running };
    return isWanted ? 'open' : { kind: 'declined' as const, owner };
  } finally {
    clearInterval(timer);
  }
}

/**
 * Writes the owner file now and at every heartbeat, until another app has written its own there. @param ended whose
 * file is replaced: a synced folder may bring that file back, which is no sign of life.
 */
async function keepAlive(file: string, here: Owner, ended: Owner | undefined, heartbeatMs: number) {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  let beating = Promise.resolve();
  const { promise: lost, resolve: lose } = Promise.withResolvers<Owner>();
  // A heartbeat that cannot be written is tried again at the next; the system's lock does not depend on it.
  const requireLibrary = createFolderCheck(path.dirname(file));
  const write = (): Promise<void> =>
    requireLibrary()
      .then(() => writeFileAtomic(file, `${JSON.stringify({ ...here, heartbeatAtMs: Date.now() })}\n`))
      .catch(() => undefined);
  const beat = async (): Promise<void> => {
    const found = await readOwner(file);
    if (isEnded) return;
    if (found && found.token !== here.token && !isSameBeat(found, ended)) {
      isEnded = true;
      lose(found);
      return;
    }
    await write();
    if (!isEnded) schedule();
  };
  const schedule = (): void => {
    timer = setTimeout(() => {
      beating = beat();
    }, heartbeatMs).unref();
  };
  await write();
  schedule();
  return {
    lost,
    async end(): Promise<void> {
      const wasLost = isEnded;
      isEnded = true;
      clearTimeout(timer);
      await beating;
      const found = wasLost ? undefined : await readOwner(file);
      if (found?.token === here.token) await rm(file, { force: true }).catch(() => undefined);
    },
  };
}

function isSameBeat(found: Owner, known: Owner | undefined): boolean {
  return found.token === known?.token && found.heartbeatAtMs === known.heartbeatAtMs;
}

/** Reads the owner file; undefined if there is none, or if it cannot be read. */
async function readOwner(file: string): Promise<Owner | undefined> {
  const head = await readHead(file, MAX_OWNER_BYTES).catch(() => undefined);
  return head && parseOwner(Buffer.from(head).toString('utf8'));
}
