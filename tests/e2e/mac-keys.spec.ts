// Keys on macOS, where every key in the menu acts: as the Chromium host plays it, the page comes first and the menu gets the rest.

import type { Page } from '@playwright/test';
import { pcmTone, replies, type ScriptedRelay } from '../fakes/scripted-relay.ts';
import { connectTo, expect, onlyOn, test } from './support/fixtures.ts';
import type { RunningApp } from './support/launch.ts';
import { addImages, editsOf, paint, plainResults, writePicture } from './support/pictures.ts';
import { expectText, textField } from './support/text.ts';

onlyOn('chromium', 'a driver cannot press keys of the system');
test.use({ platform: 'darwin' });

const PICTURE = { width: 800, height: 600 };
const TYPED = 'be[ 01';

/** Presses a key in the window; with `menuFirst`, as while the page's view is not the first responder. */
async function press(app: RunningApp, key: string, menuFirst = false): Promise<void> {
  expect(await app.control({ type: 'pressKey', key, menuFirst })).toMatch(/^done/);
}

/** The item of the menu that has a key now, and what it stands for: a role, or a command by its words. */
async function itemWithKey(app: RunningApp, accelerator: string): Promise<string | undefined> {
  type Item = { label: string; role?: string; accelerator?: string; submenu?: Item[] };
  const menus: Item[] = JSON.parse((await app.control({ type: 'menus' })).replace(/^menus /, ''));
  return menus.flatMap(({ submenu }) => submenu ?? []).find((item) => item.accelerator === accelerator)?.label;
}

async function openPicture(page: Page, folder: string): Promise<void> {
  await page.getByRole('tab', { name: 'Images' }).click();
  await addImages(page, await writePicture(folder, 'source.png', PICTURE.width, PICTURE.height));
}

const instruction = (page: Page) => page.getByRole('textbox', { name: 'Edit instruction' });
const speechOf = ({ requests }: ScriptedRelay) => requests.filter(({ path }) => path === '/v1/audio/speech');

for (const [order, menuFirst] of [
  ['the page', false],
  ['the menu', true],
] as const)
  test(`Cmd+Enter sends from the visible screen, once, when ${order} gets it first`, async ({
    page,
    app,
    relay,
    saveDir,
  }) => {
    await connectTo(page, relay);
    relay.answerWith(replies.audio(pcmTone(0.5)), plainResults('#3366cc'));
    await textField(page).fill('Spoken by a key.');
    await expect.poll(() => itemWithKey(app, 'CommandOrControl+Enter')).toBe('Generate speech');
    await press(app, 'Cmd+Enter', menuFirst);
    await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
    expect([speechOf(relay).length, editsOf(relay.requests).length]).toEqual([1, 0]);

    await openPicture(page, saveDir);
    await instruction(page).fill('Make it blue');
    await expect.poll(() => itemWithKey(app, 'CommandOrControl+Enter')).toBe('Edit the picture');
    await press(app, 'Cmd+Enter', menuFirst);
    await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(1);
    // Its tile is there before the request is.
    await expect.poll(() => [speechOf(relay).length, editsOf(relay.requests).length]).toEqual([1, 1]);
    await expect(page.getByRole('tab', { name: 'Images' })).toHaveAttribute('aria-selected', 'true');

    // A second run would close it again.
    await press(app, 'Cmd+K', menuFirst);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await press(app, 'x', menuFirst);
    await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('x');
    expect([speechOf(relay).length, editsOf(relay.requests).length]).toEqual([1, 1]);
  });

test('text typed into text fields arrives there', async ({ page, app, saveDir }) => {
  await textField(page).fill('');
  await textField(page).focus();
  for (const key of TYPED) await press(app, key === ' ' ? 'Space' : key);
  await expectText(page, TYPED);
  await expect(page.getByRole('tab', { name: 'Speech' })).toHaveAttribute('aria-selected', 'true');
  await openPicture(page, saveDir);
  await instruction(page).focus();
  for (const key of TYPED) await press(app, key === ' ' ? 'Space' : key);
  await expect(instruction(page)).toHaveValue(TYPED);
});

for (const [order, menuFirst] of [
  ['the page', false],
  ['the menu', true],
] as const)
  test(`Cmd+Z undoes text in a text field and the mask beside it, when ${order} gets it first`, async ({
    page,
    app,
    saveDir,
  }) => {
    await openPicture(page, saveDir);
    const mask = page.getByText(/^(no mask|mask .*)$/).last();
    const undo = () => itemWithKey(app, 'CommandOrControl+Z');
    const draw = (from: [number, number], to: [number, number]) =>
      paint(
        page,
        PICTURE,
        [from, to].map(([x, y]) => ({ x, y })),
      );
    await press(app, 'r');
    await draw([100, 100], [500, 400]);
    await expect(mask).toHaveText('mask 25 %');
    await draw([200, 500], [680, 600]);
    await expect(mask).toHaveText('mask 35 %');

    await instruction(page).focus();
    await expect.poll(undo).toBe('Undo mask change');
    await press(app, 'x', menuFirst);
    await expect(instruction(page)).toHaveValue('x');
    await expect.poll(undo).toBe('Undo typing');
    await press(app, 'Cmd+Z', menuFirst);
    await expect(instruction(page)).toHaveValue('');
    await expect(mask).toHaveText('mask 35 %');

    await instruction(page).blur();
    await expect.poll(undo).toBe('Undo mask change');
    await press(app, 'Cmd+Z', menuFirst);
    await expect(mask).toHaveText('mask 25 %');
    await press(app, 'Cmd+Shift+Z', menuFirst);
    await expect(mask).toHaveText('mask 35 %');
    await press(app, 'Cmd+A', menuFirst);
    await expect(mask).toHaveText('mask covers everything');
  });
