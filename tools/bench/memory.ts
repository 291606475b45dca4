// What the page and the practice relay hold at rest after many edits of one picture, the garbage collected.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { IDLE_MS as RELAY_IDLE_MS } from '../../practice-relay/workers.ts';
import { IDLE_MS as PICTURES_IDLE_MS } from '../../renderer/images/pipeline/picture-worker-client.ts';
import { launch, practicePid } from '../../tests/e2e/support/launch.ts';
import { residentMb } from '../../tests/e2e/support/memory.ts';
import { ask } from '../../tests/e2e/support/page-actions.ts';
import { addImages, paint } from '../../tests/e2e/support/pictures.ts';
import { scene } from '../../tests/e2e/support/scenes.ts';
import { amount, type Bench } from './bench.ts';
import { pageMemoryMb } from './page-memory.ts';

const SIZE = { width: 1200, height: 900 };
/**
 * What fills at first and never again: the 60 results that the page shows, and the 100 MB that the test driver keeps of
 * what the page has loaded, which is 200 MB of text. A trace of the browser's memory shows both full after about 100
 * edits.
 */
const FILLING_EDITS = amount(120, 1);
const DEFAULT_EDITS = amount(100, 1);
/** What the figure is given for. */
const SESSION_EDITS = 200;
/** Threads that are idle have ended then, and what they leave is collected. */
const AT_REST_MS = amount(Math.max(RELAY_IDLE_MS, PICTURES_IDLE_MS) + 15_000, 0);
const AIMS = { pageMb: 50, practiceMb: 300 };

/** Makes `--edits` masked edits of a picture, one after the other, after those that are not counted. */
export const benchMemory: Bench = async (flags) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-bench-'));
  const app = await launch({ userData: path.join(folder, 'user-data'), saveDir: folder });
  const { page } = app;
  const edits = flags.get('edits') ?? DEFAULT_EDITS;
  try {
    const source = path.join(folder, 'source.png');
    await writeFile(source, await scene(SIZE, 4));
    await page.getByRole('tab', { name: 'Images' }).click();
    await addImages(page, source);
    await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Make it red');
    await paint(page, SIZE, [
      { x: 500, y: 380 },
      { x: 650, y: 450 },
    ]);
    const newest = async (): Promise<string | undefined> =>
      (await ask(page, 'library.list', { search: '', kind: 'edit', beforeId: null, limit: 1 })).items[0]?.id;
    const edit = async (count: number): Promise<void> => {
      for (let made = 0; made < count; made++) {
        const before = await newest();
        await page.getByRole('button', { name: 'Edit image' }).click();
        await expect.poll(newest, { timeout: 60_000 }).not.toBe(before);
        await expect(page.getByRole('progressbar')).toHaveCount(0);
      }
    };
    const afterEdits = async (count: number): Promise<number> => {
      await edit(count);
      await setTimeout(AT_REST_MS);
      return pageMemoryMb(page);
    };
    const before = await afterEdits(FILLING_EDITS);
    const growthMb = ((await afterEdits(edits)) - before) * (SESSION_EDITS / edits);
    const practiceMb = residentMb(await practicePid(app));
    const note = `of ${edits} edits, from ${Math.round(before)} MB`;
    return [
      { name: `page: growth by ${SESSION_EDITS} edits`, unit: 'MB', samples: [growthMb], aim: AIMS.pageMb, note },
      { name: 'practice relay, at rest after them', unit: 'MB', samples: [practiceMb], aim: AIMS.practiceMb },
    ];
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
