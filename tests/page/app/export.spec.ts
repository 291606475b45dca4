import { accessibilityViolations, connectTo, filesUnder, generate } from '../../e2e/support/page-actions.ts';
import { pcmTone, replies } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

test('several takes are saved as one sound: the received samples with pauses, or at a loudness, as any kind', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await connectTo(page, relay);
  const [first, second] = [pcmTone(1), pcmTone(0.5)];
  const takes = page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
  for (const [index, tone] of [first, second].entries()) {
    relay.answerWith(replies.audio(tone));
    await generate(page, `Line ${index + 1}`);
    await expect(takes).toHaveCount(index + 1);
  }
  await takes.first().click();
  await takes.last().click({ modifiers: ['Shift'] });
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Save as one…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog).toContainText('2 takes become one audio file');
  expect(await accessibilityViolations(page)).toEqual([]);

  await dialog.getByRole('spinbutton', { name: 'Pause between (ms)' }).fill('250');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = dialog.getByRole('status');
  await expect(saved).toContainText(/^Saved as Line 1\.wav: 0:02/);
  const [wav = Buffer.alloc(0)] = [...(await filesUnder(saveDir)).values()];
  const pause = Buffer.alloc(24_000 * 0.25 * 2);
  const expected = Buffer.concat([first, pause, second]);
  const dataAt = wav.indexOf('data') + 8;
  expect(wav.subarray(dataAt, dataAt + expected.length).equals(expected)).toBe(true);

  // Keyboard only, as another kind and at a loudness.
  await dialog.getByRole('combobox', { name: 'Format' }).press('ArrowDown');
  await page.getByRole('option', { name: 'MP3' }).press('Enter');
  await dialog.getByRole('combobox', { name: 'Loudness' }).press('ArrowDown');
  await page.getByRole('option', { name: '−16 LUFS' }).press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Bit depth' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(saved).toContainText(/Line 1\.mp3: .*−1[56]\.\d LUFS.*peak −\d/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
