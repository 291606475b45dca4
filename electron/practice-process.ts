// Runs the practice relay as a child process: starts it with the app and restarts it when it dies.

import { randomBytes } from 'node:crypto';
import { type UtilityProcess, utilityProcess } from 'electron';
import type { PracticeState } from '../shared/contract/app.ts';
import type { Log } from './log.ts';

/** Waits before consecutive restarts; after a longer run the series starts from the beginning. */
const RESTART_WAITS_MS = [0, 500, 2000, 5000, 15_000];
const STEADY_AFTER_MS = 30_000;
/** How long a request waits while the relay is starting. */
const START_LIMIT_MS = 15_000;

/** The address where the practice relay listens, and the key it accepts. */
type PracticeAddress = { baseUrl: string; key: string };

/** The running practice relay. */
export type PracticeProcess = {
  state: () => PracticeState;
  /** The relay's address. Undefined while it does not listen. */
  address: () => PracticeAddress | undefined;
  /** The same; waits while the relay is starting. */
  whenRunning: () => Promise<PracticeAddress | undefined>;
  /** Starts the relay again after the automatic restarts have ended. */
  restart: () => void;
  stop: () => void;
};

/** Starts the practice relay. @param modulePath its built program. */
export function startPracticeRelay(
  modulePath: string,
  onState: (state: PracticeState) => void,
  log: Log,
): PracticeProcess {
  const key = randomBytes(24).toString('base64url');
  let child: UtilityProcess | undefined;
  let baseUrl: string | undefined;
  let state: PracticeState = 'starting';
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const waiting = new Set<() => void>();
  const address = (): PracticeAddress | undefined => (baseUrl ? { baseUrl, key } : undefined);
  const setState = (next: PracticeState): void => {
    if (state === next) return;
    state = next;
    onState(next);
    if (next !== 'starting') for (const resume of waiting) resume();
  };

  function start(): void {
    timer = undefined;
    const startedAt = Date.now();
    const { PATH = '', SystemRoot = '' } = process.env;
    child = utilityProcess.fork(modulePath, ['--port=0'], {
      // A minimal environment: none of the app's variables, and no proxy settings.
      env: { PATH, SystemRoot, PRACTICE_RELAY_KEY: key, PRACTICE_RELAY_PARENT: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'Relay Studio practice relay',
    });
    let output = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      if (baseUrl) return;
      output += bytes.toString('utf8');
      baseUrl = /^listening on (http:\/\/127\.0\.0\.1:\d+)\r?\n/m.exec(output)?.[1];
      if (baseUrl) setState('running');
    });
    child.stderr?.on('data', (bytes: Buffer) =>
      log.info('practice.stderr', { text: bytes.toString('utf8').slice(0, 2000) }),
    );
    // V8's own end, as by a lack of memory. Without a listener it would be thrown here; `exit` follows.
    child.once('error', (type, location) => log.info('practice.fatal', { type, location }));
    child.once('exit', (code) => {
      child = undefined;
      baseUrl = undefined;
      if (isStopped) return;
      log.info('practice.exited', { code });
      failures = Date.now() - startedAt > STEADY_AFTER_MS ? 1 : failures + 1;
      const waitMs = RESTART_WAITS_MS[failures - 1];
      setState(waitMs === undefined ? 'failed' : 'starting');
      if (waitMs !== undefined) timer = setTimeout(start, waitMs);
    });
  }

  start();
  return {
    state: () => state,
    address,
    async whenRunning() {
      if (state === 'starting' && !isStopped) {
        await new Promise<void>((resolve) => {
          const resume = (): void => {
            clearTimeout(limit);
            waiting.delete(resume);
            resolve();
          };
          const limit = setTimeout(resume, START_LIMIT_MS);
          waiting.add(resume);
        });
      }
      return address();
    },
    restart() {
      if (state !== 'failed' || isStopped) return;
      failures = 0;
      setState('starting');
      start();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      child?.kill();
    },
  };
}
