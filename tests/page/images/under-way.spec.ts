import type { Page } from '@playwright/test';
import { askForPreviews, edit, openWithPicture, results, underWay } from '../../e2e/support/edits.ts';
import { asEvent, editsOf, plainBase64 } from '../../e2e/support/pictures.ts';
import { replies } from '../../fakes/scripted-relay.ts';
import { stagedReply } from '../../fakes/staged-reply.ts';
import { expect, test } from '../support/fixtures.ts';

const middle = (page: Page) => page.getByRole('region', { name: 'Running edit' });
const canvas = (page: Page) => page.getByRole('region', { name: 'Mask canvas' });
const rows = (page: Page) => page.getByRole('list', { name: 'Running edits' }).getByRole('listitem');

test('with previews, an edit is shown large in the middle: its dimmed source, its preview, its result', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  const reply = stagedReply([
    ': soon\n\n',
    asEvent({ type: 'image_edit.partial_image', b64_json: await plainBase64('gray') }),
    asEvent({ type: 'image_edit.completed', b64_json: await plainBase64('teal') }),
  ]);
  relay.answerWith(reply.script);
  await askForPreviews(page);
  await edit(page, 'Slowly');
  await expect(middle(page).getByRole('img', { name: 'Before' })).toHaveCSS('opacity', '0.35');
  await expect(middle(page)).toContainText(/0:0\d.*no preview yet/);
  await expect(canvas(page)).toBeHidden();
  reply.next();
  await expect(middle(page).getByRole('img', { name: 'Preview' })).toHaveCSS('opacity', '1');

  // Back and forth: nothing is lost of the mask, nor of the wish to see the result.
  await page.getByRole('button', { name: 'Edit mask' }).click();
  await expect(canvas(page)).toBeVisible();
  await expect(underWay(page)).toHaveAttribute('aria-pressed', 'false');
  await underWay(page).click();
  await expect(middle(page).getByRole('img', { name: 'Preview' })).toBeVisible();
  reply.next();
  await expect(canvas(page)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Result 1 on the canvas' })).toBeVisible();
  await expect(results(page)).toHaveAttribute('aria-pressed', 'true');
});

test('any edit is shown in the middle by its tile, and can be stopped there', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(replies.silence());
  await edit(page, 'Never done');
  await expect(canvas(page)).toBeVisible();
  await underWay(page).press('Enter');
  await expect(middle(page)).toBeVisible();
  // What cannot be seen is not changed by a key.
  await page.keyboard.press('ControlOrMeta+i');
  await page.getByRole('button', { name: 'Stop this edit' }).click();
  await expect(canvas(page)).toBeVisible();
  await expect(page.getByText('no mask', { exact: true })).toBeVisible();
  await expect(underWay(page)).toHaveCount(0);
});

test('several edits are all listed at the bottom: each with its time, waiting ones in an order that can be changed', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(replies.silence());
  await edit(page, 'One');
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
  for (const [text, count] of [
    ['Two', 2],
    ['Three', 3],
    ['Four', 4],
  ] as const) {
    await edit(page, text);
    await expect(rows(page)).toHaveCount(count);
  }
  await expect(page.getByRole('progressbar')).toHaveCount(1);
  await expect(rows(page)).toHaveText([/^One0:\d\d$/, /^Two0:\d\d$/, 'ThreeWaiting', 'FourWaiting']);
  await page.getByRole('button', { name: 'Move up “Four”' }).press('Enter');
  await expect(rows(page)).toHaveText([/^One/, /^Two/, 'FourWaiting', 'ThreeWaiting']);
  await page.getByRole('button', { name: 'Cancel “One”' }).click();
  await expect(rows(page)).toHaveText([/^Two/, /^Four0:\d\d$/, 'ThreeWaiting']);
  const sent = () => editsOf(relay.requests).map(({ body }) => /One|Two|Three|Four/.exec(body)?.[0]);
  await expect.poll(sent).toEqual(['One', 'Two', 'Four']);
  await page.getByRole('button', { name: 'Cancel “Three”' }).click();
  // The rows below move up: a person looks before the next click.
  await expect(rows(page)).toHaveText([/^Two/, /^Four/]);
  await page.getByRole('button', { name: 'Cancel “Two”' }).click();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});
