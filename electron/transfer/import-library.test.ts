import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeMadeScript } from '../../tests/support/large-library.ts';
import { madeId, madeTake, writeMadeItem } from '../../tests/support/made-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { partPathBeside } from '../files.ts';
import { backUpToFolder } from './back-up-folder.ts';
import { openFolderSource } from './folder-source.ts';
import { importLibrary } from './import-library.ts';
import { writeZip } from './write-zip.ts';
import { openZipSource } from './zip-source.ts';

let mine: string;
let theirs: string;
const signal = new AbortController().signal;
const run = { signal, onProgress: () => undefined };

beforeEach(async () => {
  mine = path.join(await tempFolder(), 'library');
  theirs = path.join(await tempFolder(), 'library');
  mkdirSync(mine);
  mkdirSync(theirs);
});

/** Imports, and lists what main was asked to make rows of. */
async function importFrom(place: string) {
  const source = await (place.endsWith('.zip') ? openZipSource(place) : openFolderSource(place));
  const adopted: string[] = [];
  const tools = { ...run, reserve: async () => 1000, adopt: async (ids: string[]) => void adopted.push(...ids) };
  try {
    return { ...(await importLibrary(source, mine, tools)), adopted };
  } finally {
    await source.close();
  }
}

const itemOf = (root: string, id: string) => JSON.parse(readFileSync(path.join(root, 'items', `${id}.json`), 'utf8'));
const change = (root: string, id: string, changed: object): void =>
  writeFileSync(path.join(root, 'items', `${id}.json`), JSON.stringify({ ...itemOf(root, id), ...changed }));
const zipOf = async (root: string) => {
  const file = path.join(await tempFolder(), 'theirs.zip');
  await writeZip({ root, file, part: partPathBeside(file), wanted: null, appVersion: '1.0.0' }, run);
  return file;
};
const NOTHING = { items: 0, scripts: 0, collections: 0 };

describe.each(['folder', 'zip'])('another library, from a %s', (as) => {
  const given = (): Promise<string> => (as === 'zip' ? zipOf(theirs) : Promise.resolve(theirs));

  it('is merged with all that its sidecars say, and the second time nothing is added', async () => {
    writeMadeItem(mine, madeTake(1, 'in both'), 1);
    writeMadeItem(theirs, madeTake(1, 'in both', { title: 'Renamed there' }), 1);
    writeMadeItem(theirs, madeTake(3, 'third'), 9);
    writeMadeItem(theirs, madeTake(2, 'second', { title: 'A name' }), 4);
    change(theirs, madeId(2), { trashedAtMs: 77, stars: 4, tags: ['cup'] });
    mkdirSync(path.join(theirs, 'collections'));
    writeFileSync(path.join(theirs, 'collections', 'c1.json'), JSON.stringify({ name: 'Best', itemIds: [madeId(2)] }));
    writeMadeScript(theirs, 1, [2, 3]);
    const place = await given();

    const first = await importFrom(place);
    expect(first).toMatchObject({
      added: { items: 2, scripts: 1, collections: 1 },
      known: { items: 1, scripts: 0, collections: 0 },
      renamed: 0,
      refused: {},
      isWhole: true,
    });
    expect(first.adopted.toSorted()).toEqual([madeId(2), madeId(3)]);
    expect(itemOf(mine, madeId(2))).toMatchObject({
      order: 1000,
      trashedAtMs: 77,
      stars: 4,
      tags: ['cup'],
      item: { title: 'A name', createdAtMs: madeTake(2, '').createdAtMs },
    });
    expect(itemOf(mine, madeId(3)).order).toBe(1001);
    expect(itemOf(mine, madeId(1)).item.title).toBe('in both');
    expect(readFileSync(path.join(mine, 'collections', 'c1.json'), 'utf8')).toContain(madeId(2));
    expect(
      readFileSync(path.join(mine, 'scripts', readdirSync(path.join(mine, 'scripts'))[0] ?? ''), 'utf8'),
    ).toContain('colourOfLater');
    const { mediaId } = madeTake(2, 'second');
    expect(readFileSync(path.join(mine, 'media', mediaId.slice(0, 2), `${mediaId}.pcm`), 'utf8')).toBe('second');
    expect(existsSync(path.join(mine, 'importing'))).toBe(false);

    const again = await importFrom(place);
    expect(again).toMatchObject({ added: NOTHING, known: { items: 3, scripts: 1, collections: 1 }, adopted: [] });
  });

  it('gives another id to what has one that is taken, wherever it is mentioned, and knows it when it comes again', async () => {
    writeMadeItem(mine, madeTake(1, 'mine'), 1);
    writeMadeScript(mine, 1, [1], 'My script');
    writeMadeItem(theirs, madeTake(1, 'theirs'), 1);
    writeMadeScript(theirs, 1, [1], 'Their script');
    const script = readdirSync(path.join(theirs, 'scripts'))[0]?.replace('.json', '') ?? '';
    const item = { ...itemOf(theirs, madeId(1)).item, line: { scriptId: script, lineId: 'l1' } };
    change(theirs, madeId(1), { item });
    const place = await given();

    const { added, renamed, adopted } = await importFrom(place);
    expect({ added, renamed }).toEqual({ added: { items: 1, scripts: 1, collections: 0 }, renamed: 2 });
    const [newId = ''] = adopted;
    expect(newId).not.toBe(madeId(1));
    const newScript = readdirSync(path.join(mine, 'scripts')).find((name) => !name.startsWith(script)) ?? '';
    const added2 = JSON.parse(readFileSync(path.join(mine, 'scripts', newScript), 'utf8'));
    expect(added2).toMatchObject({
      firstId: script,
      script: { title: 'Their script', id: newScript.replace('.json', '') },
    });
    expect(added2.script.lines[0].takeIds).toEqual([newId]);
    expect(itemOf(mine, newId)).toMatchObject({
      firstId: madeId(1),
      item: { id: newId, line: { scriptId: added2.script.id } },
    });
    expect(itemOf(mine, madeId(1)).item.title).toBe('mine');

    expect(await importFrom(place)).toMatchObject({ added: NOTHING, known: { items: 1, scripts: 1 } });
    // And back: what has another id here is the same thing there.
    const home = mine;
    mine = theirs;
    expect((await importFrom(home)).known).toEqual({ items: 1, scripts: 1, collections: 0 });
  });

  // fault 48
  it('says which of it are deleted here, but not there', async () => {
    for (const [number, trashedAtMs] of [
      [1, 5],
      [2, null],
      [3, 5],
    ] as const) {
      writeMadeItem(theirs, madeTake(number, `take ${number}`), number);
      writeMadeItem(mine, madeTake(number, `take ${number}`), number);
      change(mine, madeId(number), { trashedAtMs });
    }
    change(theirs, madeId(3), { trashedAtMs: 5 });
    writeMadeScript(theirs, 1, [1]);
    const place = await given();
    await importFrom(place);
    const [name = ''] = readdirSync(path.join(mine, 'scripts'));
    const file = path.join(mine, 'scripts', name);
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), trashedAtMs: 5 }));
    expect(await importFrom(place)).toMatchObject({
      added: NOTHING,
      known: { items: 2, scripts: 0, collections: 0 },
      trashed: { items: [madeId(1)], scripts: [name.replace('.json', '')] },
    });
  });

  it('of which files are damaged or missing brings the others, and says what was refused', async () => {
    for (const number of [1, 2, 3]) writeMadeItem(theirs, madeTake(number, `take ${number}`), number);
    const fileOf = (number: number): string => {
      const { mediaId } = madeTake(number, `take ${number}`);
      return path.join(theirs, 'media', mediaId.slice(0, 2), `${mediaId}.pcm`);
    };
    writeFileSync(fileOf(1), 'other!');
    writeMadeItem(theirs, madeTake(4, 'take 4'), 4, false);
    writeFileSync(path.join(theirs, 'items', `${madeId(5)}.json`), '{"version": 1, ');
    writeFileSync(path.join(theirs, 'items', `${madeId(6)}.json`), '{"version": 99}');
    const { added, refused, adopted } = await importFrom(await given());
    expect(added).toEqual({ items: 2, scripts: 0, collections: 0 });
    expect(adopted.toSorted()).toEqual([madeId(2), madeId(3)]);
    expect(refused).toEqual({
      mediaDamaged: { count: 1, first: [`items/${madeId(1)}.json`] },
      mediaMissing: { count: 1, first: [`items/${madeId(4)}.json`] },
      unreadable: { count: 1, first: [`items/${madeId(5)}.json`] },
      newer: { count: 1, first: [`items/${madeId(6)}.json`] },
    });
    expect(readdirSync(path.join(mine, 'incoming'))).toEqual([]);
  });
});

describe('a back-up in a folder', () => {
  it('has what the library has, copies only what is new the next time, and takes nothing away', async () => {
    for (const number of [1, 2]) writeMadeItem(theirs, madeTake(number, `take ${number}`), number);
    const folder = path.join(await tempFolder(), 'back-up');
    const first = await backUpToFolder(theirs, folder, '1.0.0', run);
    expect(first).toMatchObject({
      counts: { items: 2 },
      files: 4,
      known: 0,
      isContinued: false,
      changed: { count: 0 },
    });
    const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({ isWhole: true, counts: { items: 2 }, contents: [{ title: 'take 1' }, {}] });

    change(theirs, madeId(1), { stars: 1 });
    writeMadeItem(theirs, madeTake(3, 'take 3'), 3);
    expect(await backUpToFolder(theirs, folder, '1.0.0', run)).toMatchObject({ files: 6, known: 3 });
    expect(itemOf(folder, madeId(1)).stars).toBe(1);
    expect((await importFrom(folder)).added.items).toBe(3);
  });

  /** Makes a back-up of four takes. @returns it, and the path of a take's sound there or in a library. */
  async function backUpOfFour() {
    const texts = ['take 1', 'take 2', 'take 3', 'take 4'];
    for (const [index, text] of texts.entries()) writeMadeItem(theirs, madeTake(index + 1, text), index + 1);
    const folder = path.join(await tempFolder(), 'back-up');
    await backUpToFolder(theirs, folder, '1.0.0', run);
    const soundOf = (root: string, number: number): string => {
      const { mediaId } = madeTake(number, `take ${number}`);
      return path.join(root, 'media', mediaId.slice(0, 2), `${mediaId}.pcm`);
    };
    const placeOf = (number: number) => path.relative(theirs, soundOf(theirs, number)).split(path.sep).join('/');
    return { folder, soundOf, placeOf, read: (number: number) => readFileSync(soundOf(folder, number), 'utf8') };
  }

  // fault 47
  it('whose files have rotted is mended by one of the next sixteen, which names them', async () => {
    const { folder, soundOf, placeOf, read } = await backUpOfFour();
    for (const number of [1, 2]) writeFileSync(soundOf(folder, number), 'rotten');
    const repaired: string[] = [];
    let checked = 0;
    for (let count = 0; count < 16; count++) {
      const made = await backUpToFolder(theirs, folder, '1.0.0', run);
      repaired.push(...made.repaired.first);
      checked += made.checked;
    }
    expect(repaired.toSorted()).toEqual([placeOf(1), placeOf(2)].toSorted());
    expect([read(1), read(2), checked]).toEqual(['take 1', 'take 2', 4]);
  });

  // fault 47
  it('that is verified is read again at once; what is damaged is replaced and named, never by what is damaged itself', async () => {
    const { folder, soundOf, placeOf, read } = await backUpOfFour();
    writeFileSync(soundOf(folder, 1), 'rotten');
    writeFileSync(soundOf(folder, 2), 'short');
    // Whole here, and cut off in the library.
    writeFileSync(soundOf(theirs, 3), '');
    // Damaged here, and not in the library any more.
    rmSync(soundOf(theirs, 4));
    writeFileSync(soundOf(folder, 4), 'rotten');
    const verified = await backUpToFolder(theirs, folder, '1.0.0', run, true);
    expect(verified.repaired.first.toSorted()).toEqual([placeOf(1), placeOf(2)].toSorted());
    expect(verified.damaged).toEqual({ count: 1, first: [placeOf(4)] });
    expect(verified.checked).toBe(4);
    expect([1, 2, 3, 4].map(read)).toEqual(['take 1', 'take 2', 'take 3', 'rotten']);
    expect(await backUpToFolder(theirs, folder, '1.0.0', run, true)).toMatchObject({ repaired: { count: 0 } });
  });

  it('that was cancelled says that it is not whole, and the next one continues it', async () => {
    for (let number = 1; number <= 40; number++) writeMadeItem(theirs, madeTake(number, `take ${number}`), number);
    const folder = path.join(await tempFolder(), 'back-up');
    const cancel = new AbortController();
    const cancelled = backUpToFolder(theirs, folder, '1.0.0', {
      signal: cancel.signal,
      onProgress: (phase) => phase === 'copying' && cancel.abort(),
    });
    await expect(cancelled).rejects.toThrow('abort');
    const manifest = () => JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
    expect(manifest().isWhole).toBe(false);
    expect(await backUpToFolder(theirs, folder, '1.0.0', run)).toMatchObject({
      isContinued: true,
      counts: { items: 40 },
    });
    expect(manifest().isWhole).toBe(true);
  });
});

it('a project has the items and scripts that were named, with their takes and media', async () => {
  for (const number of [1, 2, 3, 4]) writeMadeItem(theirs, madeTake(number, `take ${number}`), number);
  writeMadeScript(theirs, 1, [1, 2]);
  writeMadeScript(theirs, 2, [4]);
  const script = '5c000000-0000-4000-8000-000000000001';
  const file = path.join(await tempFolder(), 'project.zip');
  const wanted = { itemIds: [madeId(3)], scriptIds: [script] };
  const made = await writeZip({ root: theirs, file, part: partPathBeside(file), wanted, appVersion: '1.0.0' }, run);
  expect(made).toMatchObject({ kind: 'project', counts: { items: 3, scripts: 1, collections: 0 }, files: 7 });
  const { added, adopted } = await importFrom(file);
  expect(added).toEqual({ items: 3, scripts: 1, collections: 0 });
  expect(adopted.toSorted()).toEqual([madeId(1), madeId(2), madeId(3)]);
});

it('symbolic links in a library are not followed', async () => {
  writeMadeItem(theirs, madeTake(1, 'one'), 1);
  const secret = path.join(await tempFolder(), 'secret.json');
  writeFileSync(secret, JSON.stringify(itemOf(theirs, madeId(1))));
  symlinkSync(secret, path.join(theirs, 'items', `${madeId(2)}.json`));
  symlinkSync(path.dirname(secret), path.join(theirs, 'collections'));
  const { added, refused } = await importFrom(theirs);
  expect(added.items).toBe(1);
  expect(refused.link).toEqual({ count: 2, first: [`items/${madeId(2)}.json`, 'collections'] });
});

it('refuses a folder and a file that are no library', async () => {
  await expect(importFrom(theirs)).rejects.toThrow('notLibrary');
  const file = path.join(theirs, 'no.zip');
  writeFileSync(file, 'not a zip');
  await expect(importFrom(file)).rejects.toThrow('notZip');
});
