// Edits that are opened again: that what is sent then is the same request.

import { expect, type Page } from '@playwright/test';
import type { RecordedRequest, ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { results } from './edits.ts';
import { editsOf } from './pictures.ts';

/** The body without the one thing that is another each time. */
function bodyOf({ headers, bytes }: RecordedRequest): string {
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1];
  const text = bytes.toString('latin1');
  return boundary === undefined ? text : text.replaceAll(boundary, 'boundary');
}

/** Opens the newest edit of the library in Images. */
export async function recallFromLibrary(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('grid', { name: 'Library items' }).getByRole('gridcell').first().click();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Open in Images' }).click();
  await expect(results(page)).not.toHaveCount(0);
}

/** Sends what is on the screen and expects the very same request as before. */
export async function expectSame(page: Page, relay: ScriptedRelay): Promise<void> {
  const [first] = editsOf(relay.requests);
  const count = editsOf(relay.requests).length;
  await page.getByRole('button', { name: 'Edit image' }).click();
  await expect.poll(() => editsOf(relay.requests).length, { timeout: 30_000 }).toBe(count + 1);
  const again = editsOf(relay.requests).at(-1);
  if (!first || !again) throw new Error('Nothing was sent');
  expect(bodyOf(again) === bodyOf(first), 'the same body').toBe(true);
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
}
