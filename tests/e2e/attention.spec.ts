// What may have been billed is never missed: after a crash, wherever it was asked for, until a person has decided.

import type { Page } from '@playwright/test';
import { pcmTone, replies, type ScriptedRelay } from '../fakes/scripted-relay.ts';
import {
  accessibilityViolations,
  connectInSettings,
  connectTo,
  expect,
  generate,
  reload,
  test,
} from './support/fixtures.ts';
import { ask } from './support/page-actions.ts';
import { plainResults } from './support/pictures.ts';
import { edit, failed, openWithPicture, results } from './support/strip.ts';
import { expectText, textField } from './support/text.ts';

const audio = replies.audio(pcmTone(0.5));
const posts = (relay: ScriptedRelay) => relay.requests.filter(({ method }) => method === 'POST');
const takes = (page: Page) => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
const alert = (page: Page) => page.getByRole('alert');
const told = (page: Page) => alert(page).getByRole('listitem');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** Requests a script that gets no answer, and begins another one. */
async function leaveScript(page: Page, relay: ScriptedRelay, text: string, requests: number): Promise<void> {
  await connectInSettings(page, relay);
  relay.answerWith(replies.silence());
  await textField(page).fill(text);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect.poll(() => posts(relay).length).toBe(requests);
  await page.getByRole('button', { name: 'Scripts', exact: true }).click();
  await page.getByRole('button', { name: 'New script' }).click();
  await textField(page).fill('Another script.');
}

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

test('a request of another script leads to its line', async ({ page, relay, restart }) => {
  test.slow();
  await leaveScript(page, relay, 'Anna: In a script.\nBen: Also there.', 2);
  const again = await restart();
  await expectText(again, 'Another script.');
  await expect(told(again)).toHaveCount(2);
  await told(again).filter({ hasText: 'Also there' }).getByRole('button', { name: 'Open its script' }).click();
  await expectText(again, 'Anna: In a script.\nBen: Also there.');
  // In its own script the line is shown.
  await expect(told(again).first().getByRole('button', { name: 'Show line' })).toBeVisible();
  await expect(again.getByRole('listitem', { name: /^Line 2: failed/ })).toBeVisible();
  await alert(again).getByRole('button', { name: 'Dismiss all' }).click();
  await expect(alert(again)).toHaveCount(0);
  await expect(again.getByRole('listitem', { name: /^Line 2: none/ })).toBeVisible();
});

test('a request of a script that was deleted for good leads to its text, in a new script', async ({
  page,
  relay,
  restart,
}) => {
  test.slow();
  await leaveScript(page, relay, 'Anna: Gone with its script.\nBen: …', 1);
  const again = await restart();
  await expectText(again, 'Another script.');
  const [gone] = await ask(again, 'scripts.list', { search: 'Gone' });
  const ids = [gone?.id ?? ''];
  await ask(again, 'scripts.setTrashed', { ids, isTrashed: true });
  await ask(again, 'scripts.deleteForGood', { ids });
  await alert(again).getByRole('button', { name: 'Open its script' }).click();
  await expectText(again, 'Gone with its script.');
  // It is told why, and the request is still there.
  await expect(alert(again)).toContainText('Gone with its script.');
});

test('an edit that was out at a crash is an alert and a tile, and is sent again from either', async ({
  page,
  relay,
  restart,
  saveDir,
}) => {
  test.slow();
  await connectTo(page, relay);
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
