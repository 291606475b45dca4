import type { Page } from '@playwright/test';
import type { RequestForm } from '../../shared/images/edit-fields.ts';
import { replies, type ScriptedRelay } from '../fakes/scripted-relay.ts';
import { edit, edited, historyList, openWithPicture, original, PICTURE, results, underWay } from './support/edits.ts';
import { expect, test } from './support/fixtures.ts';
import { editsOf, type Point, paint, plainResults } from './support/pictures.ts';

const STROKE: Point[] = [
  { x: 300, y: 300 },
  { x: 420, y: 320 },
];
const tray = (page: Page) => page.getByRole('list', { name: 'References' }).getByRole('listitem');
const alert = (page: Page) => page.getByRole('alert');
const menuOf = async (page: Page, number: number, entry: string): Promise<void> => {
  await historyList(page)
    .getByRole('button', { name: `Actions of result ${number}`, exact: true })
    .click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};

/** How the last edit reached the relay. */
function lastForm(relay: ScriptedRelay): RequestForm {
  const type = editsOf(relay.requests).at(-1)?.headers['content-type'] ?? '';
  return type.startsWith('multipart/') ? 'multipart' : 'json';
}

test('ten edits in a row on one picture, whatever happens in between', { tag: '@long' }, async ({
  page,
  relay,
  saveDir,
}) => {
  test.slow();
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));

  // 1: the whole picture; its result is the next source, and is taken back.
  await edit(page, 'Edit 1');
  await expect(results(page)).toHaveCount(1);
  await results(page).click();
  await page.getByRole('button', { name: 'Continue from this' }).click();
  await expect(page.getByText('The result is now picture 1')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByText('800x600', { exact: true })).toBeVisible();

  // 2: a mask, with a stroke undone.
  await paint(page, PICTURE, STROKE);
  await paint(page, PICTURE, [
    { x: 600, y: 100 },
    { x: 700, y: 200 },
  ]);
  await page.getByRole('toolbar', { name: 'Mask tools' }).getByRole('button', { name: 'Undo' }).click();
  await edit(page, 'Edit 2');
  await expect(results(page)).toHaveCount(2);
  expect(lastForm(relay)).toBe('multipart');

  // 3: refused, changed, sent again.
  relay.answerWith(replies.json(400, { error: { message: 'sensitive words in prompt' } }), plainResults('navy'));
  await edit(page, 'Edit 3 refused');
  await expect(alert(page)).toContainText('sensitive words');
  await edit(page, 'Edit 3');
  await expect(results(page)).toHaveCount(3);
  await expect(alert(page)).toHaveCount(0);

  // 4: cut off on the way; whether it is paid for twice is the person's choice.
  relay.answerWith(replies.hangUp(), plainResults('olive'));
  await edit(page, 'Edit 4');
  await expect(alert(page)).toContainText('may have been billed');
  await alert(page).getByRole('button', { name: 'Send again' }).click();
  await expect(results(page)).toHaveCount(4);

  // 5: cancelled, then in the other form.
  relay.answerWith(replies.silence());
  await edit(page, 'Edit 5');
  await expect(underWay(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(underWay(page)).toHaveCount(0);
  relay.answerWith(plainResults('purple'));
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('combobox', { name: 'Request form' }).click();
  await page.getByRole('option', { name: 'As JSON', exact: true }).click();
  await page.getByRole('button', { name: 'Edit image' }).click();
  await expect(results(page)).toHaveCount(5);
  expect(lastForm(relay)).toBe('json');

  // 6: back to the first request as it was; a result discarded and taken back.
  await menuOf(page, 1, 'Reuse this request');
  await expect(page.getByRole('textbox', { name: 'Edit instruction' })).toHaveValue('Edit 1');
  await expect(page.getByText('no mask', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'More options' })).not.toHaveAccessibleDescription(/sent as JSON/);
  await edit(page, 'Edit 6');
  await expect(results(page)).toHaveCount(6);
  await menuOf(page, 2, 'Delete');
  await expect(results(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(results(page)).toHaveCount(6);

  // 7: a result as a reference, which is taken out again.
  await menuOf(page, 6, 'Add as reference');
  await expect(tray(page)).toHaveCount(2);
  await edit(page, 'Edit 7, like image 2');
  await expect(results(page)).toHaveCount(7);
  await page.getByRole('button', { name: 'Remove picture 2', exact: true }).click();
  await expect(tray(page)).toHaveCount(1);

  // 8 and 9: on from a result, two at once.
  await menuOf(page, 7, 'Continue from this');
  await expect(edited(page)).toHaveAccessibleName('Result 7');
  await edit(page, 'Edit 8');
  await edit(page, 'Edit 9');
  await expect(results(page)).toHaveCount(9);

  // 10: the mask of the new source, and a result to look at.
  await paint(page, PICTURE, STROKE);
  await edit(page, 'Edit 10');
  await expect(results(page)).toHaveCount(10);
  await results(page).first().click();
  await expect(page.getByText('Rest of the picture untouched ✓')).toBeVisible({ timeout: 30_000 });
  await expect(alert(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit image' })).toBeEnabled();
  expect(editsOf(relay.requests)).toHaveLength(13);
});

test('ten edits in a row, each of the last result, take at most two clicks each after painting', {
  tag: '@long',
}, async ({ page, relay, saveDir }) => {
  test.slow();
  await openWithPicture(page, relay, saveDir);
  const canvas = page.getByRole('region', { name: 'Mask canvas' });
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  // Strokes are no clicks.
  await page.evaluate(() =>
    addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('[aria-label="Mask canvas"]') === null)
          (window as unknown as { countClick: () => void }).countClick();
      },
      { capture: true },
    ),
  );
  for (let number = 1; number <= 10; number++) {
    relay.answerWith(plainResults(`hsl(${number * 30}, 60%, 50%)`));
    await paint(page, PICTURE, STROKE);
    clicks = 0;
    await page.getByRole('textbox', { name: 'Edit instruction' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(`Edit ${number}`);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(canvas.getByRole('img', { name: `Result ${number} on the canvas` })).toBeVisible();
    await page.getByRole('button', { name: 'Continue from this' }).click();
    await expect(edited(page)).toHaveAccessibleName(`Result ${number}`);
    expect(clicks).toBeLessThanOrEqual(2);
    await expect(page.getByText('no mask', { exact: true })).toBeVisible();
  }
  // Each source is one click away, with its mask.
  await original(page).click();
  await expect(page.getByText(/^mask \d/)).toBeVisible();
  await expect(edited(page)).toHaveAccessibleName('Original');
  expect(editsOf(relay.requests)).toHaveLength(10);
});
