import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { maskedEdit, measured, notice, PICTURE, press, verdict } from './support/comparison.ts';
import { edit, openImages, results } from './support/edits.ts';
import { accessibilityViolations, expect, filesUnder, test } from './support/fixtures.ts';
import { addImages, decode, editsOf, paint, pixel, readForm } from './support/pictures.ts';
import {
  answering,
  misaligned,
  relitAndClean,
  rotated,
  scene,
  sentPicture,
  unrelated,
  writeGrainyScene,
  writeScene,
} from './support/scenes.ts';

/** Pictures are made without a graphics card, here and on a busy computer. */
const MAKING_MS = 30_000;

async function storedItem(userData: string) {
  const items = await filesUnder(path.join(userData, 'library/items'));
  // Beside it may be a file that is still being written.
  const [, bytes] = [...items].find(([name]) => name.endsWith('.json')) ?? [];
  return JSON.parse(String(bytes)).item;
}

async function protectedPixels(userData: string) {
  const { mediaId } = (await storedItem(userData)).protected.picture;
  return decode(await readFile(path.join(userData, 'library/media', mediaId.slice(0, 2), `${mediaId}.png`)));
}

/** Waits until what was adjusted is stored, and gives what it was made with. */
async function adjustedTo(page: Page, userData: string, wanted: Record<string, unknown>): Promise<void> {
  const adjustments = async () => (await storedItem(userData)).protected?.adjustments;
  await expect.poll(adjustments, { timeout: MAKING_MS }).toMatchObject(wanted);
  await expect(page.getByText('Updating…')).toHaveCount(0);
}

test('a misaligned copy counts as used; the correction is shown, adjusted by mouse and keyboard, and stored', async ({
  page,
  relay,
  saveDir,
  userData,
  restart,
}) => {
  test.slow();
  relay.answerWith(misaligned);
  await openImages(page, relay);
  await maskedEdit(page, await writeScene(saveDir, PICTURE));
  await expect(measured(page)).toHaveText('Rest of the picture untouched ✓', { timeout: MAKING_MS });
  await expect(verdict(page)).toHaveCount(0);
  await expect(notice(page)).toHaveCount(0);
  await expect(results(page)).not.toHaveAttribute('title', /used/);
  await measured(page).getByRole('button').hover();
  await expect(page.getByText(/Shift corrected: moved [\d.]+ px right, [\d.]+ px up/)).toBeVisible();
  await expect(page.getByText(/Colour step at the mask edge: [\d.]+ → [\d.]+ \(of 255\)\./)).toBeVisible();

  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Adjust', exact: true }).click();
  const before = await protectedPixels(userData);
  const grow = page.getByRole('spinbutton', { name: 'Grow' });
  await grow.fill('40');
  await grow.press('Enter');
  await adjustedTo(page, userData, { growPx: 40, featherPx: 0, isAligned: true, isSeamMatched: true });
  const feather = page.getByRole('slider', { name: 'Feather slider' });
  await feather.focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  await page.getByRole('switch', { name: 'Align' }).click();
  await page.getByRole('switch', { name: 'Match colours' }).press('Space');
  const wanted = { growPx: 40, featherPx: 6, isAligned: false, isSeamMatched: false };
  await adjustedTo(page, userData, wanted);
  await expect(measured(page)).toHaveText('Rest of the picture untouched ✓');
  const after = await protectedPixels(userData);
  // Grown by 40: what was the source there is the result now, as it came; farther away all is as it was.
  expect(pixel(after, { x: 480, y: 365 })).not.toEqual(pixel(before, { x: 480, y: 365 }));
  expect(pixel(after, { x: 480, y: 60 })).toEqual(pixel(before, { x: 480, y: 60 }));
  expect(editsOf(relay.requests)).toHaveLength(1);

  const again = await restart();
  await again.getByRole('tab', { name: 'Images' }).click();
  await results(again).first().dblclick();
  await again.getByRole('button', { name: 'Adjust', exact: true }).press('Enter');
  await expect(again.getByRole('spinbutton', { name: 'Grow' })).toHaveValue('40');
  await expect(again.getByRole('spinbutton', { name: 'Feather' })).toHaveValue('6');
  await expect(again.getByRole('switch', { name: 'Align' })).not.toBeChecked();
  await press(again, 'Reset adjustments');
  await adjustedTo(again, userData, { growPx: 0, featherPx: 0, isAligned: true, isSeamMatched: true });
  expect((await protectedPixels(userData)).data.equals(before.data)).toBe(true);
});

test('a rotated and stretched copy is brought back and said in words; Align is switched off and on', {
  tag: '@long',
}, async ({ page, relay, saveDir, userData }) => {
  test.slow();
  relay.answerWith(rotated);
  await openImages(page, relay);
  await maskedEdit(page, await writeScene(saveDir, PICTURE));
  await expect(measured(page)).toHaveText('Rest of the picture untouched ✓', { timeout: MAKING_MS });
  await expect(verdict(page)).toHaveCount(0);
  await measured(page).getByRole('button').hover();
  await expect(page.getByText(/Shift corrected: .*1\.[123] % wider, .*rotated by 0\.6° clockwise/)).toBeVisible();
  const made = (await storedItem(userData)).protected;
  expect(made.misalignment.warp).toMatchObject({ field: null });
  expect(made.seamErrorAfter).toBeLessThan(0.5 * made.seamErrorBefore);
  const undone = await protectedPixels(userData);

  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Adjust', exact: true }).click();
  await page.getByRole('switch', { name: 'Align' }).click();
  await adjustedTo(page, userData, { isAligned: false });
  expect((await protectedPixels(userData)).data.equals(undone.data)).toBe(false);
  await page.getByRole('switch', { name: 'Align' }).click();
  await adjustedTo(page, userData, { isAligned: true });
  expect((await protectedPixels(userData)).data.equals(undone.data)).toBe(true);
});

test('light and grain are matched and said in words; the edge is blended where that is preferred', {
  tag: '@long',
}, async ({ page, relay, saveDir, userData }) => {
  test.slow();
  relay.answerWith(relitAndClean(PICTURE), relitAndClean(PICTURE));
  await openImages(page, relay);
  await maskedEdit(page, await writeGrainyScene(saveDir, PICTURE));
  await expect(measured(page)).toHaveText('Rest of the picture untouched ✓', { timeout: MAKING_MS });
  await expect(verdict(page)).toHaveCount(0);
  await measured(page).getByRole('button').hover();
  await expect(page.getByText(/Brightness was matched locally, by \+\d+ to \+\d+ %\./)).toBeVisible();
  await expect(page.getByText(/Grain was added to the edit: [\d.]+ of 255 levels\./)).toBeVisible();
  const made = (await storedItem(userData)).protected;
  expect(made).toMatchObject({ outsideChangedPx: 0, adjustments: { isBlended: false } });
  expect(made.seamErrorAfter).toBeLessThan(0.5 * made.seamErrorBefore);
  const matched = await protectedPixels(userData);

  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Adjust', exact: true }).click();
  await page.getByRole('switch', { name: 'Match grain' }).click();
  await page.getByRole('switch', { name: 'Match colours' }).click();
  await expect(page.getByRole('switch', { name: 'Match light' })).toBeDisabled();
  await adjustedTo(page, userData, { isGrainMatched: false, isSeamMatched: false });
  expect((await protectedPixels(userData)).data.equals(matched.data)).toBe(false);
  await press(page, 'Reset adjustments');
  await adjustedTo(page, userData, { isGrainMatched: true, isSeamMatched: true });
  expect((await protectedPixels(userData)).data.equals(matched.data)).toBe(true);

  await page.getByRole('switch', { name: 'Blend edge' }).click();
  await press(page, 'Use for new results');
  await page.keyboard.press('Escape');
  await edit(page, 'Make it colder');
  await expect(results(page)).toHaveCount(2);
  await results(page).first().dblclick();
  await page.getByRole('button', { name: 'Adjust', exact: true }).click();
  await expect(page.getByRole('switch', { name: 'Blend edge' })).toBeChecked();
});

test('an unrelated result counts as not used: shown, sent again in the other form, and overruled by a person', async ({
  page,
  relay,
  saveDir,
  restart,
}) => {
  test.slow();
  relay.answerWith(unrelated, misaligned);
  await openImages(page, relay);
  await maskedEdit(page, await writeScene(saveDir, PICTURE));
  await expect(verdict(page)).toHaveText(/^Picture not used · about \d+ %$/);
  await expect(results(page)).toHaveAttribute('title', /Picture not used · about/);

  expect(await accessibilityViolations(page)).toEqual([]);

  // What was there before is there again, and goes in the other form.
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Something else');
  await press(page, 'Try another way (billed again)');
  await expect(results(page)).toHaveCount(2);
  const [first, second] = editsOf(relay.requests);
  if (!first || !second) throw new Error('Not sent twice');
  expect((await readForm(first)).get('prompt')).toBe('Make it warmer');
  // This form has no mask: the instruction says where.
  expect(JSON.parse(second.body).prompt).toMatch(/^Make it warmer\n.*<bbox>/);
  expect((await sentPicture(second)).equals(await sentPicture(first))).toBe(true);
  await expect(page.getByText(/^mask \d/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'More options' })).toHaveAccessibleDescription(/sent as JSON/);
  await results(page).first().dblclick();
  await expect(verdict(page)).toHaveCount(0);
  await expect(notice(page)).toHaveCount(0);

  // By keyboard, against the estimate.
  await results(page).last().press('Enter');
  await page.keyboard.press('y');
  await verdict(page).getByRole('button').press('Enter');
  await expect(page.getByText('Almost nothing of your picture')).toBeVisible();
  await expect(page.getByRole('figure')).toHaveText(/^\d+ of \d+ blocks agree$/);
  await page.getByRole('button', { name: 'It did use my picture' }).press('Enter');
  await expect(verdict(page)).toHaveText('You said: used');
  await expect(notice(page)).toHaveCount(0);
  await expect(results(page).last()).not.toHaveAttribute('title', /not used/);

  const again = await restart();
  await again.getByRole('tab', { name: 'Images' }).click();
  await results(again).last().dblclick();
  await expect(verdict(again)).toHaveText('You said: used');
  await verdict(again).getByRole('button').click();
  await expect(again.getByText(/^You said so\. The estimate was: Picture not used/)).toBeVisible();
  await press(again, 'Use the estimate');
  await expect(verdict(again)).toHaveText(/^Picture not used/);
  await expect(notice(again)).toBeVisible();
});

test('protecting 36 megapixels shows its progress, can be stopped, and started again', { tag: '@long' }, async ({
  page,
  relay,
  saveDir,
}) => {
  test.setTimeout(240_000);
  const size = { width: 7200, height: 5000 };
  const file = path.join(saveDir, 'large.jpg');
  await sharp(await scene(PICTURE))
    .resize(size.width, size.height, { fit: 'fill' })
    .jpeg({ quality: 80 })
    .toFile(file);
  relay.answerWith(answering((sent) => sharp(sent).jpeg().toBuffer()));
  await openImages(page, relay);
  await addImages(page, file);
  await paint(page, size, [
    { x: 1000, y: 1500 },
    { x: 6000, y: 3500 },
  ]);
  await edit(page, 'As it is');
  await expect(results(page)).toHaveCount(1, { timeout: 120_000 });
  await results(page).dblclick();
  await expect(page.getByRole('progressbar', { name: 'Keeping your picture outside the mask…' })).toBeVisible();
  await press(page, 'Stop');
  await expect(measured(page)).toContainText('Stopped: the result is shown as received.');
  await press(page, 'Keep my picture');
  const bar = page.getByRole('progressbar', { name: 'Keeping your picture outside the mask…' });
  await expect(bar).toHaveAttribute('aria-valuenow', /[1-9]/, { timeout: 120_000 });
  await press(page, 'Stop');
  await expect(measured(page)).toContainText('Stopped');
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh_CN' });

  test('the sample edited by one click on the practice relay is judged, adjusted and compared', {
    tag: '@long',
  }, async ({ page, userData }) => {
    test.slow();
    await page.getByRole('tab', { name: '图片' }).click();
    await page.getByRole('button', { name: /示例/ }).click();
    await page.getByRole('button', { name: '结果 1', exact: true }).click();
    await expect(page.getByText('图片其余部分未改动 ✓')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('status', { name: '用到我的图片了吗？' })).toHaveCount(0);
    await page.getByRole('status', { name: '测量结果' }).getByRole('button').click();
    await expect(page.getByText('这只是估计；颜色变化不计在内。')).toBeVisible();
    await page.keyboard.press('Escape');
    await press(page, '调整');
    const slider = page.getByRole('slider', { name: '羽化滑块' });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    const adjustments = async () => (await storedItem(userData)).protected.adjustments;
    await expect.poll(adjustments, { timeout: MAKING_MS }).toMatchObject({ featherPx: 1 });
    await page.keyboard.press('Escape');
    await press(page, '差异');
    await expect(page.getByRole('img', { name: /^改动之处：蒙版内 [\d.]+ %, 蒙版外 0 像素$/ })).toBeVisible({
      timeout: MAKING_MS,
    });
  });
});
