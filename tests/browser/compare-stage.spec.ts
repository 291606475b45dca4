import { expect, type Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { SECURITY_HEADERS } from '../../electron/security.ts';
import type { LaidPair } from '../../renderer/images/compare/compare-drawing.ts';
import { WHOLE_FRAME } from '../../renderer/images/compare/compare-geometry.ts';
import type { Size } from '../../shared/images/size.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { test as base, type LoadPage, reusePages } from './chromium.ts';
import type {} from './compare-page/main.ts';
import { type ServedPage, servePage } from './serve-page.ts';

/** The surface, in CSS pixels, which equal device pixels here. */
const SURFACE = { width: 400, height: 300 };
/** A picture that is shown at half its size when it is fitted. */
const LARGE = { width: 800, height: 600 };
const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

/** A picture of one colour. */
const plain = (size: Size, background: string): Sharp => sharp({ create: { ...size, channels: 4, background } });

type Comparison = {
  page: Page;
  /** Serves a picture at a URL. */
  serve: (url: string, picture: Sharp) => Promise<void>;
  /** Serves bytes at a URL as a picture of that type. */
  serveFile: (url: string, type: string, bytes: Uint8Array) => void;
  /** How often a URL was requested. */
  readings: (url: string) => number;
  lay: (before: string | null, after: string | null) => Promise<void>;
  cover: (drawing: Sharp | null) => Promise<void>;
  show: (sourceId: string, size: Size) => Promise<void>;
  /** The colour at a position of the surface, after everything requested has been drawn. */
  colourAt: (x: number, y: number) => Promise<number[]>;
  /** CSS pixels per picture pixel, and the position of the picture's top left corner. */
  view: () => Promise<{ scale: number; x: number; y: number }>;
};
type Served = { page: ServedPage; files: Record<string, { type: string; bytes: Uint8Array }>; requested: string[] };

/** Playwright's test with the comparison's page; every page must end without a CSP violation. */
const test = base.extend<{ comparison: Comparison }, { loadPage: LoadPage; served: Served }>({
  loadPage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use) => {
      const browser = await launchChromium();
      await use(reusePages(browser));
      await browser.close();
    },
    { scope: 'worker' },
  ],
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const files = {};
      const requested: string[] = [];
      const answer = ({ url = '' }: { url?: string | undefined }): boolean => {
        requested.push(url);
        return false;
      };
      // Tests serve different pictures at the same URLs.
      const headers = { ...SECURITY_HEADERS, 'cache-control': 'no-store' };
      const page = await servePage(new URL('compare-page', import.meta.url).pathname, files, { answer, headers });
      await use({ page, files, requested });
      await page.close();
    },
    { scope: 'worker' },
  ],
  comparison: async ({ loadPage, served: { page: served, files, requested } }, use) => {
    const page = await loadPage(served.url);
    await page.waitForFunction(() => 'comparePage' in window);
    requested.length = 0;
    await use({
      page,
      serve: async (url, picture) => {
        files[url] = { type: 'image/png', bytes: await picture.png({ compressionLevel: 1 }).toBuffer() };
      },
      serveFile: (url, type, bytes) => {
        files[url] = { type, bytes };
      },
      readings: (url) => requested.filter((one) => one === url).length,
      lay: (before, after) => {
        const laid = (url: string) => ({ url, place: WHOLE_FRAME });
        const pair: LaidPair = {
          before: before === null ? null : laid(before),
          after: after === null ? null : laid(after),
        };
        return page.evaluate((argument) => window.comparePage.stage.lay(argument), pair);
      },
      cover: async (drawing) => {
        const bytes = drawing && [...(await drawing.png().toBuffer())];
        await page.evaluate(
          (file) => window.comparePage.stage.cover(file && new Blob([new Uint8Array(file)], { type: 'image/png' })),
          bytes,
        );
      },
      show: (sourceId, size) =>
        page.evaluate(([id, pictureSize]) => window.comparePage.stage.show(id, pictureSize), [sourceId, size] as const),
      colourAt: async (x, y) => {
        await page.evaluate(() => window.comparePage.stage.settled());
        const shot = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
        return [...(await sharp(shot).removeAlpha().raw().toBuffer())];
      },
      view: () =>
        page.evaluate(async () => {
          await window.comparePage.stage.settled();
          const { style } = window.comparePage.surface;
          const read = (name: string): number => Number.parseFloat(style.getPropertyValue(name));
          return { scale: read('--scale'), x: read('--x'), y: read('--y') };
        }),
    });
    expect(await page.evaluate(() => window.comparePage.violations)).toEqual([]);
    for (const url of Object.keys(files)) delete files[url];
  },
});

test('before is left of the line and after right of it, or one of them everywhere', async ({ comparison }) => {
  const { page, serve, show, lay, colourAt } = comparison;
  await serve('/red', plain(LARGE, 'red'));
  await serve('/blue', plain(LARGE, 'blue'));
  await show('source', LARGE);
  await lay('/red', '/blue');
  const sides = async () => [await colourAt(10, 150), await colourAt(390, 150)];
  expect(await sides()).toEqual([RED, BLUE]);
  await page.evaluate(() => window.comparePage.stage.setDivider(0));
  expect(await sides()).toEqual([BLUE, BLUE]);
  await page.evaluate(() => window.comparePage.stage.setMode('hold'));
  await page.evaluate(() => window.comparePage.stage.hold(true));
  expect(await sides()).toEqual([RED, RED]);
  await page.evaluate(() => window.comparePage.stage.hold(false));
  expect(await sides()).toEqual([BLUE, BLUE]);
  await page.evaluate(() => window.comparePage.stage.setDivider(1));
  await page.evaluate(() => window.comparePage.stage.setMode('difference'));
  expect(await sides()).toEqual([BLUE, BLUE]);
});

test('transparent parts show a checkerboard, and enlarged pixels are squares', async ({ comparison }) => {
  const { page, serve, show, lay, colourAt, view } = comparison;
  const size = { width: 4, height: 3 };
  await serve('/clear', plain(size, 'transparent'));
  // Red on the left, blue on the right: they meet in the middle of the surface.
  await serve('/halves', plain({ width: 2, height: 3 }, 'red').extend({ right: 2, background: 'blue' }));
  await show('source', size);
  await lay('/clear', '/halves');
  expect(await view()).toMatchObject({ scale: 32 });
  const greys = [await colourAt(140, 150), await colourAt(148, 150), await colourAt(156, 150)];
  for (const [red, green, blue] of greys) expect([green, blue]).toEqual([red, red]);
  expect(new Set(greys.map(String)).size).toBe(2);
  await page.evaluate(() => window.comparePage.stage.setDivider(0));
  expect([await colourAt(199, 150), await colourAt(200, 150)]).toEqual([RED, BLUE]);
});

test('a resized surface keeps its centre or stays fitted; another source is fitted', async ({ comparison }) => {
  const { page, serve, show, lay, view } = comparison;
  await serve('/blue', plain(LARGE, 'blue'));
  await lay(null, '/blue');
  const resize = (width: number) =>
    page.evaluate((px) => {
      window.comparePage.surface.style.width = `${px}px`;
    }, width);
  await show('source', LARGE);
  expect(await view()).toEqual({ scale: 0.5, x: 0, y: 0 });
  await resize(200);
  await expect.poll(view).toEqual({ scale: 0.25, x: 0, y: 75 });
  await page.evaluate(() => window.comparePage.stage.actualSize());
  await expect.poll(view).toEqual({ scale: 1, x: -300, y: -150 });
  await resize(SURFACE.width);
  await expect.poll(view).toEqual({ scale: 1, x: -200, y: -150 });
  await page.evaluate(() => window.comparePage.unmount());
  await page.evaluate(() => window.comparePage.mount());
  expect(await view()).toEqual({ scale: 1, x: -200, y: -150 });
  await show('another', LARGE);
  expect(await view()).toEqual({ scale: 0.5, x: 0, y: 0 });
});

test('a picture that cannot be read is left to the browser, and requested again when it is laid again', async ({
  comparison,
}) => {
  const { page, serve, show, lay, readings, colourAt } = comparison;
  const isLeft = () => page.evaluate(() => window.comparePage.surface.hasAttribute('data-plain'));
  await serve('/blue', plain(LARGE, 'blue'));
  await show('source', LARGE);
  await lay(null, '/late');
  await expect.poll(isLeft).toBe(true);
  await lay(null, '/blue');
  expect(await isLeft()).toBe(false);
  expect(await colourAt(390, 150)).toEqual(BLUE);
  await serve('/late', plain(LARGE, 'red'));
  await lay(null, '/late');
  expect(await colourAt(390, 150)).toEqual(RED);
  expect(await isLeft()).toBe(false);
  expect(readings('/late')).toBe(2);
});

test('of a cut picture the part that arrived is drawn, and nothing else stands in for the rest', async ({
  comparison,
}) => {
  const { page, serve, serveFile, show, lay, colourAt } = comparison;
  await serve('/red', plain(LARGE, 'red'));
  await show('source', LARGE);
  await page.evaluate(() => window.comparePage.stage.setDivider(0));
  const noise = Buffer.from(Array.from({ length: 3 * 64 * 600 }, (_, at) => (at * 7919 + (at >> 6)) & 255));
  const striped = plain(LARGE, 'blue')
    .removeAlpha()
    .composite([{ input: noise, raw: { width: 64, height: 600, channels: 3 }, left: 0, top: 0 }]);
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const file = await striped.clone()[format]({ quality: 100 }).toBuffer();
    serveFile(`/cut.${format}`, `image/${format}`, file.subarray(0, Math.floor(file.length / 2)));
    await lay('/red', `/cut.${format}`);
    const [top, bottom] = [await colourAt(200, 20), await colourAt(200, 290)];
    for (const [channel, value] of BLUE.entries()) expect(Math.abs((top[channel] ?? 0) - value)).toBeLessThan(6);
    expect([RED, BLUE, top]).not.toContainEqual(bottom);
  }
  await lay('/red', null);
  expect([RED, BLUE]).not.toContainEqual(await colourAt(200, 20));
});

test('a WebP that EXIF turns is drawn upright', async ({ comparison }) => {
  const { serveFile, show, lay, colourAt } = comparison;
  await show('source', LARGE);
  // Stored upside down: blue above, red below.
  const file = await plain({ width: 800, height: 300 }, 'blue')
    .extend({ bottom: 300, background: 'red' })
    .withMetadata({ orientation: 3 })
    .webp({ lossless: true })
    .toBuffer();
  serveFile('/turned.webp', 'image/webp', file);
  await lay(null, '/turned.webp');
  expect([await colourAt(390, 20), await colourAt(390, 280)]).toEqual([RED, BLUE]);
});

test('pictures that are no longer shown are cached up to 40 million pixels', async ({ comparison }) => {
  const { serve, show, lay, readings, colourAt } = comparison;
  // Two of them exceed the cache.
  const size = { width: 4500, height: 4500 };
  for (const [url, colour] of [
    ['/1', 'red'],
    ['/2', 'lime'],
    ['/3', 'blue'],
  ] as const)
    await serve(url, plain(size, colour));
  await show('source', size);
  const shown: number[][] = [];
  for (const url of ['/1', '/2', '/1', '/3', '/1', '/2']) {
    await lay(null, url);
    shown.push(await colourAt(200, 150));
  }
  const LIME = [0, 255, 0];
  expect(shown).toEqual([RED, LIME, RED, BLUE, RED, LIME]);
  expect(['/1', '/2', '/3'].map(readings)).toEqual([1, 2, 1]);
});

test('a drawing covers both pictures, and every bitmap of one no longer shown is closed', async ({ comparison }) => {
  const { page, serve, show, lay, cover, colourAt } = comparison;
  await serve('/red', plain(LARGE, 'red'));
  await serve('/blue', plain(LARGE, 'blue'));
  await show('source', LARGE);
  await lay('/red', '/blue');
  const sides = async () => [await colourAt(10, 150), await colourAt(390, 150)];
  expect(await sides()).toEqual([RED, BLUE]);
  const openBitmaps = await countBitmaps(page);
  const LIME = [0, 255, 0];
  for (let times = 0; times < 3; times++) {
    await cover(plain(LARGE, 'lime'));
    expect(await sides()).toEqual([LIME, LIME]);
    expect(await openBitmaps()).toBeGreaterThan(0);
    await cover(null);
    expect(await sides()).toEqual([RED, BLUE]);
  }
  // One that is not decoded yet, and one in place of another.
  await cover(plain(LARGE, 'lime'));
  await cover(plain(LARGE, 'white'));
  expect(await sides()).toEqual([
    [255, 255, 255],
    [255, 255, 255],
  ]);
  await cover(null);
  await expect.poll(openBitmaps).toBe(0);
});

/** From now on counts the bitmaps that the worker has made and not closed. */
async function countBitmaps(page: Page): Promise<() => Promise<number>> {
  const [worker] = page.workers();
  if (worker === undefined) throw new Error('The comparison has no worker.');
  await worker.evaluate(() => {
    const [make, { close }] = [createImageBitmap, ImageBitmap.prototype];
    const open = new Set<ImageBitmap>();
    const counted = async (...given: Parameters<typeof make>) => {
      const bitmap = await make(...given);
      open.add(bitmap);
      return bitmap;
    };
    ImageBitmap.prototype.close = function () {
      open.delete(this);
      close.call(this);
    };
    Object.assign(globalThis, { createImageBitmap: counted, countOpen: () => open.size });
  });
  return () => worker.evaluate(() => (globalThis as unknown as { countOpen: () => number }).countOpen());
}
