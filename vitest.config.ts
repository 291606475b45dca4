// Unit tests stand beside the code; tests/e2e belongs to Playwright.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,practice-relay,tools,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**', 'dist/**'],
    globalSetup: ['tests/support/browser-setup.ts'],
    testTimeout: 15_000,
  },
});
