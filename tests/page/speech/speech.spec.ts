import { connectTo, generate } from '../../e2e/support/page-actions.ts';
import { expectText, selectedText, textField, textOf } from '../../e2e/support/text.ts';
import { pcmTone, replies } from '../../fakes/scripted-relay.ts';
import { longUnless } from '../../support/long-unless.ts';
import { expect, isolatedOrNot, test } from '../support/fixtures.ts';

isolatedOrNot((isIsolated) => {
  test('a newcomer presses Ctrl+Enter and hears the selected sample', longUnless(isIsolated), async ({ page }) => {
    const editor = textField(page);
    await expect(editor).toBeFocused();
    await expect.poll(() => selectedText(page)).toBe(await textOf(page));
    const start = page.getByRole('region', { name: 'Begin with one of these, or write your own' });
    await start.getByRole('button', { name: 'A story' }).click();
    await expectText(page, /lighthouse/);
    await expect(editor).toBeFocused();
    await page.keyboard.type('My own words');
    await expectText(page, 'My own words');
    await expect(start).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
  });

  test('pause, seek by keyboard, resume', async ({ page, relay }) => {
    await connectTo(page, relay);
    relay.answerWith(replies.audio(pcmTone(8)));
    await generate(page, 'A long tone.');
    const player = page.getByRole('region', { name: 'Player' });
    await player.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
    const position = player.getByRole('slider', { name: 'Position' });
    await expect(position).toHaveAttribute('max', '8');
    await position.focus();
    await page.keyboard.press('End');
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(7.9);
    await page.keyboard.press('Home');
    await expect(position).toHaveValue('0');
    await player.getByRole('button', { name: 'Play' }).click();
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
  });
});

test('a voice is found by any of its names, and a custom key is offered as such', async ({ page }) => {
  const voice = page.getByRole('combobox', { name: 'Voice' });
  for (const words of ['candice', 'Candice', 'en_female_candice_emo', 'english candice']) {
    await voice.fill(words);
    await expect(page.getByRole('option', { name: /Candice/ }).first()).toBeVisible();
  }
  await voice.fill('  my_cloned_voice ');
  await page.getByRole('option', { name: 'Use “my_cloned_voice”' }).click();
  await expect(voice).toHaveValue(/my_cloned_voice/);
});

// attack 50
test('a text that cannot be sent says why; a long one is sent in parts and becomes one take', { tag: '@slow' }, async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  const generateButton = page.getByRole('button', { name: 'Generate', exact: true });
  await textField(page).fill('   ');
  await expect(generateButton).toBeDisabled();
  await expect(page.getByText('Write something to speak first')).toBeVisible();
  await textField(page).fill('你好。'.repeat(120));
  await expect(page.getByText('360 characters', { exact: true })).toBeVisible();
  await expect(page.getByText('Long: sent in parts, joined into one take')).toBeVisible();
  await expect(page.getByText('2 requests · 360 characters')).toBeVisible();
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: /^mp3/ }).click();
  await generateButton.click();
  const take = page.getByRole('list', { name: 'Takes' }).getByRole('listitem').first();
  await expect(take).toContainText('你好。你好。');
  await expect(take, 'its two parts are asked for as pcm, which is no fault').not.toContainText(/Asked|parts/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(relay.requests).toHaveLength(2);
  // In a script beside the line.
  await textField(page).fill(`Ben: Short.\nBen: ${'你好。'.repeat(120)}`);
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
  await expect(lines.nth(1)).toContainText('2 requests');
  await expect(lines.nth(0)).not.toContainText('requests');
});

test('when all is made, the export is the next step; without a title the first words are one', async ({ page }) => {
  const [made, next] = [
    page.getByRole('button', { name: 'Generate', exact: true }),
    page.getByRole('button', { name: 'Export', exact: true }),
  ];
  const primary = await made.evaluate((button) => getComputedStyle(button).backgroundColor);
  await textField(page).fill('Narrator: It is late.\nNarrator: The train is gone.');
  await expect(next).not.toHaveCSS('background-color', primary);
  await made.click();
  await expect(page.getByText('All lines are generated.')).toBeVisible();
  await expect(next).toHaveCSS('background-color', primary);
  await expect(made).not.toHaveCSS('background-color', primary);
  await expect(page.getByRole('textbox', { name: 'Script title' })).toHaveAttribute('placeholder', 'It is late.');
  await page.getByRole('button', { name: 'Scripts', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Open script “It is late.”' })).toBeVisible();
});

test('speed takes full-width digits and stays in its range', async ({ page }) => {
  const value = page.getByLabel('Speed value');
  const slider = page.getByRole('slider', { name: 'Speed', exact: true });
  await value.fill('１．５');
  await value.press('Enter');
  await expect(slider).toHaveValue('1.5');
  await value.fill('9');
  await value.press('Enter');
  await expect(slider).toHaveValue('3');
});

test('a deleted take is restored by Undo', { tag: '@slow' }, async ({ page, relay }) => {
  await connectTo(page, relay);
  await generate(page, 'Do not lose me.');
  const takes = page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
  await expect(takes).toHaveCount(1);
  await takes.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(takes).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(takes).toHaveCount(1);
});
