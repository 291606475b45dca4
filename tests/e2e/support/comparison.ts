// What specs of a comparison do and look at.

import type { Locator, Page } from '@playwright/test';
import { edit, results } from './edits.ts';
import { addImages, paint } from './pictures.ts';

/** Size of the picture that is edited. */
export const PICTURE = { width: 960, height: 720 };
const STROKE = [
  { x: 400, y: 360 },
  { x: 560, y: 370 },
];

/** All of it. */
export const comparison = (page: Page): Locator => page.getByRole('region', { name: 'Comparison' });
/** Whether the picture was used. */
export const verdict = (page: Page): Locator => page.getByRole('status', { name: 'Was my picture used?' });
/** What was measured, or how much changed. */
export const measured = (page: Page): Locator => page.getByRole('status', { name: 'Measured' });
/** What is offered where the picture was not used. */
export const notice = (page: Page): Locator => comparison(page).getByRole('note');
/** Presses a button by its whole name. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Paints over the middle of a picture of that size, edits it and compares the result. */
export async function maskedEdit(page: Page, file: string): Promise<void> {
  await addImages(page, file);
  await paint(page, PICTURE, STROKE);
  await edit(page, 'Make it warmer');
  await results(page).first().dblclick();
}
