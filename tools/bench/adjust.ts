// Recomputing a protected picture of 4K: the time from the raw result, the time to draw its difference, and whether the
// page is blocked meanwhile. People notice a task over 50 ms.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { edit, openImages, results } from '../../tests/e2e/support/edits.ts';
import { launch } from '../../tests/e2e/support/launch.ts';
import { addImages, paint } from '../../tests/e2e/support/pictures.ts';
import { misaligned, writeScene } from '../../tests/e2e/support/scenes.ts';
import { startScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { type Bench, type Figure, repeat } from './bench.ts';

const SIZE = { width: 3840, height: 2160 };
const STROKE = [
  { x: 1200, y: 900 },
  { x: 2500, y: 1300 },
];
const RUNS = { warmUps: 1, times: 3 };
const AIM_MS = 50;

type Measured = { doneMs: number; longestTaskMs: number };

/** Adjusts and compares one result repeatedly. */
export const benchAdjust: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-bench-'));
  const relay = await startScriptedRelay();
  const app = await launch({ userData: path.join(folder, 'user-data'), saveDir: folder });
  try {
    relay.answerWith(misaligned);
    await showResult(app.page, await writeScene(folder, SIZE), () => openImages(app.page, relay));
    const adjusted = await repeat(RUNS, (run) => adjust(app.page, run + 1));
    const compared = await repeat(RUNS, () => compare(app.page));
    return [...toFigures('adjust', adjusted), ...toFigures('difference', compared)];
  } finally {
    await app.stop();
    await relay.close();
    await rm(folder, { recursive: true, force: true });
  }
};

async function showResult(page: Page, file: string, open: () => Promise<void>): Promise<void> {
  await open();
  await addImages(page, file);
  await paint(page, SIZE, STROKE);
  await edit(page, 'Make it warmer');
  await results(page).first().click();
  await page.getByText('Rest of the picture untouched ✓').waitFor();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
}

/** From Enter until the picture is stored; includes the wait for the end of a drag. */
async function adjust(page: Page, growPx: number): Promise<Measured> {
  const field = page.getByRole('spinbutton', { name: 'Grow' });
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'Adjust', exact: true }).click();
  await field.fill(String(growPx));
  return measure(page, async () => {
    await field.press('Enter');
    const busy = page.getByRole('progressbar', { name: 'Updating…' });
    await busy.waitFor();
    await busy.waitFor({ state: 'detached' });
  });
}

async function compare(page: Page): Promise<Measured> {
  const adjustButton = page.getByRole('button', { name: 'Adjust', exact: true });
  if (await page.getByRole('spinbutton', { name: 'Grow' }).isVisible()) await adjustButton.click();
  const measured = await measure(page, async () => {
    await page.getByRole('button', { name: 'Difference', exact: true }).click();
    await page.getByRole('img', { name: /^What changed: / }).waitFor();
  });
  await page.getByRole('button', { name: 'Slider', exact: true }).click();
  return measured;
}

async function measure(page: Page, act: () => Promise<void>): Promise<Measured> {
  const tasks = await page.evaluateHandle(() => {
    const durations: number[] = [];
    const observer = new PerformanceObserver((list) =>
      durations.push(...list.getEntries().map((task) => task.duration)),
    );
    observer.observe({ type: 'longtask' });
    return { observer, durations };
  });
  const begun = performance.now();
  await act();
  const doneMs = performance.now() - begun;
  const longestTaskMs = await tasks.evaluate(({ observer, durations }) => {
    durations.push(...observer.takeRecords().map((task) => task.duration));
    observer.disconnect();
    return Math.max(0, ...durations);
  });
  return { doneMs, longestTaskMs };
}

function toFigures(name: string, runs: readonly Measured[]): Figure[] {
  return [
    { name: `${name} 4K: until it is there`, unit: 'ms', samples: runs.map(({ doneMs }) => doneMs) },
    {
      name: `${name} 4K: longest task of the page`,
      unit: 'ms',
      samples: runs.map(({ longestTaskMs }) => longestTaskMs),
      aim: AIM_MS,
    },
  ];
}
