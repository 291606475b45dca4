// Decides once on which host the specs run, and finds the browser that those of the engines need.

import { bundleStudio } from '../../page/support/bundle-studio.ts';
import { setup } from '../../support/browser-setup.ts';
import { decideHost } from '../../support/test-host.ts';

/** Playwright calls this before it loads the specs, and what it returns after the last. */
export default async function globalSetup(): Promise<() => void> {
  setup();
  await bundleStudio();
  return decideHost();
}
