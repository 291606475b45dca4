import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, filesUnder, generate, onlyOn, test } from './support/fixtures.ts';
import { draggedFiles } from './support/recorded.ts';
import { listen } from './support/sound.ts';

const takes = (page: Page) => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
const cells = (page: Page) => page.getByRole('grid', { name: 'Library items' }).getByRole('gridcell');

async function makeThree(page: Page): Promise<void> {
  for (const [index, text] of ['One.', 'Two.', 'Three.'].entries()) {
    await generate(page, text);
    await expect(takes(page)).toHaveCount(index + 1);
  }
  await page.getByRole('tab', { name: 'Library' }).click();
}

test('takes are dragged out as files with readable names, and no copies are left behind', async ({
  page,
  app,
  userData,
  restart,
}) => {
  onlyOn('chromium', 'the host notes what is dragged');
  await makeThree(page);
  await cells(page).nth(0).click();
  await cells(page)
    .nth(1)
    .click({ modifiers: ['Shift'] });
  await cells(page).nth(0).hover();
  await page.mouse.down();
  await cells(page).nth(2).hover();
  await expect.poll(() => draggedFiles(app)).toHaveLength(2);
  await page.mouse.up();
  const files = await draggedFiles(app);
  expect(files.map((file) => path.basename(file)).sort()).toEqual([
    expect.stringMatching(/^Three\. – .*\.wav$/),
    expect.stringMatching(/^Two\. – .*\.wav$/),
  ]);
  for (const file of files) expect((await listen(page, await readFile(file))).loudness).toBeGreaterThan(0.01);
  await restart();
  expect([...(await filesUnder(userData)).keys()].filter((name) => name.includes('drag-out'))).toEqual([]);
});
