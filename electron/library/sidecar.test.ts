import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { madeId, madeTake } from '../../tests/support/made-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { listSidecars, readSidecar, SidecarFromFutureError, writeSidecar } from './sidecar.ts';

let root: string;
const ID = madeId(1);
const ITEM = madeTake(1, 'one');
const SIDECAR = {
  order: 7,
  trashedAtMs: 99,
  item: ITEM,
  media: [{ mediaId: ITEM.mediaId, extension: 'pcm', mime: 'audio/pcm', sizeBytes: 3, pcmRateHz: 8000 }],
};
const fileOf = (id: string): string => path.join(root, 'items', `${id}.json`);

beforeEach(async () => {
  root = await tempFolder();
  mkdirSync(path.join(root, 'items'));
});

describe('a sidecar', () => {
  it('has all that matters of an item', async () => {
    await writeSidecar(root, SIDECAR);
    expect(readSidecar(root, ID)).toEqual({ ok: true, data: SIDECAR });
  });

  it('keeps what a later version added when it is rewritten', async () => {
    await writeSidecar(root, SIDECAR);
    const stars = { ...JSON.parse(readFileSync(fileOf(ID), 'utf8')), stars: 5, tags: ['cup'] };
    writeFileSync(fileOf(ID), JSON.stringify(stars));
    await writeSidecar(root, { ...SIDECAR, trashedAtMs: null });
    expect(JSON.parse(readFileSync(fileOf(ID), 'utf8'))).toMatchObject({ stars: 5, tags: ['cup'], trashedAtMs: null });
  });

  it('keeps the fields that others added to its item, which is read without them', async () => {
    await writeSidecar(root, SIDECAR);
    const { item, ...rest } = JSON.parse(readFileSync(fileOf(ID), 'utf8'));
    writeFileSync(fileOf(ID), JSON.stringify({ ...rest, item: { ...item, mood: 'happy', kept: { by: 'me' } } }));
    expect(readSidecar(root, ID)).toEqual({ ok: true, data: SIDECAR });
    await writeSidecar(root, { ...SIDECAR, item: { ...ITEM, isStarred: true } });
    expect(JSON.parse(readFileSync(fileOf(ID), 'utf8')).item).toEqual({
      ...ITEM,
      isStarred: true,
      mood: 'happy',
      kept: { by: 'me' },
    });
  });

  it('from before takes had a model says nothing of where it came from', () => {
    const { model: _model, connectionOrigin: _origin, ...bare } = ITEM;
    writeFileSync(fileOf(ID), JSON.stringify({ ...SIDECAR, version: 1, item: bare }));
    expect(readSidecar(root, ID)).toMatchObject({ data: { item: { model: '', connectionOrigin: '' } } });
  });

  it('from before items had stars, or with odd ones, has nothing kept', async () => {
    const { isStarred: _star, rating: _rating, tags: _tags, note: _note, ...bare } = ITEM;
    const odd = { isStarred: 'yes', rating: 9, tags: ['  Cup ', 'cup', 7, '', 'x'.repeat(99)], note: ['?'] };
    for (const [item, tags] of [
      [bare, []],
      [{ ...bare, ...odd }, ['Cup', 'x'.repeat(60)]],
    ] as const) {
      writeFileSync(fileOf(ID), JSON.stringify({ ...SIDECAR, version: 1, item }));
      expect(readSidecar(root, ID)).toEqual({ ok: true, data: { ...SIDECAR, item: { ...ITEM, tags: [...tags] } } });
    }
  });

  it('with a title of a megabyte has its beginning, and no half character', () => {
    const item = { ...ITEM, title: `x${'😀'.repeat(300_000)}` };
    writeFileSync(fileOf(ID), JSON.stringify({ ...SIDECAR, version: 1, item }));
    const read = readSidecar(root, ID);
    expect(read.ok && read.data.item.title).toBe(`x${'😀'.repeat(99)}`);
  });

  it('without version, as first written, is read', () => {
    writeFileSync(fileOf(ID), JSON.stringify({ item: ITEM, media: [{}] }));
    expect(readSidecar(root, ID)).toEqual({
      ok: true,
      data: { order: null, trashedAtMs: null, item: ITEM, media: [] },
    });
  });

  it('of a newer version is neither read nor overwritten', async () => {
    const text = JSON.stringify({ ...SIDECAR, version: 2 });
    writeFileSync(fileOf(ID), text);
    expect(readSidecar(root, ID)).toEqual({ ok: false, error: 'newer' });
    await expect(writeSidecar(root, SIDECAR)).rejects.toThrow(SidecarFromFutureError);
    expect(readFileSync(fileOf(ID), 'utf8')).toBe(text);
  });
});

describe('hostile sidecars are refused', () => {
  const without = (change: object): string => JSON.stringify({ ...SIDECAR, version: 1, ...change });
  const nested = '['.repeat(2_000_000);
  it.each<[what: string, text: string, error: string]>([
    ['nothing', '', 'notJson'],
    ['half of one', without({}).slice(0, 100), 'notJson'],
    ['no object', '[]', 'invalid'],
    ['null', 'null', 'invalid'],
    ['nested without end', nested, 'invalid'],
    ['nested deep', without({ more: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) }), 'invalid'],
    ['with a prototype', without({}).replace('{', '{"__proto__":{"isAdmin":true},'), 'invalid'],
    ['with an inner prototype', without({}).replace('"extras":{', '"extras":{"__proto__":{"a":1}'), 'invalid'],
    ['of another item', without({ item: { ...ITEM, id: madeId(2) } }), 'name'],
    ['with a path for an id', without({ item: { ...ITEM, id: '../../x' } }), 'invalid'],
    ['with a path for media', without({ item: { ...ITEM, mediaId: '../../etc/passwd' } }), 'invalid'],
    ['with a page for media', without({ item: { ...ITEM, mime: 'text/html' } }), 'invalid'],
    ['of an unknown kind', without({ item: { ...ITEM, kind: 'program' } }), 'invalid'],
    ['trashed at no time', without({ trashedAtMs: 'soon' }), 'invalid'],
    ['made at a time that no date can show', without({ item: { ...ITEM, createdAtMs: 9e15 } }), 'invalid'],
    ['trashed at such a time', without({ trashedAtMs: 8.7e15 }), 'invalid'],
  ])('%s', (_, text, error) => {
    writeFileSync(fileOf(ID), text);
    expect(readSidecar(root, ID)).toEqual({ ok: false, error });
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });

  it.each(['exe', 'x/../../../secret.png', '__proto__', ''])(
    'media with the extension %j are left out',
    (extension) => {
      const media = SIDECAR.media.map((facts) => ({ ...facts, extension }));
      writeFileSync(fileOf(ID), without({ media }));
      expect(readSidecar(root, ID)).toMatchObject({ ok: true, data: { media: [] } });
    },
  );

  it.each([2 ** 60, -(2 ** 60), 1.5, '7', {}])('the order %j does not count', (order) => {
    writeFileSync(fileOf(ID), without({ order }));
    expect(readSidecar(root, ID)).toMatchObject({ ok: true, data: { order: null } });
  });

  it('one of a gigabyte, without reading it', () => {
    writeFileSync(fileOf(ID), '{');
    truncateSync(fileOf(ID), 1024 ** 3);
    const before = process.memoryUsage().arrayBuffers;
    expect(readSidecar(root, ID)).toEqual({ ok: false, error: 'tooLarge' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 ** 2);
  });

  it.skipIf(process.platform === 'win32')('links and pipes', () => {
    writeFileSync(path.join(root, 'other.json'), without({}));
    symlinkSync(path.join(root, 'other.json'), fileOf(ID));
    expect(readSidecar(root, ID)).toEqual({ ok: false, error: 'link' });
    execFileSync('mkfifo', [fileOf(madeId(2))]);
    expect(readSidecar(root, madeId(2))).toEqual({ ok: false, error: 'link' });
  });

  it('names that are no ids', () => {
    for (const name of [`${ID}.json`, 'a (1).json', '..json', `${ID}.json.damaged`, `${ID}.json.1-a.tmp`])
      writeFileSync(path.join(root, 'items', name), '');
    expect(listSidecars(root)).toEqual({ ids: [ID], misnamed: expect.arrayContaining(['a (1).json', '..json']) });
  });
});
