// Names before colons: what is spoken, what is a role, and who decides.

import type { Page } from '@playwright/test';
import { accessibilityViolations, connectTo } from '../../e2e/support/page-actions.ts';
import { textField } from '../../e2e/support/text.ts';
import { pcmTone, replies, type ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const TEXT = 'Chapter 1: The Letter\nNote: bring a coat.\nAnna: Hello.\nHe said: wait here.';
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'possibly roles' });
const chips = (page: Page) => textField(page).locator('.role');

async function spoken(relay: ScriptedRelay, count: number): Promise<string[]> {
  await expect.poll(() => relay.requests.length).toBe(count);
  return relay.requests.map(({ body }) => JSON.parse(body).input).sort();
}

test('every word of a pasted text is sent, unless a person says that a name is a role', async ({ page, relay }) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(pcmTone(0.2)));
  await textField(page).fill(TEXT);
  await expect(notice(page)).toContainText('Chapter 1, Note, Anna +1');
  await expect(chips(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  expect(await spoken(relay, 4)).toEqual(TEXT.split('\n').sort());
  await expect(page.getByRole('listitem', { name: 'Line 4: ready' })).toBeVisible();

  await notice(page).getByRole('button', { name: 'Make roles' }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(chips(page)).toHaveCount(4);
  await textField(page).press('ControlOrMeta+z');
  await expect(chips(page)).toHaveCount(0);
  await notice(page).getByRole('button', { name: 'Read aloud' }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByRole('listitem', { name: 'Line 4: ready' })).toBeVisible();

  // One name, from the menu of its line.
  await page.getByRole('button', { name: 'More for line 3' }).click();
  await page.getByRole('menuitem', { name: 'Make “Anna” a role' }).click();
  await expect(chips(page)).toHaveText(['Anna: ']);
  expect(await accessibilityViolations(page)).toEqual([]);
  // And from the name itself.
  await chips(page).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Read “Anna:” aloud' }).click();
  await expect(chips(page)).toHaveCount(0);
});

test('the cast says which names are no roles, and which are read aloud', { tag: '@slow' }, async ({ page }) => {
  await textField(page).fill('Anna: Hello.\nAnna: Sit down.\nBen: Good morning.\nBen: No.');
  await expect(notice(page)).toHaveCount(0);
  await page.getByRole('button', { name: /^Cast/ }).click();
  const cast = page.getByRole('region', { name: 'Cast' });
  const roles = cast.getByRole('list', { name: 'Roles' }).getByRole('listitem');
  await expect(roles).toHaveCount(2);
  await cast.getByRole('button', { name: 'Not a role: read “Anna” aloud' }).click();
  await expect(chips(page)).toHaveCount(2);
  await expect(roles).toHaveCount(2);
  const aloud = cast.getByRole('list', { name: 'Read aloud' }).getByRole('listitem');
  await expect(aloud).toHaveText([/Anna/]);
  expect(await accessibilityViolations(page)).toEqual([]);
  await aloud.getByRole('button', { name: 'Make it a role' }).click();
  await expect(aloud).toHaveCount(0);
  await expect(chips(page)).toHaveCount(4);
});
