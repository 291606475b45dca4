// The app started on a folder that somebody else has prepared: nothing in it is followed, and the app works.

import { execFileSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { madeTake, writeMadeItem } from '../support/made-library.ts';
import { test as base, expect } from './support/fixtures.ts';

const SECRET = 'not of this library';
const TAKES = [madeTake(1, 'Mine'), madeTake(2, 'Not mine')] as const;

const test = base.extend<{ outside: string }>({
  outside: async ({ profile }, use) => use(path.join(profile.folders.saveDir, 'outside')),
  userData: async ({ profile, outside }, use) => {
    const { userData } = profile.folders;
    const root = path.join(userData, 'library');
    const victim = path.join(outside, 'thesis.txt');
    await mkdir(outside);
    await writeFile(victim, SECRET);
    for (const [index, take] of TAKES.entries()) writeMadeItem(root, take, index + 1, index === 0);
    const second = TAKES[1].mediaId;
    await mkdir(path.join(root, 'media', second.slice(0, 2)), { recursive: true });
    await link(victim, path.join(root, 'media', second.slice(0, 2), `${second}.pcm`));
    await symlink(outside, path.join(root, 'thumbnails'));
    await symlink(victim, path.join(root, 'owner.json'));
    await link(victim, path.join(root, 'lock.sqlite'));
    await link(victim, path.join(root, 'library.in-use'));
    for (const pipe of [
      'settings.json',
      'settings.json.bak',
      'keys.json',
      'unfinished-exports.json',
      'library/scripts',
    ])
      execFileSync('mkfifo', [path.join(userData, pipe)]);
    await mkdir(path.join(userData, 'logs'));
    execFileSync('mkfifo', [path.join(userData, 'logs', 'main.log')]);
    await use(userData);
  },
});
test.use({ sharesApp: false });
test.skip(process.platform === 'win32', 'there are no named pipes to plant');

// attack 20
test('a prepared folder: what leads elsewhere is put aside and said, and nothing outside is read or written', async ({
  page,
  userData,
  outside,
}, testInfo) => {
  const banners = page.getByRole('status');
  await expect(banners.filter({ hasText: '5 library entries were ignored' })).toContainText('owner.json.put-aside-');
  await expect(banners.filter({ hasText: 'The settings could not be read.' })).toBeVisible();
  await expect(banners.filter({ hasText: 'The stored keys could not be read.' })).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('banners.png') });
  await page.getByRole('tab', { name: 'Library' }).click();
  for (const title of ['Mine', 'Not mine'])
    await expect(page.getByText(title, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  // Its bytes are not those that its id promises.
  await expect(page.getByText('Missing', { exact: false }).filter({ visible: true }).first()).toBeVisible();
  await expect
    .poll(() => page.evaluate((id) => fetch(`/media/${id}`).then(({ status }) => status), TAKES[1].mediaId))
    .toBe(404);
  const own = await page.evaluate(
    (id) => fetch(`/media/${id}`).then(async (reply) => (await reply.blob()).size),
    TAKES[0].mediaId,
  );
  expect(own).toBeGreaterThan(0);

  const aside = (await readdir(path.join(userData, 'library'))).filter((name) => name.includes('.put-aside-'));
  expect(aside.map((name) => name.split('.put-aside-')[0]).sort()).toEqual([
    'lock.sqlite',
    'owner.json',
    'scripts',
    'thumbnails',
  ]);
  expect(await readdir(outside)).toEqual(['thesis.txt']);
  expect(await readFile(path.join(outside, 'thesis.txt'), 'utf8')).toBe(SECRET);
  const root = path.join(userData, 'library');
  const modes = ['.', 'library.sqlite', 'library.sqlite-wal', 'lock.sqlite', 'owner.json'].map(
    (name) => lstatSync(path.join(root, name)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600, 0o600]);
});
