import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { makeLargeLibrary, writeMadeScript } from '../support/large-library.ts';
import { madeTake, writeMadeItem } from '../support/made-library.ts';
import { test as base, expect, onlyOn } from './support/fixtures.ts';
import { launch, type RunningApp, startAgain } from './support/launch.ts';

const COUNT = 40;

/** A library with takes and a script. */
const test = base.extend({
  userData: async ({ profile }, use) => {
    const root = path.join(profile.folders.userData, 'library');
    makeLargeLibrary(root, COUNT);
    writeMadeScript(root, 1, [1, 2], 'A tale');
    await use(profile.folders.userData);
  },
});
test.use({ sharesApp: false });

const section = (page: Page) => page.getByRole('region', { name: 'Library', exact: true });
const status = (page: Page) => section(page).getByRole('status', { name: 'Moving, backing up, importing' });
const choose = (app: RunningApp, file: string) =>
  app.control({ type: 'answer', dialog: 'showOpenDialog', value: { canceled: false, filePaths: [file] } });
const press = (app: RunningApp, response: number) =>
  app.control({ type: 'answer', dialog: 'showMessageBox', value: { response, checkboxChecked: false } });
const itemsOf = async (root: string): Promise<number> => (await readdir(path.join(root, 'items'))).length;

/** Waits for the library to be listed, and opens its section in Settings. */
async function openSection(page: Page): Promise<void> {
  const rebuilt = page.getByRole('status').filter({ hasText: `Rebuilt: ${COUNT} items.` });
  await expect(rebuilt).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await page.getByRole('tab', { name: 'Settings' }).click();
}

async function expectTake(page: Page, title: string): Promise<void> {
  await page.getByRole('tab', { name: 'Library' }).click();
  await expect(page.getByText(title, { exact: true }).filter({ visible: true }).first()).toBeVisible();
}

test('the library moves to another folder while the app is open, and is found there at the next start', async ({
  page: before,
  app,
  restart,
  started,
  userData,
  saveDir,
}) => {
  onlyOn('chromium', 'the host answers the dialogs');
  const target = path.join(saveDir, 'Disk');
  await mkdir(target);
  await openSection(before);

  // Nothing happens without a yes.
  await choose(app, target);
  await section(before).getByRole('button', { name: 'Choose folder…' }).click();
  await expect.poll(() => app.control({ type: 'recorded' })).toContain('Move the library?');
  expect(await readdir(target)).toEqual([]);

  await choose(app, target);
  await press(app, 1);
  await section(before).getByRole('button', { name: 'Choose folder…' }).click();
  await expect(status(before)).toContainText('Moved: ');
  await expect(section(before)).toContainText(target);
  expect(await itemsOf(target)).toBe(COUNT);
  expect(existsSync(path.join(userData, 'library'))).toBe(false);
  expect(await readdir(target)).not.toContain('moving.json');
  await expectTake(before, `Take ${COUNT}`);

  const page = await restart();
  await expectTake(page, `Take ${COUNT}`);
  expect(existsSync(path.join(userData, 'library'))).toBe(false);

  // A folder that lies inside, one with other things, and the same one.
  await page.getByRole('tab', { name: 'Settings' }).click();
  const inside = path.join(target, 'media');
  await choose(started.app, inside);
  await section(page).getByRole('button', { name: 'Choose folder…' }).click();
  await expect(section(page).getByRole('alert')).toContainText('That folder is inside the library.');
  await choose(started.app, target);
  await section(page).getByRole('button', { name: 'Choose folder…' }).click();
  await expect(section(page).getByRole('alert')).toContainText('That is the library that is open now.');
});

test('a library whose disk is not attached is waited for, and never replaced by an empty one', async ({ saveDir }) => {
  onlyOn('chromium', 'on Electron nobody answers the question');
  const disk = path.join(saveDir, 'Disk');
  const options = { userData: path.join(saveDir, 'user data'), saveDir };
  await mkdir(options.userData);
  const place = JSON.stringify({ folder: disk, previous: null });
  await writeFile(path.join(options.userData, 'library-place.json'), place);
  // A folder without a library is what is left of a disk that is not attached. Without an answer the app ends.
  await mkdir(disk);
  const { code, errors } = await startAgain(options);
  expect(code).toBe(1);
  expect(errors).toContain(`The library folder is missing ${disk}`);
  expect(await readdir(disk)).toEqual([]);
  expect(existsSync(path.join(options.userData, 'library'))).toBe(false);

  makeLargeLibrary(disk, 3);
  const app = await launch(options);
  await expectTake(app.page, 'Take 3');
  expect(await app.stop()).toBe(0);
});

test('a back-up in a folder and in a zip file, and a project, bring everything back into another library', async ({
  page,
  app,
  saveDir,
  userData,
}) => {
  onlyOn('chromium', 'the host answers the dialogs');
  await openSection(page);
  await choose(app, saveDir);
  await section(page).getByRole('button', { name: 'Back up to a folder…' }).click();
  await expect(status(page)).toContainText(`Backed up: ${COUNT} items, ${2 * COUNT + 1} files in total`);
  const folder = path.join(saveDir, 'Relay Studio Backup');
  expect(JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'))).toMatchObject({ isWhole: true });

  // fault 47: one file rots, and keeps its size.
  const media = await readdir(path.join(folder, 'media'), { recursive: true });
  const sound = path.join(folder, 'media', media.find((name) => name.endsWith('.pcm')) ?? '');
  const whole = await readFile(sound, 'utf8');
  await writeFile(sound, whole.replace('T', 'X'));
  await section(page).getByRole('button', { name: 'Verify backup…' }).click();
  await expect(status(page)).toContainText(`Reread: ${COUNT} files of the backup.`);
  await expect(status(page)).toContainText('1 damaged file of the backup was replaced');
  await expect(status(page)).toContainText(path.basename(sound));
  expect(await readFile(sound, 'utf8')).toBe(whole);

  await section(page).getByRole('button', { name: 'Back up to a zip file…' }).click();
  await expect(status(page)).toContainText('.zip');
  const zip = (await readdir(saveDir)).find((name) => name.endsWith('.zip')) ?? '';

  // Another library, with one item of its own under an id that is taken here.
  const other = path.join(saveDir, 'Other');
  writeMadeItem(other, madeTake(1, 'Somebody else’s'), 1);
  writeMadeItem(other, madeTake(500, 'Theirs'), 2);
  await choose(app, other);
  await section(page).getByRole('button', { name: 'Import library…' }).click();
  await expect(status(page)).toContainText('Added: 2 items.');
  await expect(status(page)).toContainText('got a new one');
  await expectTake(page, 'Theirs');
  await page.getByRole('tab', { name: 'Settings' }).click();

  await choose(app, path.join(saveDir, zip));
  await section(page).getByRole('button', { name: 'Import a zip file…' }).click();
  await expect(status(page)).toContainText('Added: 0 items.');
  await expect(status(page)).toContainText(`${COUNT + 1} were already here`);
  expect(await itemsOf(path.join(userData, 'library'))).toBe(COUNT + 2);

  const bad = path.join(saveDir, 'bad.zip');
  await writeFile(bad, 'PK but no zip');
  await choose(app, bad);
  await section(page).getByRole('button', { name: 'Import a zip file…' }).click();
  await expect(section(page).getByRole('alert')).toContainText('It is not a zip file');
  await section(page).getByRole('button', { name: 'Show in folder' }).click();
});
