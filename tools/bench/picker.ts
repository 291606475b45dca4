// The voice list: the time to open it with all its voices, and to update it after each typed letter. People notice a
// task over 50 ms.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { launch } from '../../tests/e2e/support/launch.ts';
import { type Bench, type Figure, repeat } from './bench.ts';

const RUNS = { warmUps: 2, times: 15 };
const TYPED = 'english';
const AIM_MS = 50;

/**
 * The effect of one key: time until the next frame was drawn, and the longest task on the page's thread (0: none over
 * 50 ms).
 */
type Answer = { drawnMs: number; longestTaskMs: number };

/** Opens and searches the picker of one app repeatedly. */
export const benchPicker: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-bench-'));
  const app = await launch({ userData: path.join(folder, 'user-data'), saveDir: folder });
  try {
    await watchKeys(app.page);
    const runs = await repeat(RUNS, () => measureRun(app.page));
    const opened = runs.map(({ open }) => open);
    const typed = runs.flatMap(({ letters }) => letters);
    return [...toFigures('open 140 voices', opened), ...toFigures('follow a letter', typed)];
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

async function measureRun(page: Page): Promise<{ open: Answer; letters: Answer[] }> {
  await page.getByRole('combobox', { name: 'Voice' }).focus();
  const open = await press(page, 'ArrowDown');
  await page.getByRole('option').first().waitFor();
  const letters: Answer[] = [];
  for (const letter of TYPED) letters.push(await press(page, letter));
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  return { open, letters };
}

async function press(page: Page, key: string): Promise<Answer> {
  const before = await page.evaluate(() => window.pickerWatch.answers.length);
  await page.keyboard.press(key);
  await page.waitForFunction((count) => window.pickerWatch.answers.length > count, before);
  return page.evaluate(() => window.pickerWatch.answers.at(-1) ?? { drawnMs: Number.NaN, longestTaskMs: Number.NaN });
}

declare global {
  interface Window {
    pickerWatch: { answers: Answer[]; longestTaskMs: number };
  }
}

/** Records for every key when the next frame was drawn and which tasks ran in between. */
async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.pickerWatch = { answers: [], longestTaskMs: 0 };
    const note = (entries: PerformanceEntryList): void => {
      for (const { duration } of entries)
        window.pickerWatch.longestTaskMs = Math.max(window.pickerWatch.longestTaskMs, duration);
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'longtask' });
    addEventListener(
      'keydown',
      () => {
        const begunAt = performance.now();
        window.pickerWatch.longestTaskMs = 0;
        // The frame after the next contains the list; a message after it arrives when that frame has been drawn.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const drawnMs = performance.now() - begunAt;
            setTimeout(() => {
              note(observer.takeRecords());
              window.pickerWatch.answers.push({ drawnMs, longestTaskMs: window.pickerWatch.longestTaskMs });
            }, 150);
          }),
        );
      },
      { capture: true },
    );
  });
}

function toFigures(name: string, answers: readonly Answer[]): Figure[] {
  const figure = (what: string, of: (answer: Answer) => number): Figure => ({
    name: `picker: ${name}, ${what}`,
    unit: 'ms',
    samples: answers.map(of),
    aim: AIM_MS,
  });
  return [
    figure('until drawn', ({ drawnMs }) => drawnMs),
    figure('longest task', ({ longestTaskMs }) => longestTaskMs),
  ];
}
