// Fixtures for the player engine's spec: its page in a real Chromium, and sounds served with it.

import { expect, type Page } from '@playwright/test';
import type { SpeechFormat } from '../../shared/speech/formats.ts';
import { AUTOPLAY, launchChromium } from '../support/launch-chromium.ts';
import { test as base, type LoadPage, reusePages } from './chromium.ts';
import type { TakeFacts } from './player-page/main.ts';
import { type ServedPage, servePage } from './serve-page.ts';

export { expect };

/** A sound that is served with the page. */
type Sound = { format: SpeechFormat; path: string; sizeBytes: number };

/** Drives the engine. `take` is the id of a take. */
export type PlayerDriver = {
  page: Page;
  /** Serves a sound with the page. Its type is the one the app would use only if a test passes it. */
  add: (format: SpeechFormat, bytes: Uint8Array, type?: string) => Sound;
  /** Lets bytes arrive in pieces of these sizes, repeated in order. */
  feed: (
    take: string,
    sound: Sound,
    piece?: { from?: number; to?: number; sizes?: readonly number[] },
  ) => Promise<void>;
  facts: (take: string) => Promise<TakeFacts>;
  /** Ends the take and waits until all of it is decoded. */
  end: (take: string) => Promise<TakeFacts>;
  samples: (take: string) => Promise<Float32Array>;
  recorded: () => Promise<Float32Array>;
  /** The whole file as decoded by the browser's own demuxer and decoder. */
  decodeFile: (sound: Sound, rateHz: number) => Promise<Float32Array>;
};

type WorkerFixtures = {
  loadPage: LoadPage;
  served: { page: ServedPage; files: Record<string, { type: string; bytes: Uint8Array }> };
};

/** Playwright's test with the engine's page; every page must end without a CSP violation. */
export const test = base.extend<{ engine: PlayerDriver }, WorkerFixtures>({
  loadPage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use) => {
      const browser = await launchChromium(AUTOPLAY);
      await use(reusePages(browser));
      await browser.close();
    },
    { scope: 'worker' },
  ],
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const files = {};
      const page = await servePage(new URL('player-page', import.meta.url).pathname, files);
      await use({ page, files });
      await page.close();
    },
    { scope: 'worker' },
  ],
  engine: async ({ loadPage, served }, use) => {
    const page = await loadPage(served.page.url);
    await page.waitForFunction(() => 'playerPage' in window);
    await use(driverOf(page, served.files));
    expect(await page.evaluate(() => window.playerPage.violations)).toEqual([]);
  },
});

function driverOf(page: Page, files: WorkerFixtures['served']['files']): PlayerDriver {
  const facts = async (take: string): Promise<TakeFacts> => {
    await page.waitForFunction((id) => window.playerPage.facts(id) !== undefined, take);
    const found = await page.evaluate((id) => window.playerPage.facts(id), take);
    if (found === undefined) throw new Error(`Take ${take} is gone`);
    return found;
  };
  return {
    page,
    facts,
    add: (format, bytes, type = 'application/octet-stream') => {
      const path = `/sounds/${Object.keys(files).length}`;
      files[path] = { type, bytes };
      return { format, path, sizeBytes: bytes.length };
    },
    feed: (take, { format, path, sizeBytes }, { from = 0, to = sizeBytes, sizes = [65_536] } = {}) =>
      page.evaluate((args) => window.playerPage.feed(...args), [take, format, path, from, to, sizes] as [
        string,
        SpeechFormat,
        string,
        number,
        number,
        readonly number[],
      ]),
    end: async (take) => {
      await page.evaluate((id) => window.playerPage.decoder.end(id), take);
      await page.waitForFunction((id) => window.playerPage.facts(id)?.isEnded === 1, take);
      return facts(take);
    },
    samples: async (take) => toFloats(await page.evaluate((id) => window.playerPage.samples(id), take)),
    recorded: async () => toFloats(await page.evaluate(() => window.playerPage.recorded())),
    decodeFile: async ({ path }, rateHz) =>
      toFloats(
        await page.evaluate(([file, rate]) => window.playerPage.decodeFile(file, rate), [path, rateHz] as const),
      ),
  };
}

function toFloats(base64: string): Float32Array {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  return new Float32Array(bytes.buffer, 0, bytes.length / 4);
}

/**
 * The difference of two sounds of the same length, in decibels relative to the loudness of the first; -Infinity if they
 * are equal.
 */
export function differenceDb(expected: Float32Array, found: Float32Array): number {
  expect(found.length).toBe(expected.length);
  let signal = 0;
  let error = 0;
  for (const [i, sample] of expected.entries()) {
    signal += sample * sample;
    error += (sample - (found[i] ?? 0)) ** 2;
  }
  return 10 * Math.log10(error / signal);
}

/** Whether two sounds are the same to the last bit. */
export function isSame(expected: Float32Array, found: Float32Array): boolean {
  return expected.length === found.length && expected.every((sample, i) => sample === found[i]);
}
