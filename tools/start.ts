// Owns `npm start`: builds the app, picks Electron or the Chromium host, runs it; must not know the app.
//
//   npm start -- [--host=electron|chromium] [--headless] [--remote-debugging-port=N] [--user-data-dir=DIR]
//                [--save-dir=DIR] [--test-keyring] [--without-isolation]

import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { findChromium, NO_CHROMIUM } from './chromium-host/find-chromium.ts';
import { onOrphaned } from './chromium-host/parent-watch.ts';
import { electronBinary, fetchElectron } from './electron-binary.ts';

const root = resolve(import.meta.dirname, '..');
const DISPLAY_HELP = 'No display found: pass --headless, or start under xvfb-run (xvfb-run -a npm start).';

interface Launch {
  readonly file: string;
  readonly args: readonly string[];
}

class Instruction extends Error {}

function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

function electronLaunch(binary: string, args: readonly string[]): Launch {
  const isRoot = process.getuid?.() === 0;
  const switches = args.filter((arg) => arg.startsWith('--remote-debugging-port'));
  const rest = args.filter((arg) => !switches.includes(arg) && arg !== '--headless');
  return { file: binary, args: [...(isRoot ? ['--no-sandbox'] : []), ...switches, root, ...rest] };
}

function chromiumLaunch(args: readonly string[]): Launch {
  if (findChromium() === undefined) throw new Instruction(NO_CHROMIUM);
  const program = join(import.meta.dirname, 'chromium-host', 'main.ts');
  // The host reads its page scripts through Node's own type stripping, which still warns that it is new.
  return { file: process.execPath, args: ['--disable-warning=ExperimentalWarning', program, root, ...args] };
}

function chooseLaunch(args: readonly string[]): Launch {
  const host = args.find((arg) => arg.startsWith('--host='))?.slice('--host='.length);
  const rest = args.filter((arg) => !arg.startsWith('--host='));
  const isHeadless = rest.includes('--headless');
  if (host !== undefined && host !== 'electron' && host !== 'chromium') {
    throw new Instruction('--host wants electron or chromium.');
  }
  if (!hasDisplay() && !isHeadless) throw new Instruction(DISPLAY_HELP);
  if (host === 'chromium') return chromiumLaunch(rest);

  const binary = electronBinary(root) ?? fetchElectron(root, host === 'electron');
  // Electron always shows a window, so --headless without a display needs the other host.
  if (binary !== undefined && hasDisplay()) return electronLaunch(binary, rest);
  if (host === 'electron') {
    throw new Instruction(
      binary === undefined
        ? 'The Electron binary is missing and could not be fetched: run `npx install-electron`, or use --host=chromium.'
        : 'Electron needs a display: start under xvfb-run, or use --host=chromium.',
    );
  }
  const reason = binary === undefined ? 'the Electron binary is not here' : 'Electron needs a display';
  console.error(`Starting on the Chromium host: ${reason}.`);
  return chromiumLaunch(rest);
}

async function main(): Promise<void> {
  const launch = chooseLaunch(process.argv.slice(2));
  const { buildApp } = (await import('./build.ts')) as { buildApp(): Promise<void> };
  await buildApp();
  const child = spawn(launch.file, launch.args, { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  // npm passes SIGTERM on to its shell only, which dies of it and leaves us behind.
  if (process.env.npm_lifecycle_event !== undefined) onOrphaned(() => child.kill('SIGTERM'));
  child.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once('exit', (code) => process.exit(code ?? 1));
}

main().catch((error: unknown) => {
  console.error(error instanceof Instruction ? error.message : error);
  process.exit(1);
});
