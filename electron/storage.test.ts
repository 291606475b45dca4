import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { requireWritable, unwritable } from './storage.ts';

it("what cannot be written names the system's reason", async () => {
  const file = path.join(await tempFolder(), 'a-file');
  await writeFile(file, '');
  expect(() => requireWritable(path.join(file, 'inside'))).toThrow('ENOTDIR');
  expect(existsSync(path.join(file, 'inside'))).toBe(false);
});

it('what would have to be stored is refused with the folder that cannot be written', () => {
  expect(unwritable({ isWritable: false, folder: '/library', reason: 'EROFS' })).toMatchObject({
    error: { code: 'storage.unwritable', details: { folder: '/library' } },
  });
});
