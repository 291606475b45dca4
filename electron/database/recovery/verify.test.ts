import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import type { SpeechItem } from '../../../shared/contract/library.ts';
import { madeId, madeTake, writeMadeItem } from '../../../tests/support/made-library.ts';
import { tempFolder } from '../../../tests/support/temp-folder.ts';
import { openDatabase } from '../schema.ts';
import { startRebuilding } from './rebuild-file.ts';
import { verify } from './verify.ts';

const never = new AbortController().signal;
const ignore = (): void => undefined;

let root: string;
let items: SpeechItem[];
beforeEach(async () => {
  root = await tempFolder();
  items = [1, 2, 3, 4, 5, 6].map((number) => madeTake(number, `item ${number}`));
  for (const [index, item] of items.entries()) writeMadeItem(root, item, index + 1);
  await startRebuilding(root).run({ signal: never, onProgress: ignore });
});

const databaseFile = (): string => path.join(root, 'library.sqlite');
const check = (signal = never) => verify(root, databaseFile(), { signal, onProgress: ignore });
const mediaFile = (index: number): string => {
  const { mediaId } = items[index] ?? { mediaId: '' };
  return path.join(root, 'media', mediaId.slice(0, 2), `${mediaId}.pcm`);
};
const one = (name: string) => ({ count: 1, first: [name] });

it('finds nothing in a sound library, and changes nothing', async () => {
  const before = readdirSync(root, { recursive: true });
  expect(await check()).toEqual({ items: 6, mediaFiles: 6, mediaBytes: 36, findings: {} });
  expect(readdirSync(root, { recursive: true })).toEqual(before);
});

// fault 6, fault 33
it('finds missing, changed and left-over media', async () => {
  rmSync(mediaFile(0));
  writeFileSync(mediaFile(1), 'ITEM 2');
  writeMadeItem(root, madeTake(9, 'nobody'), 9);
  rmSync(path.join(root, 'items', `${madeId(9)}.json`));
  const { findings } = await check();
  expect(findings).toEqual({
    mediaMissing: one(items[0]?.mediaId ?? ''),
    mediaChanged: one(items[1]?.mediaId ?? ''),
    mediaLeftOver: one(madeTake(9, 'nobody').mediaId),
  });
});

it('does not call media left over that a draft or a job needs', async () => {
  writeMadeItem(root, madeTake(9, 'draft'), 9);
  rmSync(path.join(root, 'items', `${madeId(9)}.json`));
  const db = openDatabase(databaseFile());
  db.prepare("INSERT INTO drafts VALUES ('images', ?)").run(
    JSON.stringify({ pictures: [{ mediaId: madeTake(9, 'draft').mediaId }] }),
  );
  db.close();
  expect((await check()).findings).toEqual({});
});

it('finds rows and sidecars that are missing, damaged or disagree; a rebuild mends them', async () => {
  const sidecar = (number: number): string => path.join(root, 'items', `${madeId(number)}.json`);
  rmSync(sidecar(1));
  writeFileSync(sidecar(2), '{');
  writeFileSync(sidecar(3), readFileSync(sidecar(3), 'utf8').replace('"trashedAtMs":null', '"trashedAtMs":5'));
  writeFileSync(sidecar(4), readFileSync(sidecar(4), 'utf8').replace('"title":"item 4"', '"title":"other"'));
  writeMadeItem(root, madeTake(9, 'item 5'), 9);
  const { findings } = await check();
  expect(findings).toEqual({
    sidecarMissing: one(madeId(1)),
    sidecarBad: one(madeId(2)),
    sidecarDiffers: { count: 2, first: [madeId(3), madeId(4)] },
    rowMissing: one(madeId(9)),
  });
  await startRebuilding(root).run({ signal: never, onProgress: ignore });
  expect(await check()).toMatchObject({ items: 7, findings: {} });
});

it('finds a damaged index of the database, and a search index that does not fit', async () => {
  const db = new DatabaseSync(databaseFile(), { defensive: false });
  db.exec('DELETE FROM items_text WHERE rowid = 2');
  db.exec(`PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'jobs_state')
      WHERE name = 'items_voice'`);
  db.close();
  const { findings } = await check();
  expect(findings.search).toEqual(one(madeId(2)));
  expect(findings.database?.count).toBeGreaterThan(0);
});

it('can be cancelled', async () => {
  await expect(check(AbortSignal.abort())).rejects.toThrow('abort');
});
