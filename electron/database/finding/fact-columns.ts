// Keeps the columns of `item_facts` that are counted in memory, a block of items each, so that counting reads a number
// in place of a row. Triggers of this connection note what is written; what another one writes is known by its version.

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { NUMBERED_FACETS } from './item-facts.ts';

/** Items of a block, by `seq`. Reading one takes about 5 ms. */
export const BLOCK_ITEMS = 4096;

/** The most that is kept: a million items have about 70 MiB. What is beyond is read again each time. */
const KEPT_BYTES = 128 * 1024 * 1024;

/** The columns that are counted. */
const COUNTED_COLUMNS = [
  'kind',
  'is_trashed',
  'marks',
  'is_starred',
  'is_protected',
  'rating',
  'duration_ms',
  'size_bytes',
  'created_at_ms',
  ...NUMBERED_FACETS,
] as const;
export type CountedColumn = (typeof COUNTED_COLUMNS)[number];

export type Column = Float64Array | Int32Array;

/** In place of a value that an item does not have. */
export const NO_VALUE = -1;

/**
 * The facts of the items of a block. The number of a row is its `seq` less `first`; rows without an item have no value.
 * `tagRows` and `tags`: one entry for each tag of an item.
 */
export type FactBlock = {
  first: number;
  columns: Readonly<Record<CountedColumn, Column>>;
  tagRows: Int32Array;
  tags: Int32Array;
};

export type FactColumns = {
  /** The blocks from the one that begins with this `seq` on: what is in memory, or one that is read now. At most `most`. */
  blocks: (first: number, most: number) => FactBlock[];
  /** Runs a query whose only column is `note_row(seq, number)`, and reports each of its rows. */
  forEachRow: (
    sql: string,
    parameters: readonly SQLInputValue[],
    report: (seq: number, number: number) => void,
  ) => void;
};

/** The function by which SQL hands rows over; one call each, in place of an array. */
export const NOTE_ROW = 'note_row';

const ofConnections = new WeakMap<DatabaseSync, FactColumns>();

/** The columns of a connection, which has them once: its triggers notify one keeper. */
export function factColumnsOf(db: DatabaseSync): FactColumns {
  const columns = ofConnections.get(db) ?? createFactColumns(db);
  ofConnections.set(db, columns);
  return columns;
}

function createFactColumns(db: DatabaseSync): FactColumns {
  const kept = new Map<number, FactBlock>();
  let keptBytes = 0;
  let version: unknown;
  let noteRow: (seq: number, values: readonly number[]) => void = () => undefined;

  const drop = (first: number): void => {
    const block = kept.get(first);
    if (block && kept.delete(first)) keptBytes -= bytesOf(block);
  };
  // A change that is rolled back drops a block for nothing.
  db.function('note_changed_item', (seq) => {
    drop(firstOf(Number(seq)));
    return null;
  });
  for (const table of ['item_facts', 'item_tags'])
    for (const [event, rows] of [
      ['INSERT', ['NEW']],
      ['UPDATE', ['OLD', 'NEW']],
      ['DELETE', ['OLD']],
    ] as const)
      db.exec(`CREATE TEMP TRIGGER ${table}_${event} AFTER ${event} ON main.${table} BEGIN
        ${rows.map((row) => `SELECT note_changed_item(${row}.seq);`).join(' ')} END`);
  db.aggregate(NOTE_ROW, {
    start: 0,
    step: (count: number, seq, ...values) => {
      noteRow(Number(seq), values as number[]);
      return count + 1;
    },
    varargs: true,
  });

  const selectVersion = db.prepare('PRAGMA data_version');
  const inBlock = `NOT INDEXED WHERE seq >= ? AND seq < ?`;
  const readFacts = db.prepare(
    `SELECT ${NOTE_ROW}(seq, ${COUNTED_COLUMNS.map((column) => `coalesce(${column}, ${NO_VALUE})`).join(', ')})
     FROM item_facts ${inBlock}`,
  );
  const readTags = db.prepare(`SELECT ${NOTE_ROW}(seq, tag) FROM item_tags WHERE seq >= ? AND seq < ?`);

  function readBlock(first: number): FactBlock {
    const columns = emptyColumns();
    const ordered = COUNTED_COLUMNS.map((column) => columns[column]);
    noteRow = (seq, values) => {
      const row = seq - first;
      // A plain loop: this runs a million times.
      for (let at = 0; at < ordered.length; at++) {
        const column = ordered[at];
        if (column) column[row] = values[at] ?? NO_VALUE;
      }
    };
    readFacts.get(first, first + BLOCK_ITEMS);
    const tagRows: number[] = [];
    const tags: number[] = [];
    noteRow = (seq, [tag = NO_VALUE]) => {
      tagRows.push(seq - first);
      tags.push(tag);
    };
    readTags.get(first, first + BLOCK_ITEMS);
    return { first, columns, tagRows: Int32Array.from(tagRows), tags: Int32Array.from(tags) };
  }

  function blockAt(first: number): FactBlock {
    const block = kept.get(first) ?? readBlock(first);
    if (!kept.has(first) && keptBytes + bytesOf(block) <= KEPT_BYTES) {
      kept.set(first, block);
      keptBytes += bytesOf(block);
    }
    return block;
  }

  return {
    blocks(first, most) {
      const now = selectVersion.get()?.data_version;
      if (now !== version) {
        kept.clear();
        keptBytes = 0;
        version = now;
      }
      const blocks: FactBlock[] = [];
      do blocks.push(blockAt(first + blocks.length * BLOCK_ITEMS));
      while (blocks.length < most && kept.has(first + blocks.length * BLOCK_ITEMS));
      return blocks;
    },
    forEachRow(sql, parameters, report) {
      noteRow = (seq, [number = 0]) => report(seq, number);
      db.prepare(sql).get(...parameters);
    },
  };
}

/** Returns the first `seq` of the block that an item is in. */
export function firstOf(seq: number): number {
  return Math.floor(seq / BLOCK_ITEMS) * BLOCK_ITEMS;
}

function emptyColumns(): FactBlock['columns'] {
  const pairs = COUNTED_COLUMNS.map((column) => [column, emptyColumn(column)] as const);
  return Object.fromEntries(pairs) as FactBlock['columns'];
}

/** Moments and sizes do not fit into 32 bits. */
function emptyColumn(column: CountedColumn): Column {
  const isLong = column === 'created_at_ms' || column === 'size_bytes' || column === 'duration_ms';
  return (isLong ? new Float64Array(BLOCK_ITEMS) : new Int32Array(BLOCK_ITEMS)).fill(NO_VALUE);
}

function bytesOf({ columns, tagRows, tags }: FactBlock): number {
  return [...Object.values(columns), tagRows, tags].reduce((sum, { byteLength }) => sum + byteLength, 0);
}
