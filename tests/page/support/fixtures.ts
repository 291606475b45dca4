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
  /** Fills the user-data folder before the studio opens it. */
  prepare: ((userData: string) => Promise<void>) | undefined;
  /** The desktop around the page, as it is at first. */
  desktop: typeof pageDesktop;
  userData: string;
  saveDir: string;
  studio: PageStudio;
  page: Page;
  relay: ScriptedRelay;
};

/** What the tests of a worker share. */
type Site = {
  /** The page in a language. */
  pageIn: (language: string) => Promise<Page>;
  /** Address of the app in it. */
  url: string;
  practice: { baseUrl: string; key: string };
  /** Sets who answers the page from now on. */
  serve: (studio: PageStudio | undefined) => void;
  openStudio: typeof openStudio;
  desktop: typeof pageDesktop;
};

const DIST = path.join(import.meta.dirname, '../../../dist');
/** The window as it first opens. */
const VIEWPORT = { width: 1440, height: 900 };

/** Playwright's test with a page over main's parts. */
export const test = base.extend<Fixtures, { site: Site }>({
  language: ['en-US', { option: true }],
  prepare: [undefined, { option: true }],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use) => {
      const [{ openStudio, desktop }, browser, practice] = await Promise.all([
        import(STUDIO_BUNDLE) as Promise<typeof import('./studio.ts')>,
        launchChromium(AUTOPLAY),
        startPracticeProgram([], BUILT_RELAY),
      ]);
      let studio: PageStudio | undefined;
      const server = createServer((request, response) => void answer(studio, request, response));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const pages = new Map<string, Promise<Page>>();
      const ask = async (route: string, input: unknown): Promise<unknown> => studio?.request(route, input);
      await use({
        pageIn(language) {
          const page = pages.get(language) ?? openPage(browser, language, ask);
          pages.set(language, page);
          return page;
        },
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        practice: { baseUrl: practice.base, key: 'practice' },
        serve: (next) => {
          studio = next;
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
    await use(Object.assign(site.desktop, { language, saveFolder: saveDir }));
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
  studio: async ({ site, desktop: _desktop, userData, language }, use) => {
    const page = await site.pageIn(language);
    const studio = await site.openStudio({
      dist: DIST,
      userData,
      practice: site.practice,
      send: (envelope) => {
        const told = page.evaluate((text) => window.tellPage?.(text), encodeForPage(envelope));
        // A page that is being loaded asks for the state itself.
        told.catch(() => undefined);
      },
      reload: () => void page.reload(),
    });
    site.serve(studio);
    await use(studio);
    // What a page saves when it is left belongs to nobody.
    site.serve(undefined);
    await studio.close();
  },
  page: async ({ site, language, studio: _studio }, use) => {
    const page = await site.pageIn(language);
    const problems: string[] = [];
    const note = (error: Error): void => void problems.push(error.message);
    page.on('pageerror', note);
    await (page.url() === site.url ? page.reload() : page.goto(site.url));
    await page.getByRole('tab').first().waitFor();
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

const emptyFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'relay-studio-page-'));

/** Opens an empty page in a context of its own; `ask` answers what it asks of main. */
async function openPage(
  browser: Browser,
  language: string,
  ask: (route: string, input: unknown) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce', locale: language });
  const page = await context.newPage();
  await page.exposeBinding('askMain', async (_source, route: string, input: string) =>
    encodeForPage((await ask(route, decodeFromPage(input))) ?? null),
  );
  await page.addInitScript(offerStudio, BYTES);
  return page;
}

/** Answers as the page's own scheme does. */
async function answer(
  studio: PageStudio | undefined,
  { url = '/', method = 'GET', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = new Request(`${APP_ORIGIN}${url === '/' ? '/index.html' : url}`, {
    method,
    headers: headers.range ? { range: headers.range } : {},
  });
  const answered = await studio?.serveFile(asked);
  response.writeHead(answered?.status ?? 404, Object.fromEntries(answered?.headers ?? []));
  if (answered?.body) Readable.fromWeb(answered.body as ReadableStream).pipe(response);
  else response.end();
}
