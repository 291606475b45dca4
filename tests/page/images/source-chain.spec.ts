// A result that is edited further: what is painted and sent while it takes the place of the picture before.

import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { edit, edited, original, results } from '../../e2e/support/edits.ts';
import { drag, exported, maskWords, openPicture, tool } from '../../e2e/support/masking.ts';
import { connectTo } from '../../e2e/support/page-actions.ts';
import { editsOf, holdMedia, plainResults, readForm } from '../../e2e/support/pictures.ts';
import type { ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const canvas = (page: Page) => page.getByRole('region', { name: 'Mask canvas' });
const sourceButton = (page: Page) => page.getByRole('button', { name: 'Continue from this', exact: true });
const question = (page: Page) => page.getByRole('alert').filter({ hasText: 'No mask: the whole picture may change' });
const haveMasks = (relay: ScriptedRelay): Promise<boolean[]> =>
  Promise.all(editsOf(relay.requests).map(async (sent) => (await readForm(sent)).has('mask')));

/** Opens a picture on Images; its edits are sent as files. */
async function openToChange(page: Page, relay: ScriptedRelay, folder: string): Promise<void> {
  await connectTo(page, relay);
  relay.answerWith(plainResults('teal'));
  await openPicture(page, folder);
  // Plain results are none of the picture: Automatic would soon take the other form.
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('combobox', { name: 'Request form' }).click();
  await page.getByRole('option', { name: 'As files', exact: true }).click();
  // The panel lies over the middle of the picture.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'More options' })).toBeHidden();
}

/** Drags over the canvas without waiting for anything. */
async function stroke(page: Page): Promise<void> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('The canvas is not to be seen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - 40, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 4 });
  await page.mouse.up();
}

// fault 55
test('what is painted while a result takes the place of a picture is painted on the result, and an edit waits for it', async ({
  page,
  relay,
  saveDir,
}) => {
  await openToChange(page, relay, saveDir);
  await drag(page, [200, 200], [400, 200]);
  await edit(page, 'Replace it');
  await expect(results(page)).toHaveCount(1);
  await expect(page.getByRole('img', { name: 'Result 1 on the canvas' })).toBeVisible();
  const painted = (await maskWords(page).textContent()) ?? '';

  const release = await holdMedia(page);
  await sourceButton(page).click();
  await expect(canvas(page)).toHaveAttribute('aria-busy', 'true');
  await stroke(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  expect(editsOf(relay.requests)).toHaveLength(1);
  await release();
  await expect(results(page)).toHaveCount(2);
  await expect(canvas(page)).not.toHaveAttribute('aria-busy');
  expect(await haveMasks(relay)).toEqual([true, true]);

  // Without a mask it is asked once whether that is meant.
  await sourceButton(page).click();
  await expect(edited(page)).toHaveAccessibleName('Result 2');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(question(page)).toBeVisible();
  expect(editsOf(relay.requests)).toHaveLength(2);
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(question(page)).toBeHidden();

  // The mask of the picture before is as it was.
  await page.keyboard.press('Escape');
  await original(page).click();
  await expect(maskWords(page)).toHaveText(painted);
});

test('an edit applies the change of the mask that is previewed, and every button of a preview can be pressed', async ({
  page,
  relay,
  saveDir,
}) => {
  await openToChange(page, relay, saveDir);
  await drag(page, [200, 200], [400, 200]);
  await exported(page, saveDir);
  await tool(page, 'Clear mask').click();
  const name = 'a mask with a name that is much longer than its place.png';
  await copyFile(path.join(saveDir, 'source-mask.png'), path.join(saveDir, name));
  const importMask = async (): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await tool(page, 'Mask').click();
    await page.getByRole('menuitem', { name: 'Import mask…' }).click();
    await (await chooser).setFiles(path.join(saveDir, name));
    await expect(apply).toBeVisible();
  };
  const apply = page.getByRole('button', { name: 'Apply', exact: true });
  await importMask();
  await expect(maskWords(page)).toHaveText(/^mask /);
  await apply.click({ trial: true });
  await page
    .getByRole('region', { name: 'Tool options' })
    .getByRole('button', { name: 'Cancel' })
    .click({ trial: true });
  await page.keyboard.press('Escape');
  await expect(apply).toBeHidden();
  await expect(maskWords(page)).toHaveText('no mask');

  await importMask();
  await edit(page, 'Replace it');
  await expect(results(page)).toHaveCount(1);
  expect(await haveMasks(relay)).toEqual([true]);
  await expect(apply).toBeHidden();
  await expect(maskWords(page)).toHaveText(/^mask /);
  await expect(tool(page, 'Undo')).toBeEnabled();
});

/** Edits, each on the result before, painted and sent as soon as that is gone on with. @returns how often a button was pressed */
async function editInRow(page: Page, count: number): Promise<number> {
  await page.evaluate(() => {
    const counted = window as unknown as { presses: number };
    counted.presses = 0;
    addEventListener('click', ({ target, isTrusted }) => {
      if (isTrusted && target instanceof Element && target.closest('button') !== null) counted.presses++;
    });
  });
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Replace it');
  for (let number = 1; number <= count; number++) {
    if (number > 1) await sourceButton(page).click();
    await stroke(page);
    await page.getByRole('button', { name: 'Edit image' }).click();
    await expect(results(page)).toHaveCount(number);
  }
  return page.evaluate(() => (window as unknown as { presses: number }).presses);
}

const SLOW_CPU = 4;

for (const [count, tag] of [
  [10, '@slow'],
  [50, '@long'],
] as const)
  test(`${count} edits in a row, each on the result before, painted and sent at once, have a mask each, and take two presses`, {
    tag,
  }, async ({ page, relay, saveDir }) => {
    test.setTimeout(count * 15_000);
    await openToChange(page, relay, saveDir);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
    expect(await editInRow(page, count)).toBeLessThanOrEqual(2 * count);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    expect(await haveMasks(relay)).toEqual(Array.from({ length: count }, () => true));
  });

test('going on with a result keeps the zoom and the place', async ({ page, relay, saveDir }) => {
  await openToChange(page, relay, saveDir);
  await drag(page, [200, 200], [400, 200]);
  await edit(page, 'Replace it');
  await expect(page.getByRole('img', { name: 'Result 1 on the canvas' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+1');
  const zoom = page.locator('[class*="figure"]').filter({ visible: true });
  await expect(zoom).toHaveText('100 %');
  await sourceButton(page).click();
  await expect(edited(page)).toHaveAccessibleName('Result 1');
  await expect(canvas(page)).not.toHaveAttribute('aria-busy', 'true');
  await expect(zoom).toHaveText('100 %');
});
