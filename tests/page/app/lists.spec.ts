import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { connectTo } from '../../e2e/support/page-actions.ts';
import { fillLibrary, fillWithPictures, onOneMorning } from '../../e2e/support/takes.ts';
import { test as base, expect } from '../support/fixtures.ts';

/** The page over six takes, made on one morning. */
const test = base.extend({
  userData: async ({ userData }, use) => {
    await fillLibrary(path.join(userData, 'library'), onOneMorning(6));
    await use(userData);
  },
});
/** The page over two pictures. */
const withPictures = base.extend({
  userData: async ({ userData }, use) => {
    await fillWithPictures(path.join(userData, 'library'), ['teal', 'navy'], 'Erase the cup');
    await use(userData);
  },
});

const takes = (page: Page): Locator => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
const take = (page: Page, number: number): Locator => takes(page).filter({ hasText: `Take ${number}` });
const selection = (page: Page): Locator => page.getByRole('region', { name: 'Selection' });
const playing = (page: Page, number: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^Pause take: Take ${number} `) });

test('takes: one tab stop, arrows inside, Enter and Space play, right leads to the buttons of a row', async ({
  page,
}) => {
  await expect(takes(page)).toHaveCount(6);
  await expect(page.getByRole('list', { name: 'Takes' }).locator('[tabindex="0"]')).toHaveCount(1);
  await take(page, 1).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(take(page, 3)).toBeFocused();
  // Voice and time tell takes of one text apart.
  await expect(take(page, 3)).toHaveAccessibleName(/^Relay default, 0:30, 09:30:57\. Take 3$/);
  await page.keyboard.press('End');
  await expect(take(page, 6)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('list', { name: 'Takes' }).locator(':focus')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(take(page, 1)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(playing(page, 1)).toBeVisible();
  await page.keyboard.press('Space');
  await expect(playing(page, 1)).toBeHidden();
  await page.keyboard.press('Space');
  await expect(playing(page, 1)).toBeVisible();
  await page.keyboard.press('Space');

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(take(page, 1).getByRole('button', { name: 'Save as…' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(take(page, 2)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(take(page, 2)).toBeFocused();
  await take(page, 4).dblclick();
  await expect(playing(page, 4)).toBeVisible();
});

test('takes: Delete, F2, and the menu, at the row by keyboard and at the pointer by mouse', async ({ page }) => {
  await take(page, 2).focus();
  await page.keyboard.press('Delete');
  await expect(takes(page)).toHaveCount(5);
  await expect(take(page, 3)).toBeFocused();

  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'New name' })).toBeFocused();
  await page.keyboard.type('Opening line');
  await page.keyboard.press('Enter');
  const renamed = takes(page).filter({ hasText: 'Opening line' });
  await expect(renamed).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(renamed).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(renamed).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Rename…' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'New name' })).toBeFocused();
  await page.keyboard.type('Never mind');
  await page.keyboard.press('Escape');
  await expect(renamed).toBeFocused();

  await take(page, 5).click({ button: 'right', position: { x: 200, y: 18 } });
  const menu = page.getByRole('menu');
  const [row, box] = [await take(page, 5).boundingBox(), await menu.boundingBox()];
  expect(box?.x).toBeCloseTo((row?.x ?? 0) + 200, 0);
  await page.keyboard.press('Escape');
  await expect(take(page, 5)).toBeFocused();
  // The last one: the focus does not leave the list.
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await expect(takes(page)).toHaveCount(4);
  await expect(take(page, 5)).toBeFocused();
});

test('takes: several are selected, played in a row, saved and deleted', async ({ page }) => {
  await take(page, 2).click();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selection(page)).toContainText('2 selected');
  await page.keyboard.press('ArrowDown');
  await expect(selection(page)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+Space');
  await take(page, 6).click({ modifiers: ['ControlOrMeta'] });
  await expect(selection(page)).toContainText('2 selected');
  await expect(take(page, 4).getByRole('img', { name: 'Selected' })).toBeVisible();
  await selection(page).getByRole('button', { name: 'Play in a row' }).click();
  // In the order in which they were made.
  await expect(take(page, 6)).toHaveAttribute('data-loaded', '');
  await expect(playing(page, 6)).toBeVisible();
  await page.getByRole('slider', { name: 'Position' }).press('End');
  await expect(take(page, 4)).toHaveAttribute('data-loaded', '');
  await expect(playing(page, 4)).toBeVisible();
  await take(page, 6).focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Play in a row',
    'Save all…',
    'Save as one…',
    'Rename several…',
    'Save as project…',
    'Delete selected',
  ]);
  await page.keyboard.press('Escape');
  await expect(take(page, 6)).toBeFocused();
  // Escape can come before the menu has the focus: it closes the menu, and ends no selection.
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await take(page, 6).dispatchEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(selection(page)).toContainText('2 selected');
  await page.keyboard.press('Delete');
  await expect(takes(page)).toHaveCount(4);
  await expect(selection(page)).toBeHidden();
});

test('library: one kind is shown alone; Delete and the menu act on the cell, Escape ends the selection', async ({
  page,
}) => {
  await page.getByRole('tab', { name: 'Library' }).click();
  const cells = page.getByRole('grid', { name: 'Library items' }).getByRole('gridcell');
  await expect(cells).toHaveCount(6);
  const kinds = page.getByRole('group', { name: 'Kind' });
  await kinds.getByRole('radio', { name: 'Pictures' }).check();
  await expect(page.getByText('No items match all filters')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(kinds.getByRole('radio', { name: 'Audio' })).toBeChecked();
  await expect(cells).toHaveCount(6);
  // Each draws its waveform, made once.
  await expect(cells.first().locator('[style*="mask-image"]')).toBeVisible();
  await cells.nth(1).focus();
  await page.keyboard.press('Delete');
  await expect(cells).toHaveCount(5);
  await expect(cells.nth(1)).toBeFocused();
  await cells.nth(2).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(cells).toHaveCount(4);
  await expect(cells.nth(2)).toBeFocused();
});

withPictures('library: Space shows a picture large, arrow keys lead to the next, Space closes', async ({ page }) => {
  await page.getByRole('tab', { name: 'Library' }).click();
  const pictures = page.getByRole('gridcell', { name: /Picture/ });
  await pictures.first().focus();
  await page.keyboard.press('Space');
  const look = page.getByRole('dialog', { name: 'Quick look' });
  await expect(look.getByRole('img')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(look).toBeHidden();
  // The grid went along.
  await expect(pictures.nth(1)).toBeFocused();
});

test('voices and connections are one tab stop each; F2 names a connection', async ({ page, relay }) => {
  await page.getByRole('button', { name: 'Voice gallery…' }).click();
  const voices = page.getByRole('list', { name: 'Voices' });
  const faces = voices.getByRole('button', { name: /^Hear / });
  await expect(voices.locator('[tabindex="0"]')).toHaveCount(1);
  await faces.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ControlOrMeta+Space');
  await expect(voices.getByRole('checkbox').nth(1)).toBeChecked();
  await page.keyboard.press('End');
  await expect(faces.last()).toBeFocused();

  await connectTo(page, relay);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const connections = page.getByRole('region', { name: 'Connections' }).getByRole('listitem').getByRole('button');
  await connections.nth(1).focus();
  await page.keyboard.press('ArrowUp');
  await expect(connections.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'Connection name' })).toBeFocused();
});
