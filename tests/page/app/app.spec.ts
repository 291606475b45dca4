import { createTranslator } from '../../../shared/i18n/all.ts';
import { LOCALE_TAGS } from '../../../shared/i18n/index.ts';
import { LOCALES } from '../../../shared/i18n/locales.ts';
import { connectTo, generate } from '../../e2e/support/page-actions.ts';
import { addImages, editsOf, plainResults, writePicture } from '../../e2e/support/pictures.ts';
import { pcmTone, replies } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN' });
  test('the whole app speaks Chinese, and switches live to every language', async ({ page }) => {
    await expect(page.getByRole('tab', { name: '语音' })).toBeVisible();
    expect(await page.locator('html').getAttribute('lang')).toMatch(/^zh/);
    await page.getByRole('tab', { name: '设置' }).click();
    let choice = page.getByRole('combobox', { name: '界面语言', exact: true });
    for (const locale of LOCALE_TAGS) {
      const t = createTranslator(locale);
      await choice.click();
      await page.getByRole('option', { name: LOCALES[locale].name, exact: true }).click();
      await expect(page.getByRole('tab', { name: t('tab.speech'), exact: true })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALES[locale].htmlLang);
      choice = page.getByRole('combobox', { name: t('settings.language'), exact: true });
    }
  });
});

test('commands: keys, palette', async ({ page }) => {
  const open = page.getByRole('tab', { selected: true });
  await page.keyboard.press('ControlOrMeta+3');
  await expect(open).toHaveText('Library');
  await page.keyboard.press('Control+Tab');
  await expect(open).toHaveText('Settings');
  await page.keyboard.press('Control+Shift+Tab');
  await expect(open).toHaveText('Library');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('settings');
  await page.keyboard.press('Enter');
  await expect(open).toHaveText('Settings');
});

test('a window opens on the screen where the last one was left', async ({ page }) => {
  const open = page.getByRole('tab', { selected: true });
  await expect(open).toHaveText('Speech');
  await page.getByRole('tab', { name: 'Images' }).click();
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.reload();
  await expect(open).toHaveText('Library');
  await expect(page.getByRole('combobox', { name: 'Search library' })).toBeVisible();
});

test('the hint at the practice relay leads to the settings, is not shown there, and can be dismissed', async ({
  page,
}) => {
  const hint = page.getByText('Demo mode: no key needed.');
  await expect(hint).toBeVisible();
  await page.getByRole('button', { name: 'Add your relay' }).click();
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
  await expect(hint).toBeHidden();
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('paragraph').filter({ has: hint }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(hint).toBeHidden();
});

test('the command palette: arrows wrap around, Escape closes, a click runs', async ({ page }) => {
  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('combobox', { name: 'Search commands' });
  const options = page.getByRole('listbox', { name: 'Command palette' }).getByRole('option');
  const active = () => search.getAttribute('aria-activedescendant');
  await expect(search).toBeFocused();
  await search.fill('go to');
  const ids = await options.evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(2);
  await expect.poll(active).toBe(ids[0]);
  await search.press('ArrowUp');
  await expect.poll(active).toBe(ids.at(-1));
  await search.press('ArrowDown');
  await expect.poll(active).toBe(ids[0]);
  await search.press('ArrowDown');
  await expect.poll(active).toBe(ids[1]);
  await search.fill('voice gallery');
  await expect(options).toHaveCount(1);
  await search.fill('nothing is called this');
  await expect(options).toHaveCount(0);
  await expect(page.getByText('No command matches.')).toBeVisible();
  await search.press('Escape');
  await expect(search).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await search.fill('library');
  await options.first().click();
  await expect(page.getByRole('tab', { name: 'Library' })).toHaveAttribute('aria-selected', 'true');
  // What only another screen can do is not offered.
  await page.keyboard.press('ControlOrMeta+k');
  await search.fill('voice gallery');
  await expect(options).toHaveCount(0);
});

test('a held key sends one edit', async ({ page, relay, saveDir }) => {
  await connectTo(page, relay);
  relay.answerWith(plainResults('#3366cc'));
  await page.getByRole('tab', { name: 'Images' }).click();
  await addImages(page, await writePicture(saveDir, 'source.png', 320, 200));
  const instruction = page.getByRole('textbox', { name: 'Edit instruction' });
  const sent = () => editsOf(relay.requests).map(({ body }) => /Held|Pressed anew/.exec(body)?.[0]);
  await instruction.fill('Held');
  await page.keyboard.down('ControlOrMeta');
  await page.keyboard.down('Enter');
  await expect.poll(sent).toEqual(['Held']);
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(1);
  // Down while it is down: the key repeats.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('ControlOrMeta');
  await instruction.fill('Pressed anew');
  await instruction.press('ControlOrMeta+Enter');
  await expect.poll(sent).toEqual(['Held', 'Pressed anew']);
});

test('playback goes on across tabs', async ({ page, relay }) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(pcmTone(30)));
  await generate(page, 'A long sound.');
  await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('tab', { name: 'Library' }).click();
  const position = page.getByRole('slider', { name: 'Position' });
  const before = Number(await position.inputValue());
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(before);
});
