import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Who may parse JSON without limits, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'shared/json/bounded-json.ts': 'it is the parser with limits',
  'electron/updates.ts': 'reads the package.json that the app itself was built with',
};

const sources = globSync('{electron,shared,practice-relay}/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
const parsing = sources.filter((file) => /JSON\s*\.\s*parse\b|\.json\(\)/.test(readFileSync(file, 'utf8')));

it('nothing but the parser with limits parses JSON in main, in the practice relay and in what they share', () => {
  expect(sources.length).toBeGreaterThan(300);
  expect(parsing.map((file) => file.split(path.sep).join('/')).sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});
