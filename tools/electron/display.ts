// Displays: whether this session has one, and otherwise a virtual one (Xvfb). Independent of what is shown on it.

import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { atExit } from './at-exit.ts';
import type { Obstacle } from './obstacle.ts';

const START_LIMIT_MS = 10_000;
const SCREEN = '1920x1080x24';

/** Changes to the environment of a program; undefined removes a variable. */
export type EnvironmentChange = Readonly<Record<string, string | undefined>>;

/** A display for programs. */
export interface Display {
  /** `session` is the person's own. */
  readonly kind: 'session' | 'virtual';
  readonly env: EnvironmentChange;
  close(): void;
}

/** Whether this session can show windows. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** The path of Xvfb if it is installed; Linux only. */
export function findXvfb(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, 'Xvfb')).find(isExecutable);
}

/** The display of this session. */
export const sessionDisplay: Display = { kind: 'session', env: {}, close: () => undefined };

/** Starts Xvfb on a free display number; it ends with this process at the latest. @throws when aborted. */
export async function startVirtualDisplay(
  xvfb: string,
  signal: AbortSignal,
  limitMs: number = START_LIMIT_MS,
): Promise<Display | Obstacle> {
  // A separate process group: Ctrl+C in the terminal must not end the display of an app that is still saving.
  const child = spawn(xvfb, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
    signal,
  });
  const release = atExit(() => child.kill());
  const close = (): void => {
    release();
    child.kill();
  };
  let lastLine = '';
  const [, , errors, numbers] = child.stdio as unknown as readonly Readable[];
  errors?.setEncoding('utf8').on('data', (text: string) => {
    lastLine = text.trim().split('\n').at(-1) || lastLine;
  });
  // Xvfb writes the number it chose as soon as it accepts clients.
  const number = await new Promise<string | undefined>((resolve) => {
    const limit = setTimeout(resolve, limitMs, undefined);
    const settle = (value?: string): void => {
      clearTimeout(limit);
      resolve(value);
    };
    if (numbers) createInterface({ input: numbers }).once('line', settle);
    child.once('error', () => settle());
    child.once('close', () => settle());
  });
  if (number === undefined) {
    close();
    signal.throwIfAborted();
    const reason = `Xvfb did not start${lastLine && `: ${lastLine}`}`;
    return { reason, remedy: 'Start on a display.' };
  }
  // Without the last two, Electron would still open its window in the person's Wayland session.
  return {
    kind: 'virtual',
    env: { DISPLAY: `:${number}`, WAYLAND_DISPLAY: undefined, XDG_SESSION_TYPE: 'x11' },
    close,
  };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
