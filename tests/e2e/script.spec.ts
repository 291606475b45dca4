// A script of many lines: each is requested once, whatever happens in between.

import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { ask } from './support/page-actions.ts';
import { textField } from './support/text.ts';

const ROLES = ['Anna', 'Ben', 'Carla'];
/** So many that some are made, some under way and some waiting when the app is killed. */
const LINES = 10;
const SCRIPT = Array.from({ length: LINES }, (_, index) => `${ROLES[index % 3]}: This is line ${index + 1}.`).join(
  '\n',
);

const line = (page: Page, number: number, state: string) =>
  page.getByRole('listitem', { name: `Line ${number}: ${state}`, exact: true });
const generate = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true }).click();
/** The number of whole takes; what had arrived of a request when the app was killed is kept beside them. */
const takeCount = async (page: Page) => {
  const { items } = await ask(page, 'library.list', { search: '', kind: 'speech', beforeId: null, limit: 200 });
  return items.filter((item) => item.kind === 'speech' && item.isComplete).length;
};
const isMade = (page: Page) => expect(page.getByText('All lines are generated.')).toBeVisible({ timeout: 60_000 });

test.describe('killed in the middle', () => {
  test.use({ sharesApp: false });

  test('all lines are made once each; two changes are two requests; a moved line costs nothing', async ({
    page,
    restart,
  }) => {
    await textField(page).fill(SCRIPT);
    await page.getByRole('textbox', { name: 'Script title' }).fill('Episode 3');
    // So many requests are emphasised.
    await expect(page.getByText(`${LINES} requests`)).toHaveCSS('font-weight', '600');
    await generate(page);
    // It is heard while it is being made.
    await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.getByRole('button', { name: `More for line ${LINES}` }).click();
    await expect(page.getByRole('menuitemcheckbox', { name: 'Lock take' })).toBeDisabled();
    await page.getByRole('menuitem', { name: 'Pause request' }).click();
    await expect(line(page, 4, 'ready')).toBeVisible({ timeout: 60_000 });

    const again = await restart({ isKilled: true });
    await expect(again.getByRole('textbox', { name: 'Script title' })).toHaveValue('Episode 3');
    // What was on its way when the app died is unknown: only a click requests it again.
    const paused = again.getByText(/(^| · )Paused$/);
    await expect(paused).toBeVisible({ timeout: 60_000 });
    if (await again.getByText(/^\d+ requests? · /).isVisible()) await generate(again);
    await expect(line(again, LINES, 'paused')).toBeVisible();
    await expect.poll(() => takeCount(again)).toBe(LINES - 1);
    await expect(paused).toBeVisible();
    await again.getByRole('button', { name: `More for line ${LINES}` }).click();
    await again.getByRole('menuitem', { name: 'Resume request' }).click();
    await isMade(again);
    expect(await takeCount(again)).toBe(LINES);

    const text = textField(again);
    for (const number of [2, 5]) {
      await text
        .locator('.cm-line')
        .nth(number - 1)
        .click();
      await again.keyboard.press('End');
      await again.keyboard.type(' Or is it?');
      await expect(line(again, number, 'changed')).toBeVisible();
    }
    const used = again.getByRole('list', { name: 'Takes' }).getByText('used; changed since: text');
    await expect(used).toBeVisible();
    await expect(again.getByText(/^2 requests/)).toHaveCSS('font-weight', '400');
    await generate(again);
    await isMade(again);
    expect(await takeCount(again)).toBe(LINES + 2);

    await text.locator('.cm-line').nth(4).click();
    await again.keyboard.press('Alt+ArrowDown');
    await expect(text.locator('.cm-line').nth(5)).toContainText('This is line 5. Or is it?');
    await isMade(again);
    await again.getByRole('button', { name: 'Redo line 6' }).click();
    await expect.poll(() => takeCount(again)).toBe(LINES + 3);
    await expect(again.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(3);
  });
});
