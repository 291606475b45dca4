// Reads what the database keeps as JSON. What cannot be read, of a newer version or damaged, must not hide the rest.

import type { z } from 'zod';

/** Told what could not be read. */
export type ReportUnreadable = (error: unknown) => void;

/** Reads the `body` of a row; undefined where it is not what the schema says, which is reported. */
export type BodyReader<T> = (row: Record<string, unknown>) => T | undefined;

/** Makes the reader of one kind of body. */
export function createBodyReader<T>(schema: z.ZodType<T>, report: ReportUnreadable): BodyReader<T> {
  return ({ body }) => {
    try {
      return schema.parse(JSON.parse(String(body)));
    } catch (error) {
      report(error);
      return undefined;
    }
  };
}

/** Those of many rows that can be read. */
export function readAll<T>(rows: readonly Record<string, unknown>[], read: BodyReader<T>): T[] {
  return rows.flatMap((row) => read(row) ?? []);
}
