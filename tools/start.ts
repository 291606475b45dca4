// Implements `npm start`: builds the app, chooses Electron or the Chromium host, and runs it.
//
//   npm start -- [--host=electron|chromium] [--headless] [--remote-debugging-port=N] [--user-data-dir=DIR]
//                [--save-dir=DIR] [--test-keyring] [--platform=darwin|linux|win32] [--without-isolation]

import { constants } from 'node:os';
import { resolve } from 'node:path';
import { findChromium, HOST_PROGRAM, NO_CHROMIUM, onOrphaned } from './chromium-host/index.ts';
import { hasDisplay } from './display.ts';
import { electronArguments } from './electron-arguments.ts';
import { findElectron, type UsableElectron } from './find-electron.ts';
import { type Program, startInForeground } from './foreground.ts';
import { isObstacle } from './obstacle.ts';
import { parseStartOptions, type StartOptions, StartProblem } from './start-options.ts';

const root = resolve(import.meta.dirname, '..');
const AS_ROOT =
  'Running as root: pages have no sandbox, which Chromium refuses to root. For real work, start it as an ordinary user.';
const DISPLAY_HELP = 'No display found: pass --headless, or start under xvfb-run (xvfb-run -a npm start).';

interface Launch extends Program {
  /** Called when it has ended abnormally. */
  onFailed(): void;
}

function electronLaunch(electron: UsableElectron, options: StartOptions): Launch {
  const { chromiumOnly, ...start } = options;
  if (chromiumOnly.length > 0) console.error(`${chromiumOnly.join(' and ')}: only the Chromium host has this.`);
  return {
    file: electron.binary,
    args: electronArguments({ ...start, appRoot: root, uid: process.getuid?.() }),
    env: { ...process.env, ...electron.env },
    onFailed: electron.distrust,
  };
}

function chromiumLaunch({ hostArguments, isHeadless }: StartOptions): Launch {
  if (findChromium({ headless: isHeadless }) === undefined) throw new StartProblem(NO_CHROMIUM);
  // The host reads its page scripts through Node's own type stripping, which still prints a warning that it is
  // experimental.
  const args = ['--disable-warning=ExperimentalWarning', HOST_PROGRAM, root, ...hostArguments];
  return { file: process.execPath, args, env: process.env, onFailed: () => undefined };
}

async function chooseLaunch(options: StartOptions, signal: AbortSignal): Promise<Launch> {
  const { host, isHeadless, chromiumOnly } = options;
  if (!hasDisplay() && !isHeadless) throw new StartProblem(DISPLAY_HELP);
  if (host === 'chromium') return chromiumLaunch(options);
  if (host === undefined && chromiumOnly.length > 0) {
    console.error(`Starting on the Chromium host: Electron has no ${chromiumOnly.join(' and no ')}.`);
    return chromiumLaunch(options);
  }
  const electron = await findElectron({
    root,
    // Electron always shows a window: to keep it invisible, it needs a virtual display.
    displays: [isHeadless ? 'virtual' : 'session'],
    insists: host === 'electron',
    output: process.stderr,
    signal,
  });
  if (!isObstacle(electron)) return electronLaunch(electron, options);
  if (host === 'electron') throw new StartProblem(`${electron.reason}. ${electron.remedy}`);
  console.error(`Starting on the Chromium host: ${electron.reason}.`);
  return chromiumLaunch(options);
}

async function main(): Promise<void> {
  const choosing = new AbortController();
  let end = (signal: NodeJS.Signals): void => choosing.abort(signal);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal));
  // npm forwards SIGTERM only to its shell, which ends and leaves this process running.
  if (process.env.npm_lifecycle_event !== undefined) onOrphaned(() => end('SIGTERM'));

  const launch = await chooseLaunch(parseStartOptions(process.argv.slice(2)), choosing.signal).catch(
    (error: unknown) => {
      if (choosing.signal.aborted) endedBy(choosing.signal.reason as NodeJS.Signals);
      throw error;
    },
  );
  end = endedBy;
  if (process.getuid?.() === 0) console.error(AS_ROOT);
  const { buildApp } = (await import('./build.ts')) as { buildApp(): Promise<void> };
  await buildApp();
  const child = startInForeground(launch);
  end = (signal) => child.kill(signal);
  child.once('error', (error) => {
    console.error(error.message);
    launch.onFailed();
    process.exit(1);
  });
  child.once('exit', (code) => {
    if (code !== 0) launch.onFailed();
    process.exit(code ?? 1);
  });
}

/** Ends this process in the way in which a shell reports a process ended by a signal. */
function endedBy(signal: NodeJS.Signals): never {
  process.exit(128 + constants.signals[signal]);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartProblem ? error.message : error);
  process.exit(1);
});
