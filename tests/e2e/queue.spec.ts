import type { Locator, Page } from '@playwright/test';
import { pcmTone, replies, type ScriptedRelay } from '../fakes/scripted-relay.ts';
import { connectTo, expect, generate, test } from './support/fixtures.ts';

const audio = replies.audio(pcmTone(0.5));
const posts = (relay: ScriptedRelay) => relay.requests.filter(({ method }) => method === 'POST');
const texts = (relay: ScriptedRelay): string[] => posts(relay).map(({ body }) => JSON.parse(body).input);
const takes = (page: Page): Locator => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
/** What the rail's button says of the queue. */
const railQueue = (page: Page) => page.locator('#connection-queue');
const openQueue = (page: Page) => page.getByRole('button', { name: /^Connection: / }).click();

/** Three requests under way, and two behind them. */
async function fill(page: Page, relay: ScriptedRelay): Promise<void> {
  await connectTo(page, relay);
  relay.answerWith(replies.silence());
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) await generate(page, text);
  await expect.poll(() => posts(relay).length).toBe(3);
  await openQueue(page);
}
const rows = (page: Page) => page.getByRole('region', { name: 'Queue' }).getByRole('listitem');

// fault 23, promise changed-jobs-wait
test('after a restart: a request that was sent is "unknown"; those that were waiting are held until a click', {
  tag: '@journey',
}, async ({ page, relay, restart }) => {
  test.slow();
  await fill(page, relay);
  const again = await restart();
  relay.answerWith(audio);
  await expect(again.getByRole('alert')).toContainText('3 requests may have been billed');
  await expect(railQueue(again)).toHaveText('Paused 2');
  // Nothing moves while nothing is done.
  await expect(again.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  await openQueue(again);
  const held = 'Paused: these requests are from an earlier session';
  await expect(again.getByRole('region', { name: 'Queue' })).toContainText(held);
  await expect(rows(again)).toHaveText([/^Four/, /^Five/]);
  await again.keyboard.press('Escape');
  expect(posts(relay)).toHaveLength(3);
  // Without a key store the key is gone with the app.
  await again.getByRole('tab', { name: 'Settings' }).click();
  await again.getByRole('textbox', { name: 'API key' }).fill('another-key-0123456789');
  await again.getByRole('button', { name: 'Save connection' }).click();
  await openQueue(again);
  await again.getByRole('button', { name: 'Resume queue' }).click();
  await expect.poll(() => texts(relay).slice(3).toSorted()).toEqual(['Five', 'Four']);
  await again.keyboard.press('Escape');
  await again.getByRole('tab', { name: 'Speech' }).click();
  await expect(takes(again)).toHaveCount(2);
});
