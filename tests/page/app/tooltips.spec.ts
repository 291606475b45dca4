import { expect, test } from '../support/fixtures.ts';

test('the tooltip of what is hovered or focused by keyboard, with its key', async ({ page }) => {
  const help = page.getByRole('button', { name: 'Help' });
  const tip = page.getByText('Help', { exact: true });
  await help.hover();
  await expect(tip).toBeVisible();
  // The pointer can go to it.
  await tip.hover();
  await expect(tip).toBeVisible();
  await page.mouse.move(700, 400);
  await expect(tip).toBeHidden();

  await help.hover();
  await expect(tip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();

  await page.mouse.move(700, 400);
  await help.hover();
  await expect(tip).toBeVisible();
  await help.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(tip).toBeHidden();
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Speech' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(/^(Ctrl\+|⌘)2$/)).toBeVisible();
});

test.describe('under a pointer that was pressed', () => {
  // Its clock is turned.
  test.use({ sharesPage: false });
  test('what takes the place shows no tooltip, which would cover what a person goes to', async ({ page }) => {
    const help = page.getByRole('button', { name: 'Help' });
    const tip = page.getByText('Help', { exact: true });
    await page.clock.install();
    await page.mouse.click(700, 400);
    // As browsers do when the page below a pointer changes.
    await help.dispatchEvent('pointerover', { clientX: 700, clientY: 400, pointerType: 'mouse' });
    await page.clock.runFor(1000);
    await expect(tip).toBeHidden();
    await page.getByRole('tab', { name: 'Library' }).hover();
    await help.hover();
    await page.clock.runFor(1000);
    await expect(tip).toBeVisible();
  });
});
