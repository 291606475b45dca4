// Takes screenshots. `node tools/screenshots.ts [folder]`: every screen in all languages and both themes, for inspection
// by a person. `--guide`: the pictures of the guide in all languages, in place of those in docs/guide/images. `--readme`:
// those of README in English, in place of those in docs/images.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { createTranslator, TRANSLATORS } from '../shared/i18n/all.ts';
import { LOCALE_TAGS, type Locale } from '../shared/i18n/index.ts';
import { launch, type RunningApp, systemLanguageOf } from '../tests/e2e/support/launch.ts';
import { decideHost } from '../tests/support/test-host.ts';
import { buildApp } from './build.ts';
import { GUIDE_PICTURES_FOLDER, type GuidePicture } from './guide.ts';

const SIZE = { width: 1440, height: 900 };
/** Small, because the guide shows its pictures at half this width. */
const GUIDE_SIZE = { width: 1100, height: 700 };
const GUIDE_QUALITY = 80;

const README_PICTURES_FOLDER = path.join(import.meta.dirname, '../docs/images');
/** Voices of the audition in README. */
const AUDITIONED = 6;
/** A scene of two roles and a narrator. */
const SCENE = [
  'Anna: The lighthouse has been dark for eleven years.',
  'Ben: Then who is signalling?',
  'Anna: Perhaps it is only the moon on the glass.',
  'Three short flashes crossed the water.',
  'Ben: The moon does not know Morse.',
  'Anna: Then fetch the lamp, and answer it.',
];

/** How long a take has been heard in README's picture. */
const LISTENED_MS = 1500;

type Work = { folder: string; locales: readonly Locale[]; run: (app: RunningApp, locale: Locale) => Promise<void> };
const WORKS: ReadonlyMap<string | undefined, Work> = new Map([
  ['--guide', { folder: GUIDE_PICTURES_FOLDER, locales: LOCALE_TAGS, run: illustrateGuide }],
  ['--readme', { folder: README_PICTURES_FOLDER, locales: ['en'], run: illustrateReadme }],
]);
const {
  folder,
  locales,
  run: work,
} = WORKS.get(process.argv[2]) ?? {
  folder: path.resolve(process.argv[2] ?? 'screenshots'),
  locales: LOCALE_TAGS,
  run: photograph,
};
await mkdir(folder, { recursive: true });
const end = await decideHost();
await buildApp();
for (const locale of locales) await inNewApp(locale);
end();

async function inNewApp(locale: Locale): Promise<void> {
  const userData = await mkdtemp(path.join(tmpdir(), 'relay-studio-shots-'));
  const app = await launch({ userData, saveDir: userData, language: systemLanguageOf(locale) });
  await work(app, locale);
  await app.stop();
  await rm(userData, { recursive: true, force: true });
}

async function photograph({ page }: RunningApp, locale: Locale): Promise<void> {
  await page.setViewportSize(SIZE);
  await shoot(page, locale, '0-first-start');
  const field = page.getByRole('textbox', { name: createTranslator(locale)('speech.text') });
  const takes = page.getByRole('listitem');
  for (const [index, t] of TRANSLATORS.entries()) {
    await field.fill(t('prompt.voiceSample'));
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
  await page.getByRole('textbox', { name: t('speech.text') }).fill(t('prompt.voiceSample'));
  await press(t('speech.generate'));
  await page
    .getByRole('list', { name: t('takes.title') })
    .getByRole('listitem')
    .first()
    .waitFor();
  await take('speech');
  await open(t('tab.images'));
  await compareSample(page, locale);
  await take('result');
  await press(t('images.backToMask'));
  await page.getByRole('toolbar', { name: t('images.tools') }).waitFor();
  await take('pictures');
  await shapeSample(page, locale, take);
  await open(t('tab.settings'));
  await take('connections');
}

/** The three screens that README shows, as somebody uses them. */
async function illustrateReadme({ page }: RunningApp, locale: Locale): Promise<void> {
  const t = createTranslator(locale);
  const take = async (name: string): Promise<void> => {
    await page.waitForFunction(() => [...document.images].every((image) => image.naturalWidth > 0));
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
  };
  const field = page.getByRole('textbox', { name: t('speech.text') });
  await page.setViewportSize(SIZE);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.getByRole('textbox', { name: t('script.title') }).fill('The lighthouse');
  await field.fill(SCENE.join('\n'));
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByText(t('plan.nothing')).waitFor({ timeout: 60_000 });
  await field.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await page.waitForTimeout(LISTENED_MS);
  await take('speech');

  await page.getByRole('button', { name: t('audition.open') }).click();
  await page.getByRole('textbox', { name: t('audition.line') }).fill('Good evening, and welcome to the show.');
  for (let voice = 0; voice < AUDITIONED; voice++) await page.getByRole('checkbox').nth(voice).click();
  await page.getByRole('button', { name: t('audition.run'), exact: true }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
  await page.keyboard.press('3');
  await page
    .getByRole('button', { name: new RegExp(t('player.pause')) })
    .first()
    .waitFor();
  await take('audition');
  // To the voices, then to the text.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: t('tab.images'), exact: true }).click();
  await compareSample(page, locale);
  await take('images');
}

/** Edits the sample, which comes with its mask and instruction, and opens the comparison. */
async function compareSample(page: Page, locale: Locale): Promise<void> {
  const t = createTranslator(locale);
  await page.getByRole('button', { name: t('images.trySample'), exact: true }).click();
  await page.getByRole('button', { name: t('images.edit'), exact: true }).click();
  const result = page.getByRole('button', { name: t('images.resultN', { number: 1 }), exact: true });
  await result.dblclick({ timeout: 60_000 });
  await page.getByRole('button', { name: t('images.protected'), exact: true, pressed: true }).waitFor();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
}

/** Shows how a part of the sample is sent, its extension, a crop of it, and what is masked of it cut out. */
async function shapeSample(page: Page, locale: Locale, take: (name: GuidePicture) => Promise<void>): Promise<void> {
  const t = createTranslator(locale);
  const choose = async (button: string, entry: string, role: 'option' | 'menuitem'): Promise<void> => {
    await page
      .getByRole('combobox', { name: button, exact: true })
      .or(page.getByRole('button', { name: button, exact: true }))
      .click();
    await page.getByRole(role, { name: new RegExp(`^${entry}`) }).click();
  };
  const frameOf = (name: string) => page.getByRole('region', { name }).getByRole('application');
  await page.getByRole('button', { name: t('common.moreOptions') }).click();
  await choose(t('images.detail'), t('images.detail.on'), 'option');
  await page.getByRole('slider', { name: t('images.surroundings') }).waitFor();
  await take('detail');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('images.extend'), exact: true }).click();
  await frameOf(t('images.extend')).waitFor();
  await take('extend');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('images.crop'), exact: true }).click();
  await frameOf(t('images.crop')).waitFor();
  await page.getByRole('button', { name: '1:1', exact: true }).click();
  await take('crop');
  await page.keyboard.press('Escape');
  await choose(t('images.maskMenu'), t('images.cutOut'), 'menuitem');
  await page.getByText(t('images.cutOutDone')).waitFor();
  await take('cutout');
  await page.keyboard.press('ControlOrMeta+z');
}

async function shoot(page: Page, locale: Locale, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: path.join(folder, `${name}-${locale}-${colorScheme}.png`) });
  }
}
