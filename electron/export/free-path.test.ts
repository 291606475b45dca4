import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { createFreePaths } from './free-path.ts';

it('counts each name on from where it came to, whatever its case', async () => {
  const folder = await tempFolder();
  const free = createFreePaths();
  const names: string[] = [];
  for (const name of ['a.wav', 'A.wav', 'a.wav', 'a', 'b.tar.gz', 'b.tar.gz', '.wav', '.wav']) {
    const file = await free(path.join(folder, name));
    await writeFile(file, '');
    names.push(path.basename(file));
  }
  expect(names).toEqual(['a.wav', 'A (2).wav', 'a (3).wav', 'a', 'b.tar.gz', 'b.tar (2).gz', '.wav', '.wav (2)']);
});
