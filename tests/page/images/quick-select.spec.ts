import { drag, maskWords, openPicture, PICTURE, tool } from '../../e2e/support/masking.ts';
import { addImages, stroke, writePicture } from '../../e2e/support/pictures.ts';
import { expect, test } from '../support/fixtures.ts';

// The picture has four quarters of one colour each.
const [LEFT, RIGHT, TOP, BOTTOM] = [
  PICTURE.width / 4,
  (3 * PICTURE.width) / 4,
  PICTURE.height / 4,
  (3 * PICTURE.height) / 4,
];

test('clicks and strokes add things, Alt takes them away, a box selects what is in it; each is one step', async ({
  page,
  saveDir,
}) => {
  await openPicture(page, saveDir);
  await page.keyboard.press('a');
  await expect(tool(page, 'Quick select')).toHaveAttribute('aria-pressed', 'true');
  await stroke(page, PICTURE, [{ x: LEFT, y: TOP }]);
  await expect(maskWords(page)).toHaveText('mask 25 %');
  await drag(page, [LEFT, BOTTOM], [RIGHT, BOTTOM]);
  await expect(maskWords(page)).toHaveText('mask 75 %');
  await page.keyboard.down('Alt');
  await stroke(page, PICTURE, [{ x: RIGHT, y: BOTTOM }]);
  await page.keyboard.up('Alt');
  await expect(maskWords(page)).toHaveText('mask 50 %');
  for (const words of ['mask 75 %', 'mask 25 %', 'no mask']) {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(maskWords(page)).toHaveText(words);
  }
  await page.getByRole('button', { name: 'Box', exact: true }).click();
  await drag(page, [PICTURE.width / 2 - 20, PICTURE.height / 2 - 20], [PICTURE.width - 1, PICTURE.height - 1]);
  await expect(maskWords(page)).toHaveText('mask 25 %');
});

test('undo that is pressed at once takes back the selection that is still being found, and nothing else', async ({
  page,
  saveDir,
}) => {
  const large = { width: 3200, height: 2400 };
  await page.getByRole('tab', { name: 'Images' }).click();
  await addImages(page, await writePicture(saveDir, 'large.png', large.width, large.height));
  await page.keyboard.press('a');
  await stroke(page, large, [{ x: 800, y: 600 }]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(tool(page, 'Redo')).toBeEnabled();
  await expect(page.getByRole('button', { name: /^Picture 1: / })).toBeVisible();
  await expect(maskWords(page)).toHaveText('no mask');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(maskWords(page)).toHaveText('mask 25 %');
});

test('by keyboard: Space clicks, arrows stroke or size the box, Escape gives up', async ({ page, saveDir }) => {
  await openPicture(page, saveDir);
  await page.keyboard.press('a');
  const canvas = page.getByRole('application', { name: 'Painting area' });
  await canvas.focus();
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowUp', ' ']) await page.keyboard.press(key);
  await expect(maskWords(page)).toHaveText('mask 25 %');
  await page.keyboard.down(' ');
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowRight');
  await expect(maskWords(page)).toHaveText('mask 50 %');
  await page.keyboard.press('Escape');
  await page.keyboard.up(' ');
  await expect(maskWords(page)).toHaveText('mask 25 %');
});
