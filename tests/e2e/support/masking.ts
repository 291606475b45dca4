// What specs of the mask do and look at.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { addImages, decode, paint, writePicture } from './pictures.ts';

/** Size of the picture, in pixels. */
export const PICTURE = { width: 700, height: 500 };

/** A button of the tools' column, or of the bar of their options. */
export const tool = (page: Page, name: string) =>
  page
    .getByRole('toolbar', { name: 'Mask tools' })
    .or(page.getByRole('region', { name: 'Tool options' }))
    .getByRole('button', { name, exact: true });
/** What the screen says of the mask. */
export const maskWords = (page: Page) => page.getByText(/^(no mask|mask .*)$/).last();

/** Opens a new picture of that size on Images. */
export async function openPicture(page: Page, folder: string): Promise<void> {
  await page.getByRole('tab', { name: 'Images' }).click();
  await addImages(page, await writePicture(folder, 'source.png', PICTURE.width, PICTURE.height));
}

/** Draws a shape by its corners, in pixels of the picture. */
export const drag = (page: Page, from: [number, number], to: [number, number]) =>
  paint(page, PICTURE, [
    { x: from[0], y: from[1] },
    { x: to[0], y: to[1] },
  ]);

/** The mask as the app exports it: one byte per pixel. */
export async function exported(page: Page, saveDir: string): Promise<Uint8Array> {
  await tool(page, 'Mask').click();
  await page.getByRole('menuitem', { name: 'Export mask…' }).click();
  const file = path.join(saveDir, 'source-mask.png');
  await expect(async () => void (await readFile(file))).toPass();
  const { data, width, height } = await decode(await readFile(file));
  expect([width, height]).toEqual([PICTURE.width, PICTURE.height]);
  return Uint8Array.from({ length: width * height }, (_none, i) => data[4 * i] ?? 0);
}
