import path from 'node:path';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { accessibilityViolations, test as base, expect, generate } from './support/fixtures.ts';

const test = base.extend<{ disk: SmallDisk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
  disk: async ({}, use) => {
    const disk = mountSmallDisk(24);
    test.skip(!disk, 'this user may not mount a small disk');
    if (!disk) return;
    await use(disk);
    disk.unmount();
  },
  userData: async ({ disk }, use) => use(path.join(disk.folder, 'data')),
});
test.use({ sharesApp: false });

test('a full disk is said, and what is not saved; both go away when there is room', async ({ page, disk }) => {
  const banner = page.getByRole('status').filter({ hasText: 'The disk of the library is full' });
  await page.getByRole('tab', { name: 'Images' }).click();
  await disk.fill();
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Make the cup blue');
  await expect(banner).toContainText(/\d MB are missing/);
  await expect(banner).toContainText('Not saved yet: what you have begun.');
  expect(await accessibilityViolations(page, 'main > p')).toEqual([]);
  await page.getByRole('tab', { name: 'Speech' }).click();
  await page.getByRole('textbox', { name: 'Text to speak' }).fill('Hello');
  const speech = page.getByRole('tabpanel', { name: 'Speech' });
  await expect(speech.getByText('The library folder cannot be written', { exact: true })).toBeVisible();

  disk.makeRoom();
  await expect(banner).toBeHidden();
  await generate(page, 'There is room again');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
});
