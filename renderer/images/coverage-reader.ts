// Reads kept masks back into planes of coverage, in a worker of its own. It must not know where masks are kept.

import type { Size } from '../../shared/images/size.ts';
import { startWorker } from '../trusted-types.ts';
import coverageWorkerUrl from './coverage-worker.ts?worker&url';
import { type Bytes, PictureProblem } from './ports.ts';

/** A mask as a plane, and the size of its picture. */
type ReadCoverage = { coverage: Bytes; size: Size };

/** What the worker answers. */
export type CoverageReply = { id: number; read: ReadCoverage | null };

/** Reads masks; the worker starts with the first. */
export type CoverageReader = {
  /** Rejects for what is no mask. The bytes are taken over. */
  read: (bytes: Bytes) => Promise<ReadCoverage>;
  dispose: () => void;
};

/** Makes a reader. */
export function createCoverageReader(): CoverageReader {
  const pending = new Map<number, { resolve: (read: ReadCoverage) => void; reject: (error: Error) => void }>();
  let worker: Worker | undefined;
  let lastId = 0;
  const failAll = (): void => {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of pending.values()) reject(new PictureProblem('unreadable'));
    pending.clear();
  };
  const start = (): Worker => {
    const started = startWorker(coverageWorkerUrl);
    started.onmessage = ({ data }: MessageEvent<CoverageReply>) => {
      const call = pending.get(data.id);
      pending.delete(data.id);
      if (data.read === null) call?.reject(new PictureProblem('unreadable'));
      else call?.resolve(data.read);
    };
    started.onerror = failAll;
    return started;
  };
  return {
    read: (bytes) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        pending.set(lastId, { resolve, reject });
        worker ??= start();
        worker.postMessage({ id: lastId, bytes }, [bytes.buffer]);
      }),
    dispose: failAll,
  };
}
