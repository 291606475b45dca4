import type { Page } from '@playwright/test';
import { CANARY_KEY, connectTo, generate } from '../../e2e/support/page-actions.ts';
import { pcmTone, replies } from '../../fakes/scripted-relay.ts';
import { spelledIn, spellingsOf } from '../../support/key-spellings.ts';
import { expect, test } from '../support/fixtures.ts';

/** What is copied from here on. */
async function watchClipboard(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    Object.assign(navigator.clipboard, { writeText: async (text: string) => Object.assign(window, { copied: text }) });
  });
  return () => page.evaluate(() => ('copied' in window ? String(window.copied) : ''));
}

// attack 48
test('a failed request can be inspected in full from its alert, and copied as curl, without the key', async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  relay.answerWith(
    replies.json(
      400,
      { error: { message: `no such voice for ${Object.values(spellingsOf(CANARY_KEY)).join(' ')}` } },
      { 'x-request-id': 'r-1' },
    ),
  );
  await generate(page, "It's $HOME");
  const alert = page.getByRole('alert');
  const copied = await watchClipboard(page);
  await alert.getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog');
  await expect(details).toContainText(`POST ${relay.baseUrl}/v1/audio/speech`);
  await expect(details).toContainText('authorization: Bearer ••••');
  await expect(details).toContainText('"input": "It\'s $HOME"');
  await expect(details).toContainText('x-request-id: r-1');
  await expect(details).toContainText('no such voice for [key removed]');
  await expect(details).toContainText(/connected .* · sent .* · first byte .* · last byte/);
  await details.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(details.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await copied()).toBe(
    [
      `curl '${relay.baseUrl}/v1/audio/speech'`,
      '-H "Authorization: Bearer $RELAY_API_KEY"',
      `-H 'user-agent: ${relay.requests[0]?.headers['user-agent']}'`,
      "-H 'accept-encoding: identity'",
      "-H 'Content-Type: application/json'",
      `--data-raw '${relay.requests[0]?.body.replaceAll("'", '\\u0027')}'`,
    ].join(' \\\n  '),
  );
  expect(spelledIn((await copied()) + (await page.content()), CANARY_KEY)).toEqual([]);
});

test('only a request that was cut off is said to have ended early', async ({ page, relay }) => {
  await connectTo(page, relay);
  const details = page.getByRole('dialog');
  for (const [script, count] of [
    [replies.hangUp(), 1],
    [replies.text(400, 'no'), 0],
  ] as const) {
    relay.answerWith(script);
    await generate(page, `Ended early ${count} times`);
    await page.getByRole('alert').getByRole('button', { name: 'Details' }).click();
    await expect(details).toContainText(`"input": "Ended early ${count} times"`);
    await expect(details.getByText('Ended early:')).toHaveCount(count);
    await page.keyboard.press('Escape');
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  }
});

test('a take keeps every try of its request, also after a restart', { tag: '@slow' }, async ({
  page,
  relay,
  reopen,
}) => {
  await connectTo(page, relay);
  relay.answerWith(replies.text(429, 'slow down', { 'retry-after': '1' }), replies.audio(pcmTone(0.5)));
  await generate(page, 'Twice');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
  await reopen();
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('gridcell').first().dblclick();
  const details = page.getByRole('complementary', { name: 'Item details' });
  await details.getByRole('button', { name: 'Request' }).click();
  await expect(details.getByText('Try 2')).toBeVisible();
  await expect(details.getByText('slow down')).toBeVisible();
  await expect(details.getByRole('button', { name: 'Copy as curl' })).toHaveCount(2);
  expect(await page.content()).not.toContain(CANARY_KEY);
});
