// The one-instance-per-folder lock, and messages from later starts. Independent of `app`.
//
// Everything is a file in a private temporary folder named after the locked folder, because Electron's API is
// synchronous: the lock (holder's process id and start time, created atomically by a hard link), and one file per message.

import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  type FSWatcher,
  linkSync,
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
import { deserialize, serialize } from 'node:v8';

/** The message of a second start to the first. */
export interface StartMessage {
  readonly argv: string[];
  readonly workingDirectory: string;
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
    mkdirSync(lockedDir, { recursive: true });
    name = realpathSync(lockedDir);
    accessSync(name, constants.W_OK);
  } catch {
    return undefined;
  }
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return join(tmpdir(), `chromium-host-lock-${userInfo().username}-${digest}`);
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
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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
 * returns undefined if the folder is not writable.
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
      writeFileSync(draft, serialize(message));
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
      const received = deserialize(readFileSync(path)) as StartMessage;
      unlinkSync(path);
      onMessage(received);
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
