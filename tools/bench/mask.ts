// How fluid the mask editor is at 8K with many strokes, beside canvases that people build such editors with. Knows nothing of the app around it.

import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type ServedPage, servePage } from '../../tests/browser/serve-page.ts';
import { findInstalledChromium } from '../chromium-host/find-chromium.ts';
import { type Bench, type Figure, percentile } from './bench.ts';
import type { ContenderName } from './mask-page/main.ts';

const RIVALS: readonly ContenderName[] = ['konva', 'konva cached', 'react-sketch-canvas'];
const CONTENDERS: readonly ContenderName[] = ['ours', ...RIVALS, 'nothing'];
const STROKES = 200;
const MOVES = 120;
/** Long enough for everything an event sets off. */
const BETWEEN_MOVES_MS = 30;
const FRAME_MS = 1000 / 60;
const PHOTO = { path: '/photo.jpg', widthPx: 7360, heightPx: 4912 } as const;

/** Everything about masks. */
export const benchMask: Bench = async () => {
  const executablePath = findInstalledChromium();
  const args = ['--disable-gpu', '--enable-blink-features=ForceEagerMeasureMemory'];
  const browser = await chromium.launch({
    args: process.getuid?.() === 0 ? [...args, '--no-sandbox'] : args,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const served = await servePage(new URL('mask-page', import.meta.url).pathname, {
    [PHOTO.path]: { type: 'image/jpeg', bytes: await makePhoto() },
  });
  try {
    return [
      ...(await measureEvents(browser, served)),
      ...(await withPage(browser, served, 1, measureMask)),
      ...(await withPage(browser, served, 2, measureView)),
    ];
  } finally {
    await browser.close();
    await served.close();
  }
};

async function withPage<T>(
  browser: Browser,
  served: ServedPage,
  deviceScaleFactor: number,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  // Others write markup, which our own policy forbids.
  const viewport = { width: 1280, height: 720 };
  const context = await browser.newContext({ viewport, deviceScaleFactor, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(served.url);
  try {
    return await work(page);
  } finally {
    await context.close();
  }
}

/** What each pointer event costs the page's own thread, with many strokes and, for ours, with none. */
async function measureEvents(browser: Browser, served: ServedPage): Promise<Figure[]> {
  const costs = new Map<ContenderName, Costs>();
  for (const name of CONTENDERS)
    costs.set(name, await withPage(browser, served, 1, (page) => paintOn(page, name, STROKES)));
  const unpainted = await withPage(browser, served, 1, (page) => paintOn(page, 'ours', 0));
  const frames = await withPage(browser, served, 1, async (page) => {
    await page.evaluate((count) => window.bench.mount('ours', count), STROKES);
    const times = await page.evaluateHandle(() => window.bench.watchFrames());
    await drawStroke(page);
    return times.jsonValue();
  });
  const late = frames.filter((ms) => ms > 2 * FRAME_MS + 1).length;
  const median = (name: ContenderName, what: 'script' | 'busy'): number =>
    percentile(costs.get(name)?.[what] ?? [], 0.5);
  /** How many times less ours adds to an empty page than the best of the others. */
  const lead = (what: 'script' | 'busy'): string => {
    const added = (name: ContenderName): number => median(name, what) - median('nothing', what);
    return (Math.min(...RIVALS.map(added)) / added('ours')).toFixed(1);
  };
  return [
    ...CONTENDERS.map((name): Figure => {
      const busy = `thread busy ${median(name, 'busy').toFixed(2)} ms, ${costs.get(name)?.longTasks} tasks over 50 ms`;
      const led =
        name === 'ours' ? `; adds ${lead('script')} × less script, ${lead('busy')} × less in all than the best` : '';
      return {
        name: `mask: script per event, ${name}`,
        unit: 'ms',
        samples: costs.get(name)?.script ?? [],
        note: busy + led,
      };
    }),
    {
      name: 'mask: script per event, ours without strokes',
      unit: 'ms',
      samples: unpainted.script,
      note: `with ${STROKES} strokes ${(median('ours', 'script') / percentile(unpainted.script, 0.5)).toFixed(2)} ×`,
    },
    {
      name: 'mask: pointer until drawn and a frame later',
      unit: 'ms',
      samples: frames,
      aim: Math.ceil(2 * FRAME_MS),
      note: `${late} of ${frames.length} later than that`,
    },
  ];
}

/** Processor time of the page's own thread for each event: in scripts, and in all that is done there. */
type Costs = { script: number[]; busy: number[]; longTasks: number };

/** What one stroke costs on a contender with so many strokes. */
async function paintOn(page: Page, name: ContenderName, strokes: number): Promise<Costs> {
  await page.evaluate(([contender, count]) => window.bench.mount(contender, count), [name, strokes] as const);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const longTasks = await page.evaluateHandle(() => window.bench.watchLongTasks());
  const costs: Costs = { script: [], busy: [], longTasks: 0 };
  let before = await spentMs(session);
  await drawStroke(page, async () => {
    const after = await spentMs(session);
    costs.script.push(after.script - before.script);
    costs.busy.push(after.busy - before.busy);
    before = after;
  });
  return { ...costs, longTasks: (await longTasks.jsonValue()).length };
}

/** One stroke by the real mouse. */
async function drawStroke(page: Page, onMoved: () => Promise<void> = async () => undefined): Promise<void> {
  await page.mouse.move(200, 200);
  await page.mouse.down();
  for (let i = 0; i < MOVES; i++) {
    await page.mouse.move(200 + 6 * i, 200 + 80 * Math.sin(i / 9));
    await page.waitForTimeout(BETWEEN_MOVES_MS);
    await onMoved();
  }
  await page.mouse.up();
}

/** Processor time the page's own thread has spent so far. */
async function spentMs(session: CDPSession): Promise<{ script: number; busy: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const ms = (wanted: string): number => 1000 * (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN);
  return { script: ms('ScriptDuration'), busy: ms('TaskDuration') };
}

/** Undo, the PNG, opening a large photo, memory. */
async function measureMask(page: Page): Promise<Figure[]> {
  const memory = (): Promise<number> => page.evaluate(() => window.bench.memoryBytes());
  await page.evaluate(() => window.bench.mount('ours', 0));
  const emptyBytes = await memory();
  await page.evaluate((strokes) => window.bench.mount('ours', strokes), STROKES);
  const paintedBytes = await memory();
  const undo = await page.evaluate(() => window.bench.undoRedo(60));
  const encodings = [];
  for (let i = 0; i < 7; i++) encodings.push(await page.evaluate(() => window.bench.encode()));
  const openings = [];
  for (let i = 0; i < 5; i++)
    openings.push(
      await page.evaluate(({ path, widthPx, heightPx }) => window.bench.open(path, widthPx, heightPx), PHOTO),
    );
  await page.evaluate(() => window.bench.close());
  const closedBytes = await memory();
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
      unit: 'KB',
      samples: [(paintedBytes - emptyBytes) / 1024],
    },
    { name: 'mask: memory left after closing', unit: 'KB', samples: [(closedBytes - emptyBytes) / 1024] },
  ];
}

async function measureView(page: Page): Promise<Figure[]> {
  await page.evaluate((strokes) => window.bench.mount('ours', strokes), STROKES);
  await page.evaluate(() => window.bench.zoomAndPan(8));
  const samples = await page.evaluate(() => window.bench.zoomAndPan(60));
  return [{ name: 'mask: frame while zooming, pixel ratio 2', unit: 'ms', samples, aim: 17 }];
}

/** A photo-like picture: smooth with some grain, as a camera gives it. */
async function makePhoto(): Promise<Uint8Array> {
  const { widthPx: width, heightPx: height } = PHOTO;
  const small = { width: 920, height: 614, channels: 3 as const };
  const noise = sharp({ create: { ...small, background: '#567', noise: { type: 'gaussian', mean: 128, sigma: 40 } } });
  return noise.resize(width, height, { fit: 'fill' }).jpeg({ quality: 88 }).toBuffer();
}
