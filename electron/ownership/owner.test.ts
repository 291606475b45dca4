import { expect, it } from 'vitest';
import { type Evidence, judgeOwner, type Owner, parseOwner, thisStart } from './owner.ts';

const NOW_MS = 1_700_000_000_000;
const FRESH_MS = 90_000;
const here: Owner = { ...thisStart('1.0.0'), bootId: 'this-boot', bootedAtMs: NOW_MS - 1_000_000 };

function judge(owner: Partial<Owner>, evidence: Partial<Evidence> = {}) {
  return judgeOwner({ ...here, token: 'theirs', pid: here.pid + 1, heartbeatAtMs: NOW_MS, ...owner }, here, {
    nowMs: NOW_MS,
    freshMs: FRESH_MS,
    isLocked: true,
    isAlive: () => true,
    ...evidence,
  });
}

it.each<[string, string, Partial<Owner>, Partial<Evidence>]>([
  ['a process that is gone', 'ended', {}, { isAlive: () => false }],
  ['our own process id, which the system has used again', 'ended', { pid: here.pid }, {}],
  ['a living process with a fresh heartbeat, beside a deleted lock', 'running', {}, {}],
  ['another program that got the id, while we hold the lock', 'ended', { heartbeatAtMs: NOW_MS - 100_000 }, {}],
  ['the same, where nothing can be locked', 'unknown', { heartbeatAtMs: NOW_MS - 100_000 }, { isLocked: false }],
  ['an earlier boot', 'ended', { bootId: 'earlier', heartbeatAtMs: here.bootedAtMs - 1 }, {}],
  ['another computer with our name', 'running', { bootId: 'other' }, {}],
  ['another computer with our name, silent', 'unknown', { bootId: 'other', heartbeatAtMs: NOW_MS - 100_000 }, {}],
  ['a boot without an id, at the same time', 'ended', { bootId: null }, { isAlive: () => false }],
  ['a boot without an id, earlier', 'ended', { bootId: null, bootedAtMs: 1, heartbeatAtMs: 2 }, {}],
  ['another host, just alive', 'running', { host: 'desk', heartbeatAtMs: NOW_MS - FRESH_MS }, {}],
  ['another host, silent', 'unknown', { host: 'desk', heartbeatAtMs: NOW_MS - FRESH_MS - 1 }, {}],
  ['another host whose clock is ahead', 'unknown', { host: 'desk', heartbeatAtMs: NOW_MS + FRESH_MS + 1 }, {}],
])('%s: %s', (_what, state, owner, evidence) => {
  expect(judge(owner, evidence)).toBe(state);
});

it('reads what it wrote, and nothing else', () => {
  expect(parseOwner(JSON.stringify(here))).toEqual(here);
  expect(parseOwner(JSON.stringify({ ...here, addedLater: 1 }))).toEqual(here);
  for (const text of [
    '',
    'null',
    '[]',
    '{}',
    JSON.stringify({ ...here, pid: -1 }),
    JSON.stringify({ ...here, startedAtMs: 1e300 }),
  ])
    expect(parseOwner(text)).toBeUndefined();
});
