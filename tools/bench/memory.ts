// What the page and the practice relay hold after many edits of one picture, the garbage collected.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launch, practicePid } from '../../tests/e2e/support/launch.ts';
import { residentMb } from '../../tests/e2e/support/memory.ts';
import { addImages, paint } from '../../tests/e2e/support/pictures.ts';
import { scene } from '../../tests/e2e/support/scenes.ts';
import { results } from '../../tests/e2e/support/strip.ts';
import type { Bench } from './bench.ts';
import { pageMemoryMb } from './page-memory.ts';

const SIZE = { width: 1200, height: 900 };
/** A debugger keeps up to 100 MB of what the page has loaded. So many edits fill that, and growth after them is our own. */
const FILLING_EDITS = 50;
const DEFAULT_EDITS = 100;
/** What the figure is given for. */
const SESSION_EDITS = 200;
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
    let made = 0;
    const edit = async (count: number): Promise<void> => {
      for (const until = made + count; made < until; ) {
        await page.getByRole('button', { name: 'Edit image' }).click();
        await results(page).nth(made++).waitFor({ timeout: 60_000 });
      }
    };
    await edit(FILLING_EDITS);
    const before = await pageMemoryMb(page);
    await edit(edits);
    const growthMb = ((await pageMemoryMb(page)) - before) * (SESSION_EDITS / edits);
    const practiceMb = residentMb(await practicePid(app));
    const note = `of ${edits} edits, from ${Math.round(before)} MB`;
    return [
      { name: `page: growth by ${SESSION_EDITS} edits`, unit: 'MB', samples: [growthMb], aim: AIMS.pageMb, note },
      { name: 'practice relay after them', unit: 'MB', samples: [practiceMb], aim: AIMS.practiceMb },
    ];
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
