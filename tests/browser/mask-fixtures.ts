// Fixtures for the mask engine's specs: its page in a real Chromium, and functions to paint, look at the screen and
// read the mask.

import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { launchChromium } from '../support/launch-chromium.ts';
import { test as base, type LoadPage, reusePages } from './chromium.ts';
import type {} from './mask-page/main.ts';
import { type ServedPage, servePage, UNISOLATED_HEADERS } from './serve-page.ts';

export { expect };

const PAGE = new URL('mask-page', import.meta.url).pathname;

/** The engine's host on the page, in CSS pixels. */
export const HOST = { left: 40, top: 30, width: 800, height: 600 };

/** A position in CSS pixels of the page. */
export type At = readonly [x: number, y: number];

/** A served PNG whose left half is red and whose right half is blue. */
export const SERVED_PICTURE = { path: '/media/1', widthPx: 600, heightPx: 400 };

/** Drives one page with an engine. */
export type MaskDriver = {
  page: Page;
  open: (pictureId: string, widthPx: number, heightPx: number, color?: string) => Promise<void>;
  /** One gesture with the left button along straight lines. */
  stroke: (...path: At[]) => Promise<void>;
  coverage: (pictureId: string) => Promise<Uint8Array>;
  /** Waits until everything is drawn and returns the screen's pixels by position, in CSS pixels of the page. */
  look: () => Promise<(x: number, y: number) => readonly [number, number, number]>;
};

type Fixtures = {
  pixelRatio: number;
  mask: MaskDriver;
  /** The same on a page that is not cross-origin isolated, so that the engine cannot share memory with its worker. */
  unisolatedMask: MaskDriver;
};
type WorkerFixtures = { loadPage: LoadPage; served: ServedPage; servedUnisolated: ServedPage };

/** Playwright's test with the engine's page; every page must end without a crash and without a CSP violation. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  pixelRatio: [1, { option: true }],
  loadPage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use) => {
      const browser = await launchChromium('--enable-blink-features=ForceEagerMeasureMemory');
      await use(reusePages(browser));
      await browser.close();
    },
    { scope: 'worker' },
  ],
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const { widthPx: width, heightPx: height, path } = SERVED_PICTURE;
      const half = { create: { width: width / 2, height, channels: 3 as const, background: '#00f' } };
      const blue = await sharp(half).png().toBuffer();
      const picture = sharp({ create: { width, height, channels: 3, background: '#f00' } });
      const bytes = await picture
        .composite([{ input: blue, left: width / 2, top: 0 }])
        .png()
        .toBuffer();
      const served = await servePage(PAGE, {
        [path]: { type: 'image/png', bytes },
      });
      await use(served);
      await served.close();
    },
    { scope: 'worker' },
  ],
  servedUnisolated: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const served = await servePage(PAGE, {}, { headers: UNISOLATED_HEADERS });
      await use(served);
      await served.close();
    },
    { scope: 'worker' },
  ],
  mask: ({ loadPage, served, pixelRatio }, use) => drive(loadPage, served, pixelRatio, use),
  unisolatedMask: ({ loadPage, servedUnisolated, pixelRatio }, use) =>
    drive(loadPage, servedUnisolated, pixelRatio, use),
});

async function drive(
  loadPage: LoadPage,
  { url }: ServedPage,
  deviceScaleFactor: number,
  use: (driver: MaskDriver) => Promise<void>,
): Promise<void> {
  const viewport = { width: 900, height: 680 };
  const page = await loadPage(url, { viewport, deviceScaleFactor, hasTouch: true });
  await use(driverOf(page));
  expect(await page.evaluate(() => [...window.maskPage.crashes, ...window.maskPage.violations])).toEqual([]);
}

/** Sets a hard brush of a size in picture pixels. */
export function hardBrush(page: Page, sizePx: number): Promise<void> {
  return page.evaluate((size) => window.maskPage.engine.configure({ sizePx: size, hardness: 1, opacity: 1 }), sizePx);
}

/** The page once everything is drawn; on a busy machine the screen may show that a frame later than it was drawn. */
export async function settledShot(page: Page): Promise<Buffer> {
  const shot = async (): Promise<Buffer> => {
    await page.evaluate(() => window.maskPage.engine.settled());
    return page.screenshot();
  };
  let last = await shot();
  for (let next = await shot(); !next.equals(last); next = await shot()) last = next;
  return last;
}

/** The engine's summary of the mask, after it has been updated. */
export function summaryOf(page: Page): Promise<ReturnType<Window['maskPage']['engine']['summary']>> {
  return page.evaluate(async () => {
    await window.maskPage.engine.settled();
    // The engine updates its summary a few times a second.
    await new Promise((resolve) => setTimeout(resolve, 120));
    return window.maskPage.engine.summary();
  });
}

/** The bounding box of all covered pixels, `right` and `bottom` exclusive; undefined if there are none. */
export function coveredBox(coverage: Uint8Array, widthPx: number) {
  let box: { left: number; top: number; right: number; bottom: number } | undefined;
  coverage.forEach((value, at) => {
    if (value === 0) return;
    const x = at % widthPx;
    const y = Math.floor(at / widthPx);
    box = {
      left: Math.min(box?.left ?? x, x),
      top: Math.min(box?.top ?? y, y),
      right: Math.max(box?.right ?? 0, x + 1),
      bottom: Math.max(box?.bottom ?? 0, y + 1),
    };
  });
  return box;
}

function driverOf(page: Page): MaskDriver {
  return {
    page,
    open: async (pictureId, widthPx, heightPx, color = '#888') => {
      const opened = await page.evaluate(
        ([id, width, height, fill]) => window.maskPage.openColor(id, width, height, fill),
        [pictureId, widthPx, heightPx, color] as const,
      );
      expect(opened).toEqual({ ok: true });
    },
    stroke: async (first, ...rest) => {
      await page.mouse.move(...(first ?? [0, 0]));
      await page.mouse.down();
      for (const [x, y] of rest) await page.mouse.move(x, y, { steps: 8 });
      await page.mouse.up();
    },
    coverage: async (pictureId) => {
      const text = await page.evaluate((id) => window.maskPage.coverage(id), pictureId);
      // Bytes above 127 arrive as characters of a private range, whose lower half is the byte.
      return Uint8Array.from({ length: text.length }, (_none, i) => text.charCodeAt(i) & 0xff);
    },
    look: async () => {
      await page.evaluate(() => window.maskPage.engine.settled());
      const ratio = await page.evaluate(() => devicePixelRatio);
      const { data, info } = await sharp(await page.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return (x, y) => {
        const at = (Math.floor(y * ratio) * info.width + Math.floor(x * ratio)) * info.channels;
        return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      };
    },
  };
}
