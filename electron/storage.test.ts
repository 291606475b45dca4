import { expect, it } from 'vitest';
import { unwritable } from './storage.ts';

it('what would have to be stored is refused with the folder that cannot be written', () => {
  expect(unwritable({ isWritable: false, folder: '/library', reason: 'EROFS' })).toMatchObject({
    error: { code: 'storage.unwritable', details: { folder: '/library' } },
  });
});

it('a problem that may pass is named, so that nobody restarts for it', () => {
  expect(unwritable({ isWritable: false, folder: '/library', reason: 'full' })).toMatchObject({
    error: { code: 'storage.failed', details: { problem: 'full' }, billed: 'no' },
  });
});
