// Runs once before the tests: finds, or where we may installs, the browser that the Chromium host needs.

import { findChromium, NO_CHROMIUM } from '../../tools/chromium-host/find-chromium.ts';

/** Vitest calls this before its workers start, so that they do not install at the same time. */
export function setup(): void {
  if (findChromium() === undefined) throw new Error(NO_CHROMIUM);
}
