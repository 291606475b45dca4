// What specs of the picture screen do and look at again and again.

import type { Locator, Page } from '@playwright/test';
import type { ScriptedRelay } from '../fakes/scripted-relay.ts';
import { connectTo } from './fixtures.ts';

/** The strip of results. */
export const strip = (page: Page): Locator => page.getByRole('list', { name: 'Results' });
/** The pictures that have come back. */
export const results = (page: Page): Locator => strip(page).getByRole('button', { name: /^Result \d+$/ });
/** What has failed. */
export const failed = (page: Page): Locator => strip(page).getByRole('button', { name: /^Failed: / });
/** Edits under way. */
export const underWay = (page: Page): Locator => strip(page).getByRole('button', { name: 'Running: show when done' });

/** Connects to a relay and shows the picture screen. */
export async function openImages(page: Page, relay: ScriptedRelay): Promise<void> {
  await connectTo(page, relay);
  await page.getByRole('tab', { name: 'Images' }).click();
}

/** Writes an instruction and sends it. */
export async function edit(page: Page, instruction: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill(instruction);
  await page.getByRole('button', { name: 'Edit image' }).click();
}
