// Behaviour that only a real desktop and Electron's own protocol stack can show.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate, onlyOn } from '../e2e/support/fixtures.ts';
import { startAgain } from '../e2e/support/launch.ts';
import { expectText } from '../e2e/support/text.ts';
import { expect, test } from './electron.ts';

onlyOn('electron', 'it looks into Electron itself');

test('a saved sound can be sought in over app://', async ({ page }) => {
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: /^wav\b/ }).click();
  await generate(page, 'A sentence that is long enough for somebody to jump to the very end of it.');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
  const source = await page.evaluate(async () => {
    const studio = (window as unknown as { studio: { request: (route: string, input: unknown) => Promise<unknown> } })
      .studio;
    const query = { search: '', kind: 'speech', beforeId: null, limit: 1 };
    const reply = (await studio.request('library.list', query)) as { data: { items: { mediaId: string }[] } };
    return `/media/${reply.data.items[0]?.mediaId}`;
  });
  const sought = await page.evaluate(async (src) => {
    const sound = new Audio(src);
    const heard = (name: string) => new Promise((resolve) => sound.addEventListener(name, resolve, { once: true }));
    await heard('loadedmetadata');
    const seeked = heard('seeked');
    sound.currentTime = sound.duration - 0.5;
    await seeked;
    const part = await fetch(src, { headers: { range: 'bytes=100-199' } });
    return { left: sound.duration - sound.currentTime, status: part.status, length: (await part.blob()).size };
  }, source);
  expect(sought).toMatchObject({ status: 206, length: 100 });
  expect(sought.left).toBeCloseTo(0.5, 1);
});

test('the system key store returns what was stored', async ({ electron }) => {
  const seen = await electron.evaluate(async ({ safeStorage }) => {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return null;
    const encrypted = await safeStorage.encryptStringAsync('canary');
    return { isClear: encrypted.includes('canary'), text: (await safeStorage.decryptStringAsync(encrypted)).result };
  });
  test.skip(seen === null, 'this desktop has no key store');
  expect(seen).toEqual({ isClear: false, text: 'canary' });
});

test('a second start shows the window of the first', async ({ electron, userData, saveDir }) => {
  const isMinimized = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  expect((await startAgain({ userData, saveDir })).code).toBe(0);
  await expect.poll(isMinimized).toBe(false);
});

test('macOS passes an opened file to the app', async ({ electron, page, saveDir }) => {
  const file = path.join(saveDir, 'script.txt');
  await writeFile(file, 'Opened from outside.');
  await electron.evaluate(({ app }, name) => app.emit('open-file', { preventDefault: () => undefined }, name), file);
  await expectText(page, 'Opened from outside.');
});

test('macOS opens a new window when the last was closed', async ({ electron, page }) => {
  onlyOn('darwin', 'elsewhere the app ends with its last window');
  await page.close();
  const opened = electron.waitForEvent('window');
  await electron.evaluate(({ app }) => app.emit('activate'));
  await expect((await opened).getByRole('tab', { name: 'Speech' })).toBeVisible();
});

test('macOS shows a key at the command that it runs on the visible screen', async ({ electron, page }) => {
  onlyOn('darwin', 'elsewhere the menu is the same everywhere');
  const shown = () =>
    electron.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
      return items.filter(({ accelerator }) => accelerator === 'CommandOrControl+Enter').map(({ id }) => id);
    });
  await expect.poll(shown).toEqual(['speech.generate']);
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect.poll(shown).toEqual(['images.edit']);
});

test('the chosen theme reaches the page', async ({ electron, page }) => {
  const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  for (const source of ['dark', 'light'] as const) {
    await electron.evaluate(({ nativeTheme }, theme) => {
      nativeTheme.themeSource = theme;
    }, source);
    await expect.poll(isDark).toBe(source === 'dark');
  }
});

test('a result dragged off the strip reaches the system as a file', async ({ electron, page }) => {
  test.slow();
  await electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const dragged: string[] = [];
    Object.assign(globalThis, { dragged });
    // The system's own drag would keep control of the test's mouse.
    if (contents) contents.startDrag = ({ file, files }) => void dragged.push(...(files ?? [file]));
  });
  await page.getByRole('tab', { name: 'Images' }).click();
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await page.getByRole('button', { name: 'Edit image' }).click();
  const tile = page.getByRole('list', { name: 'Results' }).getByRole('button', { name: 'Result 1', exact: true });
  await tile.dispatchEvent('dragstart');
  const dragged = () => electron.evaluate(() => (globalThis as unknown as { dragged: string[] }).dragged);
  await expect.poll(async () => (await dragged()).map((file) => path.extname(file))).toEqual(['.png']);
  const [file = ''] = await dragged();
  expect((await readFile(file)).subarray(1, 4).toString()).toBe('PNG');
});
