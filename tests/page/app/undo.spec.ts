// Undo by context.

import type { Page } from '@playwright/test';
import { connectTo, generate } from '../../e2e/support/page-actions.ts';
import { expectText, textField, textOf } from '../../e2e/support/text.ts';
import { expect, test } from '../support/fixtures.ts';

const takes = (page: Page) => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);
const undo = (page: Page) => page.keyboard.press('ControlOrMeta+z');
const redo = (page: Page) => page.keyboard.press('ControlOrMeta+Shift+z');

test('undo restores what was deleted, and changes no text that has not the focus', async ({ page, relay }) => {
  await connectTo(page, relay);
  await generate(page, 'First take.');
  await expect(takes(page)).toHaveCount(1);
  await generate(page, 'Second take.');
  await expect(takes(page)).toHaveCount(2);
  await textField(page).press('End');
  await textField(page).pressSequentially(' typed');

  const more = takes(page).first().getByRole('button', { name: 'More' });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await expect(takes(page)).toHaveCount(1);
  await expect.poll(() => focused(page)).not.toBe('BODY');
  expect(
    await takes(page)
      .first()
      .evaluate((row) => row.contains(document.activeElement)),
  ).toBe(true);
  await undo(page);
  await expect(takes(page)).toHaveCount(2);
  await expectText(page, 'Second take. typed');
  await expect(page.getByText('Deleted “Second take.”')).toHaveCount(0);
  await redo(page);
  await expect(takes(page)).toHaveCount(1);
  await undo(page);
  await expect(takes(page)).toHaveCount(2);

  // In the text, undo is the text's, until there is nothing of it left.
  await textField(page).focus();
  await undo(page);
  await expect.poll(() => textOf(page)).not.toBe('Second take. typed');
  await expect(takes(page)).toHaveCount(2);
});

// fault 52
test('a take of a line that is deleted and brought back is back in its line, and needs no request', async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  await generate(page, 'First line.\nSecond line.');
  const line = (state: string) => page.getByRole('listitem', { name: `Line 2: ${state}`, exact: true });
  await expect(line('ready')).toBeVisible();
  await expect(takes(page)).toHaveCount(1);
  await takes(page).first().getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(line('none')).toBeVisible();
  await expect(page.getByText('1 request', { exact: false }).first()).toBeVisible();
  await undo(page);
  await expect(line('ready')).toBeVisible();
  await expect(takes(page)).toHaveCount(1);
  await expect(page.getByText('1 request', { exact: false })).toHaveCount(0);
});
