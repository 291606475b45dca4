// What a person has begun survives whatever ends the app.

import { replies } from '../fakes/scripted-relay.ts';
import { connectInSettings, expect, filesUnder, generate, onlyOn, test } from './support/fixtures.ts';
import { ask } from './support/page-actions.ts';
import { expectText, textField } from './support/text.ts';

test.use({ sharesApp: false });

test('what was typed survives an end without warning, except for the key', async ({ page, restart, userData }) => {
  const text = 'Nobody has spoken this yet.';
  await textField(page).fill(text);
  await page.getByRole('button', { name: 'Voice gallery…' }).click();
  await page.getByRole('textbox', { name: 'Line to compare' }).fill('One line for all.');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Base URL' }).fill('https://relay.example');
  await page.getByRole('textbox', { name: 'API key' }).fill('sk-never-stored');
  // Another connection is looked at meanwhile.
  await page.getByRole('button', { name: /^Demo mode/ }).click();
  await page.getByRole('button', { name: 'New connection Unsaved changes' }).click();
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('sk-never-stored');
  const saved = async () => JSON.stringify(await ask(page, 'drafts.load', null));
  await expect
    .poll(saved, { timeout: 1000 })
    .toMatch(/(?=.*"openId":null)(?=.*relay\.example)(?=.*One line)(?=.*scriptId)/);

  const again = await restart({ isKilled: true });
  await expectText(again, text);
  await again.getByRole('button', { name: 'Voice gallery…' }).click();
  await expect(again.getByRole('textbox', { name: 'Line to compare' })).toHaveValue('One line for all.');
  await again.getByRole('tab', { name: 'Settings' }).click();
  await expect(again.getByRole('textbox', { name: 'Base URL' })).toHaveValue('https://relay.example');
  await expect(again.getByRole('textbox', { name: 'API key' })).toHaveValue('');
  for (const [name, bytes] of await filesUnder(userData)) expect(bytes.includes('sk-never-stored'), name).toBe(false);
});

test('what was changed directly before the app is asked to end is kept, with the steps of undo', async ({
  page,
  restart,
}) => {
  await textField(page).fill('Once');
  const speed = () => page.getByRole('slider', { name: 'Speed' });
  await speed().press('ArrowRight');
  const value = await speed().inputValue();
  await textField(page).press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('Twice');
  const again = await restart();
  await expectText(again, 'Twice');
  await textField(again).focus();
  // The steps are read after the text is shown; until then there is nothing to undo.
  await expect(async () => {
    await again.keyboard.press('ControlOrMeta+z');
    await expectText(again, 'Once', { timeout: 3000 });
  }).toPass();
  await expect(again.getByRole('slider', { name: 'Speed' })).toHaveValue(value);
  await again.getByRole('tab', { name: 'Images' }).click();
  await again.keyboard.press('w');
  const last = await restart();
  await last.getByRole('tab', { name: 'Images' }).click();
  await expect(last.getByRole('button', { name: 'Wand', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

// fault 59
test('when Windows is shut down, what was typed last is kept, and a request that was out is told of', async ({
  page,
  relay,
  restart,
}) => {
  onlyOn('chromium', 'only its sessions can be ended');
  await connectInSettings(page, relay);
  relay.answerWith(replies.silence());
  await generate(page, 'Sent.');
  await expect.poll(() => relay.requests.filter(({ method }) => method === 'POST').length).toBe(1);
  await textField(page).fill('Typed last.');
  const again = await restart({ isSessionOver: true });
  await expectText(again, 'Typed last.');
  await expect(again.getByRole('alert')).toContainText('This may have been billed.');
});
