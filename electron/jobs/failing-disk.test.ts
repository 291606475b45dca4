// Each write of a job, to a file or to the database, fails: nothing that arrived is lost, nothing is called free that may
// have been billed, and nothing is sent twice. The three ways to fail take turns; `npm run test:long` fails each write
// in all of them. Members of prototypes are replaced.

import { describe, it } from 'vitest';
import {
  CUT_WRITES,
  expectAllAfterFailing,
  expectAllAfterRestart,
  expectPartsAfterFailing,
  expectPartsAfterRestart,
  JOB_WRITES,
} from '../../tests/support/failing-disk.ts';

const inTurn = (way: number) => JOB_WRITES.filter((_, index) => index % 3 === way);

describe.each(inTurn(0))('$kind, $target: write $number', (write) => {
  // fault 5
  it('fails once', () => expectAllAfterFailing(write, true));
});

describe.each(inTurn(1))('$kind, $target: write $number', (write) => {
  // fault 5
  it('fails until the disk works again', () => expectAllAfterFailing(write, false));
});

describe.each(inTurn(2))('$kind, $target: write $number', (write) => {
  // fault 5
  it('fails until the app ends: the next start has what arrived', () => expectAllAfterRestart(write));
});

// Of the many writes of a text in parts, every third here, all in the long tests.
describe.each(CUT_WRITES.filter((_, index) => index % 9 === 0))('parts, $target: write $number', (write) => {
  it('no part is sent twice after one that fails', () => expectPartsAfterFailing(write, true));
});

describe.each(CUT_WRITES.filter((_, index) => index % 9 === 3))('parts, $target: write $number', (write) => {
  it('no part is sent twice if all fail until there is room', () => expectPartsAfterFailing(write, false));
});

describe.each(CUT_WRITES.filter((_, index) => index % 9 === 6))('parts, $target: write $number', (write) => {
  // fault 5
  it('the next start has the parts if all fail until the app ends', () => expectPartsAfterRestart(write));
});
