import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { holdLibrary } from '../support/hold-library.ts';
import { closeFolder } from '../support/read-only-folder.ts';
import { accessibilityViolations, exceptOn, expect, generate, onlyOn, test } from './support/fixtures.ts';
import { practicePid, startAgain } from './support/launch.ts';
import { recorded } from './support/recorded.ts';

test('commands: the native menu', async ({ page, app }) => {
  onlyOn('chromium', 'the native menu cannot be clicked from outside');
  expect(await app.control({ type: 'menu', id: 'view.library' })).toMatch(/^done/);
  await expect(page.getByRole('tab', { name: 'Library' })).toHaveAttribute('aria-selected', 'true');
});

// fault 24
test('a crashed page is loaded again automatically, with everything that main knows', { tag: '@journey' }, async ({
  page,
  crash,
}) => {
  onlyOn('chromium', 'the host crashes the page');
  await generate(page, 'Before the crash.');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
  const again = await crash();
  await expect(again.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
});

const ownApp = test.extend({ sharesApp: false });
ownApp(
  'a page that keeps crashing is not loaded again without end: the person is asked',
  async ({ app, page, crash }) => {
    onlyOn('chromium', 'the host crashes the page');
    await expect(page.getByRole('tab', { name: 'Speech' })).toBeVisible();
    for (let crashes = 0; crashes < 3; crashes++) await crash();
    const asked = async () => (await app.control({ type: 'recorded' })).split('"dialog.showMessageBox"').length - 1;
    expect(await asked()).toBe(0);
    await app.control({ type: 'answer', dialog: 'showMessageBox', value: { response: 0, checkboxChecked: false } });
    await expect((await crash()).getByRole('tab', { name: 'Speech' })).toBeVisible();
    expect(await asked()).toBe(1);
  },
);

const maximized = test.extend({
  sharesApp: false,
  userData: async ({ userData }, use) => {
    const window = { x: 0, y: 0, width: 1000, height: 700, isMaximized: true };
    await writeFile(path.join(userData, 'settings.json'), JSON.stringify({ window }));
    await use(userData);
  },
});
maximized('a maximized window is not shown before there is something to see', async ({ app, page }) => {
  onlyOn('chromium', 'the host says when it showed the window');
  await expect(page.getByRole('tab', { name: 'Speech' })).toBeVisible();
  const shown = (await recorded(app, 'BrowserWindow.show')) as { isPainted: boolean; afterMs: number }[];
  // A window that says nothing is shown all the same, but not at once.
  expect(shown.every(({ isPainted, afterMs }) => isPainted || afterMs > 300)).toBe(true);
  expect(shown).not.toEqual([]);
});

test('the practice relay killed while working: readable, free, and running again', async ({ page, app }) => {
  exceptOn('win32', 'the Chromium host finds the process by pgrep');
  await generate(page, 'A sentence that is repeated many times. '.repeat(2000));
  await expect(page.getByRole('progressbar')).toBeVisible();
  const pid = await practicePid(app);
  process.kill(pid, 'SIGKILL');
  await expect(page.getByRole('alert')).toContainText('Nothing was billed.');
  await generate(page, 'Back again.');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Takes' })).toContainText('Back again.');
  expect(await practicePid(app)).not.toBe(pid);
});

const blocked = test.extend<{ openLibrary: () => void }>({
  sharesApp: false,
  openLibrary: async ({ profile }, use) => {
    const library = path.join(profile.folders.userData, 'library');
    await mkdir(library);
    await writeFile(path.join(profile.folders.userData, 'settings-DESK.json'), '{}');
    await use(closeFolder(library));
  },
  userData: async ({ openLibrary: _, userData }, use) => use(userData),
});
// fault 7
blocked(
  'a library that cannot be written is said at once, and nothing is sent; conflict copies are named',
  async ({ page, openLibrary }) => {
    await expect(page.getByText(/cannot write to the library folder/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled();
    const copies = page.getByRole('status').filter({ hasText: 'left 1 conflicting copy' });
    await expect(copies).toContainText('settings-DESK.json');
    expect(await accessibilityViolations(page, 'main > p')).toEqual([]);
    await copies.getByRole('button', { name: 'Dismiss' }).click();
    await expect(copies).toBeHidden();
    openLibrary();
  },
);

// fault 37
test('a user-data folder that cannot be written ends the start with the reason, not in silence', async ({
  userData,
  saveDir,
}) => {
  onlyOn('chromium', 'an error box waits for somebody to close it');
  const file = path.join(userData, 'not-a-folder');
  await writeFile(file, '');
  const { code, errors } = await startAgain({ userData: file, saveDir });
  expect([code, errors]).toEqual([1, expect.stringContaining(`The app cannot write to its folder, ${file}`)]);
});

// fault 31
test('a library that another program has open is refused, with its name and exit code 1', async ({
  userData,
  saveDir,
}) => {
  onlyOn('chromium', 'an error box waits for somebody to close it');
  const { release } = await holdLibrary(path.join(userData, 'elsewhere', 'library'));
  const { code, errors } = await startAgain({ userData: path.join(userData, 'elsewhere'), saveDir });
  await release();
  expect([code, errors]).toEqual([1, expect.stringContaining(`on “${hostname()}” has had the library`)]);
});

test('a text field has a menu that pastes', async ({ page, app }) => {
  onlyOn('chromium', 'the host records native menus');
  const roles = async () =>
    ((await recorded(app, 'Menu.popup')) as { role?: string }[][]).map((items) => items.map(({ role }) => role));
  const all = ['cut', 'copy', 'paste', undefined, 'selectAll'];
  await page.getByRole('textbox', { name: 'Text' }).click({ button: 'right' });
  await expect.poll(roles).toEqual([all]);
  await page.getByRole('tab', { name: 'Images' }).click();
  await page.getByRole('textbox', { name: 'Edit instruction' }).click({ button: 'right' });
  await expect.poll(roles).toEqual([all, all]);
});
