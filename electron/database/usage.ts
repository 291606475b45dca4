// The rows that count requests and bytes by day and connection.

import type { DatabaseSync } from 'node:sqlite';
import { PRACTICE_CONNECTION_ID } from '../../shared/connections.ts';
import type { Usage, UsageCounts, UsageRow } from '../../shared/contract/usage.ts';

/** The connection to count for. Its name is stored, so that a removed connection can still be listed. */
export type CountedConnection = { id: string; name: string };

/** Counts by day, in the computer's time zone. All throw SQLite's error. */
export type UsageRows = {
  /** Counts one sent request. @param sentBytes size of its body. */
  countSent: (connection: CountedConnection, sentBytes: number) => void;
  /** Counts received sound or pictures. */
  countReceived: (connection: CountedConnection, receivedBytes: number, pictures: number) => void;
  list: () => Usage;
};

const DAYS_SHOWN = 30;
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
  const selectSum = db.prepare(`SELECT ${SUMS} FROM usage WHERE day >= ? AND connection_id <> ?`);

  const count = ({ id, name }: CountedConnection, counts: Partial<UsageCounts>): void => {
    const none: UsageCounts = { requests: 0, sentBytes: 0, receivedBytes: 0, pictures: 0 };
    add.run({ day: dayOf(now()), id, name, ...none, ...counts });
  };
  const sumSince = (day: string): UsageCounts => readCounts(selectSum.get(day, PRACTICE_CONNECTION_ID) ?? {});

  return {
    countSent: (connection, sentBytes) => count(connection, { requests: 1, sentBytes }),
    countReceived: (connection, receivedBytes, pictures) => count(connection, { receivedBytes, pictures }),
    list() {
      const first = now();
      first.setDate(first.getDate() - (DAYS_SHOWN - 1));
      const since = dayOf(first);
      return { rows: selectRows.all(since).map(readRow), recent: sumSince(since), total: sumSince('') };
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
