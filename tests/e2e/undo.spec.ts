// Work that something else replaces.

import type { Page } from '@playwright/test';
import { expect, generate, test } from './support/fixtures.ts';
import { addImages, writePicture } from './support/pictures.ts';
import { expectText, textField } from './support/text.ts';

const takes = (page: Page) => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');

test('what is replaced comes back by Undo, and from its list after a crash', async ({ page, saveDir, restart }) => {
  await generate(page, 'From the library.');
  await expect(takes(page)).toHaveCount(1);
  await textField(page).fill('Mine, not spoken yet.');
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('grid', { name: 'Library items' }).getByRole('gridcell').first().click();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Use in Speech' }).click();
  await expectText(page, 'From the library.');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectText(page, 'Mine, not spoken yet.');
  await textField(page).focus();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expectText(page, 'From the library.');

  await page.getByRole('tab', { name: 'Images' }).click();
  await addImages(page, await writePicture(saveDir, 'kept.png', 80, 60));
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Make it blue');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').last().fill('new');
  await page.getByRole('option', { name: 'New', exact: true }).click();
  const tray = (where: Page) => where.getByRole('list', { name: 'References' }).getByRole('listitem');
  await expect(tray(page)).toHaveCount(0);

  const again = await restart({ isKilled: true });
  await expectText(again, 'From the library.');
  await again.getByRole('button', { name: 'Scripts' }).press('Enter');
  await again.getByRole('button', { name: 'Open script “Mine, not spoken yet.”' }).press('Enter');
  await expectText(again, 'Mine, not spoken yet.');
  await again.getByRole('tab', { name: 'Images' }).click();
  await again.getByRole('button', { name: 'Recent' }).press('Enter');
  await again.getByRole('button', { name: 'Open “Make it blue”' }).press('Enter');
  await expect(tray(again)).toHaveCount(1);
  await expect(again.getByRole('textbox', { name: 'Edit instruction' })).toHaveValue('Make it blue');
});
