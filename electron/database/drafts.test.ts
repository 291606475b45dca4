import { describe, expect, test } from 'vitest';
import type { ImagesDraft } from '../../shared/contract/drafts.ts';
import { draftPicture, imagesDraft } from '../../shared/testing/images-draft.ts';
import { createDraftRows } from './drafts.ts';
import { openDatabase } from './schema.ts';

const media = (digit: string): string => digit.repeat(64);
const draft = (...keys: string[]): ImagesDraft => imagesDraft({ pictures: keys.map((key) => draftPicture(key)) });
const tile = (index: number, ...bytes: number[]) => ({ index, packed: Uint8Array.from(bytes) });

describe('drafts', () => {
  test('are restored as last saved, each mask tile in its latest state', () => {
    const drafts = createDraftRows(openDatabase(':memory:'), () => true);
    expect(drafts.loadImages().restored).toBeNull();
    drafts.saveImages(draft('a'));
    drafts.saveImages(draft('a', 'b'));
    drafts.saveMask('a', [tile(0, 255), tile(7, 1, 2, 3)]);
    drafts.saveMask('a', [tile(0, 0)]);
    const loaded = drafts.loadImages().restored;
    expect(loaded?.draft).toEqual(draft('a', 'b'));
    expect(loaded?.masks).toEqual([{ key: 'a', tiles: [tile(0, 0), tile(7, 1, 2, 3)] }]);
  });

  test('omit pictures that the library does not know, and delete masks that belong to no picture', () => {
    const db = openDatabase(':memory:');
    const drafts = createDraftRows(db, (mediaId) => mediaId !== media('2'));
    drafts.saveImages({ ...draft('a'), pictures: [draftPicture('a'), draftPicture('b', media('2'))] });
    for (const key of ['a', 'b', 'removed']) drafts.saveMask(key, [tile(1, 9)]);
    expect(drafts.loadImages().restored?.draft.pictures.map(({ key }) => key)).toEqual(['a']);
    expect(db.prepare('SELECT DISTINCT picture_key AS key FROM mask_tiles').all()).toEqual([{ key: 'a' }]);
  });

  test('keep the masks of all sources of the chain', () => {
    const drafts = createDraftRows(openDatabase(':memory:'), (mediaId) => mediaId !== media('2'));
    const chain = [draftPicture('first'), draftPicture('lost', media('2')), draftPicture('a')];
    drafts.saveImages({ ...draft('a'), chain });
    for (const key of ['a', 'first', 'lost']) drafts.saveMask(key, [tile(1, 9)]);
    const loaded = drafts.loadImages().restored;
    expect(loaded?.draft.chain.map(({ key }) => key)).toEqual(['first', 'a']);
    expect(loaded?.masks.map(({ key }) => key)).toEqual(['a', 'first']);
  });

  test('restore the known fields of a draft from another version', () => {
    const db = openDatabase(':memory:');
    const drafts = createDraftRows(db, () => true);
    drafts.saveImages(draft('a'));
    const save = (body: unknown): void => void db.prepare('UPDATE drafts SET body = ?').run(JSON.stringify(body));
    save({ ...draft('a'), choices: { style: 'new' }, later: true });
    expect(drafts.loadImages().restored?.draft).toEqual({ ...draft('a'), choices: {} });
    save({ nothing: 'of it' });
    expect(drafts.loadImages().restored).toBeNull();
  });

  test.each(['{"pictures":', 'null', '[]', '{"nothing":"of it"}', '\u0000'])(
    'put the unreadable %j aside and report it once',
    (body) => {
      const db = openDatabase(':memory:');
      const drafts = createDraftRows(db, () => true);
      db.prepare('INSERT INTO drafts (name, body) VALUES (?, ?)').run('images', body);
      const { restored, loss } = drafts.loadImages();
      expect([restored, loss?.file]).toEqual([null, 'draft']);
      drafts.saveImages(draft('a'));
      expect(drafts.loadImages()).toMatchObject({ restored: { draft: draft('a') }, loss: null });
      expect(db.prepare('SELECT body FROM drafts WHERE name = ?').get(loss?.keptAs ?? '')).toEqual({ body });
    },
  );
});
