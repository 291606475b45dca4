import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { parseWavHeader } from '../../../shared/speech/wav.ts';
import { connectTo, filesUnder, generate } from '../../e2e/support/page-actions.ts';
import { listen } from '../../e2e/support/sound.ts';
import { pcmTone, replies, wavTone } from '../../fakes/scripted-relay.ts';
import { longUnless } from '../../support/long-unless.ts';
import { encode, sweep } from '../../support/sounds.ts';
import { expect, test } from '../support/fixtures.ts';

const takes = (page: Page) => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
const cells = (page: Page) => page.getByRole('grid', { name: 'Library items' }).getByRole('gridcell');
const fact = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Item details' }).locator('dl > div').filter({ hasText: name }).locator('dd');

async function choose(page: Page, format: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: new RegExp(`^${format}`) }).click();
}

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Library' }).click();
  await cells(page).first().dblclick();
}

test('details show the requested and the received audio; the row only when they differ', { tag: '@slow' }, async ({
  page,
  relay,
}) => {
  await connectTo(page, relay);
  await choose(page, 'mp3');
  relay.answerWith(replies.audio(wavTone(1)));
  await generate(page, 'Something else came.');
  await expect(takes(page).getByText('Asked MP3, got WAV')).toBeVisible();
  await openFirst(page);
  await expect(fact(page, 'Requested')).toHaveText('MP3');
  await expect(fact(page, 'Received')).toHaveText('WAV');
  await expect(fact(page, 'Sample rate')).toHaveText('24,000 Hz');
});

test('pcm is read again at another rate: longer when played and saved, without a request, and undone', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(pcmTone(1)));
  await generate(page, 'Too fast.');
  await expect(takes(page)).toContainText('0:01');
  await openFirst(page);
  const reread = page.getByRole('combobox', { name: 'Re-read as' });
  await reread.click();
  await page.getByRole('option', { name: '8,000 Hz', exact: true }).click();
  await expect(fact(page, 'Duration')).toHaveText('0:03');
  await page.getByRole('button', { name: 'Play this take' }).click();
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('max', /^3/);
  await page.getByRole('button', { name: 'Save as…' }).click();
  await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toEqual([expect.stringMatching(/\.wav$/)]);
  const [saved] = (await filesUnder(saveDir)).values();
  expect(saved && parseWavHeader(saved)).toMatchObject({ rateHz: 8000, declaredBytes: 48_000 });
  await page.keyboard.press('ControlOrMeta+z');
  await expect(fact(page, 'Duration')).toHaveText('0:01');
  await page.getByRole('tab', { name: 'Speech' }).click();
  await expect(takes(page)).toContainText('0:01');
  expect(relay.requests).toHaveLength(1);
});

for (const format of ['mp3', 'ogg_opus'] as const) {
  // How each is decoded is tested with the player's engine.
  test(
    `${format} is also saved as wav, decoded on this computer`,
    longUnless(format === 'mp3'),
    async ({ page, relay, saveDir, userData }) => {
      await connectTo(page, relay);
      relay.answerWith(replies.audio(await encode(sweep(1), format)));
      await choose(page, format);
      await generate(page, 'For the video editor.');
      await expect(takes(page)).toHaveCount(1);
      await takes(page).getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Save as WAV…' }).click();
      await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toEqual([expect.stringMatching(/\.wav$/)]);
      const [name = ''] = (await filesUnder(saveDir)).keys();
      const wav = await readFile(path.join(saveDir, name));
      expect(parseWavHeader(wav)).toMatchObject({ bitsPerSample: 16, formatTag: 1 });
      const [received = Buffer.alloc(0)] = (await filesUnder(path.join(userData, 'library/media'))).values();
      const [heard, asReceived] = [await listen(page, wav), await listen(page, received)];
      expect(heard.seconds).toBeCloseTo(asReceived.seconds, 1);
      expect(heard.loudness / asReceived.loudness).toBeCloseTo(1, 1);
    },
  );
}

test('selected takes are saved together under names of a pattern, by keyboard alone', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await connectTo(page, relay);
  for (const [index, text] of ['One.', 'Two.', 'Three.'].entries()) {
    await generate(page, text);
    await expect(takes(page)).toHaveCount(index + 1);
  }
  await page.getByRole('tab', { name: 'Library' }).click();
  await cells(page).first().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Save all…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save several' });
  await expect(dialog.getByText('3 takes')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'File names' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('{n}_{words}');
  await expect(dialog.getByRole('list', { name: 'Name preview' }).getByRole('listitem')).toHaveText([
    '1_One.wav',
    '2_Two.wav',
    '3_Three.wav',
  ]);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^3 files saved in/)).toBeVisible();
  expect([...(await filesUnder(saveDir)).keys()].sort()).toEqual(['1_One.wav', '2_Two.wav', '3_Three.wav']);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await expect(cells(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cells(page)).toHaveCount(3);
});
