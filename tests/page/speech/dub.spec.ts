// Scripts that keep the times of subtitles: which lines do not fit, and what makes them fit.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { accessibilityViolations, connectTo } from '../../e2e/support/page-actions.ts';
import { expectText, textField } from '../../e2e/support/text.ts';
import { pcmTone, replies } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const SRT = [
  '1\n00:00:01,000 --> 00:00:03,000\nThe first one fits.',
  '2\n00:00:03,000 --> 00:00:04,000\nThis one is far too long.',
  '3\n00:00:05,500 --> 00:00:07,500\nThere is room for this.',
].join('\n\n');

async function importTimed(page: Page): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await (await choosing).setFiles([{ name: 'Film.srt', mimeType: 'text/plain', buffer: Buffer.from(SRT) }]);
  await page.getByRole('button', { name: 'Open as a new script' }).click();
  await expectText(page, 'The first one fits.\nThis one is far too long.\nThere is room for this.');
}
const tone = (seconds: number) => replies.audio(pcmTone(seconds));
const line = (page: Page, number: number) => page.getByRole('listitem', { name: new RegExp(`^Line ${number}:`) });

test('a line that does not fit is marked, found, fitted and made again, as the export says', async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  relay.answerWith(tone(1.9), tone(1.9), tone(1.9), tone(0.95));
  await importTimed(page);
  await expect(line(page, 2)).toContainText('0:03.0');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const mark = line(page, 2).getByRole('button', { name: /^Line 2 lasts 1\.9 s and has 1\.0 s/ });
  await expect(mark).toHaveText('+0.6 s');
  await expect(line(page, 1).getByRole('button', { name: /Fit…/ })).toHaveCount(0);
  const fit = '2 lines fit, 1 is sped up, 1 ends later';
  await expect(page.getByRole('status').filter({ hasText: fit })).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sound…' }).click();
  await expect(page.getByRole('dialog', { name: 'Export' })).toContainText(fit);
  await page.keyboard.press('Escape');

  await page.getByText('There is room for this.').click();
  await page.keyboard.press('F8');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expectText(page, 'The first one fits.\nThis one is far too long.!\nThere is room for this.');
  await page.keyboard.press('Backspace');

  await mark.click();
  await page.getByRole('menuitem', { name: 'Speak it at 1.90×' }).click();
  await expect(line(page, 2).getByRole('button', { name: /expected to fit/ })).toHaveText('will fit');
  await expect(line(page, 2)).toHaveAttribute('data-state', 'changed');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(mark).toBeVisible();
  await page.getByRole('button', { name: 'Fit all' }).click();
  expect(relay.requests).toHaveLength(3);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(line(page, 2)).toHaveAttribute('data-state', 'ready');
  await expect(page.getByRole('button', { name: /Fit/ })).toHaveCount(0);
  expect(relay.requests.map(({ body }) => JSON.parse(body).speed ?? 1)).toEqual([1, 1, 1, 1.9]);
});

test('a line can be fitted by its pauses', async ({ page, relay }) => {
  await connectTo(page, relay);
  relay.answerWith(tone(0.9));
  await importTimed(page);
  await page.getByText('The first one fits.').click();
  await page.keyboard.press('Home');
  await page.keyboard.type('Well. [pause 5] ');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(line(page, 3)).toHaveAttribute('data-state', 'ready');
  await line(page, 1).getByRole('button', { name: /Fit…/ }).click();
  await page.getByRole('menuitem', { name: /^Shorten its pauses by/ }).click();
  await expect(line(page, 1).getByRole('button', { name: /expected to fit/ })).toBeVisible();
  expect(relay.requests).toHaveLength(4);
});

const FILM = path.join(import.meta.dirname, '../../support/videos/film.webm');

test('a video beside the script plays in step with its sound, can be hidden, and is remembered with it', async ({
  page,
  relay,
  desktop,
}) => {
  await connectTo(page, relay);
  relay.answerWith(tone(1.5));
  await importTimed(page);
  desktop.fileToOpen = FILM;
  await page.getByRole('button', { name: 'Add video…' }).click();
  const video = page.getByLabel('Video: film.webm');
  const timeOf = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(96);
  expect(await video.evaluate((element: HTMLVideoElement) => element.muted)).toBe(true);
  await page.getByText('There is room for this.').click();
  await expect.poll(timeOf).toBeCloseTo(5.5, 1);

  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  // What was requested is heard, from the first line on.
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);
  await expect.poll(timeOf).toBeLessThan(5.4);
  await page
    .getByRole('region', { name: 'Player' })
    .getByRole('button', { name: /^Pause/ })
    .click();
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Video', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show video' }).click();
  await expect(video).toBeHidden();
  await page.reload();
  await expect(line(page, 3)).toBeVisible();
  await expect(video).toBeHidden();
  await page.getByRole('button', { name: 'Video', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show video' }).click();
  await expect(video).toBeVisible();
  await page.getByRole('button', { name: 'Video', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove from this script' }).click();
  await expect(page.getByRole('button', { name: 'Add video…' })).toBeVisible();
});

test('a video that is dropped is shown; one that cannot be played says so', async ({ page }) => {
  await importTimed(page);
  const drop = async (name: string, bytes: Buffer): Promise<void> => {
    const data = await page.evaluateHandle(
      ([given, base64]) => {
        const transfer = new DataTransfer();
        const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([content], given, { type: 'video/webm' }));
        return transfer;
      },
      [name, bytes.toString('base64')] as const,
    );
    await textField(page).dispatchEvent('drop', { dataTransfer: data });
  };
  await drop('Dropped.webm', await readFile(FILM));
  await expect(page.getByLabel('Video: Dropped.webm')).toBeVisible();
  await drop('Broken.webm', Buffer.from('no video'));
  await expect(page.getByRole('alert')).toContainText('“Broken.webm” cannot be played here');
});
