// What takes minutes and is no part of `npm test`: `npm run test:long`. Never tried again.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,practice-relay,tools,tests}/**/*.long.test.ts'],
    testTimeout: 30 * 60_000,
  },
});
