// Takes pictures of every screen, in both languages and themes: `node tools/screenshots.ts [folder]`. They are for looking at.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { launch } from '../tests/e2e/launch.ts';
import { decideHost } from '../tests/support/test-host.ts';
import { buildApp } from './build.ts';

const SIZE = { width: 1440, height: 900 };
const TEXTS = { en_US: 'The tide comes in twice a day.', zh_CN: '潮水每天涨两次。' } as const;

const folder = path.resolve(process.argv[2] ?? 'screenshots');
await mkdir(folder, { recursive: true });
const end = await decideHost();
await buildApp();
for (const language of ['en_US', 'zh_CN'] as const) await photograph(language);
end();

async function photograph(language: keyof typeof TEXTS): Promise<void> {
  const userData = await mkdtemp(path.join(tmpdir(), 'relay-studio-shots-'));
  const app = await launch({ userData, saveDir: userData, language });
  const { page } = app;
  await page.setViewportSize(SIZE);
  await shoot(page, language, '0-first-start');
  const takes = page.getByRole('listitem');
  for (const [index, text] of [TEXTS.en_US, TEXTS.zh_CN, TEXTS[language]].entries()) {
    await page.getByRole('textbox').first().fill(text);
    await page.keyboard.press('ControlOrMeta+Enter');
    await takes.nth(index).waitFor();
  }
  for (const [index, name] of ['1-speech', '2-images', '3-library', '4-settings'].entries()) {
    await page.getByRole('tab').nth(index).click();
    await shoot(page, language, name);
  }
  await app.stop();
  await rm(userData, { recursive: true, force: true });
}

async function shoot(page: Page, language: string, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: path.join(folder, `${name}-${language.slice(0, 2)}-${colorScheme}.png`) });
  }
}
