import { accessibilityViolations } from '../../e2e/support/page-actions.ts';
import { expect, test } from '../support/fixtures.ts';

test('the sections of Settings are reached from their list, by mouse and by keyboard, and the one that is read is marked', async ({
  page,
}) => {
  await page.getByRole('tab', { name: 'Settings' }).click();
  const list = page.getByRole('navigation', { name: 'Sections of the settings' });
  const entry = (name: string) => list.getByRole('button', { name, exact: true });
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(entry('Connections')).toHaveAttribute('aria-current', 'true');
  await entry('Storage').click();
  await expect(section('Storage').getByRole('heading', { name: 'Storage' })).toBeInViewport();
  await expect(section('Storage')).toBeFocused();
  await expect(entry('Storage')).toHaveAttribute('aria-current', 'true');
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, -10_000);
  await expect(entry('Connections')).toHaveAttribute('aria-current', 'true');

  await entry('Storage').focus();
  await page.keyboard.press('ArrowUp');
  await expect(entry('Library')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(section('Library')).toBeFocused();
  await expect(section('Library')).toBeInViewport();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page)).toEqual([]);
  }

  await page.setViewportSize({ width: 800, height: 700 });
  await expect(list).toBeHidden();
});
