import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, generate, test } from './support/fixtures.ts';

test.use({ sharesApp: false });

test('a library folder that vanishes is said and not made anew; work goes on when it is back', async ({
  page,
  userData,
}) => {
  const place = path.join(userData, 'library');
  const elsewhere = path.join(userData, 'unplugged');
  const takes = page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
  await generate(page, 'Before');
  await expect(takes).toHaveCount(1);

  await rename(place, elsewhere);
  await page.getByRole('textbox', { name: 'Text to speak' }).fill('Meanwhile');
  // The button may know already that nothing can be stored.
  await page.keyboard.press('ControlOrMeta+Enter');
  const banner = page.getByRole('status').filter({ hasText: 'The library folder is missing.' });
  await expect(banner).toContainText('reconnect the drive');
  expect(existsSync(place)).toBe(false);
  await page.getByRole('tab', { name: 'Library' }).click();
  const before = page.getByRole('gridcell').filter({ hasText: 'Before' });
  await expect(before.getByTitle(/^It should be at/)).toBeVisible();
  const asked = () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/thumbnails/'));
  await expect.poll(() => page.evaluate(asked)).not.toHaveLength(0);
  const waveform = before.locator('span[style*="mask-image"]');
  await expect(waveform).toHaveCount(0);

  await rename(elsewhere, place);
  await expect(banner).toBeHidden({ timeout: 40_000 });
  await expect(waveform).toHaveCount(1);
  await page.getByRole('tab', { name: 'Speech' }).click();
  await generate(page, 'Afterwards');
  await expect(page.getByRole('list', { name: 'Takes' })).toContainText('Afterwards');
});
