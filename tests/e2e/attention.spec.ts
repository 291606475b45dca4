// What may have been billed is never missed: after a crash, wherever it was asked for, until a person has decided.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { pcmTone, replies, type ScriptedRelay } from '../fakes/scripted-relay.ts';
import { edit, failed, openMoreOptions, openWithPicture, PICTURE, results, saveAsItIs } from './support/edits.ts';
import { accessibilityViolations, connectInSettings, expect, generate, reload, test } from './support/fixtures.ts';
import { decode, editsOf, paint, pixel, plainResults, readForm } from './support/pictures.ts';

const audio = replies.audio(pcmTone(0.5));
const posts = (relay: ScriptedRelay) => relay.requests.filter(({ method }) => method === 'POST');
const takes = (page: Page) => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
const alert = (page: Page) => page.getByRole('alert');
const told = (page: Page) => alert(page).getByRole('listitem');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** Settings keep the key over a restart; the relay answers nothing. */
test.use({ sharesApp: false, keyring: 'working' });

test('three requests that were out at a crash are three rows; each is decided by itself, for good', async ({
  page,
  relay,
  restart,
}) => {
  test.slow();
  await connectInSettings(page, relay);
  relay.answerWith(replies.silence());
  for (const text of ['One', 'Two', 'Three']) await generate(page, text);
  await expect.poll(() => posts(relay).length).toBe(3);
  const again = await restart({ isKilled: true });
  await expect(alert(again)).toContainText('3 requests may have been billed');
  await expect(told(again)).toHaveText([/Three/, /Two/, /One/]);
  await expect(tab(again, 'Speech')).toHaveAttribute('aria-description', '3 requests need your decision');
  await tab(again, 'Library').click();
  await expect(tab(again, 'Speech')).toContainText('3');
  await tab(again, 'Speech').click();
  expect(await accessibilityViolations(again)).toEqual([]);

  await told(again).filter({ hasText: 'Two' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(told(again)).toHaveText([/Three/, /One/]);
  await reload(again);
  await expect(told(again)).toHaveText([/Three/, /One/]);
  const third = await restart();
  await expect(told(third)).toHaveText([/Three/, /One/]);
  relay.answerWith(audio);
  await told(third).filter({ hasText: 'One' }).getByRole('button', { name: 'Send again' }).click();
  await expect(takes(third)).toHaveCount(1);
  await expect(alert(third)).toContainText('This may have been billed.');
  await expect(tab(third, 'Speech')).toHaveAttribute('aria-description', '1 request needs your decision');
  await alert(third).getByRole('button', { name: 'Dismiss' }).click();
  await expect(alert(third)).toHaveCount(0);
  expect(posts(relay)).toHaveLength(4);
});

test('an edit that was out at a crash is an alert and a tile, and is sent again from either', async ({
  page,
  relay,
  restart,
  saveDir,
}) => {
  test.slow();
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(replies.silence());
  await edit(page, 'Never answered');
  await expect.poll(() => posts(relay).length).toBe(1);
  const again = await restart({ isKilled: true });
  await expect(tab(again, 'Images')).toHaveAttribute('aria-description', '1 request needs your decision');
  await tab(again, 'Images').click();
  await expect(alert(again)).toContainText('This may have been billed.');
  await expect(failed(again)).toHaveCount(1);
  await reload(again);
  await tab(again, 'Images').click();
  await expect(failed(again)).toHaveCount(1);
  relay.answerWith(plainResults('teal'));
  await alert(again).getByRole('button', { name: 'Send again' }).click();
  await expect(results(again)).toHaveCount(1);
  await expect(alert(again)).toHaveCount(0);
  await expect(failed(again)).toHaveCount(0);
});

test('an edit around the mask that was out at a crash is sent again as it was, and laid into the whole picture', async ({
  page,
  relay,
  restart,
  saveDir,
}) => {
  test.slow();
  await openWithPicture(page, relay, saveDir);
  await paint(page, PICTURE, [
    { x: 300, y: 300 },
    { x: 420, y: 320 },
  ]);
  await openMoreOptions(page);
  await page.getByRole('combobox', { name: 'Detail' }).click();
  await page.getByRole('option', { name: /^Around the mask/ }).click();
  await page.keyboard.press('Escape');
  relay.answerWith(replies.silence());
  await edit(page, 'Blue');
  await expect.poll(() => editsOf(relay.requests).length).toBe(1);
  const again = await restart({ isKilled: true });
  await tab(again, 'Images').click();
  relay.answerWith(plainResults('rgb(32, 64, 192)'));
  await alert(again).getByRole('button', { name: 'Send again' }).click();
  await expect(results(again)).toHaveCount(1);
  const [first, second] = await Promise.all(editsOf(relay.requests).map(readForm));
  expect(second?.get('size')).toBe(first?.get('size'));
  await expect(again.getByText('Rest of the picture untouched ✓')).toBeVisible();
  await results(again).first().click();
  await saveAsItIs(again);
  const saved = await decode(await readFile(path.join(saveDir, 'source – edit 1.png')));
  const source = await decode(await readFile(path.join(saveDir, 'source.png')));
  expect({ width: saved.width, height: saved.height }).toEqual({ width: source.width, height: source.height });
  expect(pixel(saved, { x: 360, y: 310 })).toEqual([32, 64, 192, 255]);
  expect(pixel(saved, { x: 10, y: 10 })).toEqual(pixel(source, { x: 10, y: 10 }));
});
