import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

const results = (page: Page) => page.getByRole('list', { name: 'Audition results' }).getByRole('listitem');
const audition = (page: Page) => page.getByRole('button', { name: 'Audition', exact: true });

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Audition voices…' }).click();
  await page.getByRole('textbox', { name: 'Audition line' }).fill('One line for all of them.');
  for (let i = 0; i < 3; i++) await page.getByRole('checkbox').nth(i).check();
}

test('blind: names are hidden until they are requested; a favourite and a choice are kept', {
  tag: '@journey',
}, async ({ page }) => {
  await open(page);
  await page.getByRole('switch', { name: 'Blind' }).click();
  await audition(page).click();
  await expect(results(page).getByRole('button', { name: 'Use this voice' })).toHaveCount(3);
  await expect(results(page).nth(0)).toContainText('Voice A');
  await expect(results(page).nth(0)).toContainText('Name hidden');
  await results(page).nth(1).getByRole('button', { name: 'Play Voice B' }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('Voice B');
  await expect(results(page).getByRole('button', { name: /^Favourite/ })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Blind' }).click();
  await expect(results(page).nth(0)).not.toContainText('Voice A');
  await results(page)
    .nth(0)
    .getByRole('button', { name: /^Favourite/ })
    .click();
  await expect(results(page).locator('[aria-pressed="true"]')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Audition line' }).press('Escape');
  await page.getByRole('button', { name: 'Audition voices…' }).click();
  await results(page).nth(1).getByRole('button', { name: 'Use this voice' }).click();
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('combobox', { name: 'Voice' })).not.toHaveValue(/Shiny/);
});
