// The rows that count requests and bytes: by day and connection, and by script and connection.

import type { DatabaseSync } from 'node:sqlite';
import { PRACTICE_CONNECTION_ID } from '../../shared/connection/connections.ts';
import type { Billed } from '../../shared/connection/prices.ts';
import type { BilledRow, ScriptUsage, Usage, UsageCounts, UsageRow } from '../../shared/contract/usage.ts';
import { inTransaction } from './schema.ts';

/** The connection to count for. Its name is stored, so that a removed connection can still be listed. */
export type CountedConnection = {
  id: string;
  name: string;
  /** The script whose line was requested. */
  scriptId?: string;
};

/** Counts by day, in the computer's time zone. All throw SQLite's error. */
export type UsageRows = {
  /** Counts one sent request. @param sentBytes size of its body. */
  countSent: (connection: CountedConnection, sentBytes: number) => void;
  /** Counts received sound or pictures. */
  countReceived: (connection: CountedConnection, receivedBytes: number, pictures: number) => void;
  /** Counts what may have been billed. */
  countBilled: (connectionId: string, billed: Billed) => void;
  /** What may have been billed from a day on, `2026-01-31`. */
  billedSince: (day: string) => BilledRow[];
  list: () => Usage;
};

const DAYS_SHOWN = 30;
/** Rows of scripts, those of the last use first. */
const SCRIPTS_SHOWN = 50;
const SUMS = `coalesce(sum(requests), 0) AS requests, coalesce(sum(sent_bytes), 0) AS sentBytes,
  coalesce(sum(received_bytes), 0) AS receivedBytes, coalesce(sum(pictures), 0) AS pictures`;

/** Prepares the statements. @param now returns the current time. */
export function createUsageRows(db: DatabaseSync, now: () => Date = () => new Date()): UsageRows {
  const add = db.prepare(
    `INSERT INTO usage (day, connection_id, connection_name, requests, sent_bytes, received_bytes, pictures)
     VALUES (:day, :id, :name, :requests, :sentBytes, :receivedBytes, :pictures)
     ON CONFLICT (day, connection_id) DO UPDATE SET connection_name = :name, requests = requests + :requests,
       sent_bytes = sent_bytes + :sentBytes, received_bytes = received_bytes + :receivedBytes, pictures = pictures + :pictures`,
  );
  const selectRows = db.prepare('SELECT * FROM usage WHERE day >= ? ORDER BY day DESC, connection_name');
  const addOfScript = db.prepare(
    `INSERT INTO script_usage (script_id, connection_id, connection_name, last_day, requests, sent_bytes, received_bytes)
     VALUES (:scriptId, :id, :name, :day, :requests, :sentBytes, :receivedBytes)
     ON CONFLICT (script_id, connection_id) DO UPDATE SET connection_name = :name, last_day = :day,
       requests = requests + :requests, sent_bytes = sent_bytes + :sentBytes, received_bytes = received_bytes + :receivedBytes`,
  );
  const selectScripts = db.prepare(
    `SELECT script_usage.*, json_extract(body, '$.title') AS title, json_extract(body, '$.excerpt') AS excerpt
     FROM script_usage LEFT JOIN scripts ON id = script_id ORDER BY last_day DESC, requests DESC LIMIT ${SCRIPTS_SHOWN}`,
  );
  const selectSum = db.prepare(`SELECT ${SUMS} FROM usage WHERE day >= ? AND connection_id <> ?`);

  const addBilled = db.prepare(
    `INSERT INTO billed (day, connection_id, characters, pictures) VALUES (:day, :id, :characters, :pictures)
     ON CONFLICT (day, connection_id) DO UPDATE SET characters = characters + :characters, pictures = pictures + :pictures`,
  );
  const selectBilled = db.prepare('SELECT * FROM billed WHERE day >= ? ORDER BY day DESC, connection_id');
  const billedSince = (day: string): BilledRow[] => selectBilled.all(day).map(readBilled);

  const count = ({ id, name, scriptId }: CountedConnection, counts: Partial<UsageCounts>): void => {
    const { pictures = 0, ...rest } = counts;
    const row = { day: dayOf(now()), id, name, requests: 0, sentBytes: 0, receivedBytes: 0, ...rest };
    inTransaction(db, () => {
      add.run({ ...row, pictures });
      if (scriptId !== undefined) addOfScript.run({ ...row, scriptId });
    });
  };
  const sumSince = (day: string): UsageCounts => readCounts(selectSum.get(day, PRACTICE_CONNECTION_ID) ?? {});

  return {
    countSent: (connection, sentBytes) => count(connection, { requests: 1, sentBytes }),
    countReceived: (connection, receivedBytes, pictures) => count(connection, { receivedBytes, pictures }),
    countBilled: (id, { characters, pictures }) => void addBilled.run({ day: dayOf(now()), id, characters, pictures }),
    billedSince,
    list() {
      const first = now();
      first.setDate(first.getDate() - (DAYS_SHOWN - 1));
      const since = dayOf(first);
      const scripts = selectScripts.all().map(readScript);
      const rows = selectRows.all(since).map(readRow);
      return { rows, scripts, billed: billedSince(''), recent: sumSince(since), total: sumSince('') };
    },
  };
}

function readRow(row: Record<string, unknown>): UsageRow {
  return {
    day: String(row.day),
    connectionId: String(row.connection_id),
    connectionName: String(row.connection_name),
    ...readCounts({ ...row, sentBytes: row.sent_bytes, receivedBytes: row.received_bytes }),
  };
}

function readScript(row: Record<string, unknown>): ScriptUsage {
  const { title, excerpt } = row;
  return {
    scriptId: String(row.script_id),
    script: typeof title === 'string' ? { title, excerpt: String(excerpt) } : null,
    connectionId: String(row.connection_id),
    connectionName: String(row.connection_name),
    requests: Number(row.requests),
    sentBytes: Number(row.sent_bytes),
    receivedBytes: Number(row.received_bytes),
  };
}

function readBilled(row: Record<string, unknown>): BilledRow {
  return {
    day: String(row.day),
    connectionId: String(row.connection_id),
    characters: Number(row.characters),
    pictures: Number(row.pictures),
  };
}

function readCounts(row: Record<string, unknown>): UsageCounts {
  return {
    requests: Number(row.requests),
    sentBytes: Number(row.sentBytes),
    receivedBytes: Number(row.receivedBytes),
    pictures: Number(row.pictures),
  };
}

/** `2026-01-31`, in the computer's time zone. */
function dayOf(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
