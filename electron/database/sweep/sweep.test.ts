import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { imagesDraftSchema } from '../../../shared/contract/drafts.ts';
import { libraryItemSchema } from '../../../shared/contract/library.ts';
import { wholeCrop } from '../../../shared/images/cropping.ts';
import {
  beginSweep,
  draftOf,
  editItem,
  editJob,
  filesBelow,
  idsOnDisk,
  importPicture,
  importThumbnail,
  openRun,
  passTime,
  type Run,
  sweepAll,
  sweepSteps,
} from '../../../tests/support/owned-media.ts';
import { tempFolder } from '../../../tests/support/temp-folder.ts';
import { jobRecordSchema } from '../../jobs/job-record.ts';
import { mediaIdsOf } from '../../library/item-media.ts';
import { openDatabase } from '../schema.ts';
import { OWNING_TABLES } from './references.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let root: string;
let run: Run;
beforeEach(async () => {
  root = await tempFolder();
  run = openRun(root);
  onTestFinished(() => run.database.close());
});

/** Adds an item made by a job of two imported pictures. */
async function addItem() {
  const [source, mask, raw] = [await importPicture(run, 1), await importPicture(run, 2), await importPicture(run, 3)];
  const job = editJob([source.mediaId], mask.mediaId);
  const item = editItem(job, raw);
  await run.library.add(item, { ...job, state: 'done', endedAtMs: Date.now() });
  return { job, item, ids: [source, mask, raw].map(({ mediaId }) => mediaId) };
}

async function restart(): Promise<void> {
  await run.database.close();
  run = openRun(root);
}

/** Runs SQL over a connection of its own. */
function sql<T = unknown>(text: string, ...values: string[]): T[] {
  const db = new DatabaseSync(path.join(root, 'library.sqlite'));
  try {
    return db.prepare(text).all(...values) as T[];
  } finally {
    db.close();
  }
}

describe('a sweep', () => {
  it('counts by kind without removing anything, and frees exactly what it said', async () => {
    const { ids } = await addItem();
    const unused = await importPicture(run, 9);
    await importThumbnail(run, unused.mediaId);
    passTime(root, run, 25);
    const young = await importPicture(run, 10);
    await restart();
    const counted = await sweepAll(run, 'nothing');
    expect(counted.bytes).toMatchObject({ takes: 0, results: 64, sources: 128, thumbnails: 0, recent: 64 });
    expect(counted.bytes.recoverable).toBeGreaterThan(64);
    expect(counted.freedBytes).toBe(0);
    expect(idsOnDisk(root)).toHaveLength(5);
    const swept = await sweepAll(run);
    expect(swept.freedBytes).toBe(counted.bytes.recoverable);
    expect(idsOnDisk(root).sort()).toEqual([...ids, young.mediaId].sort());
    expect(idsOnDisk(root, 'thumbnails')).toEqual([]);
    expect(await run.database.items.media(unused.mediaId)).toBeUndefined();
  });

  it('leaves what was imported in this run of the app, however old it is: the page may remember it', async () => {
    const { mediaId } = await importPicture(run, 1);
    run.startedAtMs = Date.now() - 100 * DAY_MS;
    passTime(root, run, 90 * 24);
    await sweepAll(run);
    expect(idsOnDisk(root)).toEqual([mediaId]);
  });

  it('leaves pictures that were in the draft when the app started: a removal can be undone', async () => {
    const { mediaId } = await importPicture(run, 1);
    await run.database.drafts.save({ name: 'images', body: draftOf([mediaId], null) });
    passTime(root, run, 48);
    await restart();
    await run.database.drafts.save({ name: 'images', body: draftOf([], null) });
    await sweepAll(run);
    expect(idsOnDisk(root)).toEqual([mediaId]);
    await restart();
    await sweepAll(run);
    expect(idsOnDisk(root)).toEqual([]);
  });

  it('leaves what only a sidecar refers to, with or without a row of its item', async () => {
    const { item } = await addItem();
    const protectedPicture = await importPicture(run, 4);
    const file = path.join(root, 'items', `${item.id}.json`);
    // As after a crash between sidecar and row.
    writeFileSync(file, JSON.stringify({ item: { protected: { picture: protectedPicture } } }));
    const other = await importPicture(run, 5);
    writeFileSync(path.join(root, 'items', 'newer.json'), JSON.stringify({ version: 9, scripts: [other.mediaId] }));
    passTime(root, run, 48);
    await restart();
    await sweepAll(run);
    expect(idsOnDisk(root)).toEqual(expect.arrayContaining([protectedPicture.mediaId, other.mediaId]));
  });

  it('leaves everything while the only facts of an item are not readable', async () => {
    const { mediaId } = await importPicture(run, 1);
    passTime(root, run, 48);
    await restart();
    mkdirSync(path.join(root, 'items'), { recursive: true });
    writeFileSync(path.join(root, 'items', 'damaged.json'), '\0\0\0');
    expect((await sweepAll(run, 'all')).bytes).toMatchObject({ recoverable: 0, recent: 64 });
    expect(idsOnDisk(root)).toEqual([mediaId]);
  });

  it('leaves everything when a sidecar cannot be read', async () => {
    const { mediaId } = await importPicture(run, 1);
    await addItem();
    passTime(root, run, 48);
    await restart();
    await run.database.opened();
    const items = path.join(root, 'items');
    rmSync(items, { recursive: true });
    writeFileSync(items, 'no folder');
    await expect(sweepAll(run)).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(idsOnDisk(root)).toContain(mediaId);
  });

  it('leaves everything while the folder of sidecars is put aside', async () => {
    const { mediaId } = await importPicture(run, 1);
    passTime(root, run, 48);
    await restart();
    await run.database.opened();
    mkdirSync(path.join(root, 'items.put-aside-1'));
    expect((await sweepAll(run, 'all')).bytes).toMatchObject({ recoverable: 0, recent: 64 });
    expect(idsOnDisk(root)).toEqual([mediaId]);
  });

  it('leaves a picture that is imported again while it is being removed', async () => {
    const { mediaId } = await importPicture(run, 1);
    passTime(root, run, 48);
    await restart();
    await beginSweep(run);
    await sweepSteps(run, 2);
    await importPicture(run, 1);
    await sweepSteps(run, Number.POSITIVE_INFINITY);
    expect(idsOnDisk(root)).toEqual([mediaId]);
    expect(await run.database.items.media(mediaId)).toBeDefined();
  });

  it('removes what a crash left: a row without a file, a file set aside; and a file without a row if a person asks', async () => {
    const [first, second] = [await importPicture(run, 1), await importPicture(run, 2)];
    mkdirSync(path.join(root, 'leaving'));
    writeFileSync(path.join(root, 'leaving', 'abc.png'), 'x');
    passTime(root, run, 48);
    await restart();
    sql('DELETE FROM media WHERE id = ?', first.mediaId);
    for (const file of filesBelow(path.join(root, 'media'))) if (file.includes(second.mediaId)) rmSync(file);
    await sweepAll(run);
    expect(sql('SELECT * FROM media')).toEqual([]);
    // It may belong to an item that was lost with an earlier database.
    expect(idsOnDisk(root)).toEqual([first.mediaId]);
    await sweepAll(run, 'all');
    expect(idsOnDisk(root)).toEqual([]);
    expect(filesBelow(path.join(root, 'leaving'))).toEqual([]);
  });

  it('keeps the row of a needed picture whose file is gone', async () => {
    const { ids } = await addItem();
    passTime(root, run, 48);
    for (const file of filesBelow(path.join(root, 'media'))) rmSync(file);
    await restart();
    await sweepAll(run);
    for (const id of ids) expect(await run.database.items.media(id)).toBeDefined();
  });

  it('removes the preview of a failed job, whose pictures stay until it is dismissed', async () => {
    const [source, preview] = [await importPicture(run, 1), await importPicture(run, 2)];
    const job = { ...editJob([source.mediaId], null), previewMediaId: preview.mediaId };
    await run.database.jobs.save(job);
    passTime(root, run, 48);
    await restart();
    await run.database.jobs.save({ ...job, state: 'failed', endedAtMs: Date.now() });
    await restart();
    await sweepAll(run);
    expect(idsOnDisk(root)).toEqual([source.mediaId]);
    await run.database.jobs.dismiss([job.id]);
    await restart();
    await sweepAll(run);
    expect(idsOnDisk(root)).toEqual([]);
  });

  it('follows no symbolic link and no hostile row out of the library', async () => {
    const outside = path.join(await tempFolder(), 'precious.png');
    writeFileSync(outside, 'precious');
    utimesSync(outside, 1, 1);
    await restart();
    const id = 'a'.repeat(64);
    sql('INSERT INTO media VALUES (?, ?, ?, 1, NULL)', id, `x/../../../${path.relative('/', outside)}`, 'image/png');
    await sweepAll(run);
    expect(existsSync(outside)).toBe(true);
  });

  it('does not run over a library that is being rebuilt', async () => {
    const { ids } = await addItem();
    passTime(root, run, 48);
    await run.database.close();
    for (const file of ['library.sqlite', 'library.sqlite-wal', 'library.sqlite-shm'])
      rmSync(path.join(root, file), { force: true });
    run = openRun(root);
    expect(await beginSweep(run)).toBe(false);
    expect(await sweepSteps(run, 1)).toBeUndefined();
    expect(idsOnDisk(root).sort()).toEqual([...ids].sort());
  });
});

describe('old jobs and exchanges', () => {
  const exchange = (startedAtMs: number) => JSON.stringify({ startedAtMs });
  const save = async (change: object) => {
    const job = { ...editJob([], null), endedAtMs: Date.now(), ...change };
    await run.database.jobs.save(job);
    sql('INSERT INTO exchanges VALUES (?, 1, ?)', job.id, exchange(job.createdAtMs));
    return job.id;
  };
  const old = { createdAtMs: Date.now() - 91 * DAY_MS, endedAtMs: Date.now() - 91 * DAY_MS };
  const jobsLeft = (): string[] => sql<{ id: string }>('SELECT id FROM jobs ORDER BY seq').map(({ id }) => id);
  const exchangesLeft = (): string[] =>
    sql<{ id: string }>('SELECT job_id AS id FROM exchanges ORDER BY rowid').map(({ id }) => id);

  it('are deleted after 90 days, unless the job has not ended, is shown, or has bytes that wait to be recovered', async () => {
    const gone = [await save({ ...old, state: 'done' }), await save({ ...old, state: 'cancelled' })];
    const dismissed = await save({ ...old, state: 'failed' });
    await run.database.jobs.dismiss([dismissed]);
    const unfinished = await save({ ...old, endedAtMs: null, state: 'queued' });
    const shown = await save({ ...old, state: 'unknown' });
    const recoverable = await save({ ...old, state: 'done' });
    mkdirSync(path.join(root, 'incoming'), { recursive: true });
    writeFileSync(path.join(root, 'incoming', `${recoverable}.part`), 'paid for');
    const young = await save({ state: 'done' });
    sql('INSERT INTO exchanges VALUES (?, 1, ?)', 'no such job', exchange(old.createdAtMs));
    await sweepAll(run);
    expect(jobsLeft()).toEqual([unfinished, shown, recoverable, young]);
    expect(exchangesLeft()).toEqual([unfinished, shown, recoverable, young]);
    expect(gone.some((id) => jobsLeft().includes(id))).toBe(false);
  });

  it('are deleted beyond the newest 5 000 jobs', async () => {
    const first = await save({ state: 'done' });
    const unfinished = await save({ state: 'queued', endedAtMs: null });
    sql(
      `INSERT INTO jobs (id, state, body) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5001)
       SELECT 'job-' || i, 'done', json_object('endedAtMs', ${Date.now()}) FROM n`,
    );
    await sweepAll(run);
    const left = jobsLeft();
    expect(left).toHaveLength(5001);
    expect(left).not.toContain(first);
    expect(left.slice(0, 2)).toEqual([unfinished, 'job-2']);
  });
});

describe('no reference is forgotten', () => {
  it('each table of the database refers to media in its bodies, or not at all', () => {
    const db = openDatabase(':memory:');
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    const others = [
      'media',
      'item_media',
      'item_facts',
      'item_tags',
      'facet_values',
      'facts_due',
      'facts_version',
      'queues',
      'exchanges',
      'mask_tiles',
      'usage',
      'script_usage',
      'billed',
      'scripts',
      'script_histories',
      'collections',
      'collection_items',
      'sqlite_sequence',
    ];
    const known = [...OWNING_TABLES, ...others].sort();
    const found = tables.map(({ name }) => String(name)).filter((name) => !/^(items|scripts)_text/.test(name));
    expect(found.sort()).toEqual(known);
    db.close();
  });

  it('every media id in the schema of an item is among those of `mediaIdsOf`', () => {
    const places = mediaPlaces(libraryItemSchema);
    expect(places.length).toBeGreaterThan(5);
    for (const { kind, place } of places) {
      const id = 'f'.repeat(64);
      const item = sampleItem(kind);
      set(item, place, id);
      const read = libraryItemSchema.safeParse(item);
      expect(read.error, `${kind} ${place.join('.')}`).toBeUndefined();
      expect(read.data && mediaIdsOf(read.data), `${kind} ${place.join('.')}`).toContain(id);
    }
  });

  it('jobs and drafts store media ids as whole strings, which a sweep finds wherever they are', () => {
    for (const schema of [jobRecordSchema, imagesDraftSchema]) expect(mediaPlaces(schema).length).toBeGreaterThan(1);
  });
});

type Json = { [name: string]: unknown };

/** Where media ids are in a schema: the steps to each, `0` for the elements of a list. */
function mediaPlaces(schema: z.ZodType): { kind: string; place: string[] }[] {
  const found: { kind: string; place: string[] }[] = [];
  const walk = (node: Json, place: string[], kind: string): void => {
    if (typeof node.pattern === 'string' && node.pattern.includes('[0-9a-f]{64}')) found.push({ kind, place });
    for (const inner of [node.anyOf, node.oneOf].flat()) if (isJson(inner)) walk(inner, place, kindOf(inner) ?? kind);
    if (isJson(node.items)) walk(node.items, [...place, '0'], kind);
    for (const [name, inner] of Object.entries(isJson(node.properties) ? node.properties : {}))
      if (isJson(inner)) walk(inner, [...place, name], kind);
  };
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, [], '');
  return found;
}

function kindOf({ properties }: Json): string | undefined {
  if (!isJson(properties) || !isJson(properties.kind) || !isJson(properties.mediaId ?? properties.raw))
    return undefined;
  const { const: kind } = properties.kind;
  return typeof kind === 'string' && ['speech', 'edit', 'reply'].includes(kind) ? kind : undefined;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function set(target: unknown, [name = '', ...rest]: string[], value: unknown): void {
  if (!isJson(target)) throw new Error(`The sample has nothing at ${name}`);
  if (rest.length === 0) target[name] = value;
  else set(target[name], rest, value);
}

function sampleItem(kind: string): unknown {
  const id = '0'.repeat(64);
  const crop = wholeCrop({ width: 1, height: 1 });
  const cutFrom = { mediaId: id, widthPx: 1, heightPx: 1, crop, isEdited: false };
  const job = editJob([id], id);
  const request = { ...job.request, pictures: job.request.pictures.map((one) => ({ ...one, cutFrom })) };
  const picture = { mediaId: id, mime: 'image/png', widthPx: 1, heightPx: 1, sizeBytes: 1 };
  if (kind === 'edit') {
    const unmeasured = { outsideChangedPx: 0, rawOutsideChangedRatio: 0, rawInsideChangedRatio: 0 };
    const unadjusted = {
      adjustments: null,
      misalignment: null,
      seamErrorBefore: null,
      seamErrorAfter: null,
      corrections: null,
    };
    const item = editItem(job, picture);
    return structuredClone({ ...item, request, protected: { ...unmeasured, ...unadjusted, picture: { ...picture } } });
  }
  const base = { id: 'i', kind, title: '', createdAtMs: 1, connectionName: '', mediaId: id, sizeBytes: 1 };
  if (kind === 'reply') {
    return {
      ...base,
      content: 'json',
      model: '',
      asked: structuredClone({ kind: 'edit', request }),
      reply: null,
      error: null,
      missing: [],
    };
  }
  const spoken = { connectionId: 'c', text: 't', voice: null, speed: 1, format: 'pcm', extras: {} };
  const audio = { askedFormat: 'pcm', format: 'pcm', sampleRateHz: null, durationMs: null };
  const parts = { count: 2, kept: [{ fingerprint: '', mediaId: id, sizeBytes: 1, format: 'pcm', rateHz: 24_000 }] };
  return {
    ...base,
    mime: '',
    isComplete: false,
    warnings: [],
    relayMessage: '',
    fingerprint: '',
    audio,
    request: spoken,
    parts,
  };
}
