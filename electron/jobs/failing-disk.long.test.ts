// Each write of a job fails in every way.

import { describe, it } from 'vitest';
import { expectAllAfterFailing, expectAllAfterRestart, JOB_WRITES } from '../../tests/support/failing-disk.ts';

describe.each(JOB_WRITES)('$kind, $target: write $number', (write) => {
  it('fails once', () => expectAllAfterFailing(write, true));
  it('fails until the disk works again', () => expectAllAfterFailing(write, false));
  it('fails until the app ends: the next start has what arrived', () => expectAllAfterRestart(write));
});
