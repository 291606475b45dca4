// Every fault that storage, network, processes and devices may bring about, what the app has to do then, and the test
// that shows it. `node tests/faults/document.ts` writes docs/faults.md from this table.

import type { ShownBy } from '../support/shown-by.ts';

/** `open`: no test yet. */
export type Evidence = readonly ShownBy[] | 'open' | { notHere: string };

/** One fault. */
export type Fault = { fault: string; expected: string; evidence: Evidence };

const KILL: ShownBy = {
  file: 'tests/faults/kill.test.ts',
  title: 'kill -9 at random moments loses nothing, sends nothing twice and calls nothing free',
};
const QUEUE = 'electron/jobs/job-queue.test.ts';
const STORAGE = 'tests/faults/storage.test.ts';
const REPLIES = 'electron/relay/reply-errors.test.ts';
const RETRYING = 'electron/jobs/retrying.test.ts';
const LIBRARY = 'electron/library/library.test.ts';
const DISK = 'electron/jobs/failing-disk.test.ts';
const KEPT = 'electron/jobs/kept-replies.test.ts';
const APP = 'tests/e2e/app.spec.ts';
const LOCK = 'electron/ownership/lock-library.test.ts';

/** The faults, by number. */
export const FAULTS: Readonly<Record<number, Fault>> = {
  1: {
    fault: '`kill -9` while a result is written',
    expected: 'No part of a file is listed as whole; what is left over is swept.',
    evidence: [KILL, { file: 'electron/files.test.ts', title: 'leaves no temporary file when it cannot write' }],
  },
  2: {
    fault: '`kill -9` between the rename and the database commit',
    expected: 'The file is taken up at the next start.',
    evidence: [KILL, { file: QUEUE, title: 'while saving, %s the file was moved: completed' }],
  },
  3: {
    fault: '`kill -9` between the commit and the reply to the page',
    expected: 'The item is there, once.',
    evidence: [KILL, { file: LIBRARY, title: 'added twice exists once; equal bytes are stored once' }],
  },
  4: {
    fault: 'Power cut: writes that were not flushed are gone',
    expected: 'The last finished item is there.',
    evidence: {
      notHere:
        'A file system that drops unflushed writes needs FUSE and root. Files are flushed before they are renamed, folders after; the database runs with `synchronous = FULL`.',
    },
  },
  5: {
    fault: 'Disk full at any write',
    expected: 'Nothing that arrived is lost, nothing is called free; it works again once there is space.',
    evidence: [
      { file: DISK, title: 'fails once' },
      { file: DISK, title: 'fails until the disk works again' },
      { file: DISK, title: 'fails until the app ends: the next start has what arrived' },
      { file: DISK, title: 'the next start has the parts if all fail until the app ends' },
      { file: 'electron/log.test.ts', title: 'does not throw when its folder cannot be created' },
      {
        file: 'electron/settings/settings-file.test.ts',
        title: 'a change that cannot be written is reported, applies, and is written when that works again',
      },
    ],
  },
  6: {
    fault: 'A read error on one file',
    expected: 'That item is shown as broken, the others work.',
    evidence: [
      {
        file: 'electron/library/missing-media.test.ts',
        title: 'reports which files are missing or have another size, and where they should be',
      },
      { file: 'electron/database/recovery/verify.test.ts', title: 'finds missing, changed and left-over media' },
    ],
  },
  7: {
    fault: 'The library cannot be written',
    expected: 'The app opens, says so, and makes nothing new.',
    evidence: [
      {
        file: 'electron/database/open-library.test.ts',
        title: 'where nothing can be written an empty library opens all the same, and says why',
      },
      { file: APP, title: 'a library that cannot be written is said at once, and nothing is sent' },
    ],
  },
  8: {
    fault: 'Too many open files',
    expected: 'The queue backs off; nothing is marked as failed.',
    evidence: [
      {
        file: 'electron/library/incoming-file.test.ts',
        title: 'waits until the system has a file to give: too many open ones lose nothing',
      },
      { file: 'shared/storage-problems.test.ts', title: 'EMFILE' },
    ],
  },
  9: {
    fault: 'A virus scanner holds a file: the rename is refused five times (Windows)',
    expected: 'It succeeds by the sixth try.',
    evidence: [
      {
        file: 'tests/faults/held-file.test.ts',
        title: 'a file that a virus scanner holds open for a moment is moved by the sixth try',
      },
    ],
  },
  10: {
    fault: 'Database cut off, or 4 KB of it flipped',
    expected: 'Noticed, put aside, and rebuilt.',
    evidence: [
      { file: 'electron/database/recovery/rebuild.test.ts', title: 'that cannot be read says what may be lost' },
      {
        file: 'electron/database/recovery/rebuild.test.ts',
        title: 'that can still be read loses nothing: usage, drafts and masks are taken over',
      },
    ],
  },
  11: {
    fault: 'Stale `-shm`; deleted `-wal`',
    expected: 'Opens; missing rows come back from the files.',
    evidence: [
      {
        file: 'electron/database/recovery/rebuild.test.ts',
        title: 'rebuilds a database that is missing, empty, or without its log, if there are sidecars',
      },
      {
        file: 'electron/database/recovery/rebuild.test.ts',
        title: 'never plays the log of a lost database into the rebuilt one',
      },
    ],
  },
  12: {
    fault: 'Database locked by another process for 30 s',
    expected: 'The app waits and says so.',
    evidence: [
      {
        file: 'electron/database/client.test.ts',
        title: 'opening waits, says so, and what was asked meanwhile is answered afterwards',
      },
      {
        file: 'electron/database/client.test.ts',
        title:
          'a call fails as a locked database after half a minute, is not carried out later, and closing does not wait',
      },
    ],
  },
  13: {
    fault: 'A migration throws half-way',
    expected: 'It is rolled back; the earlier version still runs.',
    evidence: [{ file: STORAGE, title: 'a migration that fails half-way changes nothing' }],
  },
  14: {
    fault: 'A database from a newer version',
    expected: 'It is not opened for writing, and not offered for deletion.',
    evidence: [
      {
        file: 'electron/database/open-library.test.ts',
        title: 'the library of a newer version of the app is left as it is',
      },
    ],
  },
  15: {
    fault: '`settings.json` empty, cut off or of another type',
    expected: 'Defaults; the file is kept.',
    evidence: [
      {
        file: 'electron/settings/settings-file.test.ts',
        title: '%j is kept aside and reported; the defaults apply',
      },
    ],
  },
  16: {
    fault: 'The key cannot be decrypted',
    expected: 'It is asked for again.',
    evidence: [
      {
        file: 'electron/settings/key-vault.test.ts',
        title: 'a key that cannot be decrypted is requested again; saving it again works',
      },
    ],
  },
  17: {
    fault: 'The relay closes before the headers, in the body, or in an event',
    expected: 'The right error; audio that arrived is kept and marked.',
    evidence: [
      { file: QUEUE, title: 'interrupted by the network keeps the received part, marked incomplete' },
      {
        file: 'electron/jobs/edit-job.test.ts',
        title: 'that were complete when the connection broke are kept, and the interruption is reported',
      },
    ],
  },
  18: {
    fault: '429 with `Retry-After` of 2, 3600, a date, garbage, a negative number',
    expected: 'Waits; ends and backs off; waits until then; the default wait; the same.',
    evidence: [
      { file: RETRYING, title: 'is waited out for as long as the relay asks, visibly, and then the job continues' },
      { file: RETRYING, title: 'of more than two minutes ends the job; the connection backs off for two minutes' },
      { file: REPLIES, title: 'Retry-After as a date' },
      { file: REPLIES, title: '%s Retry-After that is %s names no wait' },
    ],
  },
  19: {
    fault: '500, then 200',
    expected: 'A request that may have been billed is not sent again; never two items.',
    evidence: [
      {
        file: RETRYING,
        title: 'whatever the relay answers, a request is sent again only if that is safe, and at most three times',
      },
      {
        file: 'electron/relay/send-once.test.ts',
        title: 'prevents every layer below it from sending a request a second time',
      },
    ],
  },
  20: {
    fault: 'A reply after six minutes',
    expected: 'It is accepted.',
    evidence: [
      {
        file: 'tests/faults/slow-reply.long.test.ts',
        title: 'a reply that comes after more than six minutes is accepted',
      },
    ],
  },
  21: {
    fault: 'The same result is delivered twice',
    expected: 'One item.',
    evidence: [{ file: STORAGE, title: 'what has been received once is one item, also if it is delivered again' }],
  },
  22: {
    fault: 'Cancelled in every state',
    expected: 'No file is left, no late item appears.',
    evidence: [
      { file: QUEUE, title: 'while receiving keeps nothing' },
      { file: QUEUE, title: 'while queued sends nothing' },
      {
        file: 'electron/jobs/job-rules.test.ts',
        title: 'a job cancelled just when it is queued for a retry ends and is not retried',
      },
    ],
  },
  23: {
    fault: 'The app is quit during a job',
    expected: 'What was out is unknown and kept as far as it came; what was waiting is sent.',
    evidence: [
      { file: QUEUE, title: 'while receiving: unknown, the received part kept, nothing sent again' },
      {
        file: 'tests/e2e/queue.spec.ts',
        title: 'after a restart: a request that was sent is "unknown"; those that were waiting are held until a click',
      },
    ],
  },
  24: {
    fault: 'The page crashes',
    expected: 'It comes back; jobs go on; the draft with its mask is restored.',
    evidence: [
      { file: APP, title: 'a crashed page is loaded again automatically, with everything that main knows' },
      {
        file: 'tests/e2e/images.spec.ts',
        title: 'stopped and started again: picture, mask, instruction and results are back',
      },
    ],
  },
  25: {
    fault: 'The GPU process crashes',
    expected: 'The canvas is drawn again from the tiles.',
    evidence: {
      notHere:
        'Canvases here are drawn by the processor, so the end of the GPU process takes nothing from them. The canvases draw again on `contextrestored`.',
    },
  },
  26: {
    fault: 'A worker or the practice relay dies',
    expected: 'It is started anew; its work is repeated or reported.',
    evidence: [
      {
        file: 'electron/practice-process.test.ts',
        title: 'is restarted after a crash, and waiting callers get its new address',
      },
      {
        file: 'tests/e2e/worker-death.spec.ts',
        title: 'all workers of the page end while an edit is prepared: the edit is sent, with its mask',
      },
      {
        file: 'electron/database/client.test.ts',
        title: 'that dies rejects what waits like a failing disk; the next call starts it anew, with what was written',
      },
    ],
  },
  27: {
    fault: 'The computer sleeps during a request',
    expected: 'The request goes on or ends with an unknown outcome.',
    evidence: {
      notHere:
        'No machine here can sleep. To the app it is a connection that is silent, and then cut: the time limit and the cut have their tests (17).',
    },
  },
  28: {
    fault: 'Network off and on, another proxy, a login page in place of the relay',
    expected: 'Recognised, and named.',
    evidence: [
      { file: RETRYING, title: 'a relay that cannot be reached is tried three times' },
      {
        file: 'electron/relay/transport-errors.test.ts',
        title: 'the proxy is reported if it is the proxy that does not respond',
      },
      { file: REPLIES, title: 'HTML and 404' },
    ],
  },
  29: {
    fault: 'The clock jumps by a day',
    expected: 'The order stays that of making.',
    evidence: [{ file: STORAGE, title: 'a clock that jumps by %i ms changes no order and no state' }],
  },
  30: {
    fault: 'A second start with a file',
    expected: 'The file is handed to the first.',
    evidence: [{ file: 'electron/startup.test.ts', title: 'a second start hands its files to the first' }],
  },
  31: {
    fault: 'Two machines, or two apps, on one library',
    expected: 'The second is refused and learns who has it; one that was taken over stops writing.',
    evidence: [
      { file: LOCK, title: 'a second app is refused, and learns who has the library' },
      { file: LOCK, title: 'an app ended by kill -9 leaves nothing that would refuse the next' },
      { file: LOCK, title: 'another host whose heartbeat is fresh has the library' },
      { file: LOCK, title: 'an app whose library was taken over notices it, and leaves the other its file' },
      { file: APP, title: 'a library that another program has open is refused, with its name and exit code 1' },
    ],
  },
  32: {
    fault: 'The library’s drive is unplugged',
    expected: 'A banner; it goes on when the drive is back.',
    evidence: [
      {
        file: 'tests/faults/unplugged.test.ts',
        title: 'is unplugged: nothing is written in its place, and it goes on when it is back',
      },
    ],
  },
  33: {
    fault: '100 000 items, 10 000 of their files missing',
    expected: 'Opens in time; the missing are counted.',
    evidence: [
      { file: 'electron/database/recovery/verify.test.ts', title: 'finds missing, changed and left-over media' },
      {
        file: 'electron/library/missing-media.test.ts',
        title: 'reports which files are missing or have another size, and where they should be',
      },
    ],
  },
  34: {
    fault: 'The sound output goes away',
    expected: 'The player pauses and says so.',
    evidence: {
      notHere:
        'No machine here has a sound output that could go away. Chromium then plays on to the default output or to none.',
    },
  },
  35: {
    fault: 'A file changes while it is sent',
    expected: 'A clear error.',
    evidence: [
      {
        file: 'electron/relay/changed-file.test.ts',
        title: 'a file that $how while it is sent ($form) ends the request with that reason',
      },
      {
        file: 'electron/jobs/edit-job.test.ts',
        title: 'a picture whose file is gone is reported before anything is sent',
      },
    ],
  },
  36: {
    fault: 'An 8K picture with little memory',
    expected: 'Refused or reported; the app stays.',
    evidence: [
      {
        file: 'renderer/images/pipeline/repeated.test.ts',
        title: 'a task of which two workers have died does not fit in memory',
      },
    ],
  },
  37: {
    fault: 'A user-data path in other scripts, or of more than 260 characters',
    expected: 'It works, or the reason is named.',
    evidence: [
      { file: STORAGE, title: 'a folder of other scripts, spaces and 300 characters holds a library' },
      {
        file: APP,
        title: 'a user-data folder that cannot be written ends the start with the reason, not in silence',
      },
    ],
  },
  38: {
    fault: 'Names that differ only by case or accents',
    expected: 'Files of the library never collide; saved copies overwrite nothing.',
    evidence: [
      {
        file: STORAGE,
        title: 'the names of all files differ by more than case and accents: they are lower-case ASCII',
      },
      {
        file: 'electron/export/export-items.test.ts',
        title: 'each item is a file as soon as it is whole, and equal names are numbered beside those that were there',
      },
    ],
  },
  39: {
    fault: 'A successful reply of any bytes, cut anywhere',
    expected: 'Every received byte is on disk: as results, or as a reply that can be saved and read again.',
    evidence: [
      {
        file: 'electron/jobs/kept-reply.test.ts',
        title: 'of any successful reply, whatever its bytes and wherever it is cut, every received byte is on disk',
      },
      { file: KEPT, title: 'and still cannot be read stays as it is, and nothing is sent again' },
    ],
  },
  40: {
    fault: 'The address of a finished result does not work, or the disk is full while it is fetched',
    expected: 'It is fetched again, over restarts, for as long as the address may work; nothing is sent again.',
    evidence: [
      { file: KEPT, title: 'is named by its whole address, and fetched later by itself, ever more rarely' },
      { file: KEPT, title: 'is fetched after a restart too, but not after its address has ended' },
      { file: KEPT, title: 'a full disk loses nothing while it is fetched' },
    ],
  },
};
