// Decides whether Electron can be installed and can run on this computer, for `npm start` and for every test.
// Independent of the alternative.

import { statSync } from 'node:fs';
import { installedElectron } from './binary.ts';
import {
  type Display,
  type EnvironmentChange,
  findXvfb,
  hasDisplay,
  sessionDisplay,
  startVirtualDisplay,
} from './display.ts';
import { fetchElectron } from './fetch.ts';
import { isObstacle, type Obstacle } from './obstacle.ts';
import type { ProgressOutput } from './progress-line.ts';
import { DAY_MS, type Memory, openMemory } from './remembered.ts';
import { PROBE, TRIAL_LIMIT_MS, type TrialSubject, tryElectron } from './try.ts';

/** The requirements for Electron. */
export interface ElectronWish {
  /** Folder of the repository. */
  readonly root: string;
  /** The accepted kinds of display, the preferred first. */
  readonly displays: readonly Display['kind'][];
  /** Retries what has failed before. */
  readonly insists: boolean;
  /** A packaged program to try instead of the repository's Electron. */
  readonly packaged?: string | undefined;
  /** Output for the progress of a download, and for what is waited for. */
  readonly output: ProgressOutput;
  readonly signal: AbortSignal;
  /** Longest time until it responds; the `TRIAL_LIMIT_MS` if not given. */
  readonly trialLimitMs?: number;
}

/** An Electron that runs on this computer. */
export interface UsableElectron {
  readonly binary: string;
  /** For every process of it. */
  readonly env: EnvironmentChange;
  /** Ends the display that was started for it; call it after the last process has ended. */
  close(): void;
  /** Call it if Electron did not run after all: it is tried again next time. */
  distrust(): void;
}

interface Program {
  readonly binary: string;
  readonly version: string;
  /** The app for the trial. */
  readonly appRoot: string | undefined;
}

/**
 * Fetches Electron if necessary, tries it once, and remembers that it ran. @returns why it cannot be used. @throws when
 * aborted.
 */
export async function findElectron(wish: ElectronWish): Promise<UsableElectron | Obstacle> {
  // The cheapest check first: without a display nothing needs to be fetched.
  const openDisplay = chooseDisplay(wish);
  if (isObstacle(openDisplay)) return openDisplay;
  const program = await findProgram(wish);
  if (isObstacle(program)) return program;
  const display = await openDisplay();
  if (isObstacle(display)) return display;
  // Editors that are Electron apps set this variable; with it, Electron would run as plain Node.
  const env = { ...display.env, ELECTRON_RUN_AS_NODE: undefined };
  const memory = openMemory(wish.root, 'electron-trials');
  const question = circumstances(program, display.kind);
  try {
    const obstacle = await triedBefore(wish, { ...program, env }, memory, question);
    if (obstacle) {
      display.close();
      return { ...obstacle, reason: `Electron does not run here: ${obstacle.reason}` };
    }
  } catch (error) {
    display.close();
    throw error;
  }
  return { binary: program.binary, env, close: display.close, distrust: () => memory.forget(`ran ${question}`) };
}

/** A display is opened only if there is a program to start on it. */
function chooseDisplay({ displays, signal }: ElectronWish): (() => Promise<Display | Obstacle>) | Obstacle {
  const xvfb = findXvfb();
  for (const kind of displays) {
    if (kind === 'session' && hasDisplay()) return async () => sessionDisplay;
    if (kind === 'virtual' && xvfb !== undefined) return () => startVirtualDisplay(xvfb, signal);
  }
  if (process.platform === 'linux') {
    return {
      reason: 'Electron needs a display, and Xvfb is not installed',
      remedy: 'Install Xvfb (Debian, Ubuntu: apt-get install xvfb).',
    };
  }
  return {
    reason: 'Electron always shows a window here',
    remedy: 'Leave out --headless.',
  };
}

async function findProgram(wish: ElectronWish): Promise<Program | Obstacle> {
  if (wish.packaged !== undefined) return { binary: wish.packaged, version: '', appRoot: undefined };
  const electron = installedElectron(wish.root) ?? (await fetchElectron(wish));
  if (isObstacle(electron)) return electron;
  return { binary: electron.binary, version: electron.version, appRoot: PROBE };
}

/** The externally visible conditions that a program depends on. */
function circumstances({ binary, version }: Program, display: Display['kind']): string {
  const facts = statSync(binary, { throwIfNoEntry: false });
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const where = display === 'virtual' ? display : { DISPLAY, WAYLAND_DISPLAY };
  return JSON.stringify([binary, version, facts?.mtimeMs, facts?.size, where, process.getuid?.()]);
}

/** Tries a program, unless it is known to run. */
async function triedBefore(
  { insists, output, signal, trialLimitMs = TRIAL_LIMIT_MS }: ElectronWish,
  subject: TrialSubject,
  memory: Memory,
  question: string,
): Promise<Obstacle | undefined> {
  if (memory.recall(`ran ${question}`) !== undefined) return undefined;
  // A program that hangs costs seconds each time. Other failures are immediate, and the person may just have fixed
  // them.
  const hung = insists ? undefined : memory.recall(`hung ${question}`, DAY_MS);
  if (hung !== undefined) {
    return { reason: `${hung} when it was last tried`, remedy: 'Pass --host=electron to try again.' };
  }
  const limitS = trialLimitMs / 1000;
  output.write(`Trying whether Electron runs here (up to ${limitS} s while a virus scanner reads a new program) …\n`);
  const { obstacle, hasHung } = await tryElectron(subject, signal, trialLimitMs);
  if (obstacle === undefined) memory.remember(`ran ${question}`, '');
  else if (hasHung) {
    // A scan that made it late has usually ended by the second time.
    const isSecond = memory.recall(`late ${question}`, DAY_MS) !== undefined;
    memory.remember(`${isSecond ? 'hung' : 'late'} ${question}`, obstacle.reason);
  }
  return obstacle;
}
