// The smoothness of comparing two 36 MP pictures: zoomed and moved with the real mouse, compared with plain image
// elements under a transform. Independent of the app.

import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { type ServedPage, servePage } from '../../tests/browser/serve-page.ts';
import { launchChromium } from '../../tests/support/launch-chromium.ts';
import { amount, type Bench, type Figure, percentile, repeat } from './bench.ts';
import type { ContenderName } from './compare-page/main.ts';

const SIZE = { width: 7360, height: 4912 } as const;
const URLS = ['/before.jpg', '/after.jpg'] as const;
const RUNS = { warmUps: 1, times: 4 };
const FRAME_MS = 1000 / 60;
const STEPS = amount(50, 5);
/** Wheel movement per step that zooms from fitted to 100 % in `STEPS` steps. */
const WHEEL_PX = 17;

/** The result of one pass over the pictures. */
type Pass = { firstMs: number; gaps: number[]; longTasks: number[]; drawn: number[] };

/** Measures the app's comparison and image elements in turn, in one browser. */
export const benchCompare: Bench = async () => {
  const browser = await launchChromium();
  const served = await servePage(new URL('compare-page', import.meta.url).pathname, {
    [URLS[0]]: { type: 'image/jpeg', bytes: await makePhoto('#567') },
    [URLS[1]]: { type: 'image/jpeg', bytes: await makePhoto('#765') },
  });
  try {
    const images = await repeat(RUNS, () => pass(browser, served, 'img'));
    const ours = await repeat(RUNS, () => pass(browser, served, 'ours'));
    return [
      ...figures('ours', ours),
      ...figures('<img> under a transform', images),
      {
        name: 'compare: event until drawn, ours',
        unit: 'ms',
        samples: ours.flatMap(({ drawn }) => drawn),
        aim: Math.ceil(2 * FRAME_MS),
        aimShare: 0.95,
      },
      {
        name: 'compare: longest wait of <img> as a multiple of ours',
        unit: '×',
        samples: [percentile(images.map(longestGap), 0.5) / percentile(ours.map(longestGap), 0.5)],
      },
    ];
  } finally {
    await browser.close();
    await served.close();
  }
};

function figures(name: string, passes: readonly Pass[]): Figure[] {
  const gaps = passes.flatMap((one) => one.gaps);
  const late = gaps.filter((ms) => ms > 2 * FRAME_MS).length;
  const longTasks = passes.flatMap((one) => one.longTasks).length;
  return [
    {
      name: `compare: between frames, 2 x 36 MP, ${name}`,
      unit: 'ms',
      samples: gaps,
      aim: Math.ceil(FRAME_MS),
      aimShare: 0.95,
      note: `${late} of ${gaps.length} late, ${longTasks} tasks over 50 ms`,
    },
    { name: `compare: longest wait for a frame, ${name}`, unit: 'ms', samples: passes.map(longestGap) },
    { name: `compare: until both are seen, ${name}`, unit: 'ms', samples: passes.map(({ firstMs }) => firstMs) },
  ];
}

function longestGap({ gaps }: Pass): number {
  return Math.max(...gaps);
}

/** From fitted to 100 %, across, and back. */
async function pass(browser: Browser, served: ServedPage, name: ContenderName): Promise<Pass> {
  const page = await browser.newPage({ viewport: { width: 1040, height: 700 } });
  await page.goto(served.url);
  const firstMs = await page.evaluate(([who, urls, size]) => window.compareBench.mount(who, urls, size), [
    name,
    URLS,
    SIZE,
  ] as const);
  const seen = await page.evaluateHandle(() => window.compareBench.watch());
  const drawn: number[] = [];
  const step = async (act: () => Promise<void>): Promise<void> => {
    await act();
    if (name === 'ours') drawn.push(await page.evaluate(() => window.compareBench.settled()));
    else await page.evaluate(() => new Promise(requestAnimationFrame));
  };
  await page.mouse.move(350, 300);
  await zoom(page, -WHEEL_PX, step);
  await page.mouse.down({ button: 'middle' });
  for (let i = 0; i < STEPS; i++) await step(() => page.mouse.move(350 - 5 * i, 300 - 2 * i));
  await page.mouse.up({ button: 'middle' });
  await zoom(page, WHEEL_PX, step);
  const { gaps, longTasks } = await seen.jsonValue();
  await page.close();
  return { firstMs, gaps, longTasks, drawn };
}

async function zoom(page: Page, byPx: number, step: (act: () => Promise<void>) => Promise<void>): Promise<void> {
  for (let i = 0; i < STEPS; i++) await step(() => page.mouse.wheel(0, byPx));
}

/** Draws a photo-like picture: smooth with some grain, like a camera's. */
async function makePhoto(background: string): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 920, height: 614, channels: 3, background, noise } })
    .resize(SIZE.width, SIZE.height, { fit: 'fill' })
    .jpeg({ quality: 88 })
    .toBuffer();
}
