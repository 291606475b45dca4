// Reads the JSON stored in the database. A row that cannot be read, damaged or of a newer version, must not hide the
// others.

import type { z } from 'zod';
import { parseBounded } from '../../shared/json/bounded-json.ts';

/** Called with the error of each row that cannot be read. */
export type ReportUnreadable = (error: unknown) => void;

/** Reads the `body` of a row; undefined, and reported, if it does not match the schema. */
export type BodyReader<T> = (row: Record<string, unknown>) => T | undefined;

/** Creates the reader for one kind of body. */
export function createBodyReader<T>(schema: z.ZodType<T>, report: ReportUnreadable): BodyReader<T> {
  return ({ body }) => {
    const parsed = parseBounded(String(body), 'ownFile');
    const read = parsed.ok ? schema.safeParse(parsed.data) : undefined;
    if (read?.success) return read.data;
    report(read?.error ?? new SyntaxError(`The row is no JSON that can be read: ${parsed.ok ? '' : parsed.error}`));
    return undefined;
  };
}

/** Reads many rows and skips the unreadable ones. */
export function readAll<T>(rows: readonly Record<string, unknown>[], read: BodyReader<T>): T[] {
  return rows.flatMap((row) => read(row) ?? []);
}
