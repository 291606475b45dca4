// What every spec begins with: an empty user-data folder, the app, a scripted relay, and a watch over CSP violations.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page, type TestInfo } from '@playwright/test';
import type { Keyring } from '../../../tools/electron/index.ts';
import { type ScriptedRelay, startScriptedRelay } from '../../fakes/scripted-relay.ts';
import { longUnless } from '../../support/long-unless.ts';
import { hostName, type LaunchOptions, launch, type RunningApp } from './launch.ts';
import { returnToSpeech } from './page-actions.ts';
import {
  type AppOptions,
  createSharedApp,
  type Folders,
  prepareToForget,
  type SharedApp,
  type Started,
  WITHOUT_MOTION,
} from './shared-app.ts';
import { expectNoViolations, watchViolations } from './violations.ts';

export * from './page-actions.ts';
export { expect, longUnless };

type Fixtures = {
  /**
   * Whether the test takes an app of the tests before, brought back to the state of a new one, if one was started with the same options.
   * False for tests of the start itself, for those that prepare the folders, and for those that change the page's clock or its scripts.
   */
  sharesApp: boolean;
  userData: string;
  saveDir: string;
  language: string;
  /** The key store the Chromium host plays; on Electron it is the system's own. */
  keyring: Keyring;
  /** The system the Chromium host plays; the real one if undefined. */
  platform: System | undefined;
  /** Whether the page is cross-origin isolated; see `isolatedOrNot`. */
  isIsolated: boolean;
  /** Folder of the app to test; the repository's own build if undefined. */
  appRoot: string | undefined;
  app: RunningApp;
  page: Page;
  relay: ScriptedRelay;
  /** Ends the app, in order unless it is said how, and starts it again on the same folder. */
  restart: (change?: AppOptions & Pick<LaunchOptions, 'files'> & RestartOptions) => Promise<Page>;
  /** Crashes the page and finds the one that takes its place. */
  crash: () => Promise<Page>;
};

/** Without warning, or because Windows is shut down. */
type RestartOptions = { isKilled?: boolean; isSessionOver?: boolean };
type System = 'darwin' | 'linux' | 'win32';
/** An app of the test's own, started by `started`, or the shared one. */
type Profile = { options: AppOptions; folders: Folders; shared: Started | undefined };
type WorkerFixtures = { sharedApp: SharedApp };

/** Playwright's test with the app's fixtures. */
export const test = base.extend<Fixtures & { profile: Profile; started: Started }, WorkerFixtures>({
  sharesApp: [true, { option: true }],
  language: ['en_US', { option: true }],
  keyring: ['none', { option: true }],
  platform: [undefined, { option: true }],
  isIsolated: [true, { option: true }],
  appRoot: [undefined, { option: true }],
  sharedApp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use) => {
      const sharedApp = createSharedApp(startApp, makeFolders);
      await use(sharedApp);
      await sharedApp.end();
    },
    { scope: 'worker' },
  ],
  profile: async ({ sharesApp, sharedApp, language, keyring, platform, isIsolated, appRoot }, use, testInfo) => {
    test.skip(
      hostName() === 'electron' && process.platform === 'linux' && keyring !== 'none',
      'there is no key store to rely on where Electron is tested on Linux',
    );
    const options = { language, keyring, platform, isIsolated, appRoot };
    if (!sharesApp) return use({ options, folders: await makeFolders(), shared: undefined });
    const { folders, started } = await sharedApp.take(options);
    await use({ options, folders, shared: started });
    await (hasFailed(testInfo) ? sharedApp.endTaken() : sharedApp.giveBack());
  },
  userData: async ({ profile }, use) => use(profile.folders.userData),
  saveDir: async ({ profile }, use) => use(profile.folders.saveDir),
  // The folders by their own fixtures, which a spec may replace to prepare them.
  started: async ({ profile: { options, shared }, userData, saveDir }, use) => {
    if (shared) {
      await use(shared);
      return expectNoViolations(shared.page);
    }
    const started = await startApp({ userData, saveDir }, options);
    await use(started);
    await expectNoViolations(started.page);
    expect(await started.app.stop()).toBe(0);
    for (const folder of [userData, saveDir]) await rm(folder, { recursive: true, force: true });
  },
  app: async ({ started }, use) => use(started.app),
  page: async ({ started }, use) => use(started.page),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  relay: async ({}, use) => {
    const relay = await startScriptedRelay();
    await use(relay);
    await relay.close();
  },
  crash: async ({ started }, use) => {
    await use(async () => {
      await started.app.control({ type: 'crashRenderer' });
      await expect(async () => {
        started.page = await started.app.reconnect();
        await watchViolations(started.page);
      }).toPass();
      return started.page;
    });
  },
  restart: async ({ profile: { options }, started, userData, saveDir }, use) => {
    await use(async ({ files, isKilled = false, isSessionOver = false, ...change } = {}) => {
      await expectNoViolations(started.page);
      const { kill, endSession, stop } = started.app;
      await (isKilled ? kill() : isSessionOver ? endSession() : stop());
      const { page } = Object.assign(started, await startApp({ userData, saveDir }, { ...options, ...change }, files));
      if (files === undefined) await returnToSpeech(page);
      return page;
    });
  },
});

/** Skips the test, the `describe` or the file it is called in, everywhere but on this host or this system. */
export function onlyOn(place: ReturnType<typeof hostName> | System, reason: string): void {
  test.skip(place !== hostName() && place !== process.platform, reason);
}

/** Skips it on this system. */
export function exceptOn(system: System, reason: string): void {
  test.skip(process.platform === system, reason);
}

/** Declares tests twice: for a page whose threads share memory, and for one that is not isolated, whose threads cannot. */
export function isolatedOrNot(declare: (isIsolated: boolean) => void): void {
  declare(true);
  test.describe('without isolation', () => {
    test.use({ isIsolated: false });
    onlyOn('chromium', 'only the Chromium host can leave a page unisolated');
    declare(false);
  });
}

async function makeFolders(): Promise<Folders> {
  const make = () => mkdtemp(path.join(tmpdir(), 'relay-studio-e2e-'));
  return { userData: await make(), saveDir: await make() };
}

async function startApp(folders: Folders, options: AppOptions, files?: readonly string[]): Promise<Started> {
  const app = await launch({ ...options, ...folders, ...(files && { files }) });
  await watchViolations(app.page);
  await prepareToForget(app.page);
  await app.page.emulateMedia(WITHOUT_MOTION);
  return { app, page: app.page, options };
}

const hasFailed = ({ status, expectedStatus }: TestInfo): boolean => status !== expectedStatus;
