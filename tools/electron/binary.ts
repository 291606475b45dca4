// Finds Electron's binary, if it is installed. Independent of how it was installed and how it is started.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An installed Electron. */
export interface InstalledElectron {
  /** The folder that electron-builder packs, and that contains `chrome-sandbox`. */
  readonly folder: string;
  readonly binary: string;
  /** Without the leading `v`; empty if a custom folder does not contain it. */
  readonly version: string;
}

/** Returns the folder of the `electron` package, which is published without its binary. */
export function electronPackage(root: string): string {
  return join(root, 'node_modules', 'electron');
}

/** Returns the version of Electron that the package is for; undefined if the package is not installed. */
export function wantedElectronVersion(root: string): string | undefined {
  const text = readIfThere(join(electronPackage(root), 'package.json'));
  return text === undefined ? undefined : (JSON.parse(text) as { version: string }).version;
}

/**
 * Returns the installed Electron. If ELECTRON_OVERRIDE_DIST_PATH is set, it is the only place considered. Importing the
 * `electron` package instead would start a download.
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
