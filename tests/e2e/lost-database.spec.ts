import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { madeTake, writeMadeItem } from '../support/made-library.ts';
import { test as base, expect } from './support/fixtures.ts';

const COUNT = 300;

/** A library whose database was deleted. */
const test = base.extend({
  userData: async ({ profile }, use) => {
    const root = path.join(profile.folders.userData, 'library');
    for (let number = 1; number <= COUNT; number++) writeMadeItem(root, madeTake(number, `Take ${number}`), number);
    await use(profile.folders.userData);
  },
});
test.use({ sharesApp: false });

test('a library whose database was deleted is there again, and can be verified and rebuilt', async ({
  page,
  userData,
}, testInfo) => {
  await expect(page.getByRole('status').filter({ hasText: 'Rebuilt: 300 items.' })).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await page.getByRole('tab', { name: 'Library' }).click();
  await expect(page.getByText('Take 300', { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const library = page.getByRole('region', { name: 'Library', exact: true });
  const state = library.getByRole('status', { name: 'State of the library' });
  await library.getByRole('button', { name: 'Verify library' }).click();
  await expect(state).toHaveText('No problems found: 300 items, 300 files.');
  await library.getByRole('button', { name: 'Rebuild library' }).click();
  await expect(state).toContainText('Rebuilt: 300 items.');
  await expect(state).toContainText('The previous database is kept as library.damaged-');
  await library.scrollIntoViewIfNeeded();
  await page.screenshot({ path: testInfo.outputPath('library-section.png') });
  expect((await readdir(path.join(userData, 'library'))).filter((name) => name.includes('rebuil'))).toEqual([]);
});
