// Implements `npm start`: builds the app, chooses Electron or the Chromium host, and runs it.
//
//   npm start -- [--host=electron|chromium] [--headless|--headed] [--remote-debugging-port=N] [--user-data-dir=DIR]
//                [--save-dir=DIR] [--test-keyring] [--platform=darwin|linux|win32] [--without-isolation]

import { constants } from 'node:os';
import { chooseLaunch } from './choose-launch.ts';
import { onOrphaned } from './electron/index.ts';
import { startInForeground } from './foreground.ts';
import { parseStartOptions, StartProblem } from './start-options.ts';

const AS_ROOT =
  'Running as root: pages have no sandbox, which Chromium refuses to root. For real work, start it as an ordinary user.';

async function main(): Promise<void> {
  const choosing = new AbortController();
  let end = (signal: NodeJS.Signals): void => choosing.abort(signal);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal));
  // npm forwards SIGTERM only to its shell, which ends and leaves this process running.
  if (process.env.npm_lifecycle_event !== undefined) onOrphaned(() => end('SIGTERM'));

  const options = parseStartOptions(process.argv.slice(2));
  const launch = await chooseLaunch(options, choosing.signal, console.error).catch((error: unknown) => {
    if (choosing.signal.aborted) endedBy(choosing.signal.reason as NodeJS.Signals);
    throw error;
  });
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
