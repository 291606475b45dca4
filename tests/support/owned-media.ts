// A library whose media come and go as a person's work makes them: imported, in a draft, in a job, in an item. Knows what
// must be there.

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '../../electron/database/client.ts';
import type { SweepOptions, SweepResult } from '../../electron/database/sweep/sweep.ts';
import type { EditRecord } from '../../electron/jobs/job-record.ts';
import { mediaIdsOf } from '../../electron/library/item-media.ts';
import { createLibrary, type Library } from '../../electron/library/library.ts';
import { createMediaStore } from '../../electron/library/media-store.ts';
import { createPictureImport, type PictureImport } from '../../electron/library/picture-import.ts';
import { createThumbnails, type Thumbnails } from '../../electron/library/thumbnails.ts';
import type { ImagesDraft } from '../../shared/contract/drafts.ts';
import type { EditItem } from '../../shared/contract/library.ts';
import type { Picture } from '../../shared/contract/media.ts';
import { NOTHING_KEPT } from '../../shared/library/kept.ts';
import { editOptions } from '../../shared/testing/edit-options.ts';
import { draftPicture, imagesDraft } from '../../shared/testing/images-draft.ts';
import { openTestDatabase } from './test-database.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A picture's file with a valid header; the same bytes for the same number. */
function numberedPicture(number: number): Buffer {
  const file = Buffer.alloc(64);
  file.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 0, 'latin1');
  file.writeUInt32BE(20, 16);
  file.writeUInt32BE(20, 20);
  file.set([8, 2, 0, 0, 0], 24);
  file.writeUInt32BE(number, 40);
  return file;
}

/** A thumbnail as the page makes them: only its header is read. */
const THUMBNAIL = Buffer.from('524946461a000000574542505650384c0d0000002f0000001007101111888808', 'hex');

/** An edit job of these pictures; `mask` becomes the coverage of its mask. */
export function editJob(pictures: readonly string[], mask: string | null): EditRecord {
  return {
    id: randomUUID(),
    kind: 'edit',
    state: 'sending',
    connectionId: 'acme',
    position: 1,
    tries: 1,
    createdAtMs: Date.now(),
    sentAtMs: null,
    endedAtMs: null,
    receivedBytes: 0,
    error: null,
    itemIds: [],
    replyId: null,
    previewMediaId: null,
    failures: [],
    firstTriedAtMs: null,
    earlierTries: 0,
    arrival: null,
    request: {
      connectionId: 'acme',
      prompt: 'Erase the cup',
      pictures: pictures.map((mediaId) => ({ kind: 'media', mediaId, wireMediaId: mediaId })),
      mask: mask === null ? null : { ...NO_MASK, coverageMediaId: mask },
      form: 'multipart',
      isSizeMatched: false,
      part: null,
      options: editOptions(),
    },
  };
}

const NO_MASK = {
  wireMediaId: null,
  choice: 'automatic',
  annotatedMediaId: null,
  sentPrompt: null,
  detail: 'auto',
  contextRatio: null,
} as const;

/** An item that a job made. */
export function editItem(job: EditRecord, raw: Picture): EditItem {
  return {
    id: `${job.id}-0`,
    kind: 'edit',
    title: 'Erase the cup',
    createdAtMs: job.createdAtMs,
    connectionName: 'Acme',
    connectionOrigin: '',
    ...NOTHING_KEPT,
    model: 'm',
    raw: { ...raw, state: 'whole' },
    protected: null,
    used: null,
    changedRatio: null,
    revisedPrompt: '',
    resultIndex: 0,
    relayCreatedS: null,
    generatedCount: null,
    request: job.request,
  };
}

/** A draft of these pictures; `fitted` is sent in place of the first. */
export function draftOf(pictures: readonly string[], fitted: string | null): ImagesDraft {
  const size = { widthPx: 20, heightPx: 20, sizeBytes: 64 };
  return imagesDraft({
    pictures: pictures.map((mediaId, index) => ({
      ...draftPicture(`picture-${index}`, mediaId),
      fitted: index === 0 && fitted !== null ? { mediaId: fitted, ...size } : null,
    })),
  });
}

/** The library with its parts, as one run of the app has them. */
export type Run = {
  database: Database;
  library: Library;
  pictures: PictureImport;
  thumbnails: Thumbnails;
  startedAtMs: number;
};

/** Opens a library folder: a start of the app. The caller closes the database. */
export function openRun(root: string): Run {
  const database = openTestDatabase(root, (error) => {
    throw error;
  });
  const media = createMediaStore(root);
  const library = createLibrary(database.items, media, root);
  return {
    database,
    library,
    pictures: createPictureImport(media, library),
    thumbnails: createThumbnails(root, library),
    startedAtMs: Date.now(),
  };
}

/** Imports a numbered picture. */
export async function importPicture({ pictures }: Run, number: number): Promise<Picture> {
  const taken = await pictures.take(numberedPicture(number));
  if (!taken.ok) throw new Error(taken.error.code);
  return taken.data;
}

/** Stores a thumbnail of a picture. */
export async function importThumbnail({ thumbnails }: Run, mediaId: string): Promise<void> {
  const kept = await thumbnails.keep(mediaId, 'whole', THUMBNAIL);
  if (!kept.ok) throw new Error(kept.error.code);
}

/** Lets files and the run grow older. */
export function passTime(root: string, run: Run, hours: number): void {
  run.startedAtMs -= hours * HOUR_MS;
  for (const folder of ['media', 'thumbnails', 'items', 'leaving'])
    for (const file of filesBelow(path.join(root, folder))) {
      const then = (statSync(file).mtimeMs - hours * HOUR_MS) / 1000;
      utimesSync(file, then, then);
    }
}

/** Every file below a folder. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** The ids of the media, or of the thumbnails, on the disk. */
export function idsOnDisk(root: string, folder: 'media' | 'thumbnails' = 'media'): string[] {
  return filesBelow(path.join(root, folder)).map((file) => path.basename(file).split('.', 1)[0] ?? '');
}

/** Begins a sweep. */
export function beginSweep(
  { database, startedAtMs }: Run,
  removes: SweepOptions['removes'] = 'known',
): Promise<boolean> {
  return database.sweep.begin({ removes, nowMs: Date.now(), runStartedAtMs: startedAtMs });
}

/** Does at most so many steps of a sweep. @returns what it found if it has ended. */
export async function sweepSteps({ database }: Run, steps: number): Promise<SweepResult | undefined> {
  for (let done = 0; done < steps; done++) {
    const step = await database.sweep.step();
    if (step === null) return undefined;
    if (step.isDone) return { bytes: step.bytes, freedBytes: step.freedBytes };
  }
  return undefined;
}

/** Sweeps from begin to end. */
export async function sweepAll(run: Run, removes: SweepOptions['removes'] = 'known'): Promise<SweepResult> {
  await beginSweep(run, removes);
  const result = await sweepSteps(run, Number.POSITIVE_INFINITY);
  if (!result) throw new Error('The sweep did not end');
  return result;
}

/** The media that the items of a library need. */
export async function neededByItems({ library }: Run): Promise<Set<string>> {
  const query = { search: '', kind: null, beforeId: null, limit: 200 } as const;
  const pages = [await library.list(query), await library.list({ ...query, isTrashed: true })];
  return new Set(pages.flatMap(({ items }) => items.flatMap(mediaIdsOf)));
}
