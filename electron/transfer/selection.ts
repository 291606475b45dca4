// What a back-up or a project has in it: all of a library, or some items and scripts with everything they need.

import type { Listed } from '../../shared/contract/recovery.ts';
import type { Counts } from '../../shared/contract/transfers.ts';
import { addTo, emptyList } from '../database/recovery/listed.ts';
import { mediaMentionedIn } from '../library/item-media.ts';
import { parseJsonRecord } from '../library/json-file.ts';
import { placeOf, type RecordFolder } from './library-parts.ts';
import type { LibrarySource, SourceRecord } from './library-source.ts';
import type { ManifestEntry } from './manifest.ts';

/** What a project is made of. Null is the whole library. */
export type Wanted = { itemIds: readonly string[]; scriptIds: readonly string[] } | null;

/** The files of a selection. */
export type Selection = {
  records: SourceRecord[];
  media: string[];
  counts: Counts;
  contents: ManifestEntry[];
  bytes: number;
  /** Records that cannot be read, and so are not in it. */
  unreadable: Listed;
};

/**
 * Selects from a library.
 * @param onRead called after each record.
 */
export async function select(
  source: LibrarySource,
  wanted: Wanted,
  onRead: (done: number) => void,
): Promise<Selection> {
  const isWanted = wanted === null ? () => true : await createFilter(source, wanted);
  const found: Selection = {
    records: [],
    media: wanted === null ? [...source.media.keys()] : [],
    counts: { items: 0, scripts: 0, collections: 0 },
    contents: [],
    bytes: 0,
    unreadable: emptyList(),
  };
  const mentioned = new Set<string>();
  let done = 0;
  for (const record of source.records) {
    done += 1;
    onRead(done);
    if (wanted !== null && record.folder !== 'scripts' && record.folder !== 'items') continue;
    const text = await source.readText({ kind: 'record', ...record });
    if (!text.ok) {
      if (wanted === null) addTo(found.unreadable, placeOf({ kind: 'record', ...record }));
      continue;
    }
    const entry = entryOf(record, text.data);
    if (!isWanted(record, entry.scriptId)) continue;
    found.records.push(record);
    found.counts[record.folder] += 1;
    found.contents.push(entry.shown);
    found.bytes += Buffer.byteLength(text.data);
    if (wanted !== null) for (const mediaId of mediaMentionedIn(text.data)) mentioned.add(mediaId);
  }
  if (wanted !== null) found.media = [...mentioned].filter((mediaId) => source.media.has(mediaId));
  for (const mediaId of found.media) found.bytes += source.media.get(mediaId)?.sizeBytes ?? 0;
  return found;
}

/** Items that were named, the named scripts, and the takes of these. */
async function createFilter(source: LibrarySource, { itemIds, scriptIds }: NonNullable<Wanted>) {
  const items = new Set(itemIds);
  const scripts = new Set(scriptIds);
  for (const id of scripts) {
    const text = await source.readText({ kind: 'record', folder: 'scripts', id });
    // Every id that a script mentions alone in a text: its takes are among them.
    if (text.ok) for (const [, mentioned = ''] of text.data.matchAll(/"([A-Za-z0-9-]{1,64})"/g)) items.add(mentioned);
  }
  return ({ folder, id }: SourceRecord, scriptId: unknown): boolean =>
    folder === 'scripts' ? scripts.has(id) : items.has(id) || (typeof scriptId === 'string' && scripts.has(scriptId));
}

/** What the manifest says of a record, and the script that a take was made for. */
function entryOf({ folder, id }: SourceRecord, text: string): { shown: ManifestEntry; scriptId: unknown } {
  const read = parseJsonRecord(text, { kind: 'script', maxDepth: 64, version: Number.POSITIVE_INFINITY });
  const fields = read.ok ? read.data : {};
  const inner = { items: 'item', scripts: 'script', collections: 'collection' } satisfies Record<RecordFolder, string>;
  const body = recordOf(fields[inner[folder]] ?? fields);
  const { title, name, kind, createdAtMs } = body;
  return {
    shown: {
      kind: folder === 'items' ? String(kind ?? '') : inner[folder],
      id,
      title: String(title ?? name ?? ''),
      madeAt: typeof createdAtMs === 'number' && createdAtMs < 8.64e15 ? new Date(createdAtMs).toISOString() : '',
    },
    scriptId: recordOf(body.line).scriptId,
  };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
