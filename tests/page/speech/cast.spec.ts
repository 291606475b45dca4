// How the roles of a script speak, and how words are pronounced: what is chosen is what is sent.

import type { Page } from '@playwright/test';
import { accessibilityViolations, ask, connectTo } from '../../e2e/support/page-actions.ts';
import { expectText, textField } from '../../e2e/support/text.ts';
import { expect, test } from '../support/fixtures.ts';

const line = (page: Page, number: number, state: string) =>
  page.getByRole('listitem', { name: `Line ${number}: ${state}`, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const voiceOf = (page: Page, role: string) => page.getByRole('combobox', { name: `Voice of ${role}`, exact: true });
/** The requests of all takes, the newest first. */
const requests = async (page: Page) => {
  const { items } = await ask(page, 'library.list', { search: '', kind: 'speech', beforeId: null, limit: 20 });
  return items.flatMap((item) => (item.kind === 'speech' ? [item.request] : []));
};

test('roles get voices by the keyboard, by suggestion and by replacing one, and all of it is undone', {
  tag: '@slow',
}, async ({ page, relay }) => {
  await connectTo(page, relay);
  await textField(page).fill(
    'It was dark.\nANNA: Did you hear that?\nBen: It was the wind.\nAnna: It does not knock.\nBen: Then wait.',
  );
  // In the narrowest window the buttons of the header go below its title instead of over each other.
  const header = page.getByRole('textbox', { name: 'Script title' }).locator('..');
  await expect(button(page, 'Cast')).toBeVisible();
  const areOverlaid = await header.evaluate((element) => {
    element.style.width = '500px';
    const boxes = [...element.querySelectorAll('input, button')].map((one) => one.getBoundingClientRect());
    element.style.width = '';
    const isOver = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return boxes.some((a, i) => boxes.some((b, j) => j > i && isOver(a, b)));
  });
  expect(areOverlaid).toBe(false);
  await button(page, 'Cast').press('Enter');
  const cast = page.getByRole('region', { name: 'Cast', exact: true });
  await expect(cast).toBeFocused();
  await expect(voiceOf(page, 'ANNA')).toHaveValue('Default (Shiny)');

  await voiceOf(page, 'ANNA').focus();
  await page.keyboard.type('my own key');
  await page.getByRole('option', { name: 'Use “my own key”' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('spinbutton', { name: 'Speed of ANNA' }).fill('0.9');
  await page.keyboard.press('Enter');
  await button(page, 'Suggest voices').press('Enter');
  await expect(voiceOf(page, 'Ben')).not.toHaveValue(/^Default/);
  await expect(voiceOf(page, 'the narrator')).toHaveValue('Default (Shiny)');
  await expect(voiceOf(page, 'ANNA')).toHaveValue('my own key');
  await button(page, 'Undo').click();
  await expect(voiceOf(page, 'Ben')).toHaveValue('Default (Shiny)');
  expect(await accessibilityViolations(page)).toEqual([]);

  await button(page, 'More for the cast').click();
  await page.getByRole('menuitem', { name: 'Replace voice everywhere…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace voice everywhere' });
  await dialog.getByRole('combobox', { name: 'Replace', exact: true }).click();
  await page.getByRole('option', { name: 'my own key' }).click();
  await dialog.getByRole('combobox', { name: 'With', exact: true }).fill('candice');
  await page.getByRole('option', { name: 'Candice' }).first().click();
  await expect(dialog).toContainText('The voice of 2 lines changes');
  await dialog.getByRole('button', { name: 'Replace voice' }).click();
  await expect(voiceOf(page, 'ANNA')).toHaveValue(/Candice/);
  await voiceOf(page, 'ANNA').press('Escape');
  await expect(cast).toHaveCount(0);
  await expect(button(page, 'Cast')).toBeFocused();

  await button(page, 'Generate').click();
  await expect(page.getByText('All lines are generated.')).toBeVisible();
  const made = await requests(page);
  const ofAnna = made.filter(({ text }) => /hear|knock/.test(text));
  expect(ofAnna.map(({ speed, voice }) => [speed, voice])).toEqual(Array(2).fill([0.9, ofAnna[0]?.voice]));
  expect(new Set(made.map(({ voice }) => voice)).size).toBe(2);
});

test('a role follows the voice of the screen again, or has one of its own', async ({ page }) => {
  await textField(page).fill('Anna: Did you hear that?\nBen: It was the wind.\nAnna: It knocks.\nBen: Then wait.');
  await button(page, 'Cast').click();
  const choose = async (name: RegExp): Promise<void> => {
    await voiceOf(page, 'Anna').click();
    await page.getByRole('option', { name }).first().click();
  };
  await choose(/^Candice/);
  await expect(voiceOf(page, 'Anna')).toHaveValue(/^Candice/);
  await choose(/^Default/);
  await expect(voiceOf(page, 'Anna')).toHaveValue('Default (Shiny)');
  await expect(voiceOf(page, 'Ben')).toHaveValue('Default (Shiny)');
});

test('a rule shows what it changes, marks made lines as changed and is sent; tags are removed as one step', {
  tag: '@slow',
}, async ({ page, relay }) => {
  await connectTo(page, relay);
  await textField(page).fill('I read it.\nIt was dark.');
  await button(page, 'Generate').click();
  await expect(line(page, 2, 'ready')).toBeVisible();
  await button(page, 'Pronunciation').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pronunciation' });
  await dialog.getByRole('button', { name: 'Add rule: Everywhere' }).press('Enter');
  await page.keyboard.type('READ');
  await page.keyboard.press('Tab');
  await page.keyboard.type('red');
  await expect(dialog.getByRole('status')).toContainText('The text of 1 line has changed');
  await expect(dialog.locator('mark')).toHaveText(['read', 'red']);
  expect(await accessibilityViolations(page, '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');

  await expect(line(page, 1, 'changed')).toBeVisible();
  await expect(line(page, 2, 'ready')).toBeVisible();
  expect((await requests(page)).length).toBe(2);
  await button(page, 'Generate').click();
  await expect(line(page, 1, 'ready')).toBeVisible();
  const texts = (await requests(page)).map(({ text }) => text);
  expect(texts[0]).toBe('I red it.');
  // The first two were made at the same time.
  expect(texts.slice(1).sort()).toEqual(['I read it.', 'It was dark.']);

  const tagged = '<speak>Did you read <emphasis>that</emphasis>?</speak>';
  await textField(page).fill(tagged);
  await page.getByRole('button', { name: 'Remove the tags' }).click();
  await expectText(page, 'Did you read that?');
  await expect(page.getByText('Sent as: Did you red that?')).toBeVisible();
  await textField(page).press('ControlOrMeta+z');
  await expectText(page, tagged);
});
