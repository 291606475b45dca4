// Detail: only the part around the mask is sent, and what comes back is laid into the whole picture.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { DEFAULT_DIALECT, DEFAULT_MODELS } from '../../../shared/connection/connections.ts';
import type { EditItem } from '../../../shared/contract/library.ts';
import { measured, press } from '../../e2e/support/comparison.ts';
import { edit, openImages, openMoreOptions, results, saveAsItIs, underWay } from '../../e2e/support/edits.ts';
import { ask, CANARY_KEY, filesUnder } from '../../e2e/support/page-actions.ts';
import { addImages, decode, editsOf, paint, plainResults, type Raw, readForm } from '../../e2e/support/pictures.ts';
import { expectSame, recallFromLibrary } from '../../e2e/support/recalling.ts';
import { answering, scene, sentPicture, writeScene } from '../../e2e/support/scenes.ts';
import { replies, type ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

/** More than this relay takes by more than a half, in each direction by more than a quarter. */
const PICTURE = { width: 3200, height: 2400 };
const MAX_PIXELS = 4_000_000;
const STROKE = [
  { x: 2500, y: 600 },
  { x: 2620, y: 640 },
];

const frame = (page: Page): Locator => page.locator('[data-sent-part]');
const consequence = (page: Page): Locator => page.locator('#edit-consequence');
const surroundings = (page: Page): Locator => page.getByRole('slider', { name: 'Surroundings' });
const inverted = answering((sent) => sharp(sent).negate({ alpha: false }).png().toBuffer());

async function begin(page: Page, relay: ScriptedRelay, folder: string): Promise<void> {
  await ask(page, 'connections.save', {
    id: null,
    name: '',
    baseUrl: relay.baseUrl,
    key: CANARY_KEY,
    allowsPrivateHttp: false,
    models: DEFAULT_MODELS,
    dialect: { ...DEFAULT_DIALECT, maxPixels: MAX_PIXELS },
  });
  await page.getByRole('tab', { name: 'Images' }).click();
  await addImages(page, await writeScene(folder, PICTURE));
}

async function lastEdit(page: Page): Promise<EditItem> {
  const { items } = await ask(page, 'library.list', { search: '', kind: 'edit', beforeId: null, limit: 1 });
  const [item] = items;
  if (item?.kind !== 'edit') throw new Error('There is no edit.');
  return item;
}

/** Waits for the protected picture of the last edit. */
async function lastProtected(page: Page): Promise<EditItem> {
  await expect.poll(async () => (await lastEdit(page)).protected !== null, { timeout: 30_000 }).toBe(true);
  return lastEdit(page);
}

/** Where two pictures of one size differ: how many pixels, and the box around them. */
function difference(a: Raw, b: Raw) {
  expect([b.width, b.height]).toEqual([a.width, a.height]);
  const box = { left: a.width, top: a.height, right: 0, bottom: 0 };
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    if (a.data.compare(b.data, i, i + 4, i, i + 4) === 0) continue;
    const [x, y] = [(i / 4) % a.width, Math.floor(i / 4 / a.width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
    count += 1;
  }
  return { count, ...box };
}

/** Saves the result that is shown, and compares it with its source. */
async function savedDifference(page: Page, folder: string, source: string, name: string) {
  await saveAsItIs(page);
  await expect.poll(async () => [...(await filesUnder(folder)).keys()]).toContain(name);
  return difference(await decode(await readFile(source)), await decode(await readFile(path.join(folder, name))));
}

test('of a picture that the relay takes only reduced, the part around the mask is sent as it is', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await begin(page, relay, saveDir);
  relay.answerWith(plainResults('rgb(32, 64, 192)'));
  await expect(frame(page)).toHaveCount(0);
  await paint(page, PICTURE, STROKE);
  await expect(frame(page)).toBeVisible();
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Blue');
  await expect(consequence(page)).toContainText('only the part around the mask');
  await edit(page, 'Blue');
  await expect(results(page)).toHaveCount(1);
  const { request, protected: made } = await lastProtected(page);
  const { part } = request;
  if (part === null) throw new Error('The whole picture was sent.');
  expect(made?.outsideChangedPx).toBe(0);
  const [sent] = editsOf(relay.requests);
  if (sent === undefined) throw new Error('Nothing was sent.');
  const source = path.join(saveDir, 'scene.png');
  const { x: left, y: top, width, height } = part;
  const cut = await sharp(source).extract({ left, top, width, height }).png().toBuffer();
  expect(difference(await decode(await sentPicture(sent)), await decode(cut)).count).toBe(0);
  const form = await readForm(sent);
  expect(form.get('size')).toBe(`${width}x${height}`);
  expect(await sharp(form.get('mask') as Buffer).metadata()).toMatchObject({ width, height });
  // Nothing is drawn over the result.
  await expect(frame(page)).toHaveCount(0);
  const changed = await savedDifference(page, saveDir, source, 'scene – edit 1.png');
  expect(changed.count).toBeGreaterThan(5000);
  expect(changed.left).toBeGreaterThan(2500 - 30);
  expect(changed.right).toBeLessThan(2620 + 30);
  expect(changed.top).toBeGreaterThan(600 - 30);
  expect(changed.bottom).toBeLessThan(640 + 30);

  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await press(page, 'As received');
  await press(page, 'Difference');
  await expect(measured(page)).toHaveText(/^inside (9\d|100) %outside (9\d|100) %$/, { timeout: 30_000 });
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('grid', { name: 'Library items' }).getByRole('gridcell').first().click();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${width}x${height} at ${left},${top}`)).toBeVisible();
});

const SMALL = { width: 800, height: 600 };

async function beginSmall(page: Page, relay: ScriptedRelay, folder: string, file?: Buffer): Promise<string> {
  await openImages(page, relay);
  relay.answerWith(inverted);
  const source = path.join(folder, 'scene.png');
  if (file === undefined) await writeScene(folder, SMALL);
  else await sharp(file).toFile(source);
  await addImages(page, source);
  return source;
}

async function chooseAround(page: Page): Promise<void> {
  await openMoreOptions(page);
  await page.getByRole('combobox', { name: 'Detail' }).click();
  await page.getByRole('option', { name: /^Around the mask/ }).click();
  await page.keyboard.press('Escape');
}

test('chosen by the keyboard, with more around it, undone, and put back', async ({ page, relay, saveDir }) => {
  await beginSmall(page, relay, saveDir);
  await openMoreOptions(page);
  await expect(page.getByRole('combobox', { name: 'Detail' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await paint(page, SMALL, [
    { x: 300, y: 300 },
    { x: 420, y: 320 },
  ]);
  await expect(frame(page)).toHaveCount(0);
  await openMoreOptions(page);
  const detail = page.getByRole('combobox', { name: 'Detail' });
  await detail.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(detail).toContainText('Around the mask');
  await expect(frame(page)).toBeVisible();
  await expect(surroundings(page)).toHaveAttribute('aria-valuetext', /^1[01]\d %$/);
  const before = await frame(page).boundingBox();
  await surroundings(page).focus();
  await page.keyboard.press('Home');
  await expect(surroundings(page)).toHaveAttribute('aria-valuetext', '25 %');
  await expect.poll(async () => (await frame(page).boundingBox())?.width).toBeLessThan(before?.width ?? 0);
  await page.keyboard.press('Escape');
  await expect(page.getByText('around the mask, surroundings 25 %')).toBeVisible();
  // One that is still closing would be taken for open below.
  await expect(page.getByRole('dialog', { name: 'More options' })).toBeHidden();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(frame(page)).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(frame(page)).toBeVisible();
  await openMoreOptions(page);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(detail).toContainText('Automatic');
  await expect(frame(page)).toHaveCount(0);
});

test('is the same request after a restart', { tag: '@slow' }, async ({ page, relay, saveDir }) => {
  await beginSmall(page, relay, saveDir);
  await paint(page, SMALL, [
    { x: 300, y: 300 },
    { x: 420, y: 320 },
  ]);
  await chooseAround(page);
  await edit(page, 'Invert it');
  await expect(results(page)).toHaveCount(1);
  await page.reload();
  await recallFromLibrary(page);
  await expect(frame(page)).toBeVisible();
  await expectSame(page, relay);
});

const transparent = async (): Promise<Buffer> => {
  const { width, height } = SMALL;
  const alpha = Buffer.from(Array.from({ length: width * height }, (_, i) => 55 + ((i * 7) % 200)));
  const channel = await sharp(alpha, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return sharp(await scene(SMALL))
    .joinChannel(channel)
    .png()
    .toBuffer();
};
const inMiddle = [
  { x: 300, y: 300 },
  { x: 420, y: 320 },
];
const atBorder = [
  { x: 2, y: 2 },
  { x: 2, y: 120 },
];
for (const { name, stroke, file, reply } of [
  { name: 'a mask at the border', stroke: atBorder },
  { name: 'a transparent picture', stroke: inMiddle, file: transparent },
  {
    name: 'a relay that returns another size',
    stroke: inMiddle,
    reply: answering((sent) => sharp(sent).negate({ alpha: false }).resize(900).png().toBuffer()),
  },
  {
    name: 'a relay that returns a crop of it',
    stroke: inMiddle,
    reply: answering((sent, { width, height }) => {
      const [left, top] = [Math.round(width / 20), Math.round(height / 20)];
      const inner = { left, top, width: width - 2 * left, height: height - 2 * top };
      return sharp(sent).extract(inner).resize(width, height).png().toBuffer();
    }),
  },
]) {
  test(`${name}: nothing outside the mask changes`, { tag: '@slow' }, async ({ page, relay, saveDir }) => {
    const source = await beginSmall(page, relay, saveDir, await file?.());
    if (reply !== undefined) relay.answerWith(reply);
    await paint(page, SMALL, stroke);
    await chooseAround(page);
    await edit(page, 'Invert it');
    await expect(results(page)).toHaveCount(1);
    const { request, protected: made } = await lastProtected(page);
    expect(request.part).not.toBeNull();
    expect(made).toMatchObject({ outsideChangedPx: 0, picture: { widthPx: SMALL.width, heightPx: SMALL.height } });
    const changed = await savedDifference(page, saveDir, source, 'scene – edit 1.png');
    const [xs, ys] = [stroke.map(({ x }) => x), stroke.map(({ y }) => y)];
    if (changed.count > 0) {
      expect(changed.left).toBeGreaterThanOrEqual(Math.min(...xs) - 26);
      expect(changed.right).toBeLessThanOrEqual(Math.max(...xs) + 26);
      expect(changed.top).toBeGreaterThanOrEqual(Math.min(...ys) - 26);
      expect(changed.bottom).toBeLessThanOrEqual(Math.max(...ys) + 26);
    }
    expect(changed.count).toBeGreaterThan(1000);
  });
}

test('a mask of most of the picture sends all of it, and says so', async ({ page, relay, saveDir }) => {
  await beginSmall(page, relay, saveDir);
  await paint(page, SMALL, [
    { x: 30, y: 30 },
    { x: 770, y: 570 },
  ]);
  await openMoreOptions(page);
  await page.getByRole('combobox', { name: 'Detail' }).click();
  await page.getByRole('option', { name: /^Around the mask/ }).click();
  await expect(page.getByText('Here that is about the whole picture, so all of it is sent')).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
  await expect(consequence(page)).not.toContainText('only the part');
});

test('cancelled while it is sent, nothing is kept, and the frame is still there', async ({ page, relay, saveDir }) => {
  await beginSmall(page, relay, saveDir);
  await paint(page, SMALL, inMiddle);
  await chooseAround(page);
  relay.answerWith(replies.silence());
  await edit(page, 'Invert it');
  await expect(underWay(page)).toHaveCount(1);
  await underWay(page).focus();
  await page.keyboard.press('Delete');
  await expect(underWay(page)).toHaveCount(0);
  await expect(frame(page)).toBeVisible();
  await expect(results(page)).toHaveCount(0);
});
