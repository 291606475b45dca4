// Who has a library open: what is written about a running app for other hosts, and what can be concluded from it.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { z } from 'zod';
import { parseBounded } from '../../shared/json/bounded-json.ts';

const timeMs = z.number().int().nonnegative().max(8.64e15);

const ownerSchema = z.object({
  /** Differs at every start of the app. */
  token: z.string().max(100),
  host: z.string().max(255),
  /** Linux's id of this boot; null on other systems, where `bootedAtMs` distinguishes boots. */
  bootId: z.string().max(100).nullable(),
  bootedAtMs: timeMs,
  pid: z.number().int().positive(),
  version: z.string().max(100),
  startedAtMs: timeMs,
  /** When the app last showed that it runs, by the clock of its host. */
  heartbeatAtMs: timeMs,
});

/** A running app that has a library open. Times are in ms since 1970, by the clock of its host. */
export type Owner = z.infer<typeof ownerSchema>;

/** `unknown`: another host that shows no sign of life, or whose clock differs. */
export type OwnerState = 'running' | 'ended' | 'unknown';

/** Boot times of one boot, computed twice, differ by what the clock was set in between. */
const SAME_BOOT_MS = 2 * 60_000;

/** Describes this start of the app. */
export function thisStart(version: string): Owner {
  const nowMs = Date.now();
  return {
    token: randomUUID(),
    host: hostname(),
    bootId: readBootId(),
    bootedAtMs: Math.max(0, Math.round(nowMs - uptime() * 1000)),
    pid: process.pid,
    version,
    startedAtMs: nowMs,
    heartbeatAtMs: nowMs,
  };
}

/** Parses the text of an owner file; undefined if it is none. */
export function parseOwner(text: string): Owner | undefined {
  const parsed = parseBounded(text, 'ownFile');
  return parsed.ok ? ownerSchema.safeParse(parsed.data).data : undefined;
}

/** What `judgeOwner` knows besides the two owners. */
export type Evidence = {
  nowMs: number;
  /** A heartbeat at most this old is a sign of life. */
  freshMs: number;
  /** Whether this app holds the system's lock on the library. */
  isLocked: boolean;
  isAlive: (pid: number) => boolean;
};

/** Decides whether the owner named in a file still runs, as seen from `here`. */
export function judgeOwner(owner: Owner, here: Owner, { nowMs, freshMs, isLocked, isAlive }: Evidence): OwnerState {
  // A clock that is ahead makes a heartbeat of the future, which says as little as an old one.
  const isFresh = Math.abs(nowMs - owner.heartbeatAtMs) <= freshMs;
  if (owner.host === here.host && isSameBoot(owner, here)) {
    if (owner.pid === here.pid || !isAlive(owner.pid)) return 'ended';
    if (isFresh) return 'running';
    // The system gives an ended program's process id to another one. It does not give away the lock of a running one.
    return isLocked ? 'ended' : 'unknown';
  }
  // A sign of life from after our boot is from another computer with the same name.
  if (owner.host === here.host && owner.heartbeatAtMs < here.bootedAtMs) return 'ended';
  return isFresh ? 'running' : 'unknown';
}

/** Whether a process exists on this host. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isSameBoot(one: Owner, other: Owner): boolean {
  if (one.bootId !== null && other.bootId !== null) return one.bootId === other.bootId;
  return Math.abs(one.bootedAtMs - other.bootedAtMs) <= SAME_BOOT_MS;
}

function readBootId(): string | null {
  if (process.platform !== 'linux') return null;
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}
