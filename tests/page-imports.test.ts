import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
/** An import or export from the contract that is not of types only. */
const VALUE = /^(?:import|export) (?!type )(?!\{(?:\s*type [^,}]+,?)+\s*\})[^;]*?from '[^']*\/contract\//gm;

it('the page uses only types of the contract: zod, which the contract needs, breaks its content security policy', async () => {
  const found: string[] = [];
  for await (const file of glob('renderer/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (/\.test\.tsx?$|\/testing\//.test(file)) continue;
    if (VALUE.test(await readFile(path.join(ROOT, file), 'utf8'))) found.push(file);
    VALUE.lastIndex = 0;
  }
  expect(found).toEqual([]);
});
