import { createHash } from 'node:crypto';
import { lstat, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { exceptOn, expect, test } from './support/fixtures.ts';
import { hostName, launch, startAgain } from './support/launch.ts';
import { writePicture } from './support/pictures.ts';
import { expectText, textField } from './support/text.ts';

// promise opened-files
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

test('a file opened while the app runs goes to the same window, and can be undone', { tag: '@journey' }, async ({
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

/** The process that has the lock of a folder, by what the Chromium host writes; 0 on Electron, undefined while none has. */
async function lockHolder(userData: string): Promise<number | undefined> {
  const ifMissing = () => undefined;
  if (hostName() === 'electron') return lstat(path.join(userData, 'SingletonLock')).then(() => 0, ifMissing);
  const digest = createHash('sha256')
    .update(await realpath(userData))
    .digest('hex')
    .slice(0, 16);
  const lock = path.join(tmpdir(), `chromium-host-lock-${userInfo().username}-${digest}`, 'lock');
  return readFile(lock, 'utf8').then((holder) => JSON.parse(holder).pid, ifMissing);
}

const slowStart = test.extend({
  sharesApp: false,
  started: async ({ userData, saveDir }, use) => {
    const starting = launch({ userData, saveDir });
    // Held where it has the lock and no window yet. Electron's second start would wait for the first.
    let held = 0;
    await expect(async () => {
      const holder = await lockHolder(userData);
      if (holder === undefined) throw new Error('not locked yet');
      held = holder;
    }).toPass({ intervals: [20] });
    if (held > 0) process.kill(held, 'SIGSTOP');
    const text = path.join(saveDir, 'script.txt');
    await writeFile(text, 'Early.');
    const again = startAgain({ userData, saveDir, files: [text] });
    try {
      expect((await again).code).toBe(0);
    } finally {
      if (held > 0) process.kill(held, 'SIGCONT');
    }
    const app = await starting;
    await use({ app, page: app.page, options: {} });
    expect(await app.stop()).toBe(0);
  },
});
slowStart('a file opened while the app is still starting is not lost', async ({ page }) => {
  exceptOn('win32', 'a process cannot be held there');
  await expectText(page, 'Early.');
});
