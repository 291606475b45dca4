// Takes screenshots of every screen, in all languages and both themes: `node tools/screenshots.ts [folder]`. They are
// for inspection by a person.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { LOCALE_TAGS, type Locale, TRANSLATORS } from '../shared/i18n/index.ts';
import { launch, systemLanguageOf } from '../tests/e2e/support/launch.ts';
import { decideHost } from '../tests/support/test-host.ts';
import { buildApp } from './build.ts';

const SIZE = { width: 1440, height: 900 };

const folder = path.resolve(process.argv[2] ?? 'screenshots');
await mkdir(folder, { recursive: true });
const end = await decideHost();
await buildApp();
for (const locale of LOCALE_TAGS) await photograph(locale);
end();

async function photograph(locale: Locale): Promise<void> {
  const userData = await mkdtemp(path.join(tmpdir(), 'relay-studio-shots-'));
  const app = await launch({ userData, saveDir: userData, language: systemLanguageOf(locale) });
  const { page } = app;
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
  await app.stop();
  await rm(userData, { recursive: true, force: true });
}

async function shoot(page: Page, locale: Locale, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: path.join(folder, `${name}-${locale}-${colorScheme}.png`) });
  }
}
