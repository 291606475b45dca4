// The browser for engines that only a real browser can prove or measure.

import { type Browser, chromium } from '@playwright/test';
import { findInstalledChromium, NO_CHROMIUM } from '../../tools/electron/index.ts';

/** Starts Chromium without a window. @throws if there is none. */
export function launchChromium(...switches: readonly string[]): Promise<Browser> {
  const executablePath = findInstalledChromium({ headless: true });
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  // The sandbox refuses to start as root.
  const args = ['--disable-gpu', ...switches, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return chromium.launch({ args, executablePath });
}

/** Lets pages play sound that nobody has clicked for. */
export const AUTOPLAY = '--autoplay-policy=no-user-gesture-required';
