// Reports what cannot be read of settings and keys, and what was put aside of the library.

import type { Foundation } from './foundation.ts';
import type { StorageMonitor } from './storage-health.ts';

type Deps = {
  disk: Pick<StorageMonitor, 'reportLoss'>;
  log: Pick<Foundation['log'], 'error'>;
  settings: Pick<Foundation['settings'], 'loss'>;
  vault: Pick<Foundation['vault'], 'loss' | 'opened'>;
  ownership: Pick<Foundation['ownership'], 'quarantined'>;
};

/**
 * Reports what is lost at the start; of keys that is known once the key store has opened.
 * @returns what reports entries of the library that are put aside later: their paths in it.
 */
export function reportLosses({ disk, log, settings, vault, ownership }: Deps): (names: string[]) => void {
  const reportQuarantined = (names: string[]): void => {
    log.error('library.quarantined', names.join(', '));
    disk.reportLoss({ file: 'library', parts: names, isRestored: false, keptAs: '' });
  };
  if (ownership.quarantined.length > 0) reportQuarantined(ownership.quarantined);
  const lost = settings.loss();
  if (lost) disk.reportLoss(lost);
  void vault.opened.then(() => {
    const lostKeys = vault.loss();
    if (lostKeys) disk.reportLoss(lostKeys);
  });
  return reportQuarantined;
}
