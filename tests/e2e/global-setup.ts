// Says once which host the specs run on.

import { hostName } from './launch.ts';

/** Playwright calls this before the first spec. */
export default function globalSetup(): void {
  console.log(`End-to-end tests run on ${hostName() === 'electron' ? 'Electron' : 'the Chromium host'}.`);
}
