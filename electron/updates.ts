// Newer versions: where they are published and, in signed builds, finding and installing one when the person asks.
// Sends no network request unasked.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { UpdateFacts, UpdateState } from '../shared/contract/updates.ts';
import type { Log } from './log.ts';
import type { End } from './startup.ts';

/** The part of electron-updater that the app uses. */
export type Updater = Pick<
  AppUpdater,
  | 'allowDowngrade'
  | 'allowPrerelease'
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'checkForUpdates'
  | 'disableWebInstaller'
  | 'downloadUpdate'
  | 'logger'
  | 'once'
  | 'quitAndInstall'
>;

/** What surrounds an installation. */
export type Installing = Pick<End, 'quitTo'> & {
  /** Tells the person why the newer version was not installed. */
  sayNotInstalled: (error: unknown) => void;
};

/** Finds and installs newer versions. */
export type Updates = {
  /** Null if the project has no home page that could offer versions. */
  facts: UpdateFacts | null;
  check: () => Promise<UpdateState>;
  download: () => Promise<UpdateState>;
  /**
   * Quits the app, and when everything is closed starts the downloaded version: an installer may end the app that it
   * replaces. If that fails, the person is told, and this version starts again.
   */
  install: () => void;
};

/**
 * Creates the updates of this build. Sends requests only from `check` and `download`.
 * @param homepage from package.json; anything but an `https:` address is treated as missing.
 * @param loadUpdater null in builds that must not update themselves.
 */
export function createUpdates(
  homepage: unknown,
  loadUpdater: (() => Promise<Updater>) | null,
  log: Log,
  { quitTo, sayNotInstalled }: Installing,
): Updates {
  const downloadUrl = downloadPage(homepage);
  let loading: Promise<Updater> | undefined;
  const load = async (): Promise<Updater> => {
    if (!loadUpdater || downloadUrl === null) throw new Error('This build does not update itself.');
    loading ??= loadUpdater().then(
      (updater) =>
        Object.assign(updater, {
          autoDownload: false,
          autoInstallOnAppQuit: false,
          allowDowngrade: false,
          allowPrerelease: false,
          // Would take further files that the feed names, which are not signed.
          disableWebInstaller: true,
          logger: null,
        }),
      (error: unknown) => {
        // The next request tries again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const withUpdater = async (work: (updater: Updater) => Promise<UpdateState>): Promise<UpdateState> => {
    try {
      return await work(await load());
    } catch (error) {
      log.error('update.failed', error);
      return { step: 'failed', version: '' };
    }
  };
  const installOr = (updater: Updater, startAgain: () => void): void => {
    const fail = (error: unknown): void => {
      log.error('update.failed', error);
      sayNotInstalled(error);
      startAgain();
    };
    updater.once('error', fail);
    try {
      updater.quitAndInstall();
    } catch (error) {
      fail(error);
    }
  };
  return {
    facts: downloadUrl === null ? null : { downloadUrl, isSelfUpdating: loadUpdater !== null },
    check: () =>
      withUpdater(async (updater) => {
        const found = await updater.checkForUpdates();
        return found?.isUpdateAvailable
          ? { step: 'available', version: found.updateInfo.version }
          : { step: 'current', version: '' };
      }),
    download: () =>
      withUpdater(async (updater) => {
        await updater.downloadUpdate();
        return { step: 'ready', version: '' };
      }),
    install: () => {
      load().then(
        (updater) => quitTo((startAgain) => installOr(updater, startAgain)),
        (error: unknown) => log.error('update.failed', error),
      );
    },
  };
}

/** Reads the project's home page from package.json, the only place where it is declared. */
export function homepageOf(app: Pick<App, 'getAppPath'>): unknown {
  const packageFile = path.join(app.getAppPath(), 'package.json');
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { homepage?: unknown }).homepage;
}

/** Returns the function that loads the updater of a signed build; null in every other build. */
export function selfUpdater(app: Pick<App, 'isPackaged'>): (() => Promise<Updater>) | null {
  const isPortable = process.env.PORTABLE_EXECUTABLE_DIR !== undefined;
  if (!app.isPackaged || !canReplaceItself(process.resourcesPath, process.platform, isPortable)) return null;
  return async () => (await import('electron-updater')).default.autoUpdater;
}

/**
 * Whether the running package may replace itself: it was built with a feed, which only signed builds are, and on
 * Windows the feed names the publisher, without which the updater would accept an unsigned successor.
 */
export function canReplaceItself(resourcesFolder: string, platform: NodeJS.Platform, isPortable: boolean): boolean {
  const feed = path.join(resourcesFolder, 'app-update.yml');
  if (isPortable || !existsSync(feed)) return false;
  return platform === 'darwin' || (platform === 'win32' && /^publisherName:/m.test(readFileSync(feed, 'utf8')));
}

function downloadPage(homepage: unknown): string | null {
  if (typeof homepage !== 'string' || !URL.canParse(homepage)) return null;
  const url = new URL(homepage);
  return url.protocol === 'https:' ? `${url.origin}${url.pathname.replace(/\/$/, '')}/releases` : null;
}
