import { execFileSync } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exceptOn, expect, test } from './support/fixtures.ts';
import { launch, startAgain } from './support/launch.ts';
import { writePicture } from './support/pictures.ts';
import { expectText, textField } from './support/text.ts';

test('files named at the start: the picture is in the tray, the text in the editor', async ({ restart, saveDir }) => {
  const picture = await writePicture(saveDir, 'photo.png', 64, 48);
  const text = path.join(saveDir, 'script.txt');
  await writeFile(text, '第一句。\r\nAnd a second one.');
  const page = await restart({ files: [text, picture] });
  await expect(page.getByRole('tab', { name: 'Images' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('list', { name: 'References' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('tab', { name: 'Speech' }).click();
  await expectText(page, '第一句。\nAnd a second one.');
});

test('a file opened while the app runs goes to the same window, and can be undone', async ({
  page,
  userData,
  saveDir,
}) => {
  const editor = textField(page);
  await editor.fill('Mine.');
  await page.getByRole('tab', { name: 'Library' }).click();
  const text = path.join(saveDir, 'script.txt');
  await writeFile(text, 'Theirs.');
  expect((await startAgain({ userData, saveDir, files: [text] })).code).toBe(0);
  await expectText(page, 'Theirs.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectText(page, 'Mine.');
});

const slowStart = test.extend({
  sharesApp: false,
  // A pipe in place of the settings: the start waits until they are written into it.
  userData: async ({ userData }, use) => {
    execFileSync('mkfifo', [path.join(userData, 'settings.json')]);
    await use(userData);
  },
  started: async ({ userData, saveDir }, use) => {
    const starting = launch({ userData, saveDir });
    const settings = await open(path.join(userData, 'settings.json'), 'w');
    const text = path.join(saveDir, 'script.txt');
    await writeFile(text, 'Early.');
    expect((await startAgain({ userData, saveDir, files: [text] })).code).toBe(0);
    await settings.writeFile('{}');
    await settings.close();
    const app = await starting;
    await use({ app, page: app.page, options: {} });
    expect(await app.stop()).toBe(0);
  },
});
slowStart('a file opened while the app is still starting is not lost', async ({ page }) => {
  exceptOn('win32', 'there are no named pipes in folders');
  await expectText(page, 'Early.');
});

test('a file that cannot be used is named', async ({ restart, saveDir }) => {
  const page = await restart({ files: [path.join(saveDir, 'gone.png')] });
  await expect(page.getByText('“gone.png” could not be opened.')).toBeVisible();
});
