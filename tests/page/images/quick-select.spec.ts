import { drag, maskWords, openPicture, PICTURE, tool } from '../../e2e/support/masking.ts';
import { stroke } from '../../e2e/support/pictures.ts';
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
