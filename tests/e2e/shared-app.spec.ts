import { pcmTone, replies } from '../fakes/scripted-relay.ts';
import { connectInSettings, expect, filesUnder, generate, test } from './support/fixtures.ts';

test.describe.configure({ mode: 'serial' });

let pid = 0;

test('the first test leaves traces everywhere', async ({ page, relay, app, userData, saveDir }) => {
  pid = app.pid;
  await page.getByRole('tab', { name: 'Images' }).click();
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('A trace');
  await connectInSettings(page, relay);
  relay.answerWith(replies.audio(pcmTone(1)), replies.silence());
  await generate(page, 'A trace');
  const takes = page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
  await expect(takes).toHaveCount(1);
  await takes.getByRole('button', { name: 'Save as…' }).click();
  await expect.poll(async () => (await filesUnder(saveDir)).size).toBe(1);
  expect([...(await filesUnder(userData)).keys()].some((name) => name.includes('media'))).toBe(true);
  await generate(page, 'Never answered');
  await expect(page.getByRole('progressbar')).toBeVisible();
});

test('the second has the same app, and finds it as a new one', async ({ page, app, userData, saveDir }) => {
  expect(app.pid).toBe(pid);
  await expect(page.getByRole('textbox', { name: 'Text to speak' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(0);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(page.getByRole('textbox', { name: 'Edit instruction' })).toHaveValue('');
  expect((await filesUnder(saveDir)).size).toBe(0);
  expect([...(await filesUnder(userData)).keys()].filter((name) => name.includes('media'))).toEqual([]);
});

test('the third changes a setting and restarts the app at once, which keeps the setting', async ({
  page,
  started,
  restart,
}) => {
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: /^wav\b/ }).click();
  const again = await restart();
  await expect(again.getByRole('combobox', { name: 'Format' })).toContainText('WAV');
  pid = started.app.pid;
});

test('the fourth has that app, with the settings of a new one', async ({ page, app }) => {
  expect(app.pid).toBe(pid);
  await expect(page.getByRole('combobox', { name: 'Format' })).toContainText('WAV (best)');
});
