// What the app costs while nothing happens, and while a sound plays: processor time of all its processes, and what the
// page asks to be woken for.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { launch } from '../../tests/e2e/support/launch.ts';
import { addImages, paint } from '../../tests/e2e/support/pictures.ts';
import { scene } from '../../tests/e2e/support/scenes.ts';
import { amount, type Bench, type Figure } from './bench.ts';
import { familyOf } from './processes.ts';

/** What was begun has ended then, and threads that are idle are gone. */
const AT_REST_MS = amount(35_000, 500);
const WATCHED_S = amount(30, 1);
const AIMS = { idle: 0.5, playing: 5, wakes: 0 };
const SIZE = { width: 1200, height: 900 };
/** Speech of about a minute and a half. */
const LONG_TEXT = 'The studio is open, and everybody is welcome to come in and listen. '.repeat(25);

/** Plays, then rests on screens in turn. Only on Linux, where processor time of processes can be read. */
export const benchIdle: Bench = async () => {
  if (process.platform !== 'linux') return [];
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-bench-'));
  const app = await launch({ userData: path.join(folder, 'user-data'), saveDir: folder });
  const { page } = app;
  const figures: Figure[] = [];
  const rest = async (screen: string): Promise<void> => {
    await setTimeout(AT_REST_MS);
    const { wakes, ...cost } = await watch(page, app.pid);
    figures.push(
      { name: `idle, ${screen}: of one core`, unit: '%', aim: AIMS.idle, ...cost },
      { name: `idle, ${screen}: short timers and frames a second`, unit: 'times', samples: [wakes], aim: AIMS.wakes },
    );
  };
  try {
    await page.getByRole('textbox', { name: 'Text to speak' }).fill(LONG_TEXT);
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('list', { name: 'Takes' }).getByRole('listitem').first().waitFor();
    await setTimeout(amount(5000, 100));
    const { wakes: _wakes, ...cost } = await watch(page, app.pid);
    figures.push({ name: 'playing: of one core', unit: '%', aim: AIMS.playing, ...cost });
    await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).click();
    await rest('Speech');
    await page.getByRole('tab', { name: 'Images' }).click();
    const source = path.join(folder, 'source.png');
    await writeFile(source, await scene(SIZE, 4));
    await addImages(page, source);
    await paint(page, SIZE, [
      { x: 500, y: 380 },
      { x: 650, y: 450 },
    ]);
    await rest('Images with a mask');
    await page.getByRole('tab', { name: 'Library' }).click();
    await rest('Library');
    return figures;
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Watches for a while: how often a second the page was woken, and how much of one core was used, in percent, by what. */
async function watch(page: Page, pid: number): Promise<{ wakes: number; samples: number[]; note: string }> {
  await page.evaluate(countWakes);
  const before = new Map(familyOf(pid).map(({ id, usedMs }) => [id, usedMs]));
  await setTimeout(WATCHED_S * 1000);
  const used = familyOf(pid).map(({ id, name, usedMs }) => ({
    name,
    share: (usedMs - (before.get(id) ?? 0)) / (10 * WATCHED_S),
  }));
  const by = used.filter(({ share }) => share >= 0.1).map(({ name, share }) => `${name} ${share.toFixed(1)}`);
  return {
    wakes: (await page.evaluate(() => window.wakes ?? Number.NaN)) / WATCHED_S,
    samples: [used.reduce((sum, { share }) => sum + share, 0)],
    note: by.join(', '),
  };
}

declare global {
  interface Window {
    wakes?: number;
  }
}

/** Runs in the page: counts animation frames, and timers of less than a second, from now on. */
function countWakes(): void {
  const isCounting = window.wakes !== undefined;
  window.wakes = 0;
  if (isCounting) return;
  const counted = <A extends unknown[], R>(call: (...given: A) => R, isCounted: (...given: A) => boolean) =>
    function (this: unknown, ...given: A): R {
      if (isCounted(...given)) window.wakes = (window.wakes ?? 0) + 1;
      return Reflect.apply(call, this ?? window, given);
    };
  const isShort = (_run: unknown, delayMs = 0): boolean => Number(delayMs) < 1000;
  window.setTimeout = counted(window.setTimeout, isShort) as typeof window.setTimeout;
  window.setInterval = counted(window.setInterval, isShort) as typeof window.setInterval;
  window.requestAnimationFrame = counted(window.requestAnimationFrame, () => true);
}
