// Detail together with references, variations and an extended picture, and given up at each step.

import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { EditItem } from '../../../shared/contract/library.ts';
import { edit, openImages, openMoreOptions, results, underWay } from '../../e2e/support/edits.ts';
import { ask } from '../../e2e/support/page-actions.ts';
import { addImages, editsOf, holdMedia, paint, plainResults, writePicture } from '../../e2e/support/pictures.ts';
import { answering, writeScene } from '../../e2e/support/scenes.ts';
import { replies, type ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const PICTURE = { width: 800, height: 600 };
const STROKE = [
  { x: 300, y: 300 },
  { x: 420, y: 320 },
];
const frame = (page: Page): Locator => page.locator('[data-sent-part]');
const inverted = answering((sent) => sharp(sent).negate({ alpha: false }).png().toBuffer());

async function begin(page: Page, relay: ScriptedRelay, folder: string): Promise<void> {
  await openImages(page, relay);
  relay.answerWith(inverted);
  await addImages(page, await writeScene(folder, PICTURE));
}

async function chooseAround(page: Page): Promise<void> {
  await openMoreOptions(page);
  await page.getByRole('combobox', { name: 'Detail' }).click();
  await page.getByRole('option', { name: /^Around the mask/ }).click();
  await page.keyboard.press('Escape');
  await expect(frame(page)).toBeVisible();
}

async function edits(page: Page): Promise<EditItem[]> {
  const { items } = await ask(page, 'library.list', { search: '', kind: 'edit', beforeId: null, limit: 10 });
  return items.filter((item) => item.kind === 'edit');
}

/** Waits for so many results of a part, whose picture is kept to the pixel. */
async function keptParts(page: Page, count: number): Promise<EditItem[]> {
  const outside = async () => (await edits(page)).map(({ protected: made }) => made?.outsideChangedPx);
  await expect.poll(outside, { timeout: 30_000 }).toEqual(Array(count).fill(0));
  const items = await edits(page);
  for (const { request } of items) expect(request.part).not.toBeNull();
  return items;
}

test('with a reference: that is sent whole, and the picture is kept around the mask', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await begin(page, relay, saveDir);
  await addImages(page, await writePicture(saveDir, 'reference.png', 320, 320));
  await paint(page, PICTURE, STROKE);
  await chooseAround(page);
  await edit(page, 'Like image 2');
  await expect(results(page)).toHaveCount(1);
  const [item] = await keptParts(page, 1);
  expect(item?.protected?.picture).toMatchObject({ widthPx: 800, heightPx: 600 });
  const [, reference] = item?.request.pictures ?? [];
  expect(reference?.kind === 'media' && reference.wireMediaId === reference.mediaId).toBe(true);
});

test('with variations, by keyboard: each is laid into its place', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await begin(page, relay, saveDir);
  await paint(page, PICTURE, STROKE);
  await chooseAround(page);
  relay.answerWith(plainResults('rgb(32, 64, 192)'));
  const variations = page.getByRole('spinbutton', { name: 'Variations' });
  await variations.focus();
  await page.keyboard.press('ArrowUp');
  await expect(variations).toHaveValue('2');
  await page.getByRole('textbox', { name: 'Edit instruction' }).focus();
  await page.keyboard.type('Blue');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(results(page)).toHaveCount(2);
  await keptParts(page, 2);
});

test('with an extended picture, in Chinese, by keyboard: only the new side and what is beside it is sent', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await begin(page, relay, saveDir);
  relay.answerWith(plainResults('rgb(32, 64, 192)'));
  await ask(page, 'settings.update', { language: 'zh' });
  await page.getByRole('button', { name: '扩展画面' }).press('Enter');
  const extension = page.getByRole('region', { name: '扩展画面' });
  await expect(extension.getByRole('application')).toBeFocused();
  for (let i = 0; i < 14; i++) await page.keyboard.press('Control+ArrowLeft');
  await expect(extension.getByRole('application', { name: '边框：1067x600，图片位于 0, 0' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(extension).toBeHidden();
  await page.getByRole('button', { name: '更多选项' }).press('Enter');
  await page.getByRole('combobox', { name: '细节' }).press('Enter');
  await page.getByRole('option', { name: /^蒙版周围/ }).press('Enter');
  await page.getByRole('slider', { name: '周围范围' }).press('Home');
  await page.keyboard.press('Escape');
  await expect(frame(page)).toBeVisible();
  await page.getByRole('textbox', { name: '编辑指令' }).fill('继续画面');
  await page.keyboard.press('ControlOrMeta+Enter');
  const [item] = await keptParts(page, 1);
  const part = item?.request.part;
  expect(part && part.x > 200 && part.x + part.width === 1067).toBe(true);
  expect(item?.protected?.picture).toMatchObject({ widthPx: 1067, heightPx: 600 });
});

test('given up while it is sent, and while the picture is kept: nothing is half done', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await begin(page, relay, saveDir);
  await paint(page, PICTURE, STROKE);
  await chooseAround(page);
  relay.answerWith(replies.silence());
  await edit(page, 'Invert it');
  await expect(underWay(page)).toHaveCount(1);
  await underWay(page).press('Delete');
  await expect(underWay(page)).toHaveCount(0);
  await expect(results(page)).toHaveCount(0);
  await expect(frame(page)).toBeVisible();

  let release = async (): Promise<void> => undefined;
  relay.answerWith(async (response, request) => {
    release = await holdMedia(page);
    await inverted(response, request);
  });
  const before = editsOf(relay.requests).length;
  await edit(page, 'Invert it');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('Stopped: the result is shown as received.')).toBeVisible();
  await release();
  expect((await edits(page)).map(({ protected: made }) => made)).toEqual([null]);
  await page.getByRole('button', { name: 'Keep my picture' }).click();
  await keptParts(page, 1);
  expect(editsOf(relay.requests)).toHaveLength(before + 1);
});
