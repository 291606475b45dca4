import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Draft, ImagesDraft } from '../../shared/contract/drafts.ts';
import { draftBody } from '../../shared/storage/drafts.ts';
import { draftPicture, imagesDraft } from '../../shared/testing/images-draft.ts';
import { runs } from '../../tests/support/runs.ts';
import type { Database } from '../database/client.ts';
import { createDraftRows } from '../database/drafts.ts';
import { openDatabase } from '../database/schema.ts';
import { keepDrafts } from './draft-cache.ts';

const draftOf = (instruction: string, ...keys: string[]): ImagesDraft =>
  imagesDraft({ instruction, pictures: keys.map((key) => draftPicture(key)) });
const named = (body: ImagesDraft): Draft => ({ name: 'images', body });
const tile = (index: number, byte: number) => ({ index, packed: Uint8Array.of(byte) });

/** Drafts over a database that takes none while `disk.isFull`. */
function start() {
  const db = openDatabase(':memory:');
  const disk = { isFull: false };
  const requireRoom = (): void => {
    if (disk.isFull) throw Object.assign(new Error('disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  };
  const onWriteFailed = vi.fn();
  const open = () => {
    const rows = createDraftRows(db, () => true);
    const drafts: Database['drafts'] = {
      save: async (draft) => {
        requireRoom();
        rows.save(draft);
      },
      saveMask: async (key, tiles) => {
        requireRoom();
        rows.saveMask(key, tiles);
      },
      load: async (latest) => rows.load(latest),
      loadMasks: async (keys) => rows.loadMasks(keys),
    };
    return keepDrafts(drafts, onWriteFailed, vi.fn());
  };
  const kept = open();
  return {
    disk,
    kept,
    onWriteFailed,
    restart: open,
    things: () => kept.unsaved.filter((one) => !one.isSaved()).map(({ thing }) => thing),
    save: async () => {
      for (const one of kept.unsaved) await one.save();
    },
  };
}

describe('on a full disk', () => {
  test('draft and masks are kept in memory, loaded from there, and saved later', async () => {
    const { disk, kept, things, save, onWriteFailed, restart } = start();
    await kept.save(named(draftOf('old', 'a')));
    await kept.saveMask('a', [tile(0, 1), tile(1, 1)]);
    disk.isFull = true;
    await kept.save(named(draftOf('new', 'a')));
    await kept.saveMask('a', [tile(1, 2)]);
    expect(things()).toEqual(['draft', 'masks']);
    expect(onWriteFailed).toHaveBeenCalledTimes(2);
    const masks = [{ key: 'a', tiles: [tile(0, 1), tile(1, 2)] }];
    const drafts = [named(draftOf('new', 'a'))];
    expect([await kept.load(), await kept.loadMasks(['a'])]).toEqual([drafts, masks]);
    disk.isFull = false;
    await save();
    expect(things()).toEqual([]);
    const next = restart();
    expect([await next.load(), await next.loadMasks(['a'])]).toEqual([drafts, masks]);
  });

  test('whatever is saved in whatever order, the last state is the one on disk in the end', async () => {
    const step = fc.oneof(
      fc.record({ full: fc.boolean() }),
      fc.record({ text: fc.string() }),
      fc.record({ index: fc.nat(3), byte: fc.nat(255) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const { disk, kept, save, restart } = start();
        await kept.save(named(draftOf('', 'a')));
        let text = '';
        const bytes = new Map<number, number>();
        for (const one of steps) {
          if ('full' in one) disk.isFull = one.full;
          else if ('text' in one) {
            text = one.text;
            await kept.save(named(draftOf(text, 'a')));
          } else {
            bytes.set(one.index, one.byte);
            await kept.saveMask('a', [tile(one.index, one.byte)]);
          }
        }
        disk.isFull = false;
        await save();
        const next = restart();
        expect(draftBody(await next.load(), 'images')?.instruction).toBe(text);
        const tiles = (await next.loadMasks(['a']))[0]?.tiles ?? [];
        expect(new Map(tiles.map(({ index, packed }) => [index, packed[0]]))).toEqual(bytes);
      }),
      { numRuns: runs(50) },
    );
  });
});

test('a bug is not taken for a full disk', async () => {
  const bug = new TypeError('a bug');
  const kept = keepDrafts(
    {
      save: () => Promise.reject(bug),
      saveMask: vi.fn(),
      load: vi.fn(),
      loadMasks: vi.fn(),
    },
    vi.fn(),
    vi.fn(),
  );
  await expect(kept.save(named(draftOf('x')))).rejects.toBe(bug);
});
