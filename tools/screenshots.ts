// Takes screenshots in all languages. `node tools/screenshots.ts [folder]`: every screen in both themes, for inspection by
// a person. `node tools/screenshots.ts --guide`: the pictures of the guide, in place of those in docs/guide/images.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { createTranslator, LOCALE_TAGS, type Locale, TRANSLATORS } from '../shared/i18n/index.ts';
import { launch, type RunningApp, systemLanguageOf } from '../tests/e2e/support/launch.ts';
import { decideHost } from '../tests/support/test-host.ts';
import { buildApp } from './build.ts';
import { GUIDE_PICTURES_FOLDER, type GuidePicture } from './guide.ts';

const SIZE = { width: 1440, height: 900 };
/** Small, because the guide shows its pictures at half this width. */
const GUIDE_SIZE = { width: 1100, height: 700 };
const GUIDE_QUALITY = 80;

const isGuide = process.argv[2] === '--guide';
const folder = isGuide ? GUIDE_PICTURES_FOLDER : path.resolve(process.argv[2] ?? 'screenshots');
await mkdir(folder, { recursive: true });
const end = await decideHost();
await buildApp();
for (const locale of LOCALE_TAGS) await inNewApp(locale, isGuide ? illustrateGuide : photograph);
end();

async function inNewApp(locale: Locale, work: (app: RunningApp, locale: Locale) => Promise<void>): Promise<void> {
  const userData = await mkdtemp(path.join(tmpdir(), 'relay-studio-shots-'));
  const app = await launch({ userData, saveDir: userData, language: systemLanguageOf(locale) });
  await work(app, locale);
  await app.stop();
  await rm(userData, { recursive: true, force: true });
}

async function photograph({ page }: RunningApp, locale: Locale): Promise<void> {
  await page.setViewportSize(SIZE);
  await shoot(page, locale, '0-first-start');
  const takes = page.getByRole('listitem');
  for (const [index, t] of TRANSLATORS.entries()) {
    await page.getByRole('textbox').first().fill(t('prompt.voiceSample'));
    await page.keyboard.press('ControlOrMeta+Enter');
    await takes.nth(index).waitFor();
  }
  for (const [index, name] of ['1-speech', '2-images', '3-library', '4-settings'].entries()) {
    await page.getByRole('tab').nth(index).click();
    await shoot(page, locale, name);
  }
}

/** Does what the guide describes, and takes its pictures meanwhile. */
async function illustrateGuide({ page }: RunningApp, locale: Locale): Promise<void> {
  const t = createTranslator(locale);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const open = (name: string) => page.getByRole('tab', { name, exact: true }).click();
  const take = async (name: GuidePicture): Promise<void> => {
    await page.waitForFunction(() => [...document.images].every((image) => image.naturalWidth > 0));
    const png = await page.screenshot();
    await sharp(png)
      .webp({ quality: GUIDE_QUALITY })
      .toFile(path.join(folder, `${name}-${locale}.webp`));
  };
  await page.setViewportSize(GUIDE_SIZE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await press(t('common.dismiss'));
  await page.getByRole('textbox').first().fill(t('prompt.voiceSample'));
  await press(t('speech.generate'));
  await page
    .getByRole('list', { name: t('takes.title') })
    .getByRole('listitem')
    .first()
    .waitFor();
  await take('speech');
  await open(t('tab.images'));
  // The sample comes with its mask and is edited at once.
  await press(t('images.trySample'));
  await page.getByRole('button', { name: t('images.protected'), exact: true, pressed: true }).waitFor();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  await take('result');
  await press(t('images.backToMask'));
  await page.getByRole('toolbar', { name: t('images.tools') }).waitFor();
  await take('pictures');
  await open(t('tab.settings'));
  await take('connections');
}

async function shoot(page: Page, locale: Locale, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: path.join(folder, `${name}-${locale}-${colorScheme}.png`) });
  }
}
