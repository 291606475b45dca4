// Implements `utilityProcess`: a child process of the same Node with the same streams and messages. Independent of what
// it runs.

import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { UtilityProcess } from 'electron';
import { appSwitches } from './app.ts';
import { honest, honestEmitter } from './honest.ts';
import { record, requireReady } from './state.ts';

type Methods = 'kill' | 'stderr' | 'stdout';
type Stdio = 'pipe' | 'ignore' | 'inherit';

const STDIO_VALUES = 'must be of the following values: inherit, pipe, ignore';

/** Returns the modes of standard output and error; standard input is not supported. Throws Electron's errors. */
function outputsOf(stdio: Electron.ForkOptions['stdio'] = 'inherit'): { stdout: Stdio; stderr: Stdio } {
  const isKnown = (value: unknown): value is Stdio => value === 'pipe' || value === 'ignore' || value === 'inherit';
  if (!Array.isArray(stdio)) {
    if (!isKnown(stdio)) throw new Error(`stdio ${STDIO_VALUES}`);
    return { stdout: stdio, stderr: stdio };
  }
  if (stdio.length < 3) throw new Error('configuration missing for stdin, stdout or stderr.');
  const [stdin, stdout, stderr] = stdio;
  if (stdin !== 'ignore') throw new Error('stdin value other than ignore is not supported.');
  if (!isKnown(stdout)) throw new Error(`stdout configuration ${STDIO_VALUES}`);
  if (!isKnown(stderr)) throw new Error(`stderr configuration ${STDIO_VALUES}`);
  return { stdout, stderr };
}

/**
 * Large blocks of memory that are freed go back to the system, as with Electron's allocator. That of the system's C
 * library keeps them wherever a small block lies above them: hundreds of megabytes after large requests. For this
 * library only (glibc); others do not read these variables.
 */
const GIVE_MEMORY_BACK = { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '65536' };

/** An empty environment means that of the app. */
function environmentOf(given: Electron.ForkOptions['env'] = {}): NodeJS.ProcessEnv {
  const values = Object.values(given);
  if (!values.every((value) => typeof value === 'string')) throw new TypeError('Invalid value for env');
  return { ...(values.length > 0 ? given : process.env), ...GIVE_MEMORY_BACK };
}

/** A utility process inherits `--enable-sandbox`; as root Chromium's sandbox cannot start, and the process aborts. */
const abortsUnderSandbox = (): boolean => process.getuid?.() === 0 && appSwitches.has('enable-sandbox');
const ABORT = ['--eval', 'process.abort()'];
/** Start of V8's last message before it ends the process; visible only if standard error is piped. */
const FATAL = 'FATAL ERROR: ';

class HostUtilityProcess extends honestEmitter('UtilityProcess') implements Pick<UtilityProcess, Methods> {
  readonly #child: ChildProcess;
  #stdout: PassThrough | null = null;
  #stderr: PassThrough | null = null;
  #isRunning = false;
  #isKilled = false;

  constructor(modulePath: string, args: readonly string[], options: Electron.ForkOptions) {
    super();
    const { execArgv = [], cwd, serviceName } = options;
    const { stdout, stderr } = outputsOf(options.stdio);
    const bootstrap = fileURLToPath(new URL('utility-child.mjs', import.meta.url));
    const program = abortsUnderSandbox() ? ABORT : ['--import', bootstrap, modulePath, ...args];
    this.#child = spawn(process.execPath, [...execArgv, ...program], {
      env: environmentOf(options.env),
      ...(cwd === undefined ? {} : { cwd }),
      stdio: ['ignore', stdout, stderr, 'ipc'],
    });
    this.#stdout = this.#child.stdout?.pipe(new PassThrough()) ?? null;
    this.#stderr = this.#child.stderr?.pipe(new PassThrough()) ?? null;
    this.#child.stderr?.on('data', (text: Buffer) => {
      if (text.includes(FATAL)) this.emit('error', 'FatalError', '', text.toString('utf8'));
    });
    record('utilityProcess.fork', { modulePath, args, serviceName });
    const end = (): void => {
      this.#child.kill('SIGKILL');
    };
    process.once('exit', end);
    this.#child.once('spawn', () => {
      this.#isRunning = true;
      this.emit('spawn');
    });
    this.#child.once('error', (error) => this.emit('error', 'FatalError', '', String(error)));
    this.#child.once('exit', (code, signal) => {
      process.off('exit', end);
      this.#isRunning = false;
      this.#onExit(code ?? (signal === null || this.#isKilled ? 0 : constants.signals[signal]));
    });
  }

  get stdout(): NodeJS.ReadableStream | null {
    return this.#stdout;
  }
  get stderr(): NodeJS.ReadableStream | null {
    return this.#stderr;
  }
  kill(): boolean {
    if (!this.#isRunning) return false;
    this.#isKilled = this.#child.kill('SIGTERM');
    return this.#isKilled;
  }

  // Output that has not been read by now is lost, as in Electron.
  #onExit(code: number): void {
    try {
      this.emit('exit', code);
    } finally {
      this.#stdout?.removeAllListeners();
      this.#stderr?.removeAllListeners();
      this.#stdout = null;
      this.#stderr = null;
    }
  }
}

export const utilityProcess = honest('utilityProcess', {
  fork: (modulePath: string, args?: string[] | Electron.ForkOptions, options?: Electron.ForkOptions) => {
    requireReady('utilityProcess cannot be created before app is ready.');
    return Array.isArray(args)
      ? new HostUtilityProcess(modulePath, args, options ?? {})
      : new HostUtilityProcess(modulePath, [], args ?? options ?? {});
  },
});
