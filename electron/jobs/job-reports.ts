// Reports jobs: to the page, on the desktop, and to the monitor of the storage if the disk failed one.

import type { DesktopStatus } from '../desktop-status.ts';
import type { Emit } from '../ipc.ts';
import type { Log } from '../log.ts';
import type { StorageMonitor } from '../storage-health.ts';
import type { JobEvents } from './job-queue.ts';

type Deps = {
  emit: Emit;
  disk: Pick<StorageMonitor, 'look'>;
  desktop: Pick<DesktopStatus, 'follow'>;
  log: Pick<Log, 'error'>;
};

/** Creates the queue's callbacks. */
export function createJobReports({ emit, disk, desktop, log }: Deps): JobEvents {
  return {
    onUpdated(job) {
      emit('job.updated', job);
      if (job.error?.code === 'storage.failed') void disk.look();
      desktop.follow(job);
    },
    onRemoved: (id) => emit('job.removed', { id }),
    onQueueChanged: (queue) => emit('queue.changed', queue),
    onLoaded(left, queues) {
      // A window that opened before has not been given them.
      for (const job of left) emit('job.updated', job);
      for (const queue of queues) emit('queue.changed', queue);
    },
    onBug: (error) => log.error('job.bug', error),
  };
}
