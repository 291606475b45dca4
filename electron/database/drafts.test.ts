import { describe, expect, test } from 'vitest';
import type { ImagesDraft } from '../../shared/contract/drafts.ts';
import { draftBody } from '../../shared/storage/drafts.ts';
import { draftPicture, imagesDraft } from '../../shared/testing/images-draft.ts';
import { createDraftRows, type DraftRows } from './drafts.ts';
import { openDatabase } from './schema.ts';

const media = (digit: string): string => digit.repeat(64);
const draft = (...keys: string[]): ImagesDraft => imagesDraft({ pictures: keys.map((key) => draftPicture(key)) });
const saveImages = (rows: DraftRows, body: ImagesDraft): void => rows.save({ name: 'images', body });
const loadImages = (rows: DraftRows): ImagesDraft | null => draftBody(rows.load().drafts, 'images');
const tile = (index: number, ...bytes: number[]) => ({ index, packed: Uint8Array.from(bytes) });

describe('drafts', () => {
  test('are restored as last saved, each mask tile in its latest state', () => {
    const drafts = createDraftRows(openDatabase(':memory:'), () => true);
    expect(loadImages(drafts)).toBeNull();
    saveImages(drafts, draft('a'));
    saveImages(drafts, draft('a', 'b'));
    drafts.saveMask('a', [tile(0, 255), tile(7, 1, 2, 3)]);
    drafts.saveMask('a', [tile(0, 0)]);
    expect(loadImages(drafts)).toEqual(draft('a', 'b'));
    expect(drafts.loadMasks(['a', 'b'])).toEqual([{ key: 'a', tiles: [tile(0, 0), tile(7, 1, 2, 3)] }]);
  });

  test('lose no other tile to one that was written from outside', () => {
    const db = openDatabase(':memory:');
    const drafts = createDraftRows(db, () => true);
    drafts.saveMask('a', [tile(0, 255)]);
    const insert = db.prepare("INSERT INTO mask_tiles VALUES ('a', ?, ?)");
    for (const index of [-1, 9999, 2 ** 40]) insert.run(index, Uint8Array.of(1));
    insert.run(1, new Uint8Array());
    insert.run(2, new Uint8Array(70_000));
    expect(drafts.loadMasks(['a'])).toEqual([{ key: 'a', tiles: [tile(0, 255)] }]);
  });

  test('omit pictures that the library does not know, and delete masks that belong to no picture', () => {
    const db = openDatabase(':memory:');
    const drafts = createDraftRows(db, (mediaId) => mediaId !== media('2'));
    saveImages(drafts, { ...draft('a'), pictures: [draftPicture('a'), draftPicture('b', media('2'))] });
    for (const key of ['a', 'b', 'removed']) drafts.saveMask(key, [tile(1, 9)]);
    expect(loadImages(drafts)?.pictures.map(({ key }) => key)).toEqual(['a']);
    expect(db.prepare('SELECT DISTINCT picture_key AS key FROM mask_tiles').all()).toEqual([{ key: 'a' }]);
  });

  test('keep the masks of all sources of the chain', () => {
    const drafts = createDraftRows(openDatabase(':memory:'), (mediaId) => mediaId !== media('2'));
    const chain = [draftPicture('first'), draftPicture('lost', media('2')), draftPicture('a')];
    saveImages(drafts, { ...draft('a'), chain });
    for (const key of ['a', 'first', 'lost']) drafts.saveMask(key, [tile(1, 9)]);
    expect(loadImages(drafts)?.chain.map(({ key }) => key)).toEqual(['first', 'a']);
    expect(drafts.loadMasks(['a', 'first', 'lost']).map(({ key }) => key)).toEqual(['a', 'first']);
  });

  test('restore the known fields of a draft from another version', () => {
    const db = openDatabase(':memory:');
    const drafts = createDraftRows(db, () => true);
    saveImages(drafts, draft('a'));
    const save = (body: unknown): void => void db.prepare('UPDATE drafts SET body = ?').run(JSON.stringify(body));
    save({ ...draft('a'), choices: { style: 'new' }, later: true });
    expect(loadImages(drafts)).toEqual({ ...draft('a'), choices: {} });
    save({ nothing: 'of it' });
    expect(loadImages(drafts)).toBeNull();
  });

  test.each(['{"pictures":', 'null', '[]', '{"nothing":"of it"}', '\u0000'])(
    'put the unreadable %j aside and report it once',
    (body) => {
      const db = openDatabase(':memory:');
      const drafts = createDraftRows(db, () => true);
      db.prepare('INSERT INTO drafts (name, body) VALUES (?, ?)').run('images', body);
      const { drafts: restored, losses } = drafts.load();
      const [loss] = losses;
      expect([restored, losses.map(({ file }) => file)]).toEqual([[], ['draft']]);
      saveImages(drafts, draft('a'));
      expect(drafts.load()).toMatchObject({ drafts: [{ name: 'images', body: draft('a') }], losses: [] });
      expect(db.prepare('SELECT body FROM drafts WHERE name = ?').get(loss?.keptAs ?? '')).toEqual({ body });
    },
  );

  test('each has its own row; one that is emptied is gone, and one that cannot be read takes no other along', () => {
    const db = openDatabase(':memory:');
    const drafts = createDraftRows(db, () => true);
    const audition = { name: 'audition', body: { text: 'One line', voices: ['a'] } } as const;
    drafts.save({ name: 'speech', body: { scriptId: 'old' } });
    drafts.save({ name: 'speech', body: { scriptId: 'new' } });
    drafts.save({ ...audition, body: { ...audition.body, voices: [...audition.body.voices] } });
    saveImages(drafts, draft('a'));
    db.exec(`UPDATE drafts SET body = '{' WHERE name = 'images'`);
    const { drafts: loaded, losses } = drafts.load();
    expect([loaded, losses.length]).toEqual([[{ name: 'speech', body: { scriptId: 'new' } }, audition], 1]);
    drafts.save({ name: 'speech', body: null });
    expect(drafts.load()).toEqual({ drafts: [audition], losses: [] });
  });

  test('of a newer version, by a name that is unknown here, stay as they are', () => {
    const db = openDatabase(':memory:');
    const drafts = createDraftRows(db, () => true);
    db.exec(`INSERT INTO drafts (name, body) VALUES ('later', '{"of":"a newer version"}')`);
    expect(drafts.load()).toEqual({ drafts: [], losses: [] });
    expect(db.prepare('SELECT name FROM drafts').all()).toEqual([{ name: 'later' }]);
  });
});
