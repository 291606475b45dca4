// Owns whether Electron's binary is installed and one try at fetching it; must not know how it is started.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FETCH_TIMEOUT_MS = 20_000;

interface Failure {
  readonly version: string;
}

const packageDir = (root: string): string => join(root, 'node_modules', 'electron');
const failureFile = (root: string): string => join(root, 'node_modules', '.cache', 'electron-fetch-failed.json');

function versionOf(root: string): string | undefined {
  const file = join(packageDir(root), 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : undefined;
}

/** The installed binary. Importing the `electron` package to learn this would start a download. */
export function electronBinary(root: string): string | undefined {
  const pathFile = join(packageDir(root), 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(packageDir(root), 'dist');
  const binary = join(folder, readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : undefined;
}

function hasFailedBefore(root: string, version: string): boolean {
  const file = failureFile(root);
  return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as Failure).version === version;
}

/** Runs Electron's own install script, once per version unless insisted on; gives the binary if that worked. */
export function fetchElectron(root: string, insists: boolean): string | undefined {
  const version = versionOf(root);
  if (version === undefined || process.env.ELECTRON_SKIP_BINARY_DOWNLOAD) return undefined;
  if (!insists && hasFailedBefore(root, version)) return undefined;
  console.error(`Fetching Electron ${version} (up to ${FETCH_TIMEOUT_MS / 1000} s) …`);
  spawnSync(process.execPath, [join(packageDir(root), 'install.js')], {
    stdio: 'ignore',
    timeout: FETCH_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const binary = electronBinary(root);
  if (binary === undefined) {
    mkdirSync(dirname(failureFile(root)), { recursive: true });
    writeFileSync(failureFile(root), JSON.stringify({ version } satisfies Failure));
  }
  return binary;
}
