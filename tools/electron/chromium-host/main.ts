// Starts an app on this host, in Electron's order, and handles signals. Independent of any particular app.
//
//   node tools/electron/chromium-host/main.ts <app folder> [host's and app's flags]
//
// `import … from 'electron'` resolves to electron.ts, the app's entry module is evaluated completely, then the app is ready.
// The app itself prints `ready` when its window is usable; the host adds nothing to its stdout (except control.ts).

import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from './app.ts';
import { runCommands } from './control.ts';
import { parseOptions } from './options.ts';
import { onOrphaned } from './parent-watch.ts';
import { state } from './state.ts';

const SLOW_ENTRY_MS = 5000;

/**
 * As in Electron: the first signal of a kind quits in order, a second one of that kind ends the process immediately.
 */
function quitOnSignal(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => app.quit());
  // A test runner or `npm start` that was killed must leave no app and no browser running.
  onOrphaned(() => app.quit());
}

async function main(): Promise<void> {
  const [appRoot, ...args] = process.argv.slice(2);
  if (appRoot === undefined) throw new Error('usage: main.ts <app folder> [flags]');
  state.options = parseOptions(appRoot, args, process.cwd());
  const { main: entry = 'index.js' } = JSON.parse(readFileSync(join(resolve(appRoot), 'package.json'), 'utf8')) as {
    main?: string;
  };
  process.argv = [process.execPath, state.options.appRoot, ...state.options.appArgs];
  // The browser has been found on the real platform; from here on the app, its menu and its page use this value.
  const { platform } = state.options;
  if (platform !== undefined) Object.defineProperty(process, 'platform', { value: platform });

  const electron = new URL('electron.ts', import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' || specifier === 'electron/main'
        ? { url: electron, shortCircuit: true }
        : next(specifier, context),
  });
  quitOnSignal();

  // Keeps the process alive as Electron does, and explains a start that would also hang there.
  const slow = setInterval(() => {
    console.error("The app's entry module is still being evaluated; a top-level await on whenReady() never ends.");
  }, SLOW_ENTRY_MS);
  await import(pathToFileURL(join(state.options.appRoot, entry)).href);
  clearInterval(slow);
  // An app without windows keeps running until it quits.
  setInterval(() => undefined, 2 ** 30);
  setImmediate(() => app.becomeReady());
  if (process.env.RELAY_STUDIO_HOST_CONTROL === '1') void runCommands();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
