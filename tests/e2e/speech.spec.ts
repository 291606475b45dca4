import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { factsOfFormat, SPEECH_FORMATS } from '../../shared/speech/formats.ts';
import { connectTo, expect, filesUnder, generate, isolatedOrNot, longUnless, test } from './support/fixtures.ts';
import { ask } from './support/page-actions.ts';
import { recorded } from './support/recorded.ts';
import { listen, listenToPcm } from './support/sound.ts';
import { expectText, selectedText, textField, textOf } from './support/text.ts';

const TEXTS = [
  { language: 'English', text: 'Good morning. The studio is open.' },
  { language: 'Chinese', text: '早上好，工作室已经开门了。' },
] as const;
/** How long either text may be when it is spoken, in seconds. */
const SECONDS = { min: 1, max: 6 };

isolatedOrNot((isIsolated) => {
  for (const [index, format] of SPEECH_FORMATS.entries()) {
    // The formats take turns: the tests of the practice relay speak every language in every format.
    for (const { language, text } of TEXTS.filter((_, turn) => turn === index % TEXTS.length)) {
      const title = `${language} is spoken as ${format}, played, and stored as received`;
      // Without isolation only the way to the sound is another, whatever the format.
      test(title, longUnless(isIsolated || index === 0), async ({ page, userData }) => {
        await page.getByRole('combobox', { name: 'Format' }).click();
        await page.getByRole('option', { name: new RegExp(`^${format}`) }).click();
        await generate(page, text);

        const player = page.getByRole('region', { name: 'Player' });
        await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
        const position = player.getByRole('slider', { name: 'Position' });
        await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
        await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);

        const media = [...(await filesUnder(path.join(userData, 'library/media'))).entries()];
        expect(media).toHaveLength(1);
        const [name, bytes] = media[0] ?? ['', Buffer.alloc(0)];
        expect(path.extname(name)).toBe(`.${factsOfFormat(format).extension}`);
        const heard = format === 'pcm' ? listenToPcm(bytes) : await listen(page, bytes);
        expect(heard.seconds).toBeGreaterThan(SECONDS.min);
        expect(heard.seconds).toBeLessThan(SECONDS.max);
        expect(heard.loudness).toBeGreaterThan(0.01);
      });
    }
  }

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

  test('pause, seek by keyboard, resume', async ({ page }) => {
    await generate(
      page,
      'This sentence is long enough to be paused in the middle of it, and then to be heard to its end.',
    );
    const player = page.getByRole('region', { name: 'Player' });
    await player.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
    const position = player.getByRole('slider', { name: 'Position' });
    await position.focus();
    await page.keyboard.press('End');
    const end = Number(await position.inputValue());
    await page.keyboard.press('Home');
    await expect(position).toHaveValue('0');
    expect(end).toBeGreaterThan(2);
    await player.getByRole('button', { name: 'Play' }).click();
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
  });
});

test('Save as offers pcm as wav first, named after its text and voice; both files are shown in their folders', async ({
  page,
  app,
  saveDir,
  userData,
}) => {
  await ask(page, 'settings.update', { provenance: { hasMark: true, hasRecord: false } });
  await generate(page, 'A file for the editor.');
  await page.getByRole('list', { name: 'Takes' }).getByRole('button', { name: 'Save as…' }).click();
  await expect
    .poll(async () => [...(await filesUnder(saveDir)).keys()])
    .toEqual([expect.stringMatching(/^A file for the editor\. – .+\.wav$/)]);
  const [name = ''] = (await filesUnder(saveDir)).keys();
  await expect(page.getByText('demo mode makes it without AI')).toBeVisible();
  await page.getByRole('button', { name: 'Show in folder' }).click();
  const shown = () => recorded(app, 'shell.showItemInFolder');
  await expect.poll(shown).toContain(path.join(saveDir, name));
  await page.getByRole('list', { name: 'Takes' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Show in folder' }).click();
  const [stored = ''] = (await filesUnder(path.join(userData, 'library/media'))).keys();
  await expect.poll(shown).toContain(path.join(userData, 'library/media', stored));
  expect((await listen(page, await readFile(path.join(saveDir, name)))).loudness).toBeGreaterThan(0.01);
});

test('stopped and started again, everything is still there', async ({ page, restart, userData }) => {
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: /^mp3/ }).click();
  await generate(page, 'Kept over the night.');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
  await generate(page, '明天见。');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(2);
  const before = await filesUnder(path.join(userData, 'library/media'));

  const again = await restart();
  await expect(again.getByRole('combobox', { name: 'Format' })).toContainText('mp3');
  await expect(again.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(2);
  await again.getByRole('button', { name: 'Play take: 明天见。' }).click();
  await expect(again.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
  await again.getByRole('tab', { name: 'Library' }).click();
  await expect(again.getByRole('grid', { name: 'Library items' }).getByRole('gridcell')).toHaveCount(2);
  await again.getByRole('combobox', { name: 'Search library' }).fill('明天');
  await expect(again.getByRole('grid', { name: 'Library items' }).getByRole('gridcell')).toHaveCount(1);
  expect(await filesUnder(path.join(userData, 'library/media'))).toEqual(before);
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

test('a text that cannot be sent says why; a long one is sent in parts and becomes one take', async ({
  page,
  relay,
}) => {
  // The practice relay would speak for a minute and a half, which a busy machine does not make in time.
  await connectTo(page, relay);
  const generateButton = page.getByRole('button', { name: 'Generate', exact: true });
  await textField(page).fill('   ');
  await expect(generateButton).toBeDisabled();
  await expect(page.getByText('Write something to speak first')).toBeVisible();
  await expect(page.getByText(/bytes/)).toHaveCount(0);
  await textField(page).fill('你好。'.repeat(120));
  await expect(page.getByText('360 characters', { exact: true })).toBeVisible();
  await expect(page.getByText('1,080 bytes', { exact: true })).toBeVisible();
  await expect(page.getByText('over the recommended 1,024: sent in parts, joined to one take')).toBeVisible();
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
  await textField(page).fill(`Anna: Short.\nBen: ${'你好。'.repeat(120)}`);
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
  await expect(lines.nth(1)).toContainText(/1,080 bytes\s+2 requests/);
  await expect(lines.nth(0)).not.toContainText('bytes');
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

test('a deleted take is restored by Undo', async ({ page }) => {
  await generate(page, 'Do not lose me.');
  const takes = page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
  await expect(takes).toHaveCount(1);
  await takes.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(takes).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(takes).toHaveCount(1);
});
