import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SpeechItem } from '../../shared/contract/library.ts';
import { madeTake } from '../../tests/support/made-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { openDatabase } from '../database/schema.ts';
import { AT_ONCE } from './incoming-file.ts';
import { createLibrary } from './library.ts';
import { createMediaStore } from './media-store.ts';

async function open() {
  const root = await tempFolder();
  const unreadable: unknown[] = [];
  const database = openTestDatabase(root, (error) => unreadable.push(error));
  onTestFinished(database.close);
  const media = createMediaStore(root);
  const library = createLibrary(database.items, media, root);

  /** Adds an item whose media file contains the item's text. */
  async function add(id: string, text: string): Promise<SpeechItem> {
    const file = media.receive(id, AT_ONCE);
    await file.write(Buffer.from(text));
    await file.close();
    const kept = await media.identify(id);
    if (!kept) throw new Error('nothing received');
    await media.keep(id, kept.mediaId, 'pcm');
    const item = madeTake(1, text, { id, ...kept, createdAtMs: 1 });
    await library.addMedia({ ...kept, extension: 'pcm', mime: 'audio/pcm', pcmRateHz: 24_000 });
    await library.add(item);
    return item;
  }
  const ids = async (search: string) => {
    const { items } = await library.list({ search, kind: null, beforeId: null, limit: 50 });
    return items.map(({ id }) => id);
  };
  return { root, media, library, add, ids, unreadable };
}

describe('an item', () => {
  it('is a row, a media file named by its hash, and a sidecar', async () => {
    const { root, library, add } = await open();
    const item = await add('a', 'hello');
    expect(await library.get('a')).toEqual(item);
    expect(await readFile(path.join(root, 'media', item.mediaId.slice(0, 2), `${item.mediaId}.pcm`), 'utf8')).toBe(
      'hello',
    );
    expect(JSON.parse(await readFile(path.join(root, 'items', 'a.json'), 'utf8'))).toMatchObject({ item });
    expect(await library.media(item.mediaId)).toMatchObject({ mime: 'audio/pcm', pcmRateHz: 24_000, sizeBytes: 5 });
  });

  // fault 3
  it('added twice exists once; equal bytes are stored once', async () => {
    const { library, add, ids } = await open();
    const item = await add('a', 'same');
    await library.add(item);
    await add('b', 'same');
    expect(await ids('')).toEqual(['b', 'a']);
  });

  it('is not added when its job cannot be saved', async () => {
    const { library, add, ids } = await open();
    const item = await add('a', 'one');
    const withoutId = { id: null, state: 'done' } as never;
    await expect(library.add({ ...item, id: 'b' }, withoutId)).rejects.toThrow('NOT NULL');
    expect(await ids('')).toEqual(['a']);
  });

  it('moved to the trash is hidden, and can be restored', async () => {
    const { library, add, ids } = await open();
    await add('a', 'hello');
    await library.setTrashed(['a'], true);
    expect(await ids('')).toEqual([]);
    expect(await ids('hello')).toEqual([]);
    const trash = () =>
      Promise.all(
        ['', 'hello', 'other'].map(async (search) => {
          const { items } = await library.list({ search, kind: null, beforeId: null, limit: 50, isTrashed: true });
          return items.map(({ id }) => id);
        }),
      );
    expect(await trash()).toEqual([['a'], ['a'], []]);
    await library.setTrashed(['a'], false);
    expect(await ids('hello')).toEqual(['a']);
    expect(await trash()).toEqual([[], [], []]);
  });
});

describe('every change of an item', () => {
  const sidecarOf = async (root: string, id: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(root, 'items', `${id}.json`), 'utf8'));

  it('is in its sidecar before it is in its row', async () => {
    const { root, library, add } = await open();
    const item = await add('a', 'one');
    await add('b', 'two');
    const db = openDatabase(path.join(root, 'library.sqlite'));
    db.exec("CREATE TRIGGER full BEFORE UPDATE ON items BEGIN SELECT RAISE(ABORT, 'disk full'); END");
    db.close();
    await expect(library.change('a', () => ({ ...item, title: 'new' }))).rejects.toThrow('disk full');
    await expect(library.setTrashed(['b'], true)).rejects.toThrow('disk full');
    await expect(library.reread(item.mediaId, 8000)).rejects.toThrow('disk full');
    expect(await sidecarOf(root, 'a')).toMatchObject({
      version: 1,
      order: 1,
      trashedAtMs: null,
      item: { audio: { sampleRateHz: 8000 } },
      media: [{ mediaId: item.mediaId, extension: 'pcm', mime: 'audio/pcm', sizeBytes: 3, pcmRateHz: 8000 }],
    });
    expect(await sidecarOf(root, 'b')).toMatchObject({ order: 2, trashedAtMs: expect.any(Number) });
    expect((await library.media(item.mediaId))?.pcmRateHz).toBe(24_000);
  });

  it('is not made when its sidecar cannot be written', async () => {
    const { root, library, add, ids } = await open();
    for (const id of ['a', 'b']) await add(id, id);
    await rm(path.join(root, 'items', 'b.json'));
    await mkdir(path.join(root, 'items', 'b.json'));
    await expect(library.setTrashed(['a', 'b'], true)).rejects.toThrow('EISDIR');
    expect(await ids('')).toEqual(['b']);
  });

  it('comes after the one before: a verdict and the trash at once are both kept', async () => {
    const { root, library, add } = await open();
    await add('a', 'one');
    await Promise.all([library.change('a', (now) => ({ ...now, title: 'new' })), library.setTrashed(['a'], true)]);
    expect(await sidecarOf(root, 'a')).toMatchObject({ trashedAtMs: expect.any(Number), item: { title: 'new' } });
  });
});

it('lists newest first, in pages, and finds Chinese and English', async () => {
  const { library, add, ids } = await open();
  for (const [index, text] of ['Hello one', '今天天气很好', 'Hello three'].entries()) await add(`i${index}`, text);
  const first = await library.list({ search: '', kind: null, beforeId: null, limit: 2 });
  expect([first.items.map(({ id }) => id), first.hasMore]).toEqual([['i2', 'i1'], true]);
  const second = await library.list({ search: '', kind: 'speech', beforeId: 'i1', limit: 2 });
  expect([second.items.map(({ id }) => id), second.hasMore]).toEqual([['i0'], false]);
  expect(await ids('hello')).toEqual(['i2', 'i0']);
  expect(await ids('天气')).toEqual(['i1']);
  expect(await ids('!?')).toEqual([]);
});

it('skips unreadable items and reports them', async () => {
  const { root, library, add, unreadable } = await open();
  for (const id of ['old', 'odd', 'lacking', 'damaged', 'new']) await add(id, id);
  const db = openDatabase(path.join(root, 'library.sqlite'));
  db.exec(`UPDATE items SET body = json_set(body, '$.unheardOf', 1) WHERE id = 'odd'`);
  db.exec(`UPDATE items SET body = json_remove(body, '$.warnings') WHERE id = 'lacking'`);
  db.exec(`UPDATE items SET body = '{}' WHERE id = 'damaged'`);
  db.close();
  const first = await library.list({ search: '', kind: null, beforeId: null, limit: 1 });
  expect([first.items.map(({ id }) => id), first.hasMore]).toEqual([['new'], true]);
  const second = await library.list({ search: '', kind: null, beforeId: 'new', limit: 1 });
  expect([second.items.map(({ id }) => id), second.hasMore]).toEqual([['old'], false]);
  expect(await library.get('odd')).toBeUndefined();
  expect(unreadable.length).toBeGreaterThanOrEqual(4);
});

it('keeping a file that is already in its place succeeds', async () => {
  const { media, add } = await open();
  const item = await add('a', 'hello');
  await expect(media.keep('a', item.mediaId, 'pcm')).resolves.toBeUndefined();
  await expect(media.keep('a', '0'.repeat(64), 'pcm')).rejects.toThrow();
});

it('changes of an item wait for each other, so that none is lost', async () => {
  const { library, add } = await open();
  await add('a', 'one');
  const letters = ['b', 'c', 'd'];
  await Promise.all(letters.map((letter) => library.change('a', (item) => ({ ...item, title: item.title + letter }))));
  expect(await library.get('a')).toMatchObject({ title: 'onebcd' });
  expect(await library.change('nobody', (item) => item)).toBeUndefined();
});

describe('takes of identical requests', () => {
  it('are found by fingerprint: the newest complete one that is not in the trash', async () => {
    const { library, add } = await open();
    const takes = {
      old: {},
      new: { warnings: ['odd_length', 'implausible'] },
      cut: { isComplete: false },
      short: { warnings: ['truncated'] },
    } satisfies Record<string, Partial<SpeechItem>>;
    for (const [id, change] of Object.entries(takes)) {
      const take: SpeechItem = { ...(await add(id, id)), fingerprint: 'f', ...change };
      await library.change(id, () => take);
    }
    expect(await library.findMade('f')).toBe('new');
    await library.setTrashed(['new'], true);
    expect(await library.findMade('f')).toBe('old');
    expect(await library.findMade('other')).toBeUndefined();
  });

  it('provide the parts of a text that the newest of them lacks others of', async () => {
    const { root, library, add } = await open();
    const [first, second] = [await add('a', 'part one'), await add('b', 'part two')];
    const kept = [first, second].map(({ mediaId, sizeBytes }, index) => {
      return { fingerprint: `f${index}`, mediaId, sizeBytes, format: 'pcm' as const, rateHz: 24_000 };
    });
    const cut = await add('cut', 'one and two');
    const parts = { count: 3, kept };
    await library.change('cut', () => ({ ...cut, fingerprint: 'f', isComplete: false, parts }));
    expect(await library.arrivedParts('f')).toEqual(kept);
    expect(await library.arrivedParts('other')).toEqual([]);
    await rm(path.join(root, 'media', second.mediaId.slice(0, 2), `${second.mediaId}.pcm`));
    expect(await library.arrivedParts('f'), 'whose files are there').toEqual(kept.slice(0, 1));
    expect(await library.reread(first.mediaId, 8000), 'its own bytes are others').toEqual(['a']);
    const whole = await add('whole', 'all three');
    await library.change('whole', () => ({ ...whole, fingerprint: 'f', parts: { count: 3, kept: [] } }));
    expect(await library.arrivedParts('f')).toEqual([]);
    await library.setTrashed(['whole', 'cut'], true);
    expect(await library.arrivedParts('f')).toEqual([]);
  });

  it('provide a sample of each voice without a request', async () => {
    const { library, add } = await open();
    for (const [id, voice] of Object.entries({ a: 'v', b: 'v', c: 'w', d: null })) {
      const item = await add(id, id);
      await library.change(id, () => ({ ...item, request: { ...item.request, voice } }));
    }
    expect(await library.sampledVoices()).toEqual([
      { voice: 'v', itemId: 'b' },
      { voice: 'w', itemId: 'c' },
    ]);
  });
});

it('reading pcm at another rate changes only the takes of those bytes, with their media and sidecars', async () => {
  const { root, library, add } = await open();
  const item = await add('a', 'same bytes');
  await add('b', 'same bytes');
  const other = await add('c', 'other bytes');
  expect(await library.reread(item.mediaId, 8000)).toEqual(['a', 'b']);
  expect((await library.media(item.mediaId))?.pcmRateHz).toBe(8000);
  for (const id of ['a', 'b'])
    expect(await library.get(id)).toMatchObject({ audio: { sampleRateHz: 8000, durationMs: 1, askedFormat: 'pcm' } });
  expect(await library.get('c')).toEqual(other);
  expect(JSON.parse(await readFile(path.join(root, 'items', 'b.json'), 'utf8'))).toMatchObject({
    item: { audio: { sampleRateHz: 8000 } },
  });
  expect(await library.reread('0'.repeat(64), 8000)).toEqual([]);
});

describe('a sidecar that somebody else has changed', () => {
  async function changed(change: (sidecar: { item: SpeechItem; trashedAtMs: number | null }) => string) {
    const { root, library, add } = await open();
    await add('a', 'one');
    const file = path.join(root, 'items', 'a.json');
    const text = change(JSON.parse(await readFile(file, 'utf8')));
    await writeFile(file, text);
    const putAside = async (): Promise<string[]> => {
      const names = (await readdir(path.join(root, 'items'))).filter((name) => name.includes('.put-aside-'));
      return Promise.all(names.map((name) => readFile(path.join(root, 'items', name), 'utf8')));
    };
    return { library, text, putAside, stored: async () => JSON.parse(await readFile(file, 'utf8')) };
  }
  const STAR = [{ ids: ['a'], change: { isStarred: true } }];

  // fault 50
  it.each(['a star', 'a title', 'the trash'])('is taken in before %s is written', async (what) => {
    const { library, putAside, stored } = await changed(({ item, ...rest }) =>
      JSON.stringify({ ...rest, mine: 1, item: { ...item, note: 'By hand', tags: ['cup'] } }),
    );
    if (what === 'a star') await library.setKept(STAR);
    if (what === 'a title') await library.change('a', (item) => ({ ...item, title: 'New' }));
    if (what === 'the trash') await library.setTrashed(['a'], true);
    expect(await stored()).toMatchObject({ mine: 1, item: { note: 'By hand', tags: ['cup'] } });
    expect(await library.get('a')).toMatchObject({ note: 'By hand', tags: ['cup'] });
    expect(await putAside()).toEqual([]);
  });

  // fault 50
  it('and deleted is in the trash once it is written again', async () => {
    const { library, stored } = await changed((sidecar) => JSON.stringify({ ...sidecar, trashedAtMs: 7 }));
    await library.setKept(STAR);
    expect(await stored()).toMatchObject({ trashedAtMs: 7 });
  });

  // fault 50
  it.each([
    ['cannot be read', () => '{"item": '],
    [
      'is of other media',
      (one: { item: SpeechItem }) => JSON.stringify({ ...one, item: { ...one.item, mediaId: '0'.repeat(64) } }),
    ],
  ])('and %s is kept aside, not overwritten', async (_, change) => {
    const { library, text, putAside, stored } = await changed(change);
    await library.setKept(STAR);
    expect(await stored()).toMatchObject({ item: { title: 'one', isStarred: true } });
    expect(await putAside()).toEqual([text]);
  });
});
