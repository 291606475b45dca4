import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { createTranslator, LOCALE_TAGS } from '../../shared/i18n/index.ts';
import { LOCALES } from '../../shared/i18n/locales.ts';
import { holdLibrary } from '../support/hold-library.ts';
import { closeFolder } from '../support/read-only-folder.ts';
import { accessibilityViolations, connectTo, exceptOn, expect, generate, onlyOn, test } from './support/fixtures.ts';
import { practicePid, startAgain } from './support/launch.ts';
import { addImages, editsOf, plainResults, writePicture } from './support/pictures.ts';

test.describe('in Chinese', () => {
  test.use({ language: 'zh_CN' });
  test('the whole app speaks Chinese, and switches live to every language', async ({ page }) => {
    await expect(page.getByRole('tab', { name: '语音' })).toBeVisible();
    expect(await page.locator('html').getAttribute('lang')).toMatch(/^zh/);
    await page.getByRole('tab', { name: '设置' }).click();
    let choice = page.getByRole('combobox', { name: '界面语言', exact: true });
    for (const locale of LOCALE_TAGS) {
      const t = createTranslator(locale);
      await choice.click();
      await page.getByRole('option', { name: LOCALES[locale].name, exact: true }).click();
      await expect(page.getByRole('tab', { name: t('tab.speech'), exact: true })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALES[locale].htmlLang);
      choice = page.getByRole('combobox', { name: t('settings.language'), exact: true });
    }
  });
});

test('commands: keys, palette', async ({ page }) => {
  await page.keyboard.press('ControlOrMeta+3');
  await expect(page.getByRole('tab', { name: 'Library' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('settings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
});

test('the command palette: arrows wrap around, Escape closes, a click runs', async ({ page }) => {
  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('combobox', { name: 'Search commands' });
  const options = page.getByRole('listbox', { name: 'Command palette' }).getByRole('option');
  const active = () => search.getAttribute('aria-activedescendant');
  await expect(search).toBeFocused();
  await search.fill('go to');
  const ids = await options.evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(2);
  await expect.poll(active).toBe(ids[0]);
  await search.press('ArrowUp');
  await expect.poll(active).toBe(ids.at(-1));
  await search.press('ArrowDown');
  await expect.poll(active).toBe(ids[0]);
  await search.press('ArrowDown');
  await expect.poll(active).toBe(ids[1]);
  await search.fill('nothing is called this');
  await expect(options).toHaveCount(0);
  await expect(page.getByText('No command matches.')).toBeVisible();
  await search.press('Escape');
  await expect(search).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await search.fill('library');
  await options.first().click();
  await expect(page.getByRole('tab', { name: 'Library' })).toHaveAttribute('aria-selected', 'true');
});

test('commands: the native menu', async ({ page, app }) => {
  onlyOn('chromium', 'the native menu cannot be clicked from outside');
  expect(await app.control({ type: 'menu', id: 'view.library' })).toMatch(/^done/);
  await expect(page.getByRole('tab', { name: 'Library' })).toHaveAttribute('aria-selected', 'true');
});

test('a held key sends one edit', async ({ page, relay, saveDir }) => {
  await connectTo(page, relay);
  relay.answerWith(plainResults('#3366cc'));
  await page.getByRole('tab', { name: 'Images' }).click();
  await addImages(page, await writePicture(saveDir, 'source.png', 800, 600));
  const instruction = page.getByRole('textbox', { name: 'Edit instruction' });
  const sent = () => editsOf(relay.requests).map(({ body }) => /Held|Pressed anew/.exec(body)?.[0]);
  await instruction.fill('Held');
  await page.keyboard.down('ControlOrMeta');
  await page.keyboard.down('Enter');
  await expect.poll(sent).toEqual(['Held']);
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(1);
  // Down while it is down: the key repeats.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('ControlOrMeta');
  await instruction.fill('Pressed anew');
  await instruction.press('ControlOrMeta+Enter');
  await expect.poll(sent).toEqual(['Held', 'Pressed anew']);
});

test('playback goes on across tabs', async ({ page }) => {
  await generate(page, 'This sentence goes on while the person looks at the library for a moment.');
  await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('tab', { name: 'Library' }).click();
  const position = page.getByRole('slider', { name: 'Position' });
  const before = Number(await position.inputValue());
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(before);
});

test('a crashed page is loaded again automatically, with everything that main knows', async ({ page, crash }) => {
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
  const calls = await app.control({ type: 'recorded' });
  expect(calls).toContain('"call":"BrowserWindow.show","args":[{"isPainted":true}]');
  expect(calls).not.toContain('"isPainted":false');
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
blocked(
  'a library that cannot be written is said at once, and nothing is sent; conflict copies are named',
  async ({ page, openLibrary }) => {
    await expect(page.getByText(/library folder cannot be written/i).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled();
    const copies = page.getByRole('status').filter({ hasText: 'left 1 copy' });
    await expect(copies).toContainText('settings-DESK.json');
    expect(await accessibilityViolations(page, 'main > p')).toEqual([]);
    await copies.getByRole('button', { name: 'Dismiss' }).click();
    await expect(copies).toBeHidden();
    openLibrary();
  },
);

test('a user-data folder that cannot be written ends the start with the reason, not in silence', async ({
  userData,
  saveDir,
}) => {
  onlyOn('chromium', 'an error box waits for somebody to close it');
  const file = path.join(userData, 'not-a-folder');
  await writeFile(file, '');
  const { code, errors } = await startAgain({ userData: file, saveDir });
  expect([code, errors]).toEqual([1, expect.stringContaining(`It cannot write in its folder, ${file}`)]);
});

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
