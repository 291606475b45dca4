// Finds a Chromium-family browser, or installs one if this is root on Debian or a derived system. Independent of its
// use.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, parse } from 'node:path';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
  'brave-browser',
];

/** The same engine without windows, which starts faster. */
const HEADLESS_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];

const SNAPS = '/snap/bin';

const MAC_APPS = ['Chromium', 'Google Chrome', 'Microsoft Edge', 'Brave Browser'];

const WINDOWS_PROGRAMS = [
  'Chromium\\Application\\chrome.exe',
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
];

/** What the browser is for. */
export interface ChromiumUse {
  /** No window is to be seen, so a browser that has none is preferred. */
  readonly headless: boolean;
}

interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly isExecutable: (path: string) => boolean;
}

const here: Surroundings = {
  platform: process.platform,
  env: process.env,
  isExecutable: (path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
};

const namesFor = ({ headless }: ChromiumUse): string[] => (headless ? [...HEADLESS_NAMES, ...NAMES] : NAMES);

/** Whether this program is a browser without windows, which takes an address in place of `--app`. */
export function isHeadlessShell(program: string): boolean {
  return HEADLESS_NAMES.includes(parse(program).name);
}

function candidates(names: readonly string[], { platform, env }: Surroundings): string[] {
  if (platform === 'darwin') {
    const roots = ['/Applications', join(env.HOME ?? '', 'Applications')];
    return roots.flatMap((root) => MAC_APPS.map((name) => `${root}/${name}.app/Contents/MacOS/${name}`));
  }
  if (platform === 'win32') {
    const roots = [env.LOCALAPPDATA, env.PROGRAMFILES, env['PROGRAMFILES(X86)']].filter((root) => root);
    return roots.flatMap((root) => WINDOWS_PROGRAMS.map((program) => `${root}\\${program}`));
  }
  const folders = ['/usr/bin', '/usr/local/bin', SNAPS, '/opt/google/chrome', '/opt/chromium'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Returns the path of an installed browser, or undefined. If CHROMIUM_PATH is set, it is the only one considered. */
export function findInstalledChromium(use: ChromiumUse, surroundings: Surroundings = here): string | undefined {
  const { platform, env, isExecutable } = surroundings;
  const chosen = env.CHROMIUM_PATH;
  if (chosen) return isExecutable(chosen) ? chosen : undefined;
  const names = namesFor(use);
  const suffix = platform === 'win32' ? '.exe' : '';
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
  const found = [...onPath, ...candidates(names, surroundings)].filter(isExecutable);
  const hasSnap = isExecutable(`${SNAPS}/chromium`);
  // Programs from snaps have a folder of their own for temporary files. Ubuntu's chromium-browser starts the snap.
  const isSnap = (file: string): boolean =>
    dirname(file) === SNAPS || (hasSnap && parse(file).name === 'chromium-browser');
  return found.find((file) => !isSnap(file)) ?? found[0];
}

function canInstall(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || process.env.CHROMIUM_PATH) return false;
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return /^ID(?:_LIKE)?=.*\b(?:debian|ubuntu)\b/m.test(release);
}

function aptGet(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

/** Returns the path of a browser and installs one if allowed; undefined if there is none and none can be installed. */
export function findChromium(use: ChromiumUse, say: (line: string) => void = console.error): string | undefined {
  const found = findInstalledChromium(use);
  if (found !== undefined || !canInstall()) return found;
  say('No Chromium found: installing it with apt-get (about a minute).');
  aptGet('update');
  const install = (...names: string[]): boolean => aptGet('install', '-y', '--no-install-recommends', ...names);
  // Not every derived system has the second.
  if (!install('chromium', 'chromium-headless-shell')) install('chromium');
  return findInstalledChromium(use);
}

/** The message for a person who has no browser. */
export const NO_CHROMIUM =
  'No Chromium-family browser found. Install Chromium, Chrome or Edge, or set CHROMIUM_PATH to its program.';
