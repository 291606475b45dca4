// Chooses what `npm start` runs: Electron where it runs, else the Chromium host. Starts nothing but trials.

import { resolve } from 'node:path';
import {
  electronArguments,
  explain,
  findChromium,
  findElectron,
  HOST_PROGRAM,
  hasDisplay,
  isObstacle,
  NO_CHROMIUM,
  type UsableElectron,
} from './electron/index.ts';
import type { Program } from './foreground.ts';
import { type StartOptions, StartProblem } from './start-options.ts';

const root = resolve(import.meta.dirname, '..');
const STAND_IN = 'Without --host=electron, a Chromium on this computer stands in for it.';
const ANY_WAY = 'xvfb-run -a npm start, or npm start -- --remote-debugging-port=9222';
const NO_DISPLAY = 'No display found: DISPLAY and WAYLAND_DISPLAY are empty. Try xvfb-run -a npm start.';

/** What to run. */
export interface Launch extends Program {
  /** Called when it has ended abnormally. */
  onFailed(): void;
}

function electronLaunch(electron: UsableElectron, options: StartOptions, say: (line: string) => void): Launch {
  const { chromiumOnly, ...start } = options;
  if (chromiumOnly.length > 0) say(`${chromiumOnly.join(' and ')}: only the Chromium host has this.`);
  return {
    file: electron.binary,
    args: electronArguments({ ...start, appRoot: root, uid: process.getuid?.() }),
    env: { ...process.env, ...electron.env },
    onFailed: electron.distrust,
  };
}

/** @param whyNotElectron a sentence; undefined if the person chose this host. */
function chromiumLaunch(options: StartOptions, say: (line: string) => void, whyNotElectron?: string): Launch {
  const { hostArguments, isHeadless } = options;
  if (findChromium({ headless: isHeadless }) === undefined) {
    throw new StartProblem(whyNotElectron === undefined ? NO_CHROMIUM : `${whyNotElectron}\n${NO_CHROMIUM}`);
  }
  if (whyNotElectron !== undefined) say(`Starting on the Chromium host: ${whyNotElectron}`);
  // The host reads its page scripts through Node's own type stripping, which still prints a warning that it is
  // experimental.
  const args = ['--disable-warning=ExperimentalWarning', HOST_PROGRAM, root, ...hostArguments];
  return { file: process.execPath, args, env: process.env, onFailed: () => undefined };
}

/** Without a display the app starts without a window, unless the person insists on one. */
function withoutDisplay(wanted: StartOptions, say: (line: string) => void): StartOptions {
  if (wanted.isHeaded) throw new StartProblem(NO_DISPLAY);
  const port = wanted.debuggingPort;
  // Chromium offers debugging on loopback only.
  const way = port === undefined ? ANY_WAY : `http://127.0.0.1:${port}`;
  say(`No display found: starting without a window. To see it: ${way}.`);
  return { ...wanted, isHeadless: true, hostArguments: ['--headless', ...wanted.hostArguments] };
}

/**
 * Chooses what to run, and says why it is not Electron. @param say prints a line for the person at the terminal.
 * @throws StartProblem if nothing runs here. @throws when aborted.
 */
export async function chooseLaunch(
  wanted: StartOptions,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Launch> {
  const options = hasDisplay() || wanted.isHeadless ? wanted : withoutDisplay(wanted, say);
  const { host, isHeadless, chromiumOnly } = options;
  if (host === 'chromium') return chromiumLaunch(options, say);
  if (host === undefined && chromiumOnly.length > 0) {
    return chromiumLaunch(options, say, `Electron has no ${chromiumOnly.join(' and no ')}.`);
  }
  const electron = await findElectron({
    root,
    // Electron always shows a window: to keep it invisible, it needs a virtual display.
    displays: [isHeadless ? 'virtual' : 'session'],
    insists: host === 'electron',
    output: process.stderr,
    signal,
  });
  if (!isObstacle(electron)) return electronLaunch(electron, options, say);
  if (host === 'electron') throw new StartProblem(`${explain(electron)}\n${STAND_IN}`);
  return chromiumLaunch(options, say, explain(electron));
}
