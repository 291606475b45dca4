import { edit, failed, historyList, openWithPicture, results, underWay } from '../../e2e/support/edits.ts';
import { plainResults } from '../../e2e/support/pictures.ts';
import { replies } from '../../fakes/scripted-relay.ts';
import { stagedReply } from '../../fakes/staged-reply.ts';
import { expect, test } from '../support/fixtures.ts';

test.describe('on a page of its own', () => {
  test.use({ sharesPage: false });

  test('an answer after eight minutes: the elapsed time is shown, also after a visit to another screen', {
    tag: '@slow',
  }, async ({ page, relay, saveDir }) => {
    await openWithPicture(page, relay, saveDir);
    const reply = stagedReply(['{', '"created":1,"data":[]}']);
    relay.answerWith(reply.script);
    await page.clock.install({ time: Date.now() });
    await page.getByRole('tab', { name: 'Speech' }).click();
    await page.getByRole('tab', { name: 'Images' }).click();
    await edit(page, 'Slowly');
    await expect(underWay(page)).toContainText(/0:0\d/);
    await page.clock.fastForward('08:00');
    await expect(underWay(page)).toContainText(/8:0\d/);
    await expect(page.getByText(/^48\d\.\d s$/)).toBeVisible();
    await page.getByRole('tab', { name: 'Library' }).click();
    await page.clock.fastForward('01:00');
    await page.getByRole('tab', { name: 'Images' }).click();
    await expect(underWay(page)).toContainText(/9:\d\d/);
    reply.next();
    await expect(failed(page)).toHaveCount(1);
  });
});

test('several at once: as many as the connection allows, each cancelled separately, by key and by menu', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(replies.silence());
  for (const text of ['One', 'Two', 'Three']) {
    await edit(page, text);
    await expect(underWay(page).first()).toHaveAttribute('title', new RegExp(`${text}$`));
  }
  await expect(underWay(page)).toHaveText(['Waiting its turn', /0:\d\d/, /0:\d\d/]);
  await underWay(page).nth(1).focus();
  await page.keyboard.press('Delete');
  // The one that waited takes its turn.
  await expect(underWay(page)).toHaveText([/0:\d\d/, /0:\d\d/]);
  await expect(underWay(page).nth(1)).toBeFocused();
  await historyList(page).getByRole('button', { name: 'Actions of the running edit' }).first().click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  await expect(underWay(page)).toHaveCount(1);
  relay.answerWith(plainResults('teal'));
  await edit(page, 'Four');
  await expect(results(page)).toHaveCount(1);
});
