import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

const results = (page: Page) => page.getByRole('list', { name: 'Comparison' }).getByRole('listitem');
const compare = (page: Page) => page.getByRole('button', { name: 'Compare', exact: true });

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Voice gallery…' }).click();
  await page.getByRole('textbox', { name: 'Line to compare' }).fill('One line for all of them.');
  for (let i = 0; i < 3; i++) await page.getByRole('checkbox').nth(i).check();
}

test('blind: preferring one shows the names where the cards are; then it may be starred and used', {
  tag: '@journey',
}, async ({ page }) => {
  await open(page);
  await page.getByRole('switch', { name: 'Blind' }).click();
  await compare(page).click();
  await expect(results(page).getByRole('button', { name: /^Prefer this/ })).toHaveCount(3);
  await expect(results(page).nth(0)).toContainText('Voice A');
  await expect(results(page).nth(0)).toContainText('Name hidden');
  await results(page).nth(1).getByRole('button', { name: 'Play Voice B' }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('Voice B');
  await expect(results(page).getByRole('button', { name: /^(Favourite|Use)/ })).toHaveCount(0);
  await results(page).nth(1).getByRole('button', { name: 'Prefer this: Voice B' }).click();

  const preferred = results(page).nth(1);
  await expect(preferred).toContainText('Preferred');
  for (const [index, letter] of ['A', 'B', 'C'].entries())
    await expect(results(page).nth(index)).toContainText(`Voice ${letter}`);
  await expect(results(page).getByText('Name hidden')).toHaveCount(0);
  await preferred.getByRole('button', { name: /^Favourite/ }).click();
  const use = preferred.getByRole('button', { name: 'Use this voice' });
  const name = (await use.getAttribute('aria-label'))?.replace('Use this voice: ', '') ?? '';
  await use.click();
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('combobox', { name: 'Voice' })).toHaveValue(name);
  await page.getByRole('button', { name: 'Voice gallery…' }).click();
  await page.getByRole('button', { name: 'Starred' }).click();
  await expect(page.getByRole('list', { name: 'Voices' }).getByRole('listitem')).toHaveText(new RegExp(name));
});
