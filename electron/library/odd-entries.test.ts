import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { hashFile } from './hash-file.ts';
import { createLinkCheck } from './linked-media.ts';
import { quarantineOdd } from './quarantine.ts';
import { safePath, UnsafePathError } from './safe-path.ts';

const SECRET = 'not of this library';

let root: string;
let victim: string;
beforeEach(async () => {
  const folder = await tempFolder();
  root = path.join(folder, 'library');
  victim = path.join(folder, 'thesis.txt');
  mkdirSync(root);
  writeFileSync(victim, SECRET);
});

const at = (name: string): string => path.join(root, name);

it('a rollback journal beside the database is put aside, and said', () => {
  writeFileSync(at('library.sqlite-journal'), 'pages');
  expect(quarantineOdd(root)).toEqual([expect.stringMatching(/^library\.sqlite-journal\.put-aside-/)]);
  expect(existsSync(at('library.sqlite-journal'))).toBe(false);
});

// promise foreign-libraries
it.each(['library.sqlite', 'library.sqlite-wal', 'library.sqlite.rebuilt'])(
  'somebody’s file with another name at %s is not written through it',
  (name) => {
    linkSync(victim, at(name));
    expect(quarantineOdd(root)).toEqual([]);
    expect(readFileSync(at(name), 'utf8')).toBe(SECRET);
    writeFileSync(at(name), 'written by SQLite');
    expect(readFileSync(victim, 'utf8')).toBe(SECRET);
  },
);

it('shared memory with another name is made anew', () => {
  linkSync(victim, at('library.sqlite-shm'));
  quarantineOdd(root);
  expect(existsSync(at('library.sqlite-shm'))).toBe(false);
  expect(readFileSync(victim, 'utf8')).toBe(SECRET);
});

it.skipIf(process.platform === 'win32')('a pipe is no file of a library', () => {
  execFileSync('mkfifo', [at('pipe')]);
  expect(() => safePath(root, 'pipe')).toThrow(UnsafePathError);
});

it('a media file with another name may be read if its bytes are those of its id', async () => {
  const mayRead = createLinkCheck();
  const file = at('media.pcm');
  linkSync(victim, file);
  const mediaId = (await hashFile(victim))?.mediaId ?? '';
  expect(await mayRead({ path: file, mediaId })).toBe(true);
  expect(await mayRead({ path: file, mediaId: 'ab'.repeat(32) })).toBe(false);
});
