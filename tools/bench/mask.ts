// The smoothness of the mask editor at 8K with many strokes, compared with other canvas libraries for such editors.
// Independent of the app.

import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { servePage, UNISOLATED_HEADERS } from '../../tests/browser/serve-page.ts';
import { launchChromium } from '../../tests/support/launch-chromium.ts';
import { amount, type Bench, type Figure, percentile } from './bench.ts';
import { measureEvents, type OnPage, STROKES } from './mask-events.ts';
import { pageMemoryMb } from './page-memory.ts';

const PHOTO = { path: '/photo.jpg', widthPx: 7360, heightPx: 4912 } as const;

/** All measurements of masks. */
export const benchMask: Bench = async () => {
  const browser = await launchChromium();
  const folder = new URL('mask-page', import.meta.url).pathname;
  const served = await servePage(folder, { [PHOTO.path]: { type: 'image/jpeg', bytes: await makePhoto() } });
  const unisolated = await servePage(folder, {}, { headers: UNISOLATED_HEADERS });
  const onPageOf =
    (url: string): OnPage =>
    async (work, deviceScaleFactor = 1) => {
      // The others insert markup, which the app's own policy forbids.
      const viewport = { width: 1280, height: 720 };
      const context = await browser.newContext({ viewport, deviceScaleFactor, bypassCSP: true });
      const page = await context.newPage();
      await page.goto(url);
      try {
        return await work(page);
      } finally {
        await context.close();
      }
    };
  const onPage = onPageOf(served.url);
  try {
    return [
      ...(await measureEvents(onPage, onPageOf(unisolated.url))),
      ...(await onPage(measureMask)),
      ...(await onPage(measureView, 2)),
    ];
  } finally {
    await browser.close();
    await Promise.all([served.close(), unisolated.close()]);
  }
};

/** Measures undo, the PNG, opening a large photo, memory. */
async function measureMask(page: Page): Promise<Figure[]> {
  await page.evaluate(() => window.bench.mount('ours', 0));
  const emptyMb = await pageMemoryMb(page);
  await page.evaluate((strokes) => window.bench.mount('ours', strokes), STROKES);
  const paintedMb = await pageMemoryMb(page);
  const undo = await page.evaluate(() => window.bench.undoRedo(60));
  const encodings = [];
  for (let i = 0; i < amount(7, 1); i++) encodings.push(await page.evaluate(() => window.bench.encode()));
  const openings = [];
  for (let i = 0; i < amount(5, 1); i++)
    openings.push(
      await page.evaluate(({ path, widthPx, heightPx }) => window.bench.open(path, widthPx, heightPx), PHOTO),
    );
  await page.evaluate(() => window.bench.close());
  const closedMb = await pageMemoryMb(page);
  const bare = percentile(
    encodings.map(({ bareMs }) => bareMs),
    0.5,
  );
  const kilobytes = (bytes: number): string => `${Math.round(bytes / 1024)} KB`;
  return [
    { name: 'mask: undo or redo', unit: 'ms', samples: undo, aim: 16 },
    {
      name: 'mask: PNG of the mask',
      unit: 'ms',
      samples: encodings.map(({ oursMs }) => oursMs),
      aim: Math.round(1.2 * bare),
      note: kilobytes(encodings[0]?.oursBytes ?? 0),
    },
    {
      name: 'mask: the browser’s own encoder, same pixels',
      unit: 'ms',
      samples: encodings.map(({ bareMs }) => bareMs),
      note: kilobytes(encodings[0]?.bareBytes ?? 0),
    },
    {
      name: 'mask: longest gap of the page meanwhile',
      unit: 'ms',
      samples: encodings.map(({ gapMs }) => gapMs),
      aim: 16,
      note: `${percentile(
        encodings.map(({ idleGapMs }) => idleGapMs),
        0.5,
      ).toFixed(1)} ms when nothing is encoded`,
    },
    { name: 'mask: 36 MP JPEG to first frame', unit: 'ms', samples: openings.map(({ oursMs }) => oursMs) },
    { name: 'mask: decoding it into an image element', unit: 'ms', samples: openings.map(({ imageMs }) => imageMs) },
    {
      name: `mask: memory of ${STROKES} strokes and their undo`,
      unit: 'MB',
      samples: [paintedMb - emptyMb],
    },
    { name: 'mask: memory left after closing', unit: 'MB', samples: [closedMb - emptyMb] },
  ];
}

async function measureView(page: Page): Promise<Figure[]> {
  await page.evaluate((strokes) => window.bench.mount('ours', strokes), STROKES);
  await page.evaluate(() => window.bench.zoomAndPan(8));
  const samples = await page.evaluate(() => window.bench.zoomAndPan(60));
  return [{ name: 'mask: frame while zooming, pixel ratio 2', unit: 'ms', samples, aim: 17 }];
}

/** Draws a photo-like picture: smooth with some grain, like a camera's. */
async function makePhoto(): Promise<Uint8Array> {
  const { widthPx: width, heightPx: height } = PHOTO;
  const small = { width: 920, height: 614, channels: 3 as const };
  const noise = sharp({ create: { ...small, background: '#567', noise: { type: 'gaussian', mean: 128, sigma: 40 } } });
  return noise.resize(width, height, { fit: 'fill' }).jpeg({ quality: 88 }).toBuffer();
}
