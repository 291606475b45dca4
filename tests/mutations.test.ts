import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MUTATIONS, withFault } from '../tools/mutations.ts';

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

it('each fault of the mutation check can be inserted into the code as it is', () => {
  const stale = MUTATIONS.flatMap((mutation) => {
    try {
      const source = read(mutation.file);
      return withFault(source, mutation) === source ? [`${mutation.file}: changes nothing: ${mutation.text}`] : [];
    } catch (error) {
      return [error instanceof Error ? error.message : `${mutation.file}: cannot be read`];
    }
  });
  expect(stale).toEqual([]);
});

it('the tests that are to notice the faults exist', () => {
  const files = globSync('{shared,electron,renderer,tools,tests}/**/*.{test,spec}.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  }).map((file) => file.replaceAll(path.sep, '/'));
  const named = new Set(MUTATIONS.flatMap(({ tests }) => tests));
  expect([...named].filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([]);
});
