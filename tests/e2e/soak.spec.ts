// Steady work for a long time, to find what grows: nodes, listeners, workers and heap of the page, memory and file
// descriptors of the processes. The environment variable SOAK_MINUTES sets how long.

import { readdirSync } from 'node:fs';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { results, underWay } from './support/edits.ts';
import { expect, generate, onlyOn, test } from './support/fixtures.ts';
import { practicePid, type RunningApp } from './support/launch.ts';
import { residentMb } from './support/memory.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const SAMPLE_MS = 15_000;
/**
 * The history of results and the list of takes have their full length after 60 rounds (see `RESULTS_READ`), and what the
 * test driver keeps of replies after 100.
 */
const WARM_ROUNDS = 100;
const RESULTS_SHOWN = 60;

type Sample = Record<
  | 'minutes'
  | 'round'
  | 'nodes'
  | 'listeners'
  | 'heapMb'
  | 'rendererMb'
  | 'relayMb'
  | 'mainMb'
  | 'workers'
  | 'descriptors',
  number
>;

onlyOn('chromium', 'the processes of the page are asked of the browser');
test.use({ sharesApp: false });

test('steady work leaves nothing behind: nodes, listeners and heap stay', { tag: '@long' }, async ({ page, app }) => {
  test.skip(process.platform !== 'linux', 'the memory of a process is read from /proc');
  test.setTimeout((MINUTES + 5) * 60_000);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.getByRole('tab', { name: 'Images' }).click();
  await page.getByRole('button', { name: /sample/i }).click();
  await expect(results(page)).toHaveCount(1, { timeout: 30_000 });
  const beganAt = Date.now();
  const samples: Sample[] = [];
  let nextAt = 0;
  for (let round = 1; Date.now() - beganAt < MINUTES * 60_000; round++) {
    await work(page, round);
    if (Date.now() < nextAt) continue;
    nextAt = Date.now() + SAMPLE_MS;
    const minutes = (Date.now() - beganAt) / 60_000;
    samples.push({
      minutes,
      round,
      ...(await countAll(session)),
      ...(await memoryOf(page.context().browser(), app)),
      workers: page.workers().length,
      descriptors: readdirSync(`/proc/${app.pid}/fd`).length + readdirSync(`/proc/${await practicePid(app)}/fd`).length,
    });
  }
  console.table(samples.map((sample) => rounded(sample)));
  const warm = samples.filter(({ round }) => round > WARM_ROUNDS);
  test.skip(warm.length < 4, 'too short for slopes');
  const perRound = (name: keyof Sample): number => slope(warm.map((sample) => [sample.round, sample[name]]));
  const slopes = rounded({
    nodes: perRound('nodes'),
    listeners: perRound('listeners'),
    heapMb: perRound('heapMb'),
    rendererMb: perRound('rendererMb'),
    relayMb: perRound('relayMb'),
    mainMb: perRound('mainMb'),
    workers: perRound('workers'),
    descriptors: perRound('descriptors'),
  });
  console.log('Per round after the warm-up, the renderer with what the test driver keeps of replies:', slopes);
  // The browser keeps one node for each text written, to undo it: up to 1 000 steps. A take and an edit that stayed would
  // leave dozens of nodes and listeners, and 0.1 MB of heap.
  expect(slopes.nodes).toBeLessThan(2);
  expect(slopes.listeners).toBeLessThan(1);
  expect(slopes.workers).toBeLessThan(0.1);
  expect(slopes.descriptors).toBeLessThan(0.1);
  expect(slopes.heapMb).toBeLessThan(0.05);
});

/** One take, one edit on the practice relay, its comparison and difference, and every screen. */
async function work(page: Page, round: number): Promise<void> {
  const open = (name: string): Promise<void> => page.getByRole('tab', { name }).click();
  await open('Speech');
  await generate(page, `This is sentence number ${round}, spoken once.`);
  const takes = page.getByRole('list', { name: 'Takes' });
  await expect(takes).toContainText(`number ${round},`, { timeout: 30_000 });
  await open('Images');
  await page.getByRole('button', { name: 'Edit image' }).click();
  await expect(results(page)).toHaveCount(Math.min(RESULTS_SHOWN, round + 1), { timeout: 60_000 });
  await expect(underWay(page)).toHaveCount(0, { timeout: 60_000 });
  await results(page).first().dblclick();
  await expect(page.getByText('Rest of the picture untouched ✓')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Difference', exact: true }).click();
  await expect(page.getByRole('img', { name: /^What changed/ })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Slider', exact: true }).click();
  for (const tab of ['Library', 'Settings', 'Speech']) await open(tab);
}

async function countAll(session: CDPSession): Promise<Pick<Sample, 'nodes' | 'listeners' | 'heapMb'>> {
  // What only finalizers refer to goes with the second collection.
  for (let times = 0; times < 2; times++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string): number => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return {
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    heapMb: metric('JSHeapUsedSize') / 1e6,
  };
}

async function memoryOf(
  browser: Browser | null,
  app: RunningApp,
): Promise<Pick<Sample, 'rendererMb' | 'relayMb' | 'mainMb'>> {
  const session = await browser?.newBrowserCDPSession();
  const info = await session?.send('SystemInfo.getProcessInfo');
  await session?.detach();
  const renderers = info?.processInfo.filter(({ type }) => type === 'renderer') ?? [];
  return {
    rendererMb: Math.max(...renderers.map(({ id }) => residentMb(id))),
    relayMb: residentMb(await practicePid(app)),
    mainMb: residentMb(app.pid),
  };
}

/** The slope of the line that fits the points best. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [middleX, middleY] = [mean(0), mean(1)];
  const over = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0);
  return over / points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
}

function rounded<T extends Record<string, number>>(values: T): T {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Math.round(value * 1e3) / 1e3])) as T;
}
