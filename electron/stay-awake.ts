// Keeps the computer from falling asleep while work goes on that sleep would cut: a paid request, an export, a transfer.
// The screen may turn off.

import { powerSaveBlocker } from 'electron';

/** Why the computer stays awake. */
type Reason = 'requests' | 'exports' | 'transfer';

const reasons = new Set<Reason>();
let blocker: number | undefined;

/** Says that work of a kind goes on, or has ended. */
export function stayAwake(reason: Reason, isBusy: boolean): void {
  if (isBusy) reasons.add(reason);
  else reasons.delete(reason);
  if (reasons.size > 0) blocker ??= powerSaveBlocker.start('prevent-app-suspension');
  else if (blocker !== undefined) {
    powerSaveBlocker.stop(blocker);
    blocker = undefined;
  }
}
