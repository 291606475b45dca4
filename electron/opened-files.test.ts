import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { BOUNDS } from '../shared/bounds.ts';
import { MAX_IMPORT_BYTES } from '../shared/import/imported-script.ts';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { createOpenedFiles, filesNamedBy, type OpenedFiles } from './opened-files.ts';

const HOME = path.resolve('/home/person');

async function takeAll(opened: OpenedFiles) {
  const files = [];
  for (let file = await opened.takeNext(); file !== null; file = await opened.takeNext()) files.push(file);
  return files;
}

// attack 47
it('finds files in a command line; ignores switches, other file types and addresses of other computers', () => {
  const argv = [
    'studio.png',
    '--gpu-launcher=evil.txt',
    'a.png',
    path.join(HOME, 'B.JPG'),
    pathToFileURL(path.join(HOME, 'my notes.txt')).href,
    'file://server/share/c.png%00',
    'https://example.com/d.png?x=1',
    'e.exe',
    'f.png\0.txt',
  ];
  expect(filesNamedBy(argv, HOME)).toEqual(['a.png', 'B.JPG', 'my notes.txt'].map((name) => path.join(HOME, name)));
});

it('returns each file once, with its name and bytes', async () => {
  const folder = await tempFolder();
  const names = ['a.png', 'b.txt', 'c.exe'].map((name) => path.join(folder, name));
  for (const name of names) await writeFile(name, path.basename(name));
  const opened = createOpenedFiles();
  opened.add(names);
  expect(await takeAll(opened)).toEqual([
    { name: 'a.png', kind: 'picture', bytes: new Uint8Array(Buffer.from('a.png')) },
    { name: 'b.txt', kind: 'text', bytes: new Uint8Array(Buffer.from('b.txt')) },
  ]);
  expect(await takeAll(opened)).toEqual([]);
});

// attack 39
it('returns no bytes for a missing or too large file, and skips what is not a regular file', async () => {
  const folder = await tempFolder();
  await writeFile(path.join(folder, 'long.txt'), Buffer.alloc(MAX_IMPORT_BYTES + 1));
  await mkdir(path.join(folder, 'folder.png'));
  const opened = createOpenedFiles();
  opened.add(['long.txt', 'gone.png', 'folder.png'].map((name) => path.join(folder, name)));
  expect(await takeAll(opened)).toEqual([
    { name: 'long.txt', kind: 'text', bytes: null },
    { name: 'gone.png', kind: 'picture', bytes: null },
  ]);
});

// bound files-waiting
it('keeps no more files waiting than are declared', async () => {
  const opened = createOpenedFiles();
  const names = Array.from({ length: BOUNDS.filesWaiting + 5 }, (_, index) => path.join(HOME, `${index}.png`));
  opened.add(names);
  opened.addSent({ files: names });
  expect(opened.waiting()).toEqual(names.slice(0, BOUNDS.filesWaiting));
  expect(await takeAll(opened)).toHaveLength(BOUNDS.filesWaiting);
  expect(filesNamedBy(['app', ...names], HOME)).toHaveLength(BOUNDS.filesWaiting);
});

// attack 47
it('notifies of arrivals, and validates what a second instance sends', () => {
  const opened = createOpenedFiles();
  let arrivals = 0;
  opened.onArrived(() => {
    arrivals += 1;
  });
  opened.addSent({ files: [path.join(HOME, 'a.png')] });
  for (const sent of [null, 'a.png', {}, { files: 'a.png' }, { files: [7, null, 'relative.png', { length: 3 }] }]) {
    opened.addSent(sent);
  }
  expect(arrivals).toBe(1);
});
