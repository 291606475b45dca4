// A script that is heard: from a line on, while later lines are still being made. What is heard to the sample is in
// tests/browser/sequence-engine.spec.ts.

import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations, connectTo, generate } from '../../e2e/support/page-actions.ts';
import { textField } from '../../e2e/support/text.ts';
import { pcmTone } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

test('by keyboard alone a script is heard from a line on, waits for one that is being made, and skips one that failed', {
  tag: '@slow',
}, async ({ page, relay }) => {
  const held: (() => void)[] = [];
  relay.answerWith((response, { body }) => {
    const answer = (): unknown => response.end(pcmTone(body.includes('One') ? 4 : body.includes('Three') ? 2 : 0.5));
    if (body.includes('Two')) response.writeHead(400).end('{}');
    else if (body.includes('Three')) held.push(answer);
    else answer();
  });
  await connectTo(page, relay);
  await textField(page).fill('Anna: One\nTwo\nBen: Three\nFour');
  await page.getByRole('button', { name: 'Make roles' }).press('Enter');
  await expect(page.getByText(/^about 0:0\d$/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('listitem', { name: 'Line 1: ready' })).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Line 2: failed' })).toBeVisible();
  await expect.poll(() => held.length).toBe(1);

  await textField(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const player = page.getByRole('region', { name: 'Player' });
  const playing = textField(page).locator('.playing');
  await expect(player.getByText('Line 1 · Anna')).toBeVisible();
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(playing).toHaveText('Anna: One');
  await expect(player.getByText(/^about 0:0\d$/)).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(player.getByText('Line 1 · Anna')).toBeVisible();
  await page.getByRole('tab', { name: 'Speech' }).click();

  await expect(player.getByText('Generating line 3…')).toBeVisible();
  held[0]?.();
  await expect(player.getByText('Line 3 · Ben')).toBeVisible();
  await expect(playing).toHaveText('Ben: Three');
  await expect(player.getByText('1 line without sound skipped')).toBeVisible();
  await expect(player.getByText('Line 4')).toBeVisible();
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();

  await player.getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('Shift+J');
  await expect(player.getByText('Line 3 · Ben')).toBeVisible();
  await player.getByRole('button', { name: 'Loop line' }).press('Enter');
  await player.getByRole('button', { name: 'Play', exact: true }).press('Enter');
  // Round and round.
  const position = player.getByRole('slider', { name: 'Position' });
  const seen: number[] = [];
  await expect
    .poll(async () => {
      seen.push(Number(await position.inputValue()));
      return seen.some((value, i) => value < (seen[i - 1] ?? 0));
    })
    .toBe(true);
  await expect(playing).toHaveText('Ben: Three');
  await player.getByRole('button', { name: 'End loop' }).press('Enter');
  await player.getByRole('button', { name: 'Next line' }).press('Enter');
  await expect(playing).toHaveText('Four');

  // One line is made again, and only that is stopped.
  await page.getByRole('button', { name: 'Redo line 3', exact: true }).press('Enter');
  await expect(page.getByRole('listitem', { name: 'Line 3: running' })).toBeVisible();
  await expect.poll(() => held.length).toBe(2);
  await page.getByRole('button', { name: 'More for line 3', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Cancel request' }).press('Enter');
  await expect(page.getByRole('listitem', { name: 'Line 3: ready' })).toBeVisible();
  await expect.poll(() => relay.openSockets()).toBe(0);
});

// fault 54
test('a script that is paused after a take was heard is shown where it is, once, and nothing is drawn meanwhile', async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  relay.answerWith((response) => response.end(pcmTone(0.4)));
  await generate(page, 'A take.');
  const player = page.getByRole('region', { name: 'Player' });
  const play = player.getByRole('button', { name: 'Play', exact: true });
  const position = player.getByRole('slider', { name: 'Position' });
  const placeOf = async (): Promise<number> => Number(await position.inputValue());
  await expect.poll(placeOf).toBe(0.4);
  await expect(play).toBeVisible();
  relay.answerWith((response) => response.end(pcmTone(20)));
  await textField(page).fill('Anna: One\nBen: Two');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('listitem', { name: 'Line 2: ready' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect.poll(placeOf).toBeGreaterThan(1);
  await player.getByRole('button', { name: 'Pause' }).click();
  await expect(play).toBeVisible();

  expect(await framesAskedFor(page)).toBe(0);
  const heardS = await placeOf();
  expect(heardS).toBeGreaterThan(1);
  expect(Number(await position.getAttribute('max'))).toBeGreaterThan(39);
  await expect(player.getByText(`0:0${Math.floor(heardS)}`, { exact: true })).toBeVisible();
  const [playhead, ...others] = await playheads(player.locator('canvas'));
  expect(others).toEqual([]);
  expect(playhead).toBeCloseTo(heardS / Number(await position.getAttribute('max')), 1);
});

/** How many frames the page asks for while 60 go by. */
function framesAskedFor(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const next = window.requestAnimationFrame;
    let asked = 0;
    window.requestAnimationFrame = (callback) => {
      asked += 1;
      return next.call(window, callback);
    };
    for (let passed = 0; passed < 60; passed++) await new Promise((resolve) => next.call(window, resolve));
    window.requestAnimationFrame = next;
    return asked;
  });
}

/** Where playheads are in a waveform, 0–1: only they reach its upper edge. */
function playheads(canvas: Locator): Promise<number[]> {
  return canvas.evaluate((element: HTMLCanvasElement) => {
    const row = element.getContext('2d')?.getImageData(0, 0, element.width, 1).data ?? [];
    const isPainted = (x: number): boolean => (row[4 * x + 3] ?? 0) > 0;
    return Array.from({ length: element.width }, (_, x) => x)
      .filter((x) => isPainted(x) && !isPainted(x - 1))
      .map((x) => x / element.width);
  });
}
