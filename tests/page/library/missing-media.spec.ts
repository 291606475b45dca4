import { readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { accessibilityViolations, ask, connectTo, generate, reload } from '../../e2e/support/page-actions.ts';
import { addImages, paint, writePicture } from '../../e2e/support/pictures.ts';
import { pcmTone, replies } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const PICTURE = { width: 320, height: 200 };

/** Moves the media file with this extension out of the library. @returns where it was, and where it is. */
async function moveAway(userData: string, extension: string, folder: string) {
  const media = path.join(userData, 'library', 'media');
  const names = await readdir(media, { recursive: true });
  const name = names.find((one) => one.endsWith(extension)) ?? '';
  const place = path.join(media, name);
  const found = path.join(folder, path.basename(name));
  await rename(place, found);
  return { place, found };
}

const takes = (page: Page) => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
const player = (page: Page) => page.getByRole('region', { name: 'Player' });
const tile = (page: Page) => page.getByRole('button', { name: /^Picture 1: source\.png/ });

test('a take and a draft whose files were deleted say so, and locating the files brings them back', {
  tag: '@slow',
}, async ({ page, desktop, relay, userData, saveDir }) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(pcmTone(1)), replies.audio(pcmTone(2)));
  await generate(page, 'Here today.');
  await expect(takes(page)).toHaveCount(1);
  await page.getByRole('tab', { name: 'Images' }).click();
  await addImages(page, await writePicture(saveDir, 'source.png', PICTURE.width, PICTURE.height));
  await paint(page, PICTURE, [
    { x: 120, y: 100 },
    { x: 170, y: 110 },
  ]);
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Erase it');
  await expect.poll(async () => JSON.stringify(await ask(page, 'drafts.load', null))).toContain('Erase it');

  const sound = await moveAway(userData, '.pcm', saveDir);
  const picture = await moveAway(userData, '.png', saveDir);
  await reload(page);
  const choose = (file: string): void => {
    desktop.fileToOpen = file;
  };

  // Speech: not offered as made, and the player says why it is silent.
  await expect(takes(page).getByText('File missing')).toBeVisible();
  await takes(page).getByRole('button', { name: /^Play/ }).click();
  await expect(player(page).getByText('The file of this take is missing.')).toBeVisible();
  await takes(page).getByRole('button', { name: 'Save as…' }).click();
  await expect(page.getByRole('alert')).toContainText(sound.place);
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await generate(page, 'Here today.');
  await expect(takes(page)).toHaveCount(2);
  expect(relay.requests).toHaveLength(2);

  // Library: a file with other bytes is refused, the right one is taken.
  await page.getByRole('tab', { name: 'Library' }).click();
  await expect(page.getByRole('gridcell')).toHaveCount(2);
  const cell = page.getByRole('gridcell', { name: /File missing$/ });
  await expect(cell).toHaveCount(1);
  await cell.dblclick();
  const details = page.getByRole('complementary', { name: 'Item details' });
  await expect(details.getByText(sound.place)).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  choose(picture.found);
  await details.getByRole('button', { name: 'Locate…' }).click();
  await expect(details.getByText('is a different file')).toBeVisible();
  choose(sound.found);
  await details.getByRole('button', { name: 'Locate…' }).click();
  await expect(cell).toHaveCount(0);

  // Images: the picture keeps its place and its mask, and nothing is sent with it.
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(tile(page)).toHaveAccessibleName('Picture 1: source.png. File missing');
  await expect(page.getByRole('button', { name: 'Edit image' })).toBeDisabled();
  for (const name of ['Brush', 'Invert']) await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
  expect(await accessibilityViolations(page)).toEqual([]);
  choose(picture.found);
  await page.getByRole('listitem').getByRole('button', { name: 'Locate…' }).click();
  await expect(tile(page)).toHaveAccessibleName('Picture 1: source.png');
  await expect(page.getByText(/^mask \d/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit image' })).toBeEnabled();
});
