import type { Locator, Page } from '@playwright/test';
import { connectInSettings, connectTo, generate } from '../../e2e/support/page-actions.ts';
import { textField } from '../../e2e/support/text.ts';
import { pcmTone, replies, type Script, type ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { longUnless } from '../../support/long-unless.ts';
import { expect, test } from '../support/fixtures.ts';

const limited = (seconds: number): Script => replies.text(429, '', { 'retry-after': String(seconds) });
const audio = replies.audio(pcmTone(0.5));
const posts = (relay: ScriptedRelay) => relay.requests.filter(({ method }) => method === 'POST');
const texts = (relay: ScriptedRelay): string[] => posts(relay).map(({ body }) => JSON.parse(body).input);
const takes = (page: Page): Locator => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
/** What the rail's button says of the queue. */
const railQueue = (page: Page) => page.locator('#connection-queue');
/** The requests in its panel. */
const rows = (page: Page) => page.getByRole('region', { name: 'Queue' }).getByRole('listitem');
const openQueue = (page: Page) => page.getByRole('button', { name: /^Connection: / }).click();

test('a rate limit is reported at once with the wait, which is shown, and the request resumes automatically', async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  relay.answerWith(limited(2), audio);
  await generate(page, 'Be patient');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Too many requests');
  await expect(alert).toContainText('Nothing was billed. Retrying automatically in 2 s.');
  await expect(page.getByText(/^Rate limit: trying again in \d s · try 2 of 3$/)).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(takes(page)).toHaveCount(1);
  await expect(alert).toHaveCount(0);
  expect(posts(relay)).toHaveLength(2);
});

test('one limit stops the whole connection; "Try now" ends the wait', async ({ page, relay }) => {
  await connectTo(page, relay);
  relay.answerWith(limited(60), audio);
  await generate(page, 'First');
  await expect(page.getByText(/^Rate limit: trying again/)).toBeVisible();
  await generate(page, 'Second');
  await expect(page.getByText(/^Rate limit: waiting \d+ s/)).toBeVisible();
  expect(posts(relay)).toHaveLength(1);
  await openQueue(page);
  await page.getByRole('button', { name: 'Move down “First”' }).click();
  await expect(rows(page)).toHaveText([/^Second/, /^First/]);
  await page.getByRole('button', { name: 'Move up “First”' }).click();
  await expect(rows(page)).toHaveText([/^First/, /^Second/]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(takes(page)).toHaveCount(2);
  expect(texts(relay).toSorted()).toEqual(['First', 'First', 'Second']);
});

test('saving the connection ends the wait', { tag: '@slow' }, async ({ page, relay }) => {
  await connectInSettings(page, relay);
  relay.answerWith(limited(60), audio);
  await generate(page, 'Held');
  await expect(page.getByText(/^Rate limit/)).toBeVisible();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Save connection' }).click();
  await page.getByRole('tab', { name: 'Speech' }).click();
  await expect(takes(page)).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a waiting request can be cancelled', async ({ page, relay }) => {
  await connectTo(page, relay);
  relay.answerWith(limited(60));
  await generate(page, 'Never mind');
  await expect(page.getByText(/^Rate limit/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(posts(relay)).toHaveLength(1);
});

test('a busy relay (503) is tried again, three times in all', { tag: '@slow' }, async ({ page, relay }) => {
  await connectTo(page, relay);
  relay.answerWith(replies.json(503, { error: { message: 'busy, code 3005' } }, { 'retry-after': '1' }));
  await generate(page, 'Busy');
  await expect(page.getByText(/try 2 of 3$/)).toBeVisible();
  await expect(page.getByText(/try 3 of 3$/)).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText('Nothing was billed.');
  expect(posts(relay)).toHaveLength(3);
});

for (const [name, script, words, isShort] of [
  ['a used-up quota (429)', replies.json(429, { error: { message: 'quota exceeded' } }), 'quota is used up', true],
  ['a failure (500)', replies.json(500, { error: { message: 'voice is invalid' } }), 'may have been billed', true],
  ['a gateway that gave up (502)', replies.text(502, ''), 'may have been billed', false],
  ['a cut connection', replies.hangUp(), 'may have been billed', true],
] as const) {
  test(`${name} is not tried again`, longUnless(isShort), async ({ page, relay }) => {
    await connectTo(page, relay);
    relay.answerWith(script, audio);
    await generate(page, 'Once');
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByRole('alert')).not.toContainText('automatically');
    expect(posts(relay)).toHaveLength(1);
  });
}

/** Three requests under way, and two behind them. */
async function fill(page: Page, relay: ScriptedRelay): Promise<void> {
  await connectTo(page, relay);
  relay.answerWith(replies.silence());
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) await generate(page, text);
  await expect.poll(() => posts(relay).length).toBe(3);
  await openQueue(page);
}

test('is shown, can be reordered, paused, resumed and cancelled', { tag: '@slow' }, async ({ page, relay }) => {
  await fill(page, relay);
  await expect(rows(page)).toHaveText([/^One/, /^Two/, /^Three/, /^FourWaiting$/, /^FiveWaiting$/]);
  await page.getByRole('button', { name: 'Move up “Five”' }).click();
  await expect(rows(page)).toHaveText([/^One/, /^Two/, /^Three/, /^Five/, /^Four/]);
  await page.getByRole('button', { name: 'Pause “Five”' }).click();
  await expect(rows(page)).toHaveText([/^One/, /^Two/, /^Three/, /^FivePaused$/, /^FourWaiting$/]);
  await page.getByRole('button', { name: 'Pause queue' }).click();
  await expect(railQueue(page)).toHaveText('Paused 5');
  await page.getByRole('button', { name: 'Cancel “One”' }).click();
  await expect(rows(page)).toHaveCount(4);
  expect(posts(relay)).toHaveLength(3);
  relay.answerWith(audio);
  await page.getByRole('button', { name: 'Resume queue' }).click();
  await expect.poll(() => texts(relay).slice(3)).toEqual(['Four']);
  await page.getByRole('button', { name: 'Resume “Five”' }).click();
  await expect.poll(() => texts(relay).slice(3)).toEqual(['Four', 'Five']);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await expect(page.getByText('Nothing is running')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(takes(page)).toHaveCount(2);
});

// fault 45
test('a relay that refuses everything gets few of many requests, and is told of once, until "Go on"', async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  relay.answerWith((response, incoming) =>
    replies.json(401, { error: { message: `bad key (request ${relay.requests.length})` } })(response, incoming),
  );
  const lines = Array.from({ length: 12 }, (_, index) => `Anna: Line ${index}.`);
  await textField(page).fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const banner = page.getByRole('status').filter({ hasText: 'refused several requests in a row' });
  await expect(banner).toContainText('The relay refused the key. Waiting requests stay in the queue');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('alert')).toContainText('The relay refused the key');
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(0);
  await expect(railQueue(page)).toContainText('Paused');
  expect(posts(relay).length).toBeLessThan(5);

  const sent = posts(relay).length;
  relay.answerWith(audio);
  await banner.getByRole('button', { name: 'Resume' }).click();
  await expect(railQueue(page)).toHaveCount(0);
  await expect(banner).toHaveCount(0);
  expect(posts(relay)).toHaveLength(lines.length);
  expect(sent).toBeGreaterThan(1);
});
