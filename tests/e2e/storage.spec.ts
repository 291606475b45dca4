import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { madeTake, writeMadeItem } from '../support/made-library.ts';
import { test as base, expect } from './support/fixtures.ts';

const UNNEEDED = 'ab'.repeat(32);

/** A library with takes, and with an old picture of 3 MB that nothing needs. */
const test = base.extend({
  userData: async ({ profile }, use) => {
    const root = path.join(profile.folders.userData, 'library');
    for (let number = 1; number <= 30; number++) writeMadeItem(root, madeTake(number, `Take ${number}`), number);
    const file = path.join(root, 'media', 'ab', `${UNNEEDED}.png`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, Buffer.alloc(3 * 1024 * 1024));
    await utimes(file, 1e9, 1e9);
    await use(profile.folders.userData);
  },
});
test.use({ sharesApp: false });

test('Settings shows what the library uses, and frees what nothing needs', async ({ page, userData }, testInfo) => {
  await page.getByRole('tab', { name: 'Settings' }).click();
  const storage = page.getByRole('region', { name: 'Storage', exact: true });
  await expect(storage.getByRole('row', { name: 'Unused' })).toContainText('3 MB');
  await storage.scrollIntoViewIfNeeded();
  await page.screenshot({ path: testInfo.outputPath('storage-before.png') });
  await storage.getByRole('button', { name: 'Free up 3 MB' }).click();
  await expect(storage.getByRole('status')).toHaveText('Freed: 3 MB.');
  await expect(storage.getByRole('row', { name: 'Unused' })).toContainText('0');
  await expect(storage.getByRole('button', { name: 'Free up' })).toBeDisabled();
  await page.screenshot({ path: testInfo.outputPath('storage-freed.png') });
  expect(await readdir(path.join(userData, 'library', 'media', 'ab'))).not.toContain(`${UNNEEDED}.png`);
});
