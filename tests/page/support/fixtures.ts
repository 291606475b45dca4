// What every page test begins with: the built page, over main's own parts in the process of the test. No app is started.
// A page is loaded again for each test, in the process of the one before, which has its code compiled.

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type Browser, expect, type Page } from '@playwright/test';
import { APP_ORIGIN } from '../../../electron/security.ts';
import type { EventEnvelope } from '../../../shared/contract/index.ts';
import { test as base, releaseInput } from '../../browser/chromium.ts';
import { type ScriptedRelay, startScriptedRelay } from '../../fakes/scripted-relay.ts';
import { AUTOPLAY, launchChromium } from '../../support/launch-chromium.ts';
import { BUILT_RELAY, startPracticeProgram } from '../../support/practice-program.ts';
import { BYTES, decodeFromPage, encodeForPage, offerStudio } from './bridge.ts';
import { STUDIO_BUNDLE } from './bundle-studio.ts';
import type { openStudio, PageStudio, desktop as pageDesktop } from './studio.ts';

export { expect };

type Fixtures = {
  /** The system's language as a browser names it. */
  language: string;
  /** Whether the page is cross-origin isolated; see `isolatedOrNot`. */
  isIsolated: boolean;
  /** Whether the page is that of the tests before, loaded again. False for tests that change its clock or its screen. */
  sharesPage: boolean;
  /** Fills the user-data folder before the studio opens it. */
  prepare: ((userData: string) => Promise<void>) | undefined;
  /** The desktop around the page, as it is at first. */
  desktop: typeof pageDesktop;
  userData: string;
  saveDir: string;
  studio: PageStudio;
  /** Where the app is loaded. */
  tab: Page;
  page: Page;
  relay: ScriptedRelay;
  /** Ends main's parts and opens them again on the same folder; there is no key store, so keys are gone. */
  reopen: () => Promise<void>;
};

type Served = { studio: PageStudio; page: Page; isIsolated: boolean };

/** What the tests of a worker share. */
type Site = {
  /** The page in a language, isolated or not. */
  pageIn: (language: string, isIsolated: boolean) => Promise<Page>;
  /** One of its own. */
  newPageIn: (language: string) => Promise<Page>;
  /** Address of the app in it. */
  url: string;
  practice: { baseUrl: string; key: string };
  /** Sets who answers which page, once it is loaded again; pages of other tests wait for an answer for ever. */
  serve: (served: Served | undefined) => void;
  openStudio: typeof openStudio;
  desktop: typeof pageDesktop;
};

const DIST = path.join(import.meta.dirname, '../../../dist');
/** The headers that make a page cross-origin isolated. */
const ISOLATION_HEADERS = ['cross-origin-opener-policy', 'cross-origin-embedder-policy'];
/** The window as it first opens. */
const VIEWPORT = { width: 1440, height: 900 };

/** Playwright's test with a page over main's parts. */
export const test = base.extend<Fixtures & { open: () => Promise<PageStudio> }, { site: Site }>({
  language: ['en-US', { option: true }],
  isIsolated: [true, { option: true }],
  sharesPage: [true, { option: true }],
  prepare: [undefined, { option: true }],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use) => {
      const [{ openStudio, desktop }, browser, practice] = await Promise.all([
        import(STUDIO_BUNDLE) as Promise<typeof import('./studio.ts')>,
        launchChromium(AUTOPLAY),
        startPracticeProgram([], BUILT_RELAY),
      ]);
      let served: Served | undefined;
      const server = createServer((request, response) => void answer(served, request, response));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const pages = new Map<string, Promise<Page>>();
      let isLoaded = false;
      const ask = (page: Page, route: string, input: unknown): Promise<unknown> =>
        isLoaded && page === served?.page ? served.studio.request(route, input) : new Promise(() => undefined);
      const newPageIn = (language: string): Promise<Page> => openPage(browser, language, ask);
      await use({
        newPageIn,
        pageIn(language, isIsolated) {
          const key = `${language} ${isIsolated}`;
          const page = pages.get(key) ?? newPageIn(language);
          pages.set(key, page);
          return page;
        },
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        practice: { baseUrl: practice.base, key: 'practice' },
        serve: (next) => {
          served = next;
          isLoaded = false;
          next?.page.once('framenavigated', () => {
            isLoaded = true;
          });
        },
        openStudio,
        desktop,
      });
      await browser.close();
      server.closeAllConnections();
      server.close();
      await practice.stop();
    },
    { scope: 'worker' },
  ],
  desktop: async ({ site, language, saveDir }, use) => {
    const first = { ...site.desktop };
    await use(Object.assign(site.desktop, { language, saveFolder: saveDir, shownFiles: [] }));
    Object.assign(site.desktop, first);
  },
  userData: async ({ prepare }, use) => {
    const folder = await emptyFolder();
    await prepare?.(folder);
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  saveDir: async ({}, use) => {
    const folder = await emptyFolder();
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  tab: async ({ site, language, isIsolated, sharesPage }, use) => {
    if (sharesPage) return use(await site.pageIn(language, isIsolated));
    const page = await site.newPageIn(language);
    await use(page);
    await page.context().close();
  },
  open: async ({ site, desktop: _desktop, userData, tab: page }, use) => {
    const send = (envelope: EventEnvelope): void => {
      const told = page.evaluate((text) => window.tellPage?.(text), encodeForPage(envelope));
      // A page that is being loaded asks for the state itself.
      told.catch(() => undefined);
    };
    const reload = (): void => void page.reload();
    await use(() => site.openStudio({ dist: DIST, userData, practice: site.practice, send, reload }));
  },
  studio: async ({ site, open, tab: page, isIsolated }, use) => {
    const studio = await open();
    site.serve({ studio, page, isIsolated });
    await use(studio);
    // What a page saves when it is left belongs to nobody.
    site.serve(undefined);
    await studio.close();
  },
  reopen: async ({ site, open, studio, page }, use) => {
    await use(async () => {
      // A driver drops what a page asks while it is left, so it is told before.
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
      await page.goto('about:blank');
      await studio.close();
      Object.assign(studio, await open());
      await page.goto(site.url);
      await page.getByRole('tab').first().waitFor();
    });
  },
  page: async ({ site, tab: page, isIsolated, studio: _studio }, use) => {
    const problems: string[] = [];
    const note = (error: Error): void => void problems.push(error.message);
    page.on('pageerror', note);
    await (page.url() === site.url ? page.reload() : page.goto(site.url));
    await page.getByRole('tab').first().waitFor();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(isIsolated);
    await use(page);
    problems.push(...(await page.evaluate(() => window.violations)));
    page.off('pageerror', note);
    await page.setViewportSize(VIEWPORT);
    await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
    await releaseInput(page);
    expect(problems).toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  relay: async ({}, use) => {
    const relay = await startScriptedRelay();
    await use(relay);
    await relay.close();
  },
});

/** Declares tests twice: for a page whose threads share memory, and for one that is not isolated, whose threads cannot. */
export function isolatedOrNot(declare: (isIsolated: boolean) => void): void {
  declare(true);
  test.describe('without isolation', () => {
    test.use({ isIsolated: false });
    declare(false);
  });
}

const emptyFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'relay-studio-page-'));

/** Opens an empty page in a context of its own; `ask` answers what it asks of main. */
async function openPage(
  browser: Browser,
  language: string,
  ask: (page: Page, route: string, input: unknown) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce', locale: language });
  const page = await context.newPage();
  await page.exposeBinding('askMain', async (_source, route: string, input: string) =>
    encodeForPage((await ask(page, route, decodeFromPage(input))) ?? null),
  );
  await page.addInitScript(offerStudio, BYTES);
  return page;
}

/** Answers as the page's own scheme does; a page that is not to be isolated gets no headers for it. */
async function answer(
  served: Served | undefined,
  { url = '/', method = 'GET', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = new Request(`${APP_ORIGIN}${url === '/' ? '/index.html' : url}`, {
    method,
    headers: headers.range ? { range: headers.range } : {},
  });
  const answered = await served?.studio.serveFile(asked);
  const given = new Headers(answered?.headers);
  if (!served?.isIsolated) for (const name of ISOLATION_HEADERS) given.delete(name);
  response.writeHead(answered?.status ?? 404, Object.fromEntries(given));
  if (answered?.body) Readable.fromWeb(answered.body as ReadableStream).pipe(response);
  else response.end();
}
