// Specs marked `@long`: loops and very large pictures, no part of `npm test`: `npm run test:long`.

import { defineConfig } from '@playwright/test';
import config, { LONG } from './playwright.config.ts';

export default defineConfig({ ...config, grepInvert: [], grep: LONG });
