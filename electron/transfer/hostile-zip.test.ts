import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zipSync } from 'fflate';
import { beforeEach, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { madeId, madeTake, writeMadeItem } from '../../tests/support/made-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { importLibrary } from './import-library.ts';
import { openZipSource } from './zip-source.ts';

const MIB = 1024 * 1024;
let folder: string;
let mine: string;
let file: string;

beforeEach(async () => {
  folder = await tempFolder();
  mine = path.join(folder, 'library');
  mkdirSync(mine);
  file = path.join(folder, 'hostile.zip');
});

/** The files of a take, by their places. */
function takeFiles(number: number): Record<string, Buffer> {
  const root = path.join(folder, `made-${number}`);
  const take = madeTake(number, `take ${number}`);
  writeMadeItem(root, take, number);
  const places = [`items/${take.id}.json`, `media/${take.mediaId.slice(0, 2)}/${take.mediaId}.pcm`];
  return Object.fromEntries(places.map((place) => [place, readFileSync(path.join(root, place))]));
}

/** Writes a zip file with native code: the entries are large. */
async function writeZipOf(entries: Iterable<[place: string, bytes: Buffer]>): Promise<void> {
  const zip = new ZipFile();
  for (const [place, bytes] of entries) zip.addBuffer(bytes, place);
  zip.end();
  await writeFile(file, await buffer(zip.outputStream));
}

async function importZip(freeBytes?: number) {
  const source = await openZipSource(file, freeBytes);
  const run = { signal: new AbortController().signal, onProgress: () => undefined };
  try {
    return await importLibrary(source, mine, { ...run, reserve: async () => 1, adopt: async () => undefined });
  } finally {
    await source.close();
  }
}

/** Everything beside the library that was there before. */
const outside = (): string[] => readdirSync(folder).filter((name) => !name.startsWith('made-'));

it('names that lead elsewhere are counted, and nothing is written outside of the library', async () => {
  const evil = Buffer.from('evil');
  const names = [
    '../evil.json',
    path.join(folder, 'absolute'),
    'items/../../evil.json',
    'C:\\evil',
    'items/../../../x/y',
    'a/b/c',
  ];
  const hostile = Object.fromEntries(names.map((name) => [name, evil]));
  writeFileSync(file, zipSync({ ...hostile, ...takeFiles(1), [`items/${madeId(2)}.json/x`]: evil }));
  const { added, refused } = await importZip();
  expect(added.items).toBe(1);
  expect(refused.foreign?.count).toBe(names.length + 1);
  expect(outside().sort()).toEqual(['hostile.zip', 'library']);
});

it('links are not made, and of entries with one name the first counts', async () => {
  const zip = new ZipFile();
  const files = takeFiles(1);
  for (const [place, bytes] of Object.entries(files)) zip.addBuffer(bytes, place);
  zip.addBuffer(Buffer.from('{}'), `items/${madeId(1)}.json`);
  zip.addBuffer(Buffer.from('/etc/passwd'), `items/${madeId(2)}.json`, { mode: 0o120777 });
  zip.end();
  await writeFile(file, await buffer(zip.outputStream));
  const { added, refused } = await importZip();
  expect(added.items).toBe(1);
  expect(refused).toEqual({
    duplicate: { count: 1, first: [`items/${madeId(1)}.json`] },
    link: { count: 1, first: [`items/${madeId(2)}.json`] },
  });
  expect(readdirSync(path.join(mine, 'items'))).toEqual([`${madeId(1)}.json`]);
});

it('an entry that unpacks to far more than it holds is refused before it is unpacked', async () => {
  const zeros = Buffer.alloc(4 * MIB);
  const [, mediaPlace = ''] = Object.keys(takeFiles(2));
  await writeZipOf([
    ...Object.entries(takeFiles(1)),
    [`items/${madeId(2)}.json`, randomBytes(17 * MIB)],
    [`items/${madeId(3)}.json`, zeros],
    [mediaPlace, zeros],
  ]);
  const { added, refused } = await importZip(MIB);
  expect(added.items).toBe(1);
  expect(refused.bomb?.count).toBe(2);
  expect(refused.tooLarge?.first).toEqual([`items/${madeId(2)}.json`]);
});

// attack 55
it('a zip of nothing but such entries is named as what it is, not as one without a library', async () => {
  await writeZipOf([[`items/${madeId(1)}.json`, Buffer.alloc(4 * MIB)]]);
  await expect(importZip(MIB)).rejects.toThrow('bomb');
});

it('entries that are small each and not together end the import', async () => {
  const zeros = Buffer.alloc(900 * 1024);
  await writeZipOf(Array.from({ length: 30 }, (_, index) => [`items/${madeId(index)}.json`, zeros]));
  await expect(importZip(MIB)).rejects.toThrow('bomb');
  expect(existsSync(path.join(mine, 'items'))).toBe(false);
});

it('a zip file full of other things is no library', async () => {
  const entries = Array.from({ length: 10_001 }, (_, index): [string, Buffer] => [`f/${index}`, Buffer.alloc(0)]);
  writeFileSync(file, zipSync(Object.fromEntries(entries), { level: 0 }));
  await expect(importZip()).rejects.toThrow('tooManyEntries');
});

it('a zip file that lists a million entries is refused before they are read', async () => {
  const whole = Buffer.alloc(98);
  whole.writeUInt32LE(0x06064b50, 0);
  whole.writeBigUInt64LE(44n, 4);
  for (const at of [24, 32]) whole.writeBigUInt64LE(1_000_000n, at);
  whole.writeUInt32LE(0x07064b50, 56);
  whole.writeUInt32LE(1, 72);
  whole.writeUInt32LE(0x06054b50, 76);
  whole.fill(0xff, 84, 96);
  writeFileSync(file, whole);
  await expect(importZip()).rejects.toThrow('tooManyEntries');
});

it('what is cut off is no zip file, and one changed byte costs its own item only', async () => {
  const zip = zipSync({ ...takeFiles(1), ...takeFiles(2) }, { level: 0 });
  const at = Buffer.from(zip).lastIndexOf('take 2');
  const changed = Buffer.from(zip);
  changed[at] = 'T'.charCodeAt(0);
  writeFileSync(file, changed);
  const { added, refused } = await importZip();
  expect(added.items).toBe(1);
  expect(refused.mediaDamaged?.count).toBe(1);
  truncateSync(file, 300);
  await expect(importZip()).rejects.toThrow('notZip');
});
