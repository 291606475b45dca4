// Determines whether an Electron program can run on this computer, by starting it. Independent of its origin.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { electronArguments } from './arguments.ts';
import { atExit } from './at-exit.ts';
import type { EnvironmentChange } from './display.ts';
import type { Obstacle } from './obstacle.ts';

/** A small app that uses the parts of Electron which a system may deny, and then prints `ready`. */
export const PROBE = join(import.meta.dirname, 'probe');
/** The first start of a new program may wait until a virus scanner has read all of it. */
export const TRIAL_LIMIT_MS = 60_000;
const ANSWER = 'ready';
const KEPT_LINES = 40;

/** The program to start. */
export interface TrialSubject {
  readonly binary: string;
  /** Folder of the app, `PROBE`; undefined for a packaged program, which also prints `ready`. */
  readonly appRoot: string | undefined;
  readonly env: EnvironmentChange;
}

/** The result. */
export interface Trial {
  /** Undefined if it ran. */
  readonly obstacle: Obstacle | undefined;
  /** Whether it was ended because it did not respond in time. */
  readonly hasHung: boolean;
}

interface Ending {
  readonly how: 'answered' | 'hung' | 'ended' | 'unstartable';
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last lines of stderr, or why it could not be started. */
  readonly lines: readonly string[];
}

/** Starts it and waits for its response; no process of it remains. @throws when aborted. */
export async function tryElectron(subject: TrialSubject, signal: AbortSignal, limitMs: number): Promise<Trial> {
  const userData = await mkdtemp(join(tmpdir(), 'relay-studio-trial-'));
  try {
    const args = electronArguments({ appRoot: subject.appRoot, uid: process.getuid?.(), userData });
    const ending = await run(subject, args, signal, limitMs);
    signal.throwIfAborted();
    return { obstacle: obstacleIn(ending, subject.binary, limitMs), hasHung: ending.how === 'hung' };
  } finally {
    // Windows may still hold files of a process that has just ended.
    await rm(userData, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}

function run(subject: TrialSubject, args: readonly string[], signal: AbortSignal, limitMs: number): Promise<Ending> {
  // The promise also converts errors thrown by `spawn`, such as an unknown format, into an ending.
  return new Promise<Ending>((resolve) => {
    // A separate process group, so that its helper processes can be ended with it.
    const child = spawn(subject.binary, args, {
      env: { ...process.env, ...subject.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    const release = atExit(() => killAll(child));
    const lines: string[] = [];
    let how: Ending['how'] = 'ended';
    const end = (why: Ending['how']) => (): void => {
      how = why;
      killAll(child);
    };
    const onAbort = end('ended');
    const limit = setTimeout(end('hung'), limitMs);
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === ANSWER) end('answered')();
    });
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.trim() !== '') lines.push(line.trim());
      if (lines.length > KEPT_LINES) lines.shift();
    });
    const settle = (ending: Ending): void => {
      clearTimeout(limit);
      release();
      signal.removeEventListener('abort', onAbort);
      resolve(ending);
    };
    child.once('error', (error) => settle(unstartable(error)));
    // Its helper processes keep the pipes open, so `close` would be late or missing.
    child.once('exit', () => killAll(child));
    child.once('close', (code, endedBy) => settle({ how, code, signal: endedBy, lines }));
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  }).catch((error: NodeJS.ErrnoException) => unstartable(error));
}

function unstartable(error: NodeJS.ErrnoException): Ending {
  return { how: 'unstartable', code: null, signal: null, lines: [error.code ?? error.message] };
}

function killAll(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

/** Known failures, by the message of the loader, Chromium or the probe; the first match counts. */
const KNOWN: readonly {
  readonly sign: RegExp;
  readonly reason: (match: readonly string[]) => string;
  readonly remedy: (binary: string) => string;
}[] = [
  {
    sign: /error while loading shared libraries: ([^:]+): cannot open/,
    reason: ([, name]) => `the library ${name} is missing`,
    remedy: () => 'Install the package that brings this library.',
  },
  {
    sign: /version `([^']+)' not found/,
    reason: ([, name]) => `this system is too old: ${name} is missing`,
    remedy: () => 'Use a newer system.',
  },
  {
    sign: /Running as root without --no-sandbox/,
    reason: () => 'its helper processes do not start as root',
    remedy: () => 'Start as another user.',
  },
  {
    sign: /No usable sandbox|SUID sandbox helper|Failed to move to new namespace|crbug\.com\/357670/,
    reason: () => 'user namespaces are forbidden, which its sandbox needs',
    remedy: (binary) => {
      const helper = JSON.stringify(join(dirname(binary), 'chrome-sandbox'));
      return `To allow its sandbox: sudo chown root ${helper} && sudo chmod 4755 ${helper}`;
    },
  },
  {
    sign: /Missing X server|cannot open display|Unable to open X display|Failed to connect to Wayland display/i,
    reason: () => 'the display cannot be opened',
    remedy: () => 'Check DISPLAY and who may use that display, or pass --headless.',
  },
];

function obstacleIn({ how, code, signal, lines }: Ending, binary: string, limitMs: number): Obstacle | undefined {
  if (how === 'answered') return undefined;
  const text = lines.join('\n');
  for (const { sign, reason, remedy } of KNOWN) {
    const match = sign.exec(text);
    if (match) return { reason: reason(match), remedy: remedy(binary) };
  }
  const remedy = '';
  if (how === 'hung') return { reason: `it did not answer within ${limitMs / 1000} s`, remedy };
  const said = lines.findLast((line) => /FATAL|^electron-probe: /.test(line)) ?? lines.at(-1);
  if (how === 'unstartable') return { reason: `it cannot be started (${said})`, remedy };
  const ended = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
  return { reason: `it ${ended}${said === undefined ? '' : `: ${said.slice(0, 200)}`}`, remedy };
}
