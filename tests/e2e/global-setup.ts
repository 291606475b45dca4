// Says once which host the specs run on, and makes sure that it is there.

import { setup } from '../support/browser-setup.ts';
import { hostName } from './launch.ts';

/** Playwright calls this before the first spec. */
export default function globalSetup(): void {
  if (hostName() === 'chromium') setup();
  console.log(`End-to-end tests run on ${hostName() === 'electron' ? 'Electron' : 'the Chromium host'}.`);
}
