import { CANARY_KEY, connectTo, generate } from '../../e2e/support/page-actions.ts';
import { expectText } from '../../e2e/support/text.ts';
import { pcmTone, replies, type Script } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

const CASES: { name: string; script: Script; title: RegExp; billed: string; takes: number }[] = [
  {
    name: 'a wrong key (401)',
    script: replies.json(401, { error: { message: `Invalid token ${CANARY_KEY} (request id: r-401)` } }),
    title: /key/i,
    billed: 'Nothing was billed.',
    takes: 0,
  },
  {
    name: 'a failure in JSON (500)',
    script: replies.json(500, { error: { message: 'voice is invalid' } }),
    title: /relay/i,
    billed: 'This may have been billed.',
    takes: 0,
  },
  {
    name: 'a web page',
    script: replies.text(200, '<!doctype html><html>Sign in</html>'),
    title: /web page/i,
    billed: 'This may have been billed.',
    takes: 0,
  },
  {
    name: 'a connection cut in the middle',
    script: replies.cutAfter(pcmTone(1)),
    title: /cut|broke|lost/i,
    billed: 'This may have been billed.',
    takes: 1,
  },
  {
    name: 'a connection cut before any byte',
    script: replies.hangUp(),
    title: /result unknown/i,
    billed: 'This may have been billed.',
    takes: 0,
  },
  {
    name: 'an empty answer',
    script: replies.text(200, ''),
    title: /no sound/i,
    billed: 'This may have been billed.',
    takes: 0,
  },
];

for (const { name, script, title, billed, takes } of CASES) {
  test(`${name}: explained, nothing is lost, the app stays usable`, async ({ page, relay }) => {
    await connectTo(page, relay);
    relay.answerWith(script, replies.audio(pcmTone(1)));
    await generate(page, 'My precious words');

    const alert = page.getByRole('alert');
    await expect(alert).toHaveCount(1);
    await expect(alert).toContainText(title);
    await expect(alert).toContainText(billed);
    await expectText(page, 'My precious words');
    const items = page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
    await expect(items).toHaveCount(takes);
    if (takes > 0) await expect(items).toContainText('Cut off');
    expect(relay.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(await page.content()).not.toContain(CANARY_KEY);

    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await expect(items).toHaveCount(takes + 1);
    await expect(alert).toHaveCount(0);
  });
}

// fault 46
test('a running request shows its progress and can be cancelled; nothing is kept, and its cost is told', async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  relay.answerWith(replies.silence());
  await generate(page, 'Never mind');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText('may be billed, even if cancelled')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Cancelled after it was sent');
  await expect(alert).toContainText('This may have been billed.');
  await expect.poll(() => relay.openSockets()).toBe(0);
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await expect(alert).toHaveCount(0);
});
