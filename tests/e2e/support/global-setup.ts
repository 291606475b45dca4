// Decides once on which host the specs run, and finds the browser that those of the engines need.

import { setup } from '../../support/browser-setup.ts';
import { decideHost } from '../../support/test-host.ts';

/** Playwright calls this before it loads the specs, and what it returns after the last. */
export default function globalSetup(): Promise<() => void> {
  setup();
  return decideHost();
}
