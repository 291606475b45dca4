import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { itemsOver } from '../../tests/support/test-database.ts';
import { openDatabase } from '../database/schema.ts';
import { createProtocolHandler } from '../protocol.ts';
import { createLibrary } from './library.ts';
import { createMediaStore } from './media-store.ts';
import { createThumbnails } from './thumbnails.ts';

const ID = 'ab'.repeat(32);
const SECRET = 'not of this library';

let outside: string;
let root: string;
beforeEach(async () => {
  const folder = await tempFolder();
  root = path.join(folder, 'library');
  outside = path.join(folder, 'outside');
  await mkdir(path.join(root, 'media', 'ab'), { recursive: true });
  await mkdir(outside);
  await writeFile(path.join(outside, 'secret.png'), SECRET);
  await writeFile(path.join(outside, `${ID}.png`), SECRET);
});

function open() {
  const db = openDatabase(':memory:');
  const unreadable: unknown[] = [];
  const store = createMediaStore(root);
  const library = createLibrary(
    itemsOver(db, (error) => unreadable.push(error)),
    store,
    root,
  );
  const thumbnails = createThumbnails(root, library);
  const addRow = (mediaId: string, extension: string, mime = 'image/png', rateHz: number | null = null): void =>
    void db.prepare('INSERT INTO media VALUES (?, ?, ?, 5, ?)').run(mediaId, extension, mime, rateHz);
  const serve = createProtocolHandler(root, library.media, thumbnails.pathOf);
  const get = async (kind: 'media' | 'thumbnails'): Promise<string> =>
    (await serve(new Request(`app://studio/${kind}/${ID}`))).text();
  return { store, library, thumbnails, addRow, get, unreadable };
}

describe('a row of the media table', () => {
  it.each([
    // attack 43
    'x/../../../../outside/secret.png',
    '/../../../outside/secret.png',
    'png/../../../../outside/secret.png',
    'png\0',
    '../png',
    'PNG',
    'exe',
    '',
    '__proto__',
    'constructor',
  ])('with the extension %j leads to no file', async (extension) => {
    const { library, addRow, get, unreadable } = open();
    await mkdir(path.join(root, 'media', 'ab', `${ID}.x`), { recursive: true });
    addRow(ID, extension);
    expect(await library.media(ID)).toBeUndefined();
    expect(await get('media')).toBe('');
    expect(unreadable.length).toBeGreaterThan(0);
  });

  // attack 21
  it.each(['..', '../../outside/secret', 'AB'.repeat(32), 'ab'.repeat(31)])(
    'with the id %j leads to no file',
    async (id) => {
      const { library, addRow } = open();
      addRow(id, 'png');
      expect(await library.media(id)).toBeUndefined();
    },
  );

  it('has the type of its extension, and a rate only for pcm, within its limits', async () => {
    const { library, addRow } = open();
    addRow(ID, 'png', 'text/html', 24_000);
    expect(await library.media(ID)).toMatchObject({ mime: 'image/png', pcmRateHz: null });
    const pcm = ID.replaceAll('a', 'c');
    addRow(pcm, 'pcm', 'audio/pcm', 9_000_000_000);
    expect((await library.media(pcm))?.pcmRateHz).toBe(24_000);
  });
});

describe('a symbolic link in the library', () => {
  it.each(['media', 'media/ab', `media/ab/${ID}.png`])('at %s leads to no file', async (linked) => {
    const { library, addRow, get, store } = open();
    addRow(ID, 'png');
    const link = path.join(root, linked);
    await rm(link, { recursive: true, force: true });
    if (linked === 'media') await mkdir(path.join(outside, 'ab'));
    if (linked === 'media') await writeFile(path.join(outside, 'ab', `${ID}.png`), SECRET);
    await symlink(linked.endsWith('.png') ? path.join(outside, 'secret.png') : outside, link);
    expect(await library.media(ID)).toBeUndefined();
    expect(await get('media')).toBe('');
    const file = store.receive('job', new AbortController().signal);
    await file.write(Buffer.from('new'));
    await file.close();
    await expect(store.keep('job', ID, 'png')).rejects.toThrow();
    expect(await readFile(path.join(outside, 'secret.png'), 'utf8')).toBe(SECRET);
  });

  it('at a thumbnail or its folder is neither read nor written through', async () => {
    const { library, thumbnails, addRow, get } = open();
    addRow(ID, 'png');
    await writeFile(path.join(root, 'media', 'ab', `${ID}.png`), 'x');
    expect(await library.media(ID)).toBeDefined();
    await mkdir(path.join(root, 'thumbnails'));
    await symlink(outside, path.join(root, 'thumbnails', 'ab'));
    await writeFile(path.join(outside, `${ID}.webp`), SECRET);
    expect(await get('thumbnails')).toBe('');
    const webp = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
    expect(await thumbnails.keep(ID, 'whole', webp)).toMatchObject({ ok: false });
    expect(await readFile(path.join(outside, `${ID}.webp`), 'utf8')).toBe(SECRET);
  });

  it('at the library itself is followed: a person may keep it on another disk', async () => {
    await writeFile(path.join(root, 'media', 'ab', `${ID}.png`), 'mine');
    const link = path.join(path.dirname(root), 'link');
    await symlink(root, link);
    root = link;
    const { addRow, get } = open();
    addRow(ID, 'png');
    expect(await get('media')).toBe('mine');
    expect(existsSync(path.join(link, 'media'))).toBe(true);
  });
});
