// The one-instance-per-folder lock, and messages from later starts. Independent of `app`.
//
// Everything is a file in a private temporary folder named after the locked folder, because Electron's API is
// synchronous: the lock (holder's process id and start time, created atomically by a hard link), and one file per message.
// The folder has a name that others can guess, in a place where they can create it: it is used only if it is ours alone.

import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  type FSWatcher,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The message of a second start to the first. */
export interface StartMessage {
  readonly argv: string[];
  readonly workingDirectory: string;
  /** JSON. */
  readonly additionalData: unknown;
}

export interface InstanceLock {
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

/** Returns undefined for a folder that is not writable: Electron's own lock is a file in that folder. */
function lockFolder(lockedDir: string): string | undefined {
  let name: string;
  try {
    mkdirSync(lockedDir, { recursive: true, mode: 0o700 });
    name = realpathSync(lockedDir);
    accessSync(name, constants.W_OK);
  } catch {
    return undefined;
  }
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return join(tmpdir(), `chromium-host-lock-${userInfo().username}-${digest}`);
}

/** Longest message that is read, in bytes. */
const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Creates the folder, or checks that an existing one is ours and closed to others. @throws if it is not. */
function requireOwnFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const facts = lstatSync(folder);
  const isOurs = process.getuid === undefined || (facts.uid === process.getuid() && (facts.mode & 0o077) === 0);
  if (!facts.isDirectory() || !isOurs) throw new Error(`the lock's folder is not ours: ${folder}`);
}

/** Reads a message; undefined for anything else. */
function readMessage(file: string): StartMessage | undefined {
  try {
    if (lstatSync(file).size > MAX_MESSAGE_BYTES) return undefined;
    const { argv, workingDirectory, additionalData } = JSON.parse(readFileSync(file, 'utf8')) as Partial<StartMessage>;
    const isMessage = Array.isArray(argv) && argv.every((one) => typeof one === 'string');
    if (!isMessage || typeof workingDirectory !== 'string') return undefined;
    return { argv, workingDirectory, additionalData };
  } catch {
    return undefined;
  }
}

// A process id may have been reused; the start time, if the system reports it, identifies the process.
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startTimeOf(pid) === startedAt;
}

function readHolder(lockFile: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function tryLock(folder: string, lockFile: string): boolean {
  requireOwnFolder(folder);
  const draft = join(folder, `draft-${process.pid}`);
  writeFileSync(draft, JSON.stringify({ pid: process.pid, startedAt: startTimeOf(process.pid) } satisfies Holder));
  try {
    linkSync(draft, lockFile);
    return true;
  } catch {
    return false;
  } finally {
    unlinkSync(draft);
  }
}

/**
 * Takes the lock on a folder. If another process holds it, sends that process the message and returns undefined; also
 * returns undefined if the folder is not writable. @throws if somebody else has made the lock's own folder.
 */
export function takeInstanceLock(
  lockedDir: string,
  message: StartMessage,
  onMessage: (message: StartMessage) => void,
): InstanceLock | undefined {
  const folder = lockFolder(lockedDir);
  if (folder === undefined) return undefined;
  const lockFile = join(folder, 'lock');
  for (let attempt = 0; !tryLock(folder, lockFile); attempt++) {
    const holder = readHolder(lockFile);
    if (holder && isAlive(holder)) {
      const draft = join(folder, `draft-message-${process.pid}`);
      writeFileSync(draft, JSON.stringify(message));
      renameSync(draft, join(folder, `message-${process.pid}-${Date.now()}`));
      return undefined;
    }
    if (attempt > 10) throw new Error(`cannot take the lock ${lockFile}`);
    try {
      unlinkSync(lockFile);
    } catch {
      // Another process removed the stale lock first.
    }
  }

  const collect = (): void => {
    for (const name of readdirSync(folder).filter((entry) => entry.startsWith('message-'))) {
      const path = join(folder, name);
      const received = readMessage(path);
      unlinkSync(path);
      if (received) onMessage(received);
    }
  };
  const watcher: FSWatcher = watch(folder, { persistent: false }, collect);
  watcher.on('error', () => undefined);
  const release = (): void => {
    process.off('exit', release);
    watcher.close();
    try {
      unlinkSync(lockFile);
      rmdirSync(folder);
    } catch {
      // The folder was already removed, or a message arrived at the last moment.
    }
  };
  process.once('exit', release);
  return { release };
}
