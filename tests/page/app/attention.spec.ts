// What may have been billed leads back to the script it was asked for in.

import type { Page } from '@playwright/test';
import { ask, connectTo } from '../../e2e/support/page-actions.ts';
import { expectText, textField } from '../../e2e/support/text.ts';
import { replies, type ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const alert = (page: Page) => page.getByRole('alert');
const told = (page: Page) => alert(page).getByRole('listitem');

/** Requests a script that gets no answer, and begins another one. */
async function leaveScript(page: Page, relay: ScriptedRelay, text: string, requests: number): Promise<void> {
  await connectTo(page, relay);
  relay.answerWith(replies.silence());
  await textField(page).fill(text);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect.poll(() => relay.requests.length).toBe(requests);
  await page.getByRole('button', { name: 'Scripts', exact: true }).click();
  await page.getByRole('button', { name: 'New script' }).click();
  await textField(page).fill('Another script.');
}

test('a request of another script leads to its line', { tag: '@slow' }, async ({ page, relay, reopen }) => {
  await leaveScript(page, relay, 'Anna: In a script.\nBen: Also there.', 2);
  await reopen();
  await expectText(page, 'Another script.');
  await expect(told(page)).toHaveCount(2);
  await told(page).filter({ hasText: 'Also there' }).getByRole('button', { name: 'Open its script' }).click();
  await expectText(page, 'Anna: In a script.\nBen: Also there.');
  // In its own script the line is shown.
  await expect(told(page).first().getByRole('button', { name: 'Show line' })).toBeVisible();
  await expect(page.getByRole('listitem', { name: /^Line 2: failed/ })).toBeVisible();
  await alert(page).getByRole('button', { name: 'Dismiss all' }).click();
  await expect(alert(page)).toHaveCount(0);
  await expect(page.getByRole('listitem', { name: /^Line 2: none/ })).toBeVisible();
});

test('a request of a script that was deleted for good leads to its text, in a new script', async ({
  page,
  relay,
  reopen,
}) => {
  await leaveScript(page, relay, 'Anna: Gone with its script.\nAnna: …', 1);
  await reopen();
  await expectText(page, 'Another script.');
  const [gone] = await ask(page, 'scripts.list', { search: 'Gone' });
  const ids = [gone?.id ?? ''];
  await ask(page, 'scripts.setTrashed', { ids, isTrashed: true });
  await ask(page, 'scripts.deleteForGood', { ids });
  await alert(page).getByRole('button', { name: 'Open its script' }).click();
  await expectText(page, 'Gone with its script.');
  // It is told why, and the request is still there.
  await expect(alert(page)).toContainText('Gone with its script.');
});
