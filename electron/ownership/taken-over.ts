// What happens when another app has taken the library over: nothing is written any more, and the person is told.

import type { Database } from '../database/client.ts';
import type { Log } from '../log.ts';
import type { StorageMonitor } from '../storage-health.ts';
import type { Ownership } from './lock-library.ts';
import type { Owner } from './owner.ts';

type Deps = {
  ownership: Pick<Ownership, 'lost'>;
  disk: Pick<StorageMonitor, 'stop'>;
  database: Pick<Database, 'stopWriting'>;
  log: Pick<Log, 'error'>;
  /** Tells the person who has the library now. */
  tell: (owner: Owner) => Promise<void>;
};

/** Stops writing once the library is lost, and tells the person then. */
export function followTakeover({ ownership, disk, database, log, tell }: Deps): void {
  void ownership.lost.then((owner) => {
    log.error('library.takenOver', owner);
    disk.stop();
    database.stopWriting('takenOver').catch((error: unknown) => log.error('database.died', error));
    return tell(owner);
  });
}
