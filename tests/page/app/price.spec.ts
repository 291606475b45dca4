import { accessibilityViolations, connectInSettings, generate } from '../../e2e/support/page-actions.ts';
import { textField } from '../../e2e/support/text.ts';
import { pcmTone, replies } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

test('a price is said before sending and summed afterwards; a budget asks before it is passed', async ({
  page,
  relay,
}) => {
  await connectInSettings(page, relay);
  relay.answerWith(replies.audio(pcmTone(0.3)));
  await textField(page).fill('Ten marks.');
  await expect(page.getByText('1 request · 10 characters', { exact: true })).toBeVisible();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Price and budget' }).click();
  await page.getByRole('textbox', { name: 'Currency' }).fill('$');
  await page.getByRole('spinbutton', { name: '1,000 characters of speech' }).fill('20');
  await page.getByRole('spinbutton', { name: 'Budget' }).fill('-5');
  await expect(page.getByText('Type an amount from 0 to 1,000,000')).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Budget' }).fill('0.5');
  await page.getByRole('button', { name: 'Save connection' }).click();
  await expect(page.getByRole('status', { name: 'Connection status' })).toContainText('Saved');
  expect(await accessibilityViolations(page, 'main')).toEqual([]);

  await page.getByRole('tab', { name: 'Speech' }).click();
  await expect(page.getByText('1 request · 10 characters · about $0.20')).toBeVisible();
  await generate(page, 'Ten marks.\nTen more..\nTen again.');
  await expect(page.getByText(/would pass today’s budget/)).toBeVisible();
  await expect.poll(() => relay.requests.length).toBe(2);
  const banner = page.getByRole('status').filter({ hasText: 'would pass today’s budget' });
  await banner.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => relay.requests.length).toBe(3);
  await expect(page.getByText(/would pass today’s budget/)).toHaveCount(0);

  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('table', { name: 'Usage', exact: true }).getByRole('row').nth(1)).toContainText('$0.60');
});
