// How words are said, and directions in the text.

import { connectTo } from '../../e2e/support/page-actions.ts';
import { expectText, textField } from '../../e2e/support/text.ts';
import { pcmTone, replies } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

test('a selected word is said as typed: heard at once, kept for the script, and undone', async ({ page, relay }) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(pcmTone(0.3)), replies.audio(pcmTone(0.4)));
  await textField(page).fill('Gyllenhaal spoke first.');
  const word = page.getByText('Gyllenhaal spoke first.');
  await word.dblclick({ position: { x: 20, y: 12 } });
  await page.getByRole('button', { name: 'Say as…' }).click();
  const panel = page.getByRole('dialog', { name: 'Say “Gyllenhaal” as' });
  await expect(panel.getByRole('textbox', { name: 'Spoken as' })).toBeFocused();
  await page.keyboard.type('Yillen hall');
  await expect(panel).toContainText('1 request · 11 characters');
  await panel.getByRole('button', { name: 'Hear' }).click();
  await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: /^Pause/ })).toBeVisible();
  expect(JSON.parse(relay.requests[0]?.body ?? '')).toMatchObject({ input: 'Yillen hall' });
  await panel.getByRole('textbox', { name: 'Spoken as' }).press('Enter');
  await expect(panel).toBeHidden();
  await expect(page.getByText('Sent as:')).toBeVisible();
  await expect(textField(page)).toBeFocused();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect.poll(() => relay.requests.length).toBe(2);
  expect(JSON.parse(relay.requests[1]?.body ?? '')).toMatchObject({ input: 'Yillen hall spoke first.' });
});

test('directions are written at the cursor, are not said, and a pause is silence of its length', async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(pcmTone(1)), replies.audio(pcmTone(1)));
  await textField(page).fill('Then who is signalling?');
  await page.keyboard.press('End');
  for (let i = 0; i < 'signalling?'.length; i++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+d');
  await page.getByRole('menuitem', { name: 'Pause 2 s' }).click();
  await expectText(page, 'Then who is [pause 2] signalling?');
  await page.keyboard.press('ControlOrMeta+d');
  await page.getByRole('menuitemcheckbox', { name: 'Angry' }).click();
  await expectText(page, '[angry] Then who is [pause 2] signalling?');
  await expect(page.getByText('2 requests')).toBeVisible();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const take = page.getByRole('list', { name: 'Takes' }).getByRole('listitem').first();
  await expect(take).toContainText('Then who is signalling?');
  await expect(take).toContainText('0:04');
  await expect(take).not.toContainText('changed since');
  const bodies = relay.requests.map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ input }) => input)).toEqual(['Then who is ', 'signalling?']);
  expect(bodies.every((body) => JSON.stringify(body).includes('angry'))).toBe(true);
  await page.keyboard.press('ControlOrMeta+z');
});

test('the menu marks the direction that counts, however it was typed, and takes that away', async ({ page }) => {
  await textField(page).fill('[speed 1.2] Then who [1.3×] is [愤怒] signalling?');
  await page.keyboard.press('ControlOrMeta+d');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Angry' })).toBeChecked();
  await expect(page.getByRole('menuitemcheckbox', { name: '1.2×' })).not.toBeChecked();
  await page.getByRole('menuitemcheckbox', { name: '1.3×', checked: true }).click();
  await expectText(page, '[speed 1.2] Then who  is [愤怒] signalling?');
});
