// Removing and replacing the background of what is masked, and saving what came of it.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { openWithPicture, saveSheet } from '../../e2e/support/edits.ts';
import { drag, maskWords, tool } from '../../e2e/support/masking.ts';
import { ask, filesUnder } from '../../e2e/support/page-actions.ts';
import { decode, pixel } from '../../e2e/support/pictures.ts';
import { expect, test } from '../support/fixtures.ts';

/** Opens the mask menu and chooses an entry. */
async function choose(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

async function maskRectangle(page: Page): Promise<void> {
  await tool(page, 'Rectangle').click();
  await drag(page, [150, 120], [300, 250]);
  await expect(maskWords(page)).toHaveText(/^mask \d/);
}

test('the background is removed, what is left is saved with its transparency, and undo brings all back', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await choose(page, 'Mask', 'Remove background');
  await expect(page.getByText('Mask the thing that stays first')).toBeVisible();
  await maskRectangle(page);
  const masked = (await maskWords(page).textContent()) ?? '';
  await choose(page, 'Mask', 'Remove background');
  await expect(page.getByText('The background is removed')).toBeVisible();
  await expect(maskWords(page)).toHaveText('no mask');

  await page.getByRole('button', { name: 'Actions of picture 1' }).click();
  await page.getByRole('menuitem', { name: 'Save picture…' }).click();
  await expect(saveSheet(page).getByRole('radio', { name: 'PNG' })).toBeChecked();
  await expect(saveSheet(page).getByRole('radio', { name: 'Unchanged' })).toHaveCount(0);
  await saveSheet(page).getByRole('button', { name: 'Save…' }).click();
  await expect(saveSheet(page)).toBeHidden();
  const name = 'source – edit.png';
  await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toContain(name);
  const [before, after] = [
    await decode(await readFile(path.join(saveDir, 'source.png'))),
    await decode(await readFile(path.join(saveDir, name))),
  ];
  expect([after.width, after.height]).toEqual([800, 600]);
  const counts = { clear: 0, whole: 0, changed: 0 };
  for (let y = 0; y < 600; y++)
    for (let x = 0; x < 800; x++) {
      const made = pixel(after, { x, y });
      if (made[3] === 0) counts.clear += 1;
      if (made[3] !== 255) continue;
      counts.whole += 1;
      if (pixel(before, { x, y }).some((value, at) => at < 3 && value !== made[at])) counts.changed += 1;
    }
  expect(counts.changed).toBe(0);
  expect(counts.whole).toBeGreaterThan(10_000);
  expect(counts.clear).toBeGreaterThan(300_000);

  await page.keyboard.press('Control+z');
  await expect(maskWords(page)).toHaveText(masked);
});

test('in Chinese, by keyboard: what is masked is taken away, or the rest is masked to be replaced', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await maskRectangle(page);
  await ask(page, 'settings.update', { language: 'zh' });
  const pick = async (entry: string): Promise<void> => {
    await page.getByRole('button', { name: '蒙版', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter');
  };
  await pick('替换背景');
  await expect(page.getByText('蒙版现在覆盖其余部分。请说明背景应该是什么。')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '编辑指令' })).toBeFocused();
  await expect(page.getByText(/^蒙版 9\d/).first()).toBeVisible();
  await pick('去除蒙版内的部分');
  await expect(page.getByText('蒙版内的部分已去除')).toBeVisible();
  await expect(page.getByText('无蒙版').first()).toBeVisible();
});
