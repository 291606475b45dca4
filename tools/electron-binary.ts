// Owns where Electron's binary is, if it is installed; must not know how it gets there or how it is started.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An Electron that is installed. */
export interface InstalledElectron {
  /** What electron-builder packs, and where `chrome-sandbox` is. */
  readonly folder: string;
  readonly binary: string;
  /** Without the leading `v`; empty where a folder of one's own does not state it. */
  readonly version: string;
}

/** The folder of the `electron` package, which ships without its binary. */
export function electronPackage(root: string): string {
  return join(root, 'node_modules', 'electron');
}

/** The version of Electron that the package stands for; undefined when the package is not installed. */
export function wantedElectronVersion(root: string): string | undefined {
  const text = readIfThere(join(electronPackage(root), 'package.json'));
  return text === undefined ? undefined : (JSON.parse(text) as { version: string }).version;
}

/**
 * The installed Electron. ELECTRON_OVERRIDE_DIST_PATH, when set, is the only place considered. Importing the `electron` package to learn
 * this would start a download.
 */
export function installedElectron(root: string): InstalledElectron | undefined {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const folder = override || join(electronPackage(root), 'dist');
  const binary = join(folder, binaryPath());
  if (!existsSync(binary)) return undefined;
  const version = (readIfThere(join(folder, 'version')) ?? '').trim().replace(/^v/, '');
  // The package's installer writes path.txt last: without it, unpacking was interrupted.
  const isWhole = existsSync(join(electronPackage(root), 'path.txt')) && version === wantedElectronVersion(root);
  return override || isWhole ? { folder, binary, version } : undefined;
}

function binaryPath(): string {
  if (process.platform === 'win32') return 'electron.exe';
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
