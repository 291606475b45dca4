// The Library screen with many items, beside a plain grid of a common library for virtual lists; starts, and *Generate*
// beside it.

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { servePage } from '../../tests/browser/serve-page.ts';
import { launch, type RunningApp } from '../../tests/e2e/support/launch.ts';
import { launchChromium } from '../../tests/support/launch-chromium.ts';
import { amount, type Figure, percentile, repeat } from './bench.ts';
import { makeLibrary } from './library-data.ts';
import type { ShowGrid } from './library-page/main.ts';
import { dragBar, heapBytes, type Seen, turnWheel, watch } from './library-watch.ts';

const STARTS = { warmUps: 1, times: 5 };
const CALLS = { warmUps: 2, times: 9 };
const PAGES = amount(100, 3);
const MB = 1024 * 1024;

/** Measures the screen, a peer, and starts. */
export async function screenFigures(count: number): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-bench-'));
  const note = `${count} items; ${loadavg()[0]?.toFixed(1)} programs wanted the processors`;
  try {
    const full = path.join(folder, 'full');
    const empty = path.join(folder, 'empty');
    await makeLibrary(full, count);
    const withItems = await onApp(full, folder, (app) => measureScreen(app.page));
    const without = await onApp(empty, folder, (app) => measureEmpty(app.page));
    return [
      { name: 'library: open', unit: 'ms', samples: [withItems.openMs], aim: 300, note },
      ...toFigures('ours', withItems.seen, note),
      {
        name: 'library: heap above an empty library',
        unit: 'MB',
        samples: [(withItems.heapBytes - without.heapBytes) / MB],
        aim: 60,
        note: 'after all of the scrolling',
      },
      ...(await measurePeer(count, note)),
      ...(await measureStarts(full, empty, folder)),
      ...compared('library: from Generate to its take', 'ms', withItems.generateMs, without.generateMs, 1.1),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onApp<T>(userData: string, saveDir: string, work: (app: RunningApp) => Promise<T>): Promise<T> {
  const app = await launch({ userData, saveDir });
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

type Scrolled = Readonly<Record<'wheel' | 'bar' | 'keys', Seen>>;
type Screen = { openMs: number; seen: Scrolled; heapBytes: number; generateMs: number[] };

async function measureScreen(page: Page): Promise<Screen> {
  // In the page, where no message to it is a part of the time.
  const openMs = await page.evaluate(async () => {
    const began = performance.now();
    const tab = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find(
      (one) => one.textContent === 'Library',
    );
    tab?.click();
    while (document.querySelector('[data-item]') === null) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  });
  const grid = '[role="grid"]';
  const wheel = await watch(page, grid, () => turnWheel(page));
  const bar = await watch(page, grid, () => dragBar(page, `${grid} > [role="presentation"]`));
  await page.getByRole('gridcell').first().focus();
  const keys = await watch(page, grid, async () => {
    for (const key of ['End', 'Home']) await page.keyboard.press(key);
    for (let press = 0; press < PAGES; press++) await page.keyboard.press('PageDown');
  });
  const used = await heapBytes(page);
  return { openMs, seen: { wheel, bar, keys }, heapBytes: used, generateMs: await generate(page) };
}

async function measureEmpty(page: Page): Promise<Pick<Screen, 'heapBytes' | 'generateMs'>> {
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByText('Your library is empty').waitFor();
  return { heapBytes: await heapBytes(page), generateMs: await generate(page) };
}

/** From the press to the take, several times. */
async function generate(page: Page): Promise<number[]> {
  await page.getByRole('tab', { name: 'Speech' }).click();
  const takes = page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
  return repeat(CALLS, async (run) => {
    await page.getByRole('textbox', { name: 'Text to speak' }).fill(`Number ${run}.`);
    const began = performance.now();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await takes
      .filter({ hasText: `Number ${run}.` })
      .first()
      .waitFor();
    return performance.now() - began;
  });
}

async function measurePeer(count: number, note: string): Promise<Figure[]> {
  const browser = await launchChromium();
  const served = await servePage(path.join(import.meta.dirname, 'library-page'));
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, bypassCSP: true });
    await page.goto(served.url);
    const openMs = await page.evaluate(async (items) => {
      const began = performance.now();
      const show: ShowGrid = window.showGrid;
      await show(items);
      return performance.now() - began;
    }, count);
    const wheel = await watch(page, '.scroller', () => turnWheel(page));
    const bar = await watch(page, '.scroller', () => dragBar(page, '.scroller'));
    const figures = toFigures('react-window', { wheel, bar }, note);
    return [
      { name: 'library: open', unit: 'ms', samples: [openMs], note: 'react-window, items in memory' },
      ...figures,
    ];
  } finally {
    await browser.close();
    await served.close();
  }
}

function toFigures(who: string, seen: Readonly<Record<string, Seen>>, note: string): Figure[] {
  return Object.entries(seen).flatMap(([how, { longestTaskMs, frames, lateFrames, mostNodes }]) => [
    { name: `library: longest task, ${how}`, unit: 'ms', samples: [longestTaskMs], aim: 50, note: `${who}, ${note}` },
    { name: `library: frames late, ${how}`, unit: '%', samples: [(100 * lateFrames) / frames], aim: 1, note: who },
    { name: `library: most elements, ${how}`, unit: 'times', samples: [mostNodes], aim: 400, note: who },
  ]);
}

/** Starts with and without items in turn, so that both have the same machine. */
async function measureStarts(full: string, empty: string, folder: string): Promise<Figure[]> {
  const startMs = async (userData: string): Promise<number> => {
    const began = performance.now();
    const app = await launch({ userData, saveDir: folder });
    const took = performance.now() - began;
    await app.stop();
    return took;
  };
  const pairs = await repeat(STARTS, async () => ({ full: await startMs(full), empty: await startMs(empty) }));
  return compared(
    'library: start',
    'ms',
    pairs.map((one) => one.full),
    pairs.map((one) => one.empty),
    1.15,
  );
}

function compared(name: string, unit: 'ms', full: number[], empty: number[], aimRatio: number): Figure[] {
  return [
    { name, unit, samples: full, note: 'with all items' },
    { name, unit, samples: empty, note: 'empty' },
    { name: `${name}, ratio`, unit: '×', samples: [percentile(full, 0.5) / percentile(empty, 0.5)], aim: aimRatio },
  ];
}
