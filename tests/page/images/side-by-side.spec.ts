// Results side by side: chosen in the history, in one view, and acted on one by one.

import { readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { edit, historyList, openWithPicture, PICTURE, results } from '../../e2e/support/edits.ts';
import { accessibilityViolations, ask, filesUnder, reload } from '../../e2e/support/page-actions.ts';
import { paint, plainResults } from '../../e2e/support/pictures.ts';
import { replies } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const comparison = (page: Page): Locator => page.getByRole('region', { name: 'Comparison' });
const canvas = (page: Page): Locator => page.getByRole('region', { name: 'Mask canvas' });
const picture = (page: Page, name: string): Locator => comparison(page).getByRole('img', { name, exact: true });
const pane = (page: Page, name: string): Locator => comparison(page).getByRole('button', { name, exact: true });
const mode = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'How to compare' }).getByRole('button', { name, exact: true });
const SIDE = 'Side by side';

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not to be seen');
  return box;
}

const middleOf = ({ y, height }: Box): number => y + height / 2;

/** Where the picture is in each pane, which all have the same view. */
async function viewOf(page: Page, ...names: string[]): Promise<Box> {
  const boxes = await Promise.all(
    names.map(async (name) => {
      const [shown, around] = [await boxOf(picture(page, name)), await boxOf(pane(page, name))];
      return { x: shown.x - around.x, y: shown.y - around.y, width: shown.width, height: shown.height };
    }),
  );
  const [first] = boxes;
  if (first === undefined) throw new Error('No picture was named');
  for (const box of boxes)
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(box[side]).toBeCloseTo(first[side], 1);
  return first;
}

/** Red, green and blue in the middle of an element. */
async function colourIn(area: Locator): Promise<string> {
  const shot = sharp(await area.screenshot());
  const { width, height } = await shot.metadata();
  const middle = { left: Math.round(width * 0.5), top: Math.round(height * 0.5), width: 1, height: 1 };
  return [...(await shot.extract(middle).removeAlpha().raw().toBuffer())].join(' ');
}

/** Makes results of these colours, the newest first in the history: each by a request of its own. */
async function makeResults(page: Page, relay: Parameters<typeof openWithPicture>[1], ...colours: string[]) {
  for (const [index, colour] of colours.entries()) {
    relay.answerWith(plainResults(colour));
    await edit(page, colour);
    await expect(results(page)).toHaveCount(index + 1);
  }
}

const tile = (page: Page, number: number): Locator =>
  historyList(page).getByRole('button', { name: `Result ${number}`, exact: true });
const add = (page: Page, number: number): Promise<void> => tile(page, number).click({ modifiers: ['ControlOrMeta'] });

test('a result is beside its source in one view, which stays from mode to mode and from result to result', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  await makeResults(page, relay, 'teal', 'navy');
  await tile(page, 1).dblclick();
  await mode(page, SIDE).click();
  const [before, after] = [picture(page, 'Before'), picture(page, 'After')];
  await expect.poll(async () => (await boxOf(after)).x).toBeGreaterThan((await boxOf(before)).x);
  const distance = async (): Promise<[number, number]> => {
    const [one, other] = [await boxOf(before), await boxOf(after)];
    expect([other.width, other.height]).toEqual([one.width, one.height]);
    return [other.x - one.x, other.y - one.y];
  };
  const fitted = await distance();
  expect(fitted[1]).toBe(0);
  expect(await accessibilityViolations(page)).toEqual([]);

  const area = comparison(page).getByRole('group', { name: SIDE });
  await area.focus();
  await page.keyboard.press('1');
  await expect.poll(async () => (await boxOf(before)).width).toBe(PICTURE.width);
  const placed = await boxOf(before);
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(async () => (await boxOf(before)).y).toBeLessThan(placed.y);
  expect(await distance()).toEqual(fitted);
  const moved = await boxOf(before);
  await mode(page, 'Slider').click();
  await expect.poll(async () => (await boxOf(after)).x - (await boxOf(before)).x).toBe(0);
  expect((await boxOf(before)).width).toBe(PICTURE.width);
  await mode(page, SIDE).click();
  await expect.poll(() => boxOf(before)).toEqual(moved);
  await tile(page, 2).dblclick();
  await expect(mode(page, SIDE)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => boxOf(before)).toEqual(moved);
  await page.keyboard.press('Escape');
  await expect(comparison(page)).toBeHidden();
  await expect(canvas(page).getByRole('img', { name: 'Result 2 on the canvas' })).toBeVisible();
});

test('results are chosen in the history, zoomed together, and acted on one by one', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await makeResults(page, relay, 'teal', 'navy', 'maroon');
  await tile(page, 1).click();
  await add(page, 2);
  await expect(comparison(page).getByRole('slider')).toBeAttached();
  await add(page, 3);
  await expect(mode(page, SIDE)).toHaveAttribute('aria-pressed', 'true');
  for (const other of ['Slider', 'Hold', 'Difference']) await expect(mode(page, other)).toBeDisabled();
  const NAMES = ['Result 1', 'Result 2', 'Result 3'];
  await expect(comparison(page).getByRole('img')).toHaveCount(3);
  for (const number of [1, 2, 3]) await expect(tile(page, number)).toHaveAttribute('aria-pressed', 'true');
  for (const [name, colour] of [
    ['Result 1', '0 128 128'],
    ['Result 2', '0 0 128'],
    ['Result 3', '128 0 0'],
  ] as const)
    await expect.poll(() => colourIn(pane(page, name)), name).toBe(colour);
  expect(await accessibilityViolations(page)).toEqual([]);

  // What is under the pointer stays there, in each pane.
  const fitted = await viewOf(page, ...NAMES);
  const second = await boxOf(picture(page, 'Result 2'));
  await page.mouse.move(second.x + second.width * 0.25, second.y + second.height * 0.75);
  await page.keyboard.down('Control');
  for (let times = 0; times < 4; times++) await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await viewOf(page, ...NAMES)).width).toBeGreaterThan(fitted.width * 2);
  const zoomed = await viewOf(page, ...NAMES);
  expect((fitted.x + fitted.width * 0.25 - zoomed.x) / zoomed.width).toBeCloseTo(0.25, 2);
  await page.mouse.down();
  await page.mouse.move(second.x + second.width * 0.25 - 40, second.y + second.height * 0.75 - 30, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await viewOf(page, ...NAMES)).x - zoomed.x)).toBe(-40);
  // The drag has chosen nothing.
  await expect(pane(page, 'Result 3')).toHaveAttribute('aria-pressed', 'true');

  // A click chooses; keys go on from there. Nothing moves.
  const placed = await viewOf(page, ...NAMES);
  const first = await boxOf(pane(page, 'Result 1'));
  await page.mouse.click(first.x + first.width / 2, first.y + first.height / 2);
  await expect(pane(page, 'Result 1')).toHaveAttribute('aria-pressed', 'true');
  await expect(pane(page, 'Result 1')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(pane(page, 'Result 2')).toBeFocused();
  await expect(pane(page, 'Result 2')).toHaveAttribute('aria-pressed', 'true');
  await expect(comparison(page).getByRole('button', { pressed: true })).toHaveCount(1);
  expect(await viewOf(page, ...NAMES)).toEqual(placed);
  await page.keyboard.press('0');
  await expect.poll(() => viewOf(page, ...NAMES)).toEqual(fitted);

  // The buttons act on the one that is chosen; the others stay, and the next one is chosen.
  await page.getByRole('tabpanel', { name: 'Images' }).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await expect(comparison(page).getByRole('img')).toHaveCount(2);
  // What was the third result is the second now.
  await expect(pane(page, 'Result 2')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => colourIn(pane(page, 'Result 1'))).toBe('0 128 128');
  await expect.poll(() => colourIn(pane(page, 'Result 2'))).toBe('128 0 0');
  await pane(page, 'Result 1').focus();
  await page.keyboard.press('Enter');
  await expect(canvas(page).getByRole('img', { name: 'Result 1 on the canvas' })).toBeVisible();

  // Escape goes back by one step, also from the history.
  await add(page, 2);
  await expect(pane(page, 'Result 2')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(canvas(page).getByRole('img', { name: 'Result 2 on the canvas' })).toBeVisible();
  await tile(page, 1).click();

  // One that is left is compared with its source.
  await add(page, 2);
  await pane(page, 'Result 2').press('Delete');
  await expect(picture(page, 'Before')).toBeAttached();
  await expect(picture(page, 'After')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(comparison(page)).toBeHidden();
});

test('a grid of results is beside each other by a key; more than four are said to be too many', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  await page.getByRole('spinbutton', { name: 'Variations' }).fill('5');
  await edit(page, 'Five');
  const grid = page.getByRole('list', { name: 'New results' });
  await expect(grid.getByRole('button', { name: /^Open result/ })).toHaveCount(5);
  await page.keyboard.press('y');
  await expect(comparison(page).getByRole('img')).toHaveCount(4);
  const notice = page.getByText('At most 4 results are compared at once: the first 4 are shown');
  await expect(notice).toBeVisible();
  await expect(pane(page, 'Result 5')).toHaveCount(0);
  // Keys go on from the grid.
  await expect(pane(page, 'Result 1')).toBeFocused();

  // One is taken out and another one comes, by menu and by key.
  await tile(page, 5).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Add to the comparison' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await tile(page, 2).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Take out of the comparison' }).click();
  await expect(comparison(page).getByRole('img')).toHaveCount(3);
  await tile(page, 5).focus();
  await page.keyboard.press('Shift+Space');
  await expect(pane(page, 'Result 5')).toHaveAttribute('aria-pressed', 'true');
  await expect(pane(page, 'Result 2')).toHaveCount(0);

  // A double click shows one alone; Escape goes on to the grid, whose button does the same as the key.
  const last = await boxOf(pane(page, 'Result 5'));
  await page.mouse.dblclick(last.x + last.width / 2, last.y + last.height / 2);
  await expect(canvas(page).getByRole('img', { name: 'Result 5 on the canvas' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid).toBeVisible();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(comparison(page).getByRole('img')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(canvas(page).getByRole('img', { name: 'Result 1 on the canvas' })).toBeVisible();
});

test('what was received is seen in all panes, and the bar is one line in every window', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await paint(page, PICTURE, [
    { x: 60, y: 60 },
    { x: 90, y: 70 },
  ]);
  relay.answerWith(plainResults('teal'));
  await page.getByRole('spinbutton', { name: 'Variations' }).fill('2');
  await edit(page, 'Two');
  await expect(results(page)).toHaveCount(2);
  await page.keyboard.press('y');
  for (const [version, isTeal] of [
    ['Your picture kept', false],
    ['As received', true],
  ] as const) {
    const button = page.getByRole('button', { name: version, exact: true });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    for (const name of ['Result 1', 'Result 2'])
      await expect.poll(async () => (await colourIn(pane(page, name))) === '0 128 128', name).toBe(isTeal);
  }

  const line = [page.getByRole('button', { name: 'Compare', exact: true }), mode(page, SIDE)];
  const [first, ...others] = [...line, page.getByRole('button', { name: 'Save as…' })];
  for (const width of [1700, 1440, 1340, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    for (const button of others)
      await expect
        .poll(async () => Math.abs(middleOf(await boxOf(button)) - middleOf(await boxOf(first as Locator))), `${width}`)
        .toBeLessThan(2);
  }
});

test('a damaged picture is said to be in its pane, where it can be saved, and the other panes work', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  const whole = await sharp({ create: { width: 2217, height: 1663, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  // It has a header and nothing to show.
  const data = [whole, whole.subarray(0, 60)].map((bytes) => ({ b64_json: bytes.toString('base64') }));
  relay.answerWith(replies.json(200, { created: 1, data }));
  await page.getByRole('spinbutton', { name: 'Variations' }).fill('2');
  await edit(page, 'Two');
  await expect(historyList(page).getByRole('button', { name: 'Result 2. Unreadable', exact: true })).toBeVisible();
  await tile(page, 1).click();
  await historyList(page)
    .getByRole('button', { name: 'Result 2. Unreadable' })
    .click({ modifiers: ['ControlOrMeta'] });
  await mode(page, SIDE).click();
  const broken = await boxOf(pane(page, 'Result 2. Unreadable'));
  const note = comparison(page).getByRole('note');
  await expect(note).toHaveCount(1);
  const [noted, save] = [await boxOf(note), note.getByRole('button')];
  expect(noted.x).toBeGreaterThanOrEqual(broken.x);
  expect(noted.x + noted.width).toBeLessThanOrEqual(broken.x + broken.width + 1);
  await expect.poll(() => colourIn(pane(page, 'Result 1'))).toBe('0 128 128');
  expect(await accessibilityViolations(page)).toEqual([]);
  const saved = async (): Promise<number> => (await filesUnder(saveDir)).size;
  const filesBefore = await saved();
  await save.click();
  await expect.poll(saved).toBe(filesBefore + 1);
  // The pictures stay where they are when the other one is chosen.
  const before = await boxOf(picture(page, 'Result 1'));
  await page.mouse.click(before.x + before.width / 2, before.y + before.height / 2);
  await expect(pane(page, 'Result 1')).toHaveAttribute('aria-pressed', 'true');
  expect(await boxOf(picture(page, 'Result 1'))).toEqual(before);
});

test('a picture whose file is missing can be located from its pane, and is seen again there', { tag: '@slow' }, async ({
  page,
  desktop,
  relay,
  userData,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  // In a size of its own a result is one file only.
  await page.getByRole('combobox', { name: 'Size' }).click();
  await page.getByRole('option', { name: '2048x2048' }).click();
  await makeResults(page, relay, 'teal', 'navy');
  const { items } = await ask(page, 'library.list', { search: '', kind: 'edit', beforeId: null, limit: 20 });
  const first = items.at(-1);
  if (first?.kind !== 'edit') throw new Error('There is no result.');
  const media = path.join(userData, 'library', 'media');
  const name = (await readdir(media, { recursive: true })).find((one) => one.includes(first.raw.mediaId)) ?? '';
  const found = path.join(saveDir, 'found.png');
  await rename(path.join(media, name), found);
  await reload(page);
  await page.getByRole('tab', { name: 'Images' }).click();
  await historyList(page).getByRole('button', { name: 'Result 1. File missing' }).click();
  await add(page, 2);
  await mode(page, SIDE).click();
  const notice = comparison(page).getByRole('status').filter({ hasText: 'Locate' });
  await expect.poll(() => colourIn(pane(page, 'Result 2'))).toBe('0 0 128');
  desktop.fileToOpen = found;
  await notice.getByRole('button', { name: 'Locate…' }).click();
  await expect(notice).toHaveCount(0);
  await expect.poll(() => colourIn(pane(page, 'Result 1'))).toBe('0 128 128');
  await expect.poll(() => colourIn(pane(page, 'Result 2'))).toBe('0 0 128');
});

test.describe('in forced colours', () => {
  test.use({ sharesPage: false });

  test('what is chosen or held has a frame, and its picture is seen', { tag: '@slow' }, async ({
    page,
    relay,
    saveDir,
  }) => {
    await openWithPicture(page, relay, saveDir);
    await makeResults(page, relay, 'teal', 'navy');
    await tile(page, 1).click();
    await add(page, 2);
    await mode(page, SIDE).click();
    await page.emulateMedia({ forcedColors: 'active' });
    await expect(pane(page, 'Result 2')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => colourIn(pane(page, 'Result 2'))).toBe('0 0 128');
    const outlineOf = (name: string) => pane(page, name).evaluate((face) => getComputedStyle(face).outlineStyle);
    expect([await outlineOf('Result 1'), await outlineOf('Result 2')]).toEqual(['none', 'solid']);
    await mode(page, 'Hold').click();
    const hold = page.getByRole('button', { name: 'Hold to see before' });
    await hold.focus();
    await page.keyboard.down('Enter');
    await expect(hold).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => colourIn(hold)).toBe('0 128 128');
    await page.keyboard.up('Enter');
  });
});
