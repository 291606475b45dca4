// Help: how it is found, and what it shows.

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { accessibilityViolations, CANARY_KEY, connectTo, generate } from '../../e2e/support/page-actions.ts';
import { expectText, textField } from '../../e2e/support/text.ts';
import { expect, test } from '../support/fixtures.ts';

async function chooseHelp(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

test('the shortcuts are shown by F1 and ?, and found by typing', async ({ page }) => {
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const text = textField(page);
  await text.fill('');
  await text.press('?');
  await expectText(page, '?');
  await page.keyboard.press('F1');
  const search = sheet.getByRole('searchbox', { name: 'Search shortcuts' });
  await expect(search).toBeFocused();
  await search.fill('ctrl+k');
  await expect(sheet.getByRole('definition')).toHaveText(['Ctrl+K']);
  expect(await accessibilityViolations(page, '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.getByRole('tab', { name: 'Speech' }).focus();
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await chooseHelp(page, 'Guide');
  await page.getByRole('navigation', { name: 'Pages of the guide' }).getByRole('button').nth(1).click();
  const unseen = () =>
    page
      .getByRole('article')
      .getByRole('img')
      .evaluateAll((images: HTMLImageElement[]) => images.filter(({ naturalWidth }) => naturalWidth === 0).length);
  await expect(page.getByRole('article').getByRole('img')).not.toHaveCount(0);
  await expect.poll(unseen).toBe(0);
  expect(await accessibilityViolations(page, '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await chooseHelp(page, 'About Relay Studio');
  await expect(page.getByRole('dialog', { name: 'About Relay Studio' })).toContainText('GPL-3.0-or-later');
});

// promise harmless-reports
test('the report of a problem is read before it is saved, without the key and the text', async ({
  page,
  relay,
  saveDir,
}) => {
  await connectTo(page, relay);
  relay.answerWith((response) => response.writeHead(401).end(`{"error":{"message":"no ${CANARY_KEY}"}}`));
  await generate(page, 'A canary that sings.');
  await expect(page.getByRole('alert')).toBeVisible();
  await chooseHelp(page, 'Report a problem');
  const report = page.getByRole('dialog', { name: 'Report a problem' });
  await report.getByRole('button', { name: /^settings\.json/ }).click();
  await expect(report.getByRole('region', { name: 'Content of settings.json' })).toContainText('"keyState"');
  expect(await accessibilityViolations(page, '[role="dialog"]')).toEqual([]);
  await report.getByRole('button', { name: 'Save…' }).click();
  await expect(report.getByRole('status')).toContainText('Saved in');
  const [folder = ''] = (await readdir(saveDir)).filter((name) => name.startsWith('relay-studio-report-'));
  const names = await readdir(path.join(saveDir, folder));
  expect(names.sort()).toEqual(['log.txt', 'settings.json', 'versions.json']);
  for (const name of names) {
    const content = await readFile(path.join(saveDir, folder, name), 'utf8');
    for (const secret of [CANARY_KEY, CANARY_KEY.slice(-4), 'canary']) expect(content).not.toContain(secret);
  }
});

test('getting started ticks itself off by doing, closes, and comes back', async ({ page }) => {
  const strip = page.getByRole('region', { name: 'Getting started' });
  await expect(strip).toBeHidden();
  await chooseHelp(page, 'Getting started');
  await expect(strip.getByRole('listitem').first()).toHaveText('1First sound');
  await generate(page, 'A first sound.');
  await expect(strip.getByRole('listitem').first().getByRole('img', { name: 'done' })).toBeVisible();
  await expect(strip.getByRole('status')).toContainText('choose another voice');
  expect(await accessibilityViolations(page, 'main > section')).toEqual([]);
  await strip.getByRole('button', { name: 'Close getting started' }).click();
  await expect(strip).toBeHidden();
  await chooseHelp(page, 'Getting started');
  await expect(strip.getByRole('img', { name: 'done' })).toHaveCount(1);
});
