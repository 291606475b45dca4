// Newer versions: where they are offered and, in signed builds, finding and installing one when the person asks. Nothing here goes to the network unasked.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { UpdateFacts, UpdateState } from '../shared/contract/updates.ts';
import type { Log } from './log.ts';

/** What we use of electron-updater. */
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
  | 'quitAndInstall'
>;

/** Finding and installing newer versions. */
export type Updates = {
  /** Null where the project has no home to offer versions at. */
  facts: UpdateFacts | null;
  check: () => Promise<UpdateState>;
  download: () => Promise<UpdateState>;
  /** Ends the app and starts the downloaded version. */
  install: () => void;
};

/**
 * @param homepage from package.json; anything but an `https:` address counts as none.
 * @param loadUpdater null in builds that must not update themselves.
 */
export function createUpdates(homepage: unknown, loadUpdater: (() => Promise<Updater>) | null, log: Log): Updates {
  const downloadUrl = downloadPage(homepage);
  let loading: Promise<Updater> | undefined;
  const load = async (): Promise<Updater> => {
    if (!loadUpdater || downloadUrl === null) throw new Error('This build does not update itself.');
    loading ??= loadUpdater().then((updater) =>
      Object.assign(updater, {
        autoDownload: false,
        autoInstallOnAppQuit: false,
        allowDowngrade: false,
        allowPrerelease: false,
        // Would take further files that the feed names, which are not signed.
        disableWebInstaller: true,
        logger: null,
      }),
    );
    return loading;
  };
  const guarded = async (work: (updater: Updater) => Promise<UpdateState>): Promise<UpdateState> => {
    try {
      return await work(await load());
    } catch (error) {
      log.error('update.failed', error);
      return { step: 'failed', version: '' };
    }
  };
  return {
    facts: downloadUrl === null ? null : { downloadUrl, isSelfUpdating: loadUpdater !== null },
    check: () =>
      guarded(async (updater) => {
        const found = await updater.checkForUpdates();
        return found?.isUpdateAvailable
          ? { step: 'available', version: found.updateInfo.version }
          : { step: 'current', version: '' };
      }),
    download: () =>
      guarded(async (updater) => {
        await updater.downloadUpdate();
        return { step: 'ready', version: '' };
      }),
    install: () => {
      load().then(
        (updater) => updater.quitAndInstall(),
        (error: unknown) => log.error('update.failed', error),
      );
    },
  };
}

/** The project's home, kept in package.json and nowhere else. */
export function homepageOf(app: Pick<App, 'getAppPath'>): unknown {
  const packageFile = path.join(app.getAppPath(), 'package.json');
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { homepage?: unknown }).homepage;
}

/** What loads the updater of a signed build; null in every other. */
export function selfUpdater(app: Pick<App, 'isPackaged'>): (() => Promise<Updater>) | null {
  const isPortable = process.env.PORTABLE_EXECUTABLE_DIR !== undefined;
  if (!app.isPackaged || !canReplaceItself(process.resourcesPath, process.platform, isPortable)) return null;
  return async () => (await import('electron-updater')).default.autoUpdater;
}

/**
 * Whether the running package may replace itself: it was built with a feed, which only signed builds are, and on Windows the feed
 * names the publisher, without which the updater would take an unsigned successor.
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
