// Results waiting to be fetched by address: in memory, for a while, within a bound. Knows no HTTP and no pictures.

import { randomUUID } from 'node:crypto';
import type { Bytes } from './request.ts';

/** A file to be fetched. */
type StoredResult = { bytes: Bytes; mime: string };

/** Where results wait. */
export type ResultStore = {
  /** Keeps a file and names it `<random id>.<extension>`. The oldest go when all together are too many bytes. */
  put: (bytes: Bytes, mime: string, extension: string) => string;
  /** The file of that name; undefined when it is unknown or was let go. */
  get: (name: string) => StoredResult | undefined;
};

/** @param lifetimeMs how long a file is kept. @param maxBytes of all files together; a single larger one is kept alone. */
export function createResultStore(lifetimeMs: number, maxBytes: number): ResultStore {
  /** In the order they came. */
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
