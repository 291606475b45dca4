// Each write of a job fails in every way.

import { describe, it } from 'vitest';
import {
  CUT_WRITES,
  expectAllAfterFailing,
  expectAllAfterRestart,
  expectPartsAfterFailing,
  expectPartsAfterRestart,
  JOB_WRITES,
} from '../../tests/support/failing-disk.ts';

describe.each(JOB_WRITES)('$kind, $target: write $number', (write) => {
  it('fails once', () => expectAllAfterFailing(write, true));
  it('fails until the disk works again', () => expectAllAfterFailing(write, false));
  it('fails until the app ends: the next start has what arrived', () => expectAllAfterRestart(write));
});

describe.each(CUT_WRITES)('parts, $target: write $number', (write) => {
  it('no part is sent twice after one that fails', () => expectPartsAfterFailing(write, true));
  it('no part is sent twice if all fail until there is room', () => expectPartsAfterFailing(write, false));
  it('the next start has the parts if all fail until the app ends', () => expectPartsAfterRestart(write));
});
