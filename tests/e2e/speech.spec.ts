import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { factsOfFormat, SPEECH_FORMATS } from '../../shared/speech/formats.ts';
import { expect, filesUnder, generate, isolatedOrNot, longUnless, test } from './support/fixtures.ts';
import { ask } from './support/page-actions.ts';
import { recorded } from './support/recorded.ts';
import { listen, listenToPcm } from './support/sound.ts';

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
});

test('Save as offers pcm as wav first, named after its text and voice; both files are shown in their folders', {
  tag: '@journey',
}, async ({ page, app, saveDir, userData }) => {
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

test('stopped and started again, everything is still there', { tag: '@journey' }, async ({
  page,
  restart,
  userData,
}) => {
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: /^mp3/ }).click();
  await generate(page, 'Kept over the night.');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
  await generate(page, '明天见。');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(2);
  const before = await filesUnder(path.join(userData, 'library/media'));

  const again = await restart();
  await expect(again.getByRole('combobox', { name: 'Format' })).toContainText('MP3');
  await expect(again.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(2);
  await again.getByRole('button', { name: 'Play take: 明天见。' }).click();
  await expect(again.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
  await again.getByRole('tab', { name: 'Library' }).click();
  await expect(again.getByRole('grid', { name: 'Library items' }).getByRole('gridcell')).toHaveCount(2);
  await again.getByRole('combobox', { name: 'Search library' }).fill('明天');
  await expect(again.getByRole('grid', { name: 'Library items' }).getByRole('gridcell')).toHaveCount(1);
  expect(await filesUnder(path.join(userData, 'library/media'))).toEqual(before);
});
