import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exceptOn, expect, generate, onlyOn, test } from './fixtures.ts';

test.describe('in Chinese', () => {
  test.use({ language: 'zh_CN' });
  test('the whole app speaks Chinese, and switches live', async ({ page }) => {
    await expect(page.getByRole('tab', { name: '语音' })).toBeVisible();
    expect(await page.locator('html').getAttribute('lang')).toMatch(/^zh/);
    await page.getByRole('tab', { name: '设置' }).click();
    await page.getByRole('combobox', { name: '语言' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await expect(page.getByRole('tab', { name: 'Speech' })).toBeVisible();
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

test('commands: the native menu', async ({ page, app }) => {
  onlyOn('chromium', 'the native menu cannot be clicked from outside');
  expect(await app.control({ do: 'menu', id: 'view.library' })).toMatch(/^done/);
  await expect(page.getByRole('tab', { name: 'Library' })).toHaveAttribute('aria-selected', 'true');
});

test('playback goes on across tabs', async ({ page }) => {
  await generate(page, 'This sentence goes on while the person looks at the library for a moment.');
  await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('tab', { name: 'Library' }).click();
  const position = page.getByRole('slider', { name: 'Position' });
  const before = Number(await position.inputValue());
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(before);
});

test('a crashed page comes back by itself, with everything main knows', async ({ page, crash }) => {
  onlyOn('chromium', 'the host crashes the page');
  await generate(page, 'Before the crash.');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
  const again = await crash();
  await expect(again.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
});

test('the practice relay killed while working: readable, free, and running again', async ({ page, app }) => {
  exceptOn('win32', 'finds the process by pgrep');
  const children = () =>
    execFileSync('pgrep', ['-P', String(app.pid), '-f', 'practice-relay'], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
  await generate(page, 'A sentence that is repeated many times. '.repeat(2000));
  await expect(page.getByRole('progressbar')).toBeVisible();
  const [pid = 0] = children();
  process.kill(pid, 'SIGKILL');
  await expect(page.getByRole('alert')).toContainText('Nothing was billed.');
  await generate(page, 'Back again.');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Takes' })).toContainText('Back again.');
  expect(children()).not.toContain(pid);
});

const blocked = test.extend({
  // A file where the library folder should be: nothing can be written there, for root as well.
  userData: async ({ userData }, use) => {
    await writeFile(path.join(userData, 'library'), '');
    await use(userData);
  },
});
blocked('a library that cannot be written is said at once, and nothing is sent', async ({ page }) => {
  await expect(page.getByText(/library folder cannot be written/i).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generate' })).toBeDisabled();
});
