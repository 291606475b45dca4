import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { edit, openWithPicture, PICTURE, results } from '../../e2e/support/edits.ts';
import { decode, paint, pixel, plainResults } from '../../e2e/support/pictures.ts';
import { expect, test } from '../support/fixtures.ts';

const comparison = (page: Page): Locator => page.getByRole('region', { name: 'Comparison' });
const before = (page: Page): Locator => comparison(page).getByRole('img', { name: 'Before' });
const after = (page: Page): Locator => comparison(page).getByRole('img', { name: 'After' });
const divider = (page: Page): Locator => page.getByRole('slider', { name: 'Before and after' });

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not to be seen');
  return box;
}

/** Where before lies, once two frames have shown the same. */
async function settled(page: Page): Promise<Box> {
  let last = await boxOf(before(page));
  await expect
    .poll(async () => {
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const now = await boxOf(before(page));
      const isSame = now.x === last.x && now.y === last.y && now.width === last.width;
      last = now;
      return isSame;
    })
    .toBe(true);
  return last;
}

async function expectOverEachOther(page: Page): Promise<void> {
  const [one, other] = [await settled(page), await boxOf(after(page))];
  for (const side of ['x', 'y', 'width', 'height'] as const) expect(other[side]).toBeCloseTo(one[side], 0);
}

test('a result is shown by a click, compared by a double click, and shown at 100 % and fitted by buttons', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  await edit(page, 'Once');
  const onCanvas = page.getByRole('img', { name: 'Result 1 on the canvas' });
  await expect(onCanvas).toBeVisible();
  await page.getByRole('button', { name: 'Brush', exact: true }).click();
  await expect(onCanvas).toBeHidden();
  await results(page).click();
  await expect(onCanvas).toBeVisible();
  await results(page).dblclick();
  await expect(results(page)).toHaveAttribute('aria-pressed', 'true');
  // The notice that teal is not the picture takes a line.
  await expect(comparison(page).getByRole('note')).toBeVisible();
  const fitted = await settled(page);
  expect(fitted.width).not.toBe(PICTURE.width);
  await comparison(page).getByRole('button', { name: '100 %' }).click();
  await expect.poll(async () => (await settled(page)).width).toBe(PICTURE.width);
  await comparison(page).getByRole('button', { name: 'Fit' }).click();
  await expect.poll(() => settled(page)).toEqual(fitted);
});

test('before and after are zoomed and panned together, and the view is kept from result to result', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  await paint(page, PICTURE, [
    { x: 300, y: 300 },
    { x: 420, y: 320 },
  ]);
  relay.answerWith(plainResults('#2040c0'), plainResults('teal'));
  await page.getByRole('spinbutton', { name: 'Variations' }).fill('2');
  await edit(page, 'Twice');
  await expect(results(page)).toHaveCount(2);
  await results(page).first().dblclick();
  await expect(page.getByText('Rest of the picture untouched ✓')).toBeVisible();
  const fitted = await settled(page);
  await expectOverEachOther(page);

  // What is under the pointer stays there.
  const at = { x: fitted.x + fitted.width * 0.25, y: fitted.y + fitted.height * 0.75 };
  await page.mouse.move(at.x, at.y);
  await page.keyboard.down('Control');
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  const zoomed = await settled(page);
  expect(zoomed.width).toBeGreaterThan(fitted.width * 2);
  expect((at.x - zoomed.x) / zoomed.width).toBeCloseTo(0.25, 2);
  expect((at.y - zoomed.y) / zoomed.height).toBeCloseTo(0.75, 2);
  await expectOverEachOther(page);

  // Beside the line a drag moves the picture; on it, the line; with the middle button or Space, always the picture.
  const share = async () => Number(await divider(page).inputValue());
  const shareBefore = await share();
  await drag(page, at, { x: -60, y: -40 });
  const moved = await settled(page);
  expect([moved.x - zoomed.x, moved.y - zoomed.y].map(Math.round)).toEqual([-60, -40]);
  expect(await share()).toBe(shareBefore);
  const surface = await boxOf(divider(page));
  const onLine = { x: surface.x + (surface.width * shareBefore) / 100, y: surface.y + 100 };
  await drag(page, onLine, { x: 120, y: 0 });
  expect(await share()).toBeGreaterThan(shareBefore + 5);
  expect(await settled(page)).toEqual(moved);
  await drag(page, onLine, { x: 0, y: 30 }, 'middle');
  await page.keyboard.down('Space');
  await drag(page, onLine, { x: 0, y: -10 });
  await page.keyboard.up('Space');
  const place = await settled(page);
  expect(Math.round(place.y - moved.y)).toBe(20);

  // The same place in either mode, of either rendition, of the other result.
  for (const name of ['Hold', 'As received', 'Your picture kept', 'Slider']) {
    await page.getByRole('button', { name, exact: true }).click();
    expect(await settled(page), name).toEqual(place);
    await expectOverEachOther(page);
  }
  await results(page).nth(1).dblclick();
  expect(await settled(page)).toEqual(place);
});

test('the line is over the mask at first, stays where it is put for the same mask, and is in the middle without one', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  await paint(page, PICTURE, [
    { x: PICTURE.width * 0.8, y: 100 },
    { x: PICTURE.width * 0.8, y: 200 },
  ]);
  relay.answerWith(plainResults('#2040c0'), plainResults('teal'), plainResults('teal'));
  await page.getByRole('spinbutton', { name: 'Variations' }).fill('2');
  await edit(page, 'Twice');
  await expect(results(page)).toHaveCount(2);
  await results(page).first().dblclick();
  const share = async () => Number(await divider(page).inputValue());
  await expect.poll(share).toBeGreaterThan(77);
  const first = await share();
  expect(first).toBeLessThan(83);
  await divider(page).press('ArrowLeft');
  // The line moves with the next frame.
  await expect.poll(share).toBeLessThan(first);
  const moved = await share();
  await results(page).nth(1).dblclick();
  await expect(results(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  expect(await share()).toBe(moved);

  // Any result with the one that is shown.
  await results(page).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Compare with result \d$/ }).click();
  await expect(comparison(page).getByRole('img', { name: /^Result \d$/ })).toHaveCount(2);

  await page.getByRole('button', { name: 'Edit mask' }).click();
  await page.getByRole('button', { name: 'Clear mask' }).click();
  await page.getByRole('spinbutton', { name: 'Variations' }).fill('1');
  await page.getByRole('button', { name: 'Edit image' }).click();
  await page.getByRole('button', { name: 'Edit the whole picture' }).click();
  await expect(results(page)).toHaveCount(3);
  await results(page).first().dblclick();
  await expect.poll(share).toBeCloseTo(50, 0);
});

test('what is drawn: before left of the line, after right of it, and before while held', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  await edit(page, 'Teal');
  await results(page).press('Enter');
  await page.keyboard.press('y');
  const { x, y, width, height } = await settled(page);
  const source = await decode(await readFile(path.join(saveDir, 'source.png')));
  /** What is seen of the picture in its middle row, at a share of its width. */
  const seenAt = async (share: number): Promise<number[]> => {
    const clip = { x: Math.round(x + share * width), y: Math.round(y + height / 2), width: 1, height: 1 };
    return pixel(await decode(await page.screenshot({ clip })), { x: 0, y: 0 }).slice(0, 3);
  };
  const teal = [0, 128, 128];
  await expect.poll(() => seenAt(0.75)).toEqual(teal);
  await expect.poll(() => seenAt(0.25)).not.toEqual(teal);
  await divider(page).press('Home');
  await expect.poll(() => seenAt(0.25)).toEqual(teal);
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  await page.getByRole('button', { name: 'Hold to see before' }).focus();
  await expect.poll(() => seenAt(0.25)).toEqual(teal);
  await page.keyboard.down('Enter');
  await expect.poll(() => seenAt(0.75)).not.toEqual(teal);
  await page.keyboard.up('Enter');
  // At 100 % every pixel is the source's own.
  await page.keyboard.press('1');
  await page.keyboard.down('Enter');
  await expect
    .poll(async () => {
      const at = await settled(page);
      const clip = { x: Math.round(at.x) + 300, y: Math.round(at.y) + 200, width: 40, height: 30 };
      const shot = await decode(await page.screenshot({ clip }));
      return [0, 13, 39].every((offset) => {
        const place = { x: 300 + offset, y: 200 + Math.min(29, offset) };
        return pixel(shot, { x: offset, y: Math.min(29, offset) }).join() === pixel(source, place).join();
      });
    })
    .toBe(true);
  await page.keyboard.up('Enter');
});

test('by keyboard: zoom, 100 %, fit, move, the line, and before while held', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  await edit(page, 'Once');
  await results(page).press('Enter');
  await page.keyboard.press('y');
  // The notice that teal is not the picture takes a line.
  await expect(comparison(page).getByRole('note')).toBeVisible();
  const fitted = await settled(page);
  await divider(page).focus();
  await page.keyboard.press('1');
  await expect.poll(async () => (await settled(page)).width).toBe(PICTURE.width);
  await page.keyboard.press('+');
  await expect(comparison(page).getByText('150 %')).toBeVisible();
  await page.keyboard.press('-');
  await page.keyboard.press('=');
  const zoomed = await settled(page);
  expect(zoomed.width).toBeCloseTo(PICTURE.width * 1.5, 0);
  await page.keyboard.press('Shift+ArrowDown');
  expect((await settled(page)).y).toBeLessThan(zoomed.y);
  await page.keyboard.press('ArrowRight');
  await expect(divider(page)).toHaveAttribute('aria-valuetext', '52 %');
  await page.keyboard.press('0');
  await expect.poll(() => settled(page)).toEqual(fitted);
  await page.getByRole('button', { name: 'Hold', exact: true }).press('Enter');
  const hold = page.getByRole('button', { name: 'Hold to see before' });
  await hold.focus();
  await page.keyboard.down('Enter');
  await expect(after(page)).toBeHidden();
  await page.keyboard.up('Enter');
  await expect(after(page)).toBeVisible();
});

async function drag(
  page: Page,
  from: { x: number; y: number },
  by: { x: number; y: number },
  button: 'left' | 'middle' = 'left',
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
  await page.mouse.up({ button });
}
