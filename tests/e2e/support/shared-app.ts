// Keeps apps running for the tests of a worker that need no profile of their own, one for each way to start it, and brings them back to
// the state of a new one.

import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { isJobOver } from '../../../shared/app/job-states.ts';
import type { RouteOutput } from '../../../shared/contract/index.ts';
import { settingsPatchSchema } from '../../../shared/contract/settings.ts';
import { hostName, type LaunchOptions, type RunningApp } from './launch.ts';
import { ask } from './page-actions.ts';
import { watchViolations } from './violations.ts';

/** Folders of an app under test. */
export type Folders = { userData: string; saveDir: string };

/** How an app is started, beside its folders; the files it is to open are no state of it. */
export type AppOptions = Partial<Omit<LaunchOptions, keyof Folders | 'files'>>;

/** An app, its page and how it was started; all three are others after a restart. */
export type Started = { app: RunningApp; page: Page; options: AppOptions };

/** The apps of a worker. */
export type SharedApp = {
  /** An app in the state of a new one: one that was started with the same options, else a new one. */
  take: (options: AppOptions) => Promise<{ folders: Folders; started: Started }>;
  /**
   * Brings the app that was taken last back to the state of a new one, or ends it if that cannot be done. At once, because
   * what it still plays, shows and works on would slow down the tests of the other apps.
   */
  giveBack: () => Promise<void>;
  /** Ends the app that was taken last: its exit code must be 0. */
  endTaken: () => Promise<void>;
  /** Ends all of them. */
  end: () => Promise<void>;
};

type InUse = { folders: Folders; started: Started; fresh: AppFacts };
/** Everything that main keeps beyond the database: what a window is given when it opens. */
type AppFacts = RouteOutput<'app.getState'>;

/** Every frame of an animation is drawn by the processor, and no test looks at one. */
export const WITHOUT_MOTION = { reducedMotion: 'reduce' } as const;
/** Times a page is loaded again: a page that closes may still save what it was about to. */
const MAX_RELOADS = 3;

/** Starts nothing yet. `start` starts an app on folders; `makeFolders` makes empty ones. */
export function createSharedApp(
  start: (folders: Folders, options: AppOptions) => Promise<Started>,
  makeFolders: () => Promise<Folders>,
): SharedApp {
  // Electron's windows share a display, where one that is covered is slowed down. An idle app on the Chromium host costs memory only.
  const maxRunning = hostName() === 'electron' ? 1 : 5;
  /** In the order in which they were taken. */
  const running: InUse[] = [];

  async function stop(ending: InUse | undefined): Promise<void> {
    if (!ending) return;
    expect(await ending.started.app.stop()).toBe(0);
    for (const folder of Object.values(ending.folders)) await rm(folder, { recursive: true, force: true });
  }

  return {
    async take(options) {
      const index = running.findIndex(({ started }) => isDeepStrictEqual(started.options, options));
      const [found] = index === -1 ? [] : running.splice(index, 1);
      if (found) {
        running.push(found);
        return found;
      }
      if (running.length >= maxRunning) await stop(running.shift());
      const folders = await makeFolders();
      const started = await start(folders, options);
      const taken = { folders, started, fresh: await readFacts(started.page) };
      running.push(taken);
      return taken;
    },
    async giveBack() {
      const taken = running.at(-1);
      if (taken && !(await renew(taken))) await stop(running.pop());
    },
    endTaken: () => stop(running.pop()),
    async end() {
      while (running.length > 0) await stop(running.pop());
    },
  };
}

/** Brings an app back to the state of a new one. False where something is left that only a new app is rid of. */
async function renew({ folders, started: { app, page }, fresh }: InUse): Promise<boolean> {
  await page.mouse.move(0, 0);
  await page.emulateMedia({ colorScheme: null, ...WITHOUT_MOTION });
  await endJobs(page);
  for (let reload = 0; reload < MAX_RELOADS; reload++) {
    await restoreSettings(page, fresh);
    emptyLibrary(folders.userData);
    // Scripts are listed by their files; the page may just be saving one.
    await rm(path.join(folders.userData, 'library', 'scripts'), { recursive: true, force: true, maxRetries: 5 });
    await forgetUnsaved(page);
    await page.reload();
    await page.getByRole('tab').first().waitFor();
    if (!isLibraryEmpty(folders.userData)) continue;
    if (!isDeepStrictEqual(await readFacts(page), fresh)) continue;
    await emptyFolders(folders);
    if (hostName() === 'chromium') await app.control({ type: 'forgetRecorded' });
    await watchViolations(page);
    return true;
  }
  return false;
}

async function endJobs(page: Page): Promise<void> {
  for (const { id } of (await ask(page, 'app.getState', null)).connections)
    await ask(page, 'queues.cancelAll', { connectionId: id });
  await expect
    .poll(async () => (await ask(page, 'app.getState', null)).jobs.every(({ state }) => isJobOver(state)))
    .toBe(true);
  const { queues } = await ask(page, 'app.getState', null);
  for (;;) {
    // First what failed is hidden, then the places of what did not come.
    const { jobs } = await ask(page, 'app.getState', null);
    if (jobs.length === 0) break;
    await ask(page, 'jobs.dismiss', { ids: jobs.map(({ id }) => id) });
  }
  for (const { connectionId } of queues) {
    await ask(page, 'queues.setPaused', { connectionId, isPaused: false });
    await ask(page, 'queues.retryNow', { connectionId });
  }
}

async function restoreSettings(page: Page, fresh: AppFacts): Promise<void> {
  const { connections } = await ask(page, 'app.getState', null);
  for (const { id, isPractice } of connections) if (!isPractice) await ask(page, 'connections.remove', { id });
  await ask(page, 'settings.update', settingsPatchSchema.strip().parse(fresh.settings));
}

const UNSAVED_IS_FORGOTTEN = 'unsavedIsForgotten';

/**
 * Lets pages loaded from now on be kept from saving when they close. A page that closes saves what it shows, which would undo the settings
 * that were restored; listeners of the window run in the order in which they were added, so this one has to be there first.
 */
export function prepareToForget(page: Page): Promise<unknown> {
  return page.addInitScript((mark) => {
    addEventListener('pagehide', (event) => {
      if (mark in window) event.stopImmediatePropagation();
    });
  }, UNSAVED_IS_FORGOTTEN);
}

/** The page will not save when it closes, if it was loaded after `prepareToForget`. */
async function forgetUnsaved(page: Page): Promise<void> {
  await page.evaluate((mark) => void Object.assign(window, { [mark]: true }), UNSAVED_IS_FORGOTTEN);
}

/** The app's facts once the practice relay has started, without its address, which is another after each start. */
async function readFacts(page: Page): Promise<AppFacts> {
  await expect.poll(async () => (await ask(page, 'app.getState', null)).practice).not.toBe('starting');
  const facts = await ask(page, 'app.getState', null);
  const connections = facts.connections.map((one) => (one.isPractice ? { ...one, baseUrl: '' } : one));
  return { ...facts, connections };
}

/** Rows are deleted from outside: the app itself never deletes what was paid for. */
function emptyLibrary(userData: string): void {
  using db = openLibrary(userData);
  db.exec('BEGIN IMMEDIATE');
  for (const table of tablesOf(db)) db.exec(`DELETE FROM ${table}`);
  for (const index of SEARCH_INDEXES) db.exec(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`);
  db.exec('COMMIT');
}

function isLibraryEmpty(userData: string): boolean {
  using db = openLibrary(userData);
  return tablesOf(db).every((table) => db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined);
}

function openLibrary(userData: string): DatabaseSync {
  const file = path.join(userData, 'library', 'library.sqlite');
  return new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: false });
}

const SEARCH_INDEXES = ['items_text', 'scripts_text'] as const;

/** Tables of the library's own, without those inside a search index. */
function tablesOf(db: DatabaseSync): string[] {
  return db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !SEARCH_INDEXES.some((index) => name.startsWith(index)));
}

async function emptyFolders({ userData, saveDir }: Folders): Promise<void> {
  const library = path.join(userData, 'library');
  const inLibrary = await readdir(library, { withFileTypes: true });
  const stale = inLibrary.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(library, name));
  const saved = (await readdir(saveDir)).map((name) => path.join(saveDir, name));
  for (const entry of [...stale, ...saved]) await rm(entry, { recursive: true, force: true });
}
