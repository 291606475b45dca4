// Owns `utilityProcess`: a child of the same Node with the same streams and messages; must not know what it runs.

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { UtilityProcess } from 'electron';
import { appSwitches } from './app.ts';
import { honest, honestEmitter } from './honest.ts';
import { record, requireReady } from './state.ts';

type Methods = 'kill' | 'pid' | 'postMessage' | 'stderr' | 'stdout';

/** A utility process inherits `--enable-sandbox`; as root Chromium's sandbox cannot start, and the process ends itself. */
const abortsUnderSandbox = (): boolean => process.getuid?.() === 0 && appSwitches.has('enable-sandbox');
const ABORT = ['--eval', 'process.abort()'];

class HostUtilityProcess extends honestEmitter('UtilityProcess') implements Pick<UtilityProcess, Methods> {
  readonly #child: ChildProcess;
  #hasExited = false;

  constructor(modulePath: string, args: readonly string[], options: Electron.ForkOptions) {
    super();
    const { execArgv = [], env = process.env, cwd, stdio = 'inherit', serviceName } = options;
    const streams = Array.isArray(stdio) ? stdio : [stdio === 'pipe' ? 'ignore' : stdio, stdio, stdio];
    const bootstrap = fileURLToPath(new URL('utility-child.ts', import.meta.url));
    const program = abortsUnderSandbox() ? ABORT : ['--import', bootstrap, modulePath, ...args];
    this.#child = spawn(process.execPath, [...execArgv, ...program], {
      env: env as NodeJS.ProcessEnv,
      ...(cwd === undefined ? {} : { cwd }),
      stdio: [...streams.slice(0, 3), 'ipc'] as ('pipe' | 'ignore' | 'inherit' | 'ipc')[],
      serialization: 'advanced',
    });
    record('utilityProcess.fork', { modulePath, args, serviceName });
    const end = (): void => {
      this.#child.kill('SIGKILL');
    };
    process.once('exit', end);
    this.#child.once('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('error', (error) => this.emit('error', 'FatalError', '', String(error)));
    this.#child.once('exit', (code, signal) => {
      this.#hasExited = true;
      process.off('exit', end);
      this.emit('exit', code ?? (signal === null ? 1 : 143));
    });
  }

  get pid(): number | undefined {
    return this.#hasExited ? undefined : this.#child.pid;
  }
  get stdout(): NodeJS.ReadableStream | null {
    return this.#child.stdout;
  }
  get stderr(): NodeJS.ReadableStream | null {
    return this.#child.stderr;
  }
  kill(): boolean {
    return this.#child.kill('SIGTERM');
  }
  postMessage(message: unknown, transfer?: unknown[]): void {
    if (transfer?.length) throw new Error('not implemented on the Chromium host: transferring ports');
    if (this.#child.connected) this.#child.send(message as object);
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
