import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { edit, openWithPicture, PICTURE, results, saveAsItIs } from './support/edits.ts';
import { accessibilityViolations, test as base, expect, generate } from './support/fixtures.ts';
import { decode, paint, pixel, plainResults, stroke } from './support/pictures.ts';

const test = base.extend<{ disk: SmallDisk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
  disk: async ({}, use) => {
    const disk = mountSmallDisk(40);
    test.skip(!disk, 'this user may not mount a small disk');
    if (!disk) return;
    await use(disk);
    disk.unmount();
  },
  userData: async ({ disk }, use) => use(path.join(disk.folder, 'data')),
});
test.use({ sharesApp: false });

test('a full disk is said, and what is not saved; both go away when there is room', async ({ page, disk }) => {
  const banner = page.getByRole('status').filter({ hasText: 'The library’s disk is full' });
  await page.getByRole('tab', { name: 'Images' }).click();
  await disk.fill();
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Make the cup blue');
  await expect(banner).toContainText(/\d MB more needed/);
  await expect(banner).toContainText('Not saved yet: drafts.');
  expect(await accessibilityViolations(page, 'main > p')).toEqual([]);
  await page.getByRole('tab', { name: 'Speech' }).click();
  await page.getByRole('textbox', { name: 'Text to speak' }).fill('Hello');
  const speech = page.getByRole('tabpanel', { name: 'Speech' });
  await expect(speech.getByText('The app cannot write to the library folder', { exact: true })).toBeVisible();

  disk.makeRoom();
  await expect(banner).toBeHidden();
  await generate(page, 'There is room again');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
});

test('what is painted back over a result while the disk is full is stored once there is room', async ({
  page,
  relay,
  saveDir,
  disk,
}) => {
  await openWithPicture(page, relay, saveDir);
  await paint(page, PICTURE, [
    { x: 100, y: 100 },
    { x: 340, y: 100 },
  ]);
  relay.answerWith(plainResults('rgb(32, 64, 192)'));
  await edit(page, 'Blue');
  await expect(page.getByText('Rest of the picture untouched ✓')).toBeVisible();
  await page.getByRole('button', { name: 'Paint original back' }).click();
  await expect(page.getByRole('button', { name: 'Done', exact: true })).toBeVisible();
  await disk.fill();
  await stroke(page, PICTURE, [
    { x: 280, y: 100 },
    { x: 320, y: 100 },
  ]);
  const alert = page.getByRole('alert').filter({ hasText: 'The file could not be written' });
  await expect(alert).toBeVisible();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  disk.makeRoom();
  await expect(page.getByText('The library’s disk is full')).toBeHidden();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  await saveAsItIs(page);
  const file = path.join(saveDir, 'source – edit 1.png');
  await expect.poll(() => existsSync(file)).toBe(true);
  const picture = await decode(await readFile(file));
  const [edited, back] = [100, 300].map((x) => pixel(picture, { x, y: 100 }).slice(0, 3));
  expect([edited, back]).toEqual([
    [32, 64, 192],
    [160, 64, 32],
  ]);
});

test.describe('a full disk that files are saved to', { tag: '@long' }, () => {
  test.use({
    userData: async ({ profile }, use) => use(profile.folders.userData),
    saveDir: async ({ disk }, use) => {
      const folder = path.join(disk.folder, 'saved');
      await mkdir(folder);
      await use(folder);
    },
  });

  test('costs no file, says so, and takes all once there is room', async ({ page, relay, disk, saveDir }) => {
    await openWithPicture(page, relay, saveDir);
    relay.answerWith(plainResults('teal'), plainResults('navy'));
    for (const count of [1, 2]) {
      await edit(page, 'Take the cup away');
      await expect(results(page)).toHaveCount(count);
    }
    await page.getByRole('tab', { name: 'Library' }).click();
    await page.getByRole('gridcell').first().focus();
    await page.keyboard.press('ControlOrMeta+a');
    const selection = page.getByRole('region', { name: 'Selection' });

    await selection.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Contact sheet…' }).click();
    const sheet = page.getByRole('dialog', { name: 'Contact sheet' });
    await disk.fill(8192);
    await sheet.getByRole('button', { name: 'Save…' }).click();
    await expect(sheet).toContainText('No file was saved.');
    expect(readdirSync(saveDir)).toEqual(['source.png']);
    disk.makeRoom();
    await sheet.getByRole('button', { name: 'Save…' }).click();
    await expect(sheet.getByText('Saved “Contact sheet.pdf”')).toBeVisible();
    await page.keyboard.press('Escape');

    await selection.getByRole('button', { name: 'Save all…' }).click();
    const several = page.getByRole('dialog', { name: 'Save several' });
    await disk.fill();
    await several.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(several.getByRole('list', { name: 'Items not saved' })).toContainText('The disk is full.');
    expect(readdirSync(saveDir)).toEqual(['Contact sheet.pdf', 'source.png']);
    disk.makeRoom();
    await several.getByRole('button', { name: 'Save remaining 2' }).click();
    await expect(several.getByText('2 files saved in “saved”')).toBeVisible();
    const saved = ['1 Take the cup away.png', '2 Take the cup away.png', 'Contact sheet.pdf', 'source.png'];
    expect(readdirSync(saveDir)).toEqual(saved);
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Speech' }).click();
    await expect(page.getByRole('textbox', { name: 'Text to speak' })).toBeEditable();
  });
});
