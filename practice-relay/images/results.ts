// Stores results to be fetched by address: in memory, for a limited time and size.

import { randomUUID } from 'node:crypto';
import type { Bytes } from '../bytes.ts';

/** A file to be fetched. */
type StoredResult = { bytes: Bytes; mime: string };

/** The stored results. */
export type ResultStore = {
  /**
   * Stores a file and returns its name `<random id>.<extension>`. Deletes the oldest files when the total exceeds the
   * limit.
   */
  put: (bytes: Bytes, mime: string, extension: string) => string;
  /** Returns the file of that name; undefined when it is unknown or has been deleted. */
  get: (name: string) => StoredResult | undefined;
};

/**
 * Creates an empty store. @param lifetimeMs how long a file is kept. @param maxBytes limit for all files together; a
 * single larger file is still kept.
 */
export function createResultStore(lifetimeMs: number, maxBytes: number): ResultStore {
  /** In order of arrival. */
  const results = new Map<string, StoredResult & { timer: NodeJS.Timeout }>();
  let totalBytes = 0;

  const drop = (name: string): void => {
    const result = results.get(name);
    if (!result) return;
    clearTimeout(result.timer);
    results.delete(name);
    totalBytes -= result.bytes.length;
  };

  return {
    put(bytes, mime, extension) {
      for (const oldest of results.keys()) {
        if (totalBytes + bytes.length <= maxBytes) break;
        drop(oldest);
      }
      const name = `${randomUUID()}.${extension}`;
      results.set(name, { bytes, mime, timer: setTimeout(drop, lifetimeMs, name).unref() });
      totalBytes += bytes.length;
      return name;
    },
    get: (name) => results.get(name),
  };
}
