// Owns the order in which an app is started on this host, and its signals; must not know any particular app.
//
//   node tools/chromium-host/main.ts <app folder> [host's and app's flags]
//
// `import … from 'electron'` gives electron.ts, the app's entry module is evaluated to its end, then the app is ready.
// The app itself prints `ready` when its window is usable; nothing is added to its stdout (but see control.ts).

import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from './app.ts';
import { obeyControl } from './control.ts';
import { parseOptions } from './options.ts';
import { onOrphaned } from './parent-watch.ts';
import { state } from './state.ts';

const SLOW_ENTRY_MS = 5000;

/** As Electron: the first signal of a kind quits in order, a second one of that kind ends the process on the spot. */
function quitOnSignal(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => app.quit());
  // A test runner or `npm start` that was killed leaves no app and no browser behind.
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
  // What starts the browser has looked before; the app, its menu and its page are told this from here on.
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

  // Keeps the process alive as Electron's does, and explains a start that hangs there too.
  const slow = setInterval(() => {
    console.error("The app's entry module is still being evaluated; a top-level await on whenReady() never ends.");
  }, SLOW_ENTRY_MS);
  await import(pathToFileURL(join(state.options.appRoot, entry)).href);
  clearInterval(slow);
  // An app without windows stays until it quits.
  setInterval(() => undefined, 2 ** 30);
  setImmediate(() => app.becomeReady());
  if (process.env.RELAY_STUDIO_HOST_CONTROL === '1') void obeyControl();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
