// Specs marked `@long`: loops and very large pictures, no part of `npm test`: `npm run test:long`. Tried again
// as in playwright.config.ts: in CI once.

import { defineConfig } from '@playwright/test';
import config, { LONG } from './playwright.config.ts';

export default defineConfig({ ...config, grepInvert: [], grep: LONG });
