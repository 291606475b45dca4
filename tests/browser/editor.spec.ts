// The text editor alone, with states of its lines: what a page without the app can show.

import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import type { LineFacts } from '../../renderer/speech/editor/ports.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { test as base } from './chromium.ts';
import { type ServedPage, servePage } from './serve-page.ts';

declare global {
  interface Window {
    /** What was changed beside the lines. */
    touched: string[];
  }
}

type Served = { served: ServedPage; browser: Browser };

const test = base.extend<{ page: Page }, { editorSite: Served }>({
  editorSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use) => {
      const served = await servePage(path.join(import.meta.dirname, 'editor-page'));
      const browser = await launchChromium();
      await use({ served, browser });
      await browser.close();
      await served.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ editorSite: { served, browser } }, use) => {
    const context = await browser.newContext({ viewport: { width: 1024, height: 700 } });
    const page = await context.newPage();
    const violations: string[] = [];
    page.on('console', (message) => {
      // Blocked by the policy, or thrown in a handler; the page has no icon.
      if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico'))
        violations.push(message.text());
    });
    page.on('pageerror', (error) => violations.push(error.message));
    await page.goto(served.url);
    await use(page);
    expect(violations).toEqual([]);
    await context.close();
  },
});

const SCRIPT = ['Anna: Did you hear that?', '', 'Ben: It was the wind.', 'Anna: Then who is it?', 'Ben: Nobody.'];

const field = (page: Page) => page.getByRole('textbox', { name: 'Text to speak' });
const line = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const text = (page: Page) => page.evaluate(() => window.editorPage.editor.text());
const begin = (page: Page, lines: readonly string[]) =>
  page.evaluate((given) => {
    window.editorPage.editor.begin(given);
    window.editorPage.offerActions();
  }, lines.join('\n'));
const show = (page: Page, facts: Readonly<Record<number, LineFacts>>) =>
  page.evaluate((given) => window.editorPage.show(given), facts);
const events = (page: Page) => page.evaluate(() => window.editorPage.events.splice(0));

test('lines have states, lengths, failures and buttons; one line has none of it', async ({ page }) => {
  await begin(page, ['Alone']);
  await expect(page.getByRole('list', { name: 'Lines' })).toBeHidden();
  await begin(page, SCRIPT);
  await expect(page.getByRole('listitem')).toHaveCount(4);
  await show(page, {
    0: { state: 'ready', lengthText: '0:02', role: { length: 5, colour: 0 } },
    1: { state: 'changed', lengthText: '0:01', isEstimated: true, role: { length: 4, colour: 1 } },
    2: { state: 'failed', failureText: 'Voice not allowed', role: { length: 5, colour: 0 } },
    3: { state: 'running' },
  });
  await expect(line(page, 'Line 1: ready')).toContainText('0:02');
  await expect(line(page, 'Line 3: failed')).toContainText('Voice not allowed');
  await expect(line(page, 'Line 4: running')).toHaveCount(1);
  expect(await text(page)).toBe(SCRIPT.join('\n'));
  await events(page);
  await page.getByRole('button', { name: 'Play line 1' }).click();
  await page.getByRole('button', { name: 'Redo line 2' }).click();
  await page.getByRole('button', { name: 'Details' }).click();
  expect(await events(page)).toEqual(['play 0', 'redo 1', 'failure 2']);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
});

test('a key that changes nothing beside the lines touches nothing there; unseen icons are not painted', async ({
  page,
}) => {
  await begin(page, SCRIPT);
  await show(page, { 0: { state: 'ready', lengthText: '0:02' }, 1: { state: 'none', sizeText: '2 requests' } });
  await expect(line(page, 'Line 1: ready')).toContainText('0:02');
  await field(page).click({ position: { x: 120, y: 45 } });
  const frames = () =>
    page.evaluate(async () => {
      for (let i = 0; i < 2; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  await frames();
  await page.evaluate(() => {
    const list = document.querySelector('#host')?.shadowRoot?.querySelector('.lines');
    if (!list) throw new Error('There is no list.');
    window.touched = [];
    new MutationObserver((records) =>
      window.touched.push(...records.map(({ type, attributeName }) => `${type} ${attributeName}`)),
    ).observe(list, { subtree: true, attributes: true, childList: true, characterData: true });
  });
  await page.keyboard.press('x');
  await frames();
  expect(await text(page)).toMatch(/x/);
  expect(await page.evaluate(() => window.touched)).toEqual([]);
  await show(page, { 0: { state: 'changed', lengthText: '0:03' } });
  await expect(line(page, 'Line 1: changed')).toContainText('0:03');
  expect(await page.evaluate(() => window.touched)).not.toEqual([]);
  const icon = (row: number) => page.getByRole('button', { name: `Play line ${row}` }).locator('svg');
  await page.mouse.move(0, 0);
  await expect(icon(1)).toBeVisible();
  await expect(icon(2)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Play line 2' })).toBeVisible();
  await line(page, 'Line 2: none').hover({ force: true });
  await expect(icon(2)).toBeVisible();
});

test('by keyboard: Tab goes from the text to the buttons of its line and on; arrows go to other lines', async ({
  page,
}) => {
  await begin(page, SCRIPT);
  await field(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Play line 4' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Redo line 3' })).toBeFocused();
  await events(page);
  await page.keyboard.press('Enter');
  expect(await events(page)).toEqual(['redo 2']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'After' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeFocused();
  expect(await page.evaluate(() => window.editorPage.editor.text())).toBe(SCRIPT.join('\n'));
});

test('a line is dragged by its number, and all selected lines with it', async ({ page }) => {
  await begin(page, SCRIPT);
  const number = (of: number) => line(page, `Line ${of}: none`).locator('.number');
  const drag = async (from: number, to: number, edge: number): Promise<void> => {
    const [start, end] = [await number(from).boundingBox(), await number(to).boundingBox()];
    await page.mouse.move((start?.x ?? 0) + 5, (start?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move((end?.x ?? 0) + 5, (end?.y ?? 0) + edge, { steps: 4 });
    await page.mouse.up();
  };
  await drag(4, 1, 2);
  expect(await text(page)).toBe([SCRIPT[4], ...SCRIPT.slice(0, 4)].join('\n'));
  await page.evaluate(() => window.editorPage.editor.undo('undo'));
  expect(await text(page)).toBe(SCRIPT.join('\n'));
  await number(1).click();
  await number(2).click({ modifiers: ['Shift'] });
  await drag(2, 4, 27);
  expect(await text(page)).toBe([SCRIPT[3], SCRIPT[4], ...SCRIPT.slice(0, 3)].join('\n'));
});

test('the line that is played is marked and scrolled to; 10 000 lines keep 100 in the list at most places', async ({
  page,
}) => {
  await begin(
    page,
    Array.from({ length: 10_000 }, (_, i) => `Line of text ${i}`),
  );
  await page.evaluate(() => window.editorPage.editor.setPlaying(9000));
  await expect(page.locator('.cm-line.playing')).toHaveText('Line of text 9000');
  await expect(page.locator('.cm-line.playing')).toBeInViewport();
  await expect(line(page, 'Line 9001: none')).toBeInViewport();
});

test('the text does not scroll away from a person who writes in it while later lines are played', async ({ page }) => {
  await begin(
    page,
    Array.from({ length: 200 }, (_, i) => `Line of text ${i}`),
  );
  const play = (index: number) => page.evaluate((one) => window.editorPage.editor.setPlaying(one), index);
  const playing = page.locator('.cm-line.playing');
  await play(2);
  await field(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('My ');
  await play(150);
  await expect(page.getByText('My Line of text 0')).toBeInViewport();
  await expect(playing).not.toBeInViewport();
  // Who went back in the script asked for that.
  await play(100);
  await expect(playing).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+Home');
  // Later on the person only listens.
  let next = 101;
  await expect(async () => {
    await play(next++);
    await expect(playing).toBeInViewport({ timeout: 1 });
  }).toPass();
});

test('a composition of an input method stays whole while states of lines change', async ({ page }) => {
  await begin(page, ['安娜：', '本：你好']);
  await field(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('End');
  const session = await page.context().newCDPSession(page);
  const compose = (composed: string) =>
    session.send('Input.imeSetComposition', {
      text: composed,
      selectionStart: composed.length,
      selectionEnd: composed.length,
    });
  await compose('n');
  await show(page, { 0: { state: 'running', role: { length: 3, colour: 2 }, failureText: 'Was refused' } });
  await compose('ni');
  await compose('你');
  await session.send('Input.insertText', { text: '你好' });
  await expect.poll(() => text(page)).toBe('安娜：你好\n本：你好');
  await expect(page.locator('.role')).toHaveText('安娜：');
});

test('text in any script stays what it is: emoji, right to left, invisible characters', async ({ page }) => {
  const odd = ['👩‍👩‍👧‍👦 family', 'שלום עולם', 'a\u200bb\u0007c', '"unclosed', '🇨🇳'];
  await begin(page, odd);
  expect(await text(page)).toBe(odd.join('\n'));
  await expect(page.locator('.cm-line[dir="rtl"]')).toHaveText('שלום עולם');
  await expect(page.getByRole('img', { name: 'Invisible U+200B' })).toBeVisible();
  await field(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Delete');
  expect((await text(page)).split('\n')[0]).toBe(' family');
});

test('what was selected a moment ago is what is replaced, with line breaks or without', async ({ page }) => {
  await begin(page, SCRIPT);
  for (const inserted of ['one\ntwo\n\nthree', 'four', 'five\nsix']) {
    await field(page).focus();
    await field(page).evaluate((element, given) => {
      window.getSelection()?.selectAllChildren(element);
      document.execCommand('insertText', false, given);
    }, inserted);
    await expect.poll(() => text(page)).toBe(inserted);
  }
});

test('text and history go through a snapshot, 200 steps of it', async ({ page }) => {
  const restored = await page.evaluate(() => {
    const { editor } = window.editorPage;
    editor.begin('0');
    for (let step = 1; step <= 200; step++) editor.replace(String(step));
    const snapshot: unknown = JSON.parse(JSON.stringify(editor.snapshot()));
    editor.begin('other');
    editor.restore(snapshot);
    const after = editor.text();
    let steps = 0;
    while (editor.undo('undo')) steps += 1;
    return { after, steps, text: editor.text() };
  });
  expect(restored).toMatchObject({ after: '200', text: '0' });
});
