import {
  askForPreviews,
  edit,
  failed,
  historyList,
  openWithPicture,
  results,
  underWay,
} from '../../e2e/support/edits.ts';
import { asEvent, editsOf, plainBase64, plainResults } from '../../e2e/support/pictures.ts';
import { replies } from '../../fakes/scripted-relay.ts';
import { stagedReply } from '../../fakes/staged-reply.ts';
import { longUnless } from '../../support/long-unless.ts';
import { expect, test } from '../support/fixtures.ts';

const asLine = (body: object): string => `${JSON.stringify(body)}\n`;

for (const [dialect, wrap, preview, whole, isShort] of [
  [
    'finished pictures as events',
    asEvent,
    { type: 'image_generation.partial_succeeded', image_index: 0 },
    { type: 'image_generation.completed', usage: { generated_images: 1 } },
    false,
  ],
  ['previews as events', asEvent, { type: 'image_edit.partial_image' }, { type: 'image_edit.completed' }, true],
  ['lines', asLine, { type: 'image_edit.partial_image' }, { type: 'image_edit.completed' }, false],
] as const) {
  // How each is read is tested where replies are read.
  const title = `while it streams, the preview is on the strip: ${dialect}`;
  test(title, longUnless(isShort, '@slow'), async ({ page, relay, saveDir }) => {
    await openWithPicture(page, relay, saveDir);
    const last = 'usage' in whole ? whole : { ...whole, b64_json: await plainBase64('teal') };
    const reply = stagedReply([wrap({ ...preview, b64_json: await plainBase64('gray') }), wrap(last)]);
    relay.answerWith(reply.script);
    await askForPreviews(page);
    await edit(page, 'Slowly');
    await expect(underWay(page).locator('img')).toBeVisible();
    await expect(underWay(page)).toContainText(/0:0\d/);
    expect(JSON.parse(editsOf(relay.requests)[0]?.body ?? '{}')).toMatchObject({ stream: true });
    reply.next();
    await expect(results(page)).toHaveCount(1);
    await expect(underWay(page)).toHaveCount(0);
  });
}

test('a relay that ignores the request for previews still gives a result', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  await askForPreviews(page);
  await edit(page, 'At once');
  await expect(results(page)).toHaveCount(1);
});

/** What a tile says before and after the result was compared with the picture, which takes its time. */
const COMPARED = /^(not used)?$/;

test('one of three failed: its tile is between the others, says why, and requests that one again', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  const picture = await plainBase64('teal');
  const said = [
    { type: 'image_generation.partial_succeeded', image_index: 0, b64_json: picture },
    { type: 'image_generation.partial_failed', image_index: 1, error: { code: 'x', message: 'too dark to show' } },
    { type: 'image_generation.partial_succeeded', image_index: 2, b64_json: picture },
    { type: 'image_generation.completed', usage: { generated_images: 2 } },
  ];
  relay.answerWith(replies.text(200, said.map(asEvent).join('')), plainResults('navy'));
  await page.getByRole('spinbutton', { name: 'Variations' }).fill('3');
  await edit(page, 'Three of them');
  await expect(historyList(page).locator('[data-tile]')).toHaveText([COMPARED, 'Failed: too dark to show', COMPARED]);
  await expect(page.getByRole('alert')).toContainText('too dark to show');

  await historyList(page).getByRole('button', { name: 'Actions of the failed edit' }).click();
  await page.getByRole('menuitem', { name: 'Send again' }).click();
  await expect(failed(page)).toHaveCount(0);
  await expect(results(page)).toHaveCount(3);
  const forms = editsOf(relay.requests).map(({ body }) => /name="n"\r\n\r\n(\d+)/.exec(body)?.[1]);
  expect(forms).toEqual(['3', undefined]);
});

for (const [name, script, words, isShort] of [
  ['a refused prompt', replies.json(400, { error: { message: 'sensitive words in prompt' } }), 'sensitive words', true],
  ['a body that is too large', replies.text(413, ''), 'too large', false],
] as const) {
  const title = `${name} is shown on the history too, and removed by a key`;
  test(title, longUnless(isShort, '@slow'), async ({ page, relay, saveDir }) => {
    await openWithPicture(page, relay, saveDir);
    relay.answerWith(script);
    await edit(page, 'Not this');
    await expect(failed(page)).toContainText(words);
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    await expect(failed(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Edit image' }).click();
    await failed(page).focus();
    await page.keyboard.press('Delete');
    await expect(historyList(page)).toHaveCount(0);
    await expect(page.getByRole('tabpanel')).toBeFocused();
  });
}

test('by keyboard alone: move along the history, open, discard, undo, and every action in the menu', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  await page.getByRole('spinbutton', { name: 'Variations' }).fill('3');
  await edit(page, 'Three of them');
  await expect(results(page)).toHaveCount(3);
  // One stop in the tab order, whatever the number of results.
  await expect(historyList(page).locator('[data-tile][tabindex="0"]')).toHaveCount(1);
  await historyList(page).locator('[data-tile][tabindex="0"]').focus();
  await page.keyboard.press('Home');
  await expect(results(page).first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(results(page).nth(1)).toBeFocused();
  await expect(results(page).nth(1)).toHaveAttribute('title', /^Three of them\n\d+x\d+ · PNG .+ · \d\d:\d\d/);
  await page.keyboard.press('Enter');
  await expect(results(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('img', { name: 'Result 2 on the canvas' })).toBeVisible();
  await page.keyboard.press('y');
  await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible();

  await page.keyboard.press('Delete');
  await expect(results(page)).toHaveCount(2);
  // The next one is in its place: focused, and compared.
  await expect(results(page).nth(1)).toBeFocused();
  await expect(results(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await expect(results(page)).toHaveCount(3);

  await results(page).nth(2).focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Save as…',
    'Show in folder',
    'Continue from this',
    'Add as reference',
    'Copy picture',
    'Reuse this request',
    'Copy instruction',
    'Delete',
  ]);
  await page.keyboard.press('Escape');
  await expect(results(page).nth(2)).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(results(page)).toHaveCount(2);
});

test('a result that was discarded long ago is found among the deleted items, and restored', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  await edit(page, 'Kept after all');
  await results(page).press('Delete');
  await expect(results(page)).toHaveCount(0);
  // The offer to undo ends with the window.
  await page.reload();
  await page.getByRole('tab', { name: 'Library' }).click();
  const cells = page.getByRole('grid', { name: 'Library items' }).getByRole('gridcell');
  await expect(page.getByText('Your library is empty')).toBeVisible();
  await page.getByRole('list', { name: 'Shelf' }).getByText('Deleted').click();
  await expect(cells).toHaveCount(1);
  await cells.first().press('Enter');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('No deleted items')).toBeVisible();
  await page.getByRole('button', { name: 'Show the library' }).click();
  await expect(cells).toHaveCount(1);
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(results(page)).toHaveCount(1);
});
