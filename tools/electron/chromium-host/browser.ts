// Starts and ends the Chromium process, and deletes its profile folder. Independent of the app and its pages.

import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { CdpConnection } from './cdp.ts';
import { isHeadlessShell } from './find-chromium.ts';

const CLOSE_TIMEOUT_MS = 3000;
const STDERR_LINES = 20;

export interface BrowserOptions {
  readonly executable: string;
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly headless: boolean;
  readonly debuggingPort: number | undefined;
  readonly locale: string;
  /** Which addresses WebRTC may use, as Electron names it. */
  readonly webRtcPolicy: string;
  /** Requested position of the window; if undefined, the window system chooses. */
  readonly position: { readonly x: number; readonly y: number } | undefined;
}

const FLAGS = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-default-apps',
  '--disable-extensions',
  '--password-store=basic',
  '--use-mock-keychain',
  '--autoplay-policy=no-user-gesture-required',
  '--remote-debugging-pipe',
];

// A page restored from the back/forward cache would have no IPC connection.
const DISABLED_FEATURES = ['BackForwardCache', 'Translate', 'MediaRouter', 'OptimizationHints'];

/** Returns the command line arguments for an app window on this computer. */
export function browserArguments(options: BrowserOptions, profileDir: string, isRoot: boolean): string[] {
  const args = [
    ...FLAGS,
    `--user-data-dir=${profileDir}`,
    `--window-size=${options.widthPx},${options.heightPx}`,
    `--lang=${options.locale}`,
    `--accept-lang=${options.locale}`,
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    `--webrtc-ip-handling-policy=${options.webRtcPolicy}`,
  ];
  if (options.headless) args.push('--headless', '--disable-gpu');
  // As root Chromium does not start with its sandbox; --test-type hides the warning bar that would take height from the
  // page.
  if (isRoot) args.push('--no-sandbox', '--test-type');
  if (options.debuggingPort !== undefined) args.push(`--remote-debugging-port=${options.debuggingPort}`);
  if (options.position) args.push(`--window-position=${options.position.x},${options.position.y}`);
  args.push(isHeadlessShell(options.executable) ? options.url : `--app=${options.url}`);
  return args;
}

const PROFILE_PREFIX = 'chromium-host-profile-';

// A host that was killed could not delete its profile; the folder's name contains the process id.
function removeOrphanedProfiles(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PROFILE_PREFIX) ? Number.parseInt(name.slice(PROFILE_PREFIX.length), 10) : Number.NaN;
    if (Number.isNaN(pid)) continue;
    try {
      process.kill(pid, 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') {
        rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
      }
    }
  }
}

/** A running Chromium. It ends with this process, because it exits when its debugging pipe is closed. */
export class Browser {
  readonly connection: CdpConnection;
  /** Resolves when the process has ended and its profile folder is deleted. */
  readonly gone: Promise<void>;
  readonly #process: ChildProcess;
  readonly #profileDir: string;
  #stderr: string[] = [];

  private constructor(child: ChildProcess, profileDir: string) {
    this.#process = child;
    this.#profileDir = profileDir;
    this.connection = new CdpConnection(child.stdio[3] as Writable, child.stdio[4] as Readable);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = [...this.#stderr, ...text.split('\n').filter(Boolean)].slice(-STDERR_LINES);
    });
    const removeNow = (): void => this.#killNow();
    process.once('exit', removeNow);
    this.gone = new Promise((resolve) => {
      child.once('exit', () => {
        this.#signalGroup('SIGKILL');
        rm(profileDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
          .catch(() => undefined)
          .finally(() => {
            process.off('exit', removeNow);
            resolve();
          });
      });
    });
  }

  /** Starts Chromium with a new profile folder. */
  static async launch(options: BrowserOptions): Promise<Browser> {
    removeOrphanedProfiles();
    const profileDir = await mkdtemp(join(tmpdir(), `${PROFILE_PREFIX}${process.pid}-`));
    const child = spawn(options.executable, browserArguments(options, profileDir, process.getuid?.() === 0), {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // A separate process group: Ctrl-C in a terminal is for this process, and helper processes can be ended together.
      detached: process.platform !== 'win32',
      env: { ...process.env, LANGUAGE: options.locale.replace('-', '_') },
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    return new Browser(child, profileDir);
  }

  /** The last lines of Chromium's output, to explain a failed start. */
  get lastOutput(): string {
    return this.#stderr.join('\n');
  }

  /** Asks Chromium to close, then kills it after a time limit. */
  async close(): Promise<void> {
    this.connection.browser.sendUnchecked('Browser.close');
    const timer = setTimeout(() => this.#signalGroup('SIGKILL'), CLOSE_TIMEOUT_MS);
    await this.gone;
    clearTimeout(timer);
  }

  #signalGroup(signal: NodeJS.Signals): void {
    const { pid } = this.#process;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#process.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // The group is already empty.
    }
  }

  #killNow(): void {
    this.#signalGroup('SIGKILL');
    try {
      rmSync(this.#profileDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
    } catch {
      // A last helper process may still have a file open; the folder is in the temporary folder.
    }
  }
}
