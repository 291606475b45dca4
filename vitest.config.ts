// Unit tests stand beside the code; the specs belong to Playwright, what takes minutes to vitest.long.config.ts.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { part } from './tests/support/test-parts.ts';
import { UnitTestReport } from './tests/support/unit-test-report.ts';

/** Tests that run in the process of the files before them. A process and its modules for each file take longer than most tests. */
const SHARING = '{shared,electron,renderer}/**/*.test.{ts,tsx}';
/** Tests that start processes and threads, or read and write what belongs to the process. */
const ISOLATED = '{practice-relay,tools,tests}/**/*.test.{ts,tsx}';
/** Replaces modules or members of built-in objects, which the files after it would find as well. */
const REPLACES = /\bvi\.(mock|hoisted|resetModules)\(|prototype/i;

const isReplacing = (file: string): boolean => REPLACES.test(readFileSync(file, 'utf8'));
/** What is repeated in full after `npm test` has tried a tenth of it. */
const isProperty = (file: string): boolean => /\bruns\(/.test(readFileSync(file, 'utf8'));

/**
 * What `npm test` leaves to `npm run test:all`: tests that start programs and threads, that play many replies, or that
 * calculate for seconds.
 */
const SLOW = [
  'practice-relay/**',
  'tests/{attacks,faults,foreign,practice-relay,replies}/**',
  'tests/{adding,key-canary}*',
  'tests/{fuzz,support}/**',
  'tools/**',
  'electron/database/client.*',
  'electron/database/recovery/rebuild.*',
  'electron/jobs/{failing-disk,odd-pictures}.*',
  'electron/library/{delete-for-good,picture-import,quarantine}.test.ts',
  'electron/ownership/lock-library.*',
  'electron/relay/{content-coding,early-end,json-bombs,tls-problems}.*',
  'electron/transfer/hostile-zip.*',
  'renderer/engines/mask/{painting/brush,points/points,raster/long-history}.*',
  'renderer/engines/pixels/alignment/{compare-pictures,undetermined}.*',
  'shared/speech/pcm-likeness.*',
];

const isSlow = (file: string): boolean => SLOW.some((pattern) => path.matchesGlob(file, pattern));
/** The files of a pattern that belong to this part of the tests. */
function filesOf(pattern: string): string[] {
  const files = globSync(pattern, { exclude: ['**/node_modules/**'] }).filter(
    (file) => !file.endsWith('.long.test.ts'),
  );
  if (part === 'gate') return files.filter((file) => !isSlow(file));
  if (part === 'rest') return files.filter((file) => isSlow(file) || isProperty(file));
  return files;
}

const sharing = filesOf(SHARING);
const replacing = sharing.filter(isReplacing);

export default defineConfig({
  test: {
    globalSetup: ['tests/support/browser-setup.ts'],
    // Generous, because the end-to-end tests run beside: a limit is reached by what hangs, not by a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As in playwright.config.ts.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 30_000 } },
    // One for each processor; without this one processor would stay idle.
    maxWorkers: '100%',
    // In a log only what failed is worth a line.
    reporters: [process.stdout.isTTY ? 'default' : 'minimal', new UnitTestReport()],
    projects: [
      {
        extends: true,
        test: {
          name: 'sharing',
          setupFiles: ['renderer/testing/read-texts.ts'],
          include: sharing.filter((file) => !replacing.includes(file)),
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
        },
      },
      { extends: true, test: { name: 'isolated', include: [...filesOf(ISOLATED), ...replacing] } },
    ],
  },
});
