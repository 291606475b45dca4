import { createTranslator } from '../../shared/i18n/all.ts';
import { LOCALE_TAGS } from '../../shared/i18n/index.ts';
import { expect, filesUnder, longUnless, test } from './support/fixtures.ts';
import { systemLanguageOf } from './support/launch.ts';

for (const locale of LOCALE_TAGS) {
  test.describe(locale, () => {
    test.use({ language: systemLanguageOf(locale) });
    const t = createTranslator(locale);

    const title = 'on the practice relay: from the sample to a compared, saved and reused result, by keyboard';
    // Nearly all other specs are in English.
    test(title, longUnless(locale === 'zh'), async ({ page, saveDir }) => {
      test.slow();
      await page.keyboard.press('ControlOrMeta+2');
      await page.getByRole('button', { name: t('images.trySample') }).press('Enter');
      await expect(page.getByText(t('images.sampleHint'))).toBeVisible();
      await page.keyboard.press('ControlOrMeta+Enter');
      const strip = page.getByRole('list', { name: t('images.results') });
      const result = strip.getByRole('button', { name: t('images.resultN', { number: 1 }), exact: true });
      await expect(result).toHaveAttribute('aria-pressed', 'true', { timeout: 30_000 });
      await expect(page.getByRole('region', { name: t('images.canvas') })).toBeVisible();
      await result.press('y');
      await expect(page.getByRole('region', { name: t('images.comparison') })).toBeVisible();
      await expect(page.getByRole('status', { name: t('images.measured') })).toContainText(t('images.untouched'), {
        timeout: 30_000,
      });
      await page.keyboard.press('1');
      await expect(page.getByText('100 %', { exact: true }).first()).toBeVisible();
      await page.keyboard.press('0');

      await result.press('Shift+F10');
      await page.getByRole('menuitem', { name: t('common.saveAs') }).press('Enter');
      await expect(page.getByRole('button', { name: t('save.save'), exact: true })).toBeFocused();
      await page.getByRole('radio', { name: 'JPEG' }).press('Space');
      await expect(page.getByRole('status', { name: t('save.fileSize') })).toHaveText(/\d/, { timeout: 30_000 });
      await page.keyboard.press('Enter');
      await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toEqual([expect.stringMatching(/\.jpg$/)]);

      await result.press('Shift+F10');
      await page.getByRole('menuitem', { name: t('images.addAsReference') }).press('Enter');
      const tray = page.getByRole('list', { name: t('images.tray') });
      await expect(tray.getByRole('listitem')).toHaveCount(2);
      await result.press('Shift+F10');
      await page.getByRole('menuitem', { name: t('images.useAsSource') }).press('Enter');
      await expect(page.getByText(t('images.usedAsSource'))).toBeVisible();
      await expect(result).toBeVisible();
    });
  });
}
