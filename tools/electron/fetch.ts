// Installs Electron's binary: downloads it through @electron/get as long as bytes arrive, then unpacks it with the
// package's own installer. Independent of its use.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Downloader } from '@electron/get';
import { atExit } from './at-exit.ts';
import { electronPackage, type InstalledElectron, installedElectron, wantedElectronVersion } from './binary.ts';
import type { Obstacle } from './obstacle.ts';
import { createProgressLine, type ProgressOutput } from './progress-line.ts';
import { DAY_MS, openMemory } from './remembered.ts';

const SILENCE_LIMIT_MS = 30_000;

/** The options of a fetch. */
export interface FetchOptions {
  /** Folder with `node_modules/electron`. */
  readonly root: string;
  /** Retries even if it has failed within the last day. */
  readonly insists: boolean;
  readonly output: ProgressOutput;
  readonly signal: AbortSignal;
  /** Longest time without any bytes. */
  readonly silenceLimitMs?: number;
  /** Folder of incomplete downloads; the system's temporary folder by default. */
  readonly tempDirectory?: string;
}

/**
 * Downloads and unpacks the Electron of `node_modules/electron`. Mirrors, cache and proxies are read from the
 * environment, as in its own installer. A failure is remembered for a day, unless bytes had been arriving. @returns
 * what was installed, or why that was not possible. @throws when aborted; then no incomplete download and no incomplete
 * Electron remain.
 */
export async function fetchElectron(options: FetchOptions): Promise<InstalledElectron | Obstacle> {
  const { root, signal } = options;
  const forbidding = ['ELECTRON_SKIP_BINARY_DOWNLOAD', 'ELECTRON_OVERRIDE_DIST_PATH'].find((key) => process.env[key]);
  if (forbidding) {
    return {
      reason: `Electron is not installed, and ${forbidding} forbids fetching it`,
      remedy: `Unset ${forbidding}.`,
    };
  }
  const version = wantedElectronVersion(root);
  if (version === undefined) return { reason: 'the electron package is not installed', remedy: 'Run npm ci.' };
  const name = `Electron ${version}`;
  // After any failure, such as a full disk, the other host can still be used.
  const failure = await download(name, version, options)
    .then((why) => why ?? unpack(name, options))
    .catch((error: Error) => error.message);
  signal.throwIfAborted();
  const installed = installedElectron(root);
  if (installed) return installed;
  return {
    reason: `${name} could not be fetched: ${failure}`,
    remedy: 'Check the connection, or set ELECTRON_MIRROR or HTTPS_PROXY.',
  };
}

/** Returns the values of the environment that determine where the installer of the package looks for the archive. */
function artifact(root: string) {
  const { env } = process;
  const usesRemoteChecksums = env.electron_use_remote_checksums || env.npm_config_electron_use_remote_checksums;
  const checksums = join(electronPackage(root), 'checksums.json');
  return {
    artifactName: 'electron',
    platform: env.ELECTRON_INSTALL_PLATFORM || env.npm_config_platform || process.platform,
    arch: env.ELECTRON_INSTALL_ARCH || env.npm_config_arch || (isTranslated() ? 'arm64' : process.arch),
    ...(env.electron_config_cache && { cacheRoot: env.electron_config_cache }),
    ...(!usesRemoteChecksums && { checksums: JSON.parse(readFileSync(checksums, 'utf8')) as Record<string, string> }),
  };
}

/** Whether this is Node for Intel on a Mac with another processor. */
function isTranslated(): boolean {
  if (process.platform !== 'darwin' || process.arch !== 'x64') return false;
  try {
    return execFileSync('sysctl', ['-in', 'sysctl.proc_translated'], { encoding: 'utf8' }).trim() === '1';
  } catch {
    return false;
  }
}

/** Adds the archive to the cache of @electron/get, if it is missing. @returns why that was not possible. */
async function download(name: string, version: string, options: FetchOptions): Promise<string | undefined> {
  const { root, insists, output, signal, silenceLimitMs = SILENCE_LIMIT_MS } = options;
  const { downloadArtifact, FetchDownloader, initializeProxy } = await import('@electron/get');
  const memory = openMemory(root, 'electron-downloads');
  let address = '';
  let earlier: string | undefined;
  let arrivedBytes = 0;
  let isArriving = false;
  const silence = new AbortController();
  const downloader: Downloader<unknown> = {
    // Called only for files that are not in the cache.
    async download(url, file) {
      address = url;
      earlier = insists ? undefined : memory.recall(url, DAY_MS);
      if (earlier !== undefined) throw new Error(earlier);
      output.write(`Fetching ${name} …\n`);
      const limit = setTimeout(() => silence.abort(), silenceLimitMs);
      const line = createProgressLine(name, output);
      try {
        await new FetchDownloader().download(url, file, {
          quiet: true,
          signal: AbortSignal.any([signal, silence.signal]),
          async getProgressCallback({ transferred, total }) {
            arrivedBytes = transferred;
            isArriving = true;
            limit.refresh();
            line.show(transferred, total);
          },
        });
        isArriving = false;
      } finally {
        clearTimeout(limit);
        line.end();
      }
    },
  };
  const tempDirectory = mkdtempSync(join(options.tempDirectory ?? tmpdir(), 'relay-studio-electron-'));
  const removeTemp = (): void => rmSync(tempDirectory, { recursive: true, force: true });
  const release = atExit(removeTemp);
  try {
    initializeProxy();
    await downloadArtifact({ ...artifact(root), version, downloader, tempDirectory });
    memory.forget(address);
    return undefined;
  } catch (error) {
    if (earlier !== undefined) return `${earlier} when it was last tried`;
    const host = URL.parse(address)?.host ?? 'the cache';
    const why = silence.signal.aborted ? `nothing arrived for ${silenceLimitMs / 1000} s` : inWords(error, host);
    // A lost connection is worth another try the next time, and an abort is not a failure.
    if (address !== '' && !isArriving && !signal.aborted) memory.remember(address, why);
    return isArriving ? `${why}, after ${(arrivedBytes / 1e6).toFixed(1)} MB` : why;
  } finally {
    release();
    removeTemp();
  }
}

/** Describes why a download failed, as a clause. */
function inWords(error: unknown, host: string): string {
  if (!(error instanceof Error)) return String(error);
  if ('response' in error && error.response instanceof Response) return `${host} answers ${error.response.status}`;
  if (/checksum/i.test(error.message)) return `what ${host} sends has the wrong checksum`;
  const { code } = (error.cause ?? error) as NodeJS.ErrnoException;
  const says = code ?? error.message.split('\n')[0];
  // `fetch` throws this when the connection fails, before or while bytes arrive.
  return error instanceof TypeError ? `no connection to ${host} (${says})` : `${says}`;
}

/** Runs the installer of the package, which finds the archive in the cache. @returns its error output. */
async function unpack(name: string, { root, output, signal }: FetchOptions): Promise<string> {
  // Another start may have installed it meanwhile.
  if (installedElectron(root)) return '';
  output.write(`Unpacking ${name} …\n`);
  const folder = electronPackage(root);
  const written = join(folder, 'path.txt');
  rmSync(written, { force: true });
  const child = spawn(process.execPath, [join(folder, 'install.js')], { stdio: ['ignore', 'ignore', 'pipe'], signal });
  const removeHalf = (): void => {
    // The installer writes path.txt last. Without it, the rest is useless, and hundreds of megabytes.
    if (!existsSync(written)) rmSync(join(folder, 'dist'), { recursive: true, force: true });
  };
  const release = atExit(() => {
    child.kill();
    removeHalf();
  });
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  await new Promise<void>((resolve) => {
    child.once('error', (error) => lines.push(error.message));
    child.once('close', () => resolve());
  });
  release();
  removeHalf();
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? 'the installer of the electron package failed';
}
