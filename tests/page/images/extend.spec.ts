// Extending a picture: what is chosen, what is sent, and that the picture inside stays as it is.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { edit, openImages, openWithPicture, results, saveAsItIs } from '../../e2e/support/edits.ts';
import { ask, filesUnder } from '../../e2e/support/page-actions.ts';
import { addImages, decode, editsOf, pixel, plainResults, readForm, writePicture } from '../../e2e/support/pictures.ts';
import { expect, test } from '../support/fixtures.ts';

const panel = (page: Page): Locator => page.getByRole('dialog', { name: /^(Extend picture|扩展画面)$/ });

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Extend picture' }).click();
  await expect(panel(page)).toBeVisible();
}

test('to 16:9: the new area is masked and sent, and the picture inside is the same to the pixel', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await openPanel(page);
  await panel(page).getByRole('button', { name: '16:9' }).click();
  await panel(page).getByRole('button', { name: 'Left', exact: true }).click();
  await expect(panel(page).getByText('1067x600')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Extend', exact: true }).click();
  await expect(panel(page)).toBeHidden();
  await expect(page.getByText('1067x600')).toBeVisible();
  await expect(page.getByText(/^mask 2[5-7] %/).first()).toBeVisible();

  relay.answerWith(plainResults('rgb(32, 64, 192)'));
  await edit(page, 'More of the same');
  await expect(results(page)).toHaveCount(1);
  const [sent] = editsOf(relay.requests);
  if (sent === undefined) throw new Error('Nothing was sent');
  const form = await readForm(sent);
  const picture = form.get('image') ?? form.get('image[]');
  if (!(picture instanceof Buffer)) throw new Error('No picture was sent');
  const { width = 0, height = 1 } = await sharp(picture).metadata();
  expect(width / height).toBeCloseTo(16 / 9, 1);
  expect(form.get('mask')).toBeInstanceOf(Buffer);

  await results(page).first().click();
  await saveAsItIs(page);
  const name = 'source – edit 1.png';
  await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toContain(name);
  const [before, after] = [
    await decode(await readFile(path.join(saveDir, 'source.png'))),
    await decode(await readFile(path.join(saveDir, name))),
  ];
  expect([after.width, after.height]).toEqual([1067, 600]);
  for (const at of [
    { x: 0, y: 0 },
    { x: 300, y: 599 },
    { x: 760, y: 300 },
  ])
    expect(pixel(after, at)).toEqual(pixel(before, at));
  expect(pixel(after, { x: 1000, y: 300 }).slice(0, 3)).toEqual([32, 64, 192]);

  // One step back is the picture as it was, with the mask that it had.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('800x600')).toBeVisible();
});

test('in Chinese, by keyboard: a typed size is extended; one that adds nothing is not', async ({
  page,
  relay,
  saveDir,
}) => {
  await openImages(page, relay);
  await addImages(page, await writePicture(saveDir, 'square.png', 300, 300));
  await ask(page, 'settings.update', { language: 'zh' });
  await page.getByRole('button', { name: '扩展画面' }).press('Enter');
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole('button', { name: '自定义' }).press('Enter');
  await expect(panel(page).getByText('图片已是此形状。')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: '扩展', exact: true })).toBeDisabled();
  await panel(page).getByRole('spinbutton', { name: '高' }).fill('420');
  await page.keyboard.press('Enter');
  await panel(page).getByRole('button', { name: '靠下' }).press('Enter');
  await panel(page).getByRole('button', { name: '扩展', exact: true }).press('Enter');
  await expect(panel(page)).toBeHidden();
  await expect(page.getByText('300x420')).toBeVisible();
});
