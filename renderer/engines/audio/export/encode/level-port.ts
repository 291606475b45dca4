// The export worker's interface to the level worker, which measures files while they are being made.

import { type WatchedWorker, watchWorker } from '../../../../lifetime/watched-worker.ts';
import type { SoundLevel } from '../plan.ts';
import type { MeterEncoded } from './encoded-meter.ts';
import type { FromLevelWorker, ToLevelWorker } from './level-worker.ts';

/** Pieces of a file that may be on their way. */
const MAX_AHEAD = 16;

/** The file that is being measured. */
type Measuring = {
  ahead: number;
  /** Called when one piece fewer is on its way. */
  resume: () => void;
  found: PromiseWithResolvers<SoundLevel>;
};

/**
 * Measures in a worker of its own, started for the first file; it ends with the worker that started it.
 * @param createWorker starts the script `level-worker.ts`
 */
export function createLevelPort(createWorker: () => Worker): MeterEncoded {
  let worker: WatchedWorker<ToLevelWorker> | undefined;
  let current: Measuring | undefined;

  const fail = (reason: string): void => current?.found.reject(new Error(reason));
  const start = (): WatchedWorker<ToLevelWorker> =>
    watchWorker<ToLevelWorker, FromLevelWorker>(createWorker(), {
      onMessage: (message) => {
        if (message.type === 'failed') fail(message.reason);
        else if (message.type === 'level') current?.found.resolve(message.level);
        else if (current) {
          current.ahead -= 1;
          current.resume();
        }
      },
      onDeath: (reason) => {
        worker = undefined;
        fail(reason);
      },
      isBusy: () => true,
    });

  return (decoded) => {
    worker ??= start();
    const { post } = worker;
    const file: Measuring = { ahead: 0, resume: () => undefined, found: Promise.withResolvers() };
    // Whoever adds pieces or waits for the level gets the error; if nobody does, it is not an unhandled one.
    file.found.promise.catch(() => undefined);
    current = file;
    post({ type: 'begin', decoded });
    return {
      add: async (bytes) => {
        file.ahead += 1;
        post({ type: 'bytes', bytes });
        while (file.ahead >= MAX_AHEAD) {
          const isResumed = new Promise<void>((resolve) => {
            file.resume = resolve;
          });
          await Promise.race([isResumed, file.found.promise]);
        }
      },
      level: () => {
        post({ type: 'end' });
        return file.found.promise;
      },
    };
  };
}
