// What specs of the picture screen do and look at again and again.

import { expect, type Locator, type Page } from '@playwright/test';
import type { ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { connectTo } from './page-actions.ts';
import { addImages, writePicture } from './pictures.ts';

/** The history of results, the newest first. */
export const historyList = (page: Page): Locator => page.getByRole('list', { name: 'Results' });
/** The pictures that have come back. */
export const results = (page: Page): Locator => historyList(page).getByRole('button', { name: /^Result \d+$/ });
/** The picture of the history that is being edited. */
export const edited = (page: Page): Locator =>
  page.getByRole('region', { name: 'Edited pictures' }).locator('[aria-current="step"]');
/** The picture that all edits began with, in the history. */
export const original = (page: Page): Locator =>
  page.getByRole('list', { name: 'Sources' }).getByRole('button', { name: 'Original', exact: true });
/** What has failed. */
export const failed = (page: Page): Locator => historyList(page).getByRole('button', { name: /^Failed: / });
/** Edits under way. */
export const underWay = (page: Page): Locator =>
  historyList(page).getByRole('button', { name: 'Running: show when done' });

/** Connects to a relay and shows the picture screen. */
export async function openImages(page: Page, relay: ScriptedRelay): Promise<void> {
  await connectTo(page, relay);
  await page.getByRole('tab', { name: 'Images' }).click();
}

/** The picture `openWithPicture` adds. */
export const PICTURE = { width: 800, height: 600 };

/** The same, with a picture from a file written into `folder`. */
export async function openWithPicture(page: Page, relay: ScriptedRelay, folder: string): Promise<void> {
  await openImages(page, relay);
  await addImages(page, await writePicture(folder, 'source.png', PICTURE.width, PICTURE.height));
}

/** Opens *More options* unless it is open: a press elsewhere closes it. */
export async function openMoreOptions(page: Page): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'More options' });
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'More options' }).click();
  await expect(panel).toBeVisible();
}

/** Switches previews on. */
export async function askForPreviews(page: Page): Promise<void> {
  await openMoreOptions(page);
  await page.getByRole('switch', { name: 'Show previews' }).click();
}

/** Writes an instruction and sends it. */
export async function edit(page: Page, instruction: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill(instruction);
  await page.getByRole('button', { name: 'Edit image' }).click();
}

/** The dialog that saves a picture. */
export const saveSheet = (page: Page): Locator => page.getByRole('dialog', { name: /^(Save picture|保存图片)$/ });

/** Saves the result that is shown, with what the dialog suggests. */
export async function saveAsItIs(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save as…' }).click();
  await expect(saveSheet(page).getByRole('button', { name: 'Save…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(saveSheet(page)).toBeHidden();
}
