// Every fault that storage, network, processes and devices may bring about, and what the app has to do then. Beside each
// test that shows it stands its number, as in `// fault 7`. `node tests/faults/document.ts` writes docs/faults.md from both.

/** One fault. `notHere` says why no test can bring it about. */
export type Fault = { fault: string; expected: string; notHere?: string };

/** The faults, by number. */
export const FAULTS: Readonly<Record<number, Fault>> = {
  1: {
    fault: '`kill -9` while a result is written',
    expected: 'No part of a file is listed as whole; what is left over is swept.',
  },
  2: {
    fault: '`kill -9` between the rename and the database commit',
    expected: 'The file is taken up at the next start.',
  },
  3: {
    fault: '`kill -9` between the commit and the reply to the page',
    expected: 'The item is there, once.',
  },
  4: {
    fault: 'Power cut: writes that were not flushed are gone',
    expected: 'The last finished item is there.',
    notHere:
      'A file system that drops unflushed writes needs FUSE and root. Files are flushed before they are renamed, folders after; the database runs with `synchronous = FULL`.',
  },
  5: {
    fault: 'Disk full at any write',
    expected: 'Nothing that arrived is lost, nothing is called free; it works again once there is space.',
  },
  6: {
    fault: 'A read error on one file',
    expected: 'That item is shown as broken, the others work.',
  },
  7: {
    fault: 'The library cannot be written',
    expected: 'The app opens, says so, and makes nothing new.',
  },
  8: {
    fault: 'Too many open files',
    expected: 'The queue backs off; nothing is marked as failed.',
  },
  9: {
    fault: 'A virus scanner holds a file: the rename is refused five times (Windows)',
    expected: 'It succeeds by the sixth try.',
  },
  10: {
    fault: 'Database cut off, or 4 KB of it flipped',
    expected: 'Noticed, put aside, and rebuilt.',
  },
  11: {
    fault: 'Stale `-shm`; deleted `-wal`',
    expected: 'Opens; missing rows come back from the files.',
  },
  12: {
    fault: 'Database locked by another process for 30 s',
    expected: 'The app waits and says so.',
  },
  13: {
    fault: 'A migration throws half-way',
    expected: 'It is rolled back; the earlier version still runs.',
  },
  14: {
    fault: 'A database from a newer version',
    expected: 'It is not opened for writing, and not offered for deletion.',
  },
  15: {
    fault: '`settings.json` empty, cut off or of another type',
    expected: 'Defaults; the file is kept.',
  },
  16: {
    fault: 'The key cannot be decrypted',
    expected: 'It is asked for again.',
  },
  17: {
    fault: 'The relay closes before the headers, in the body, or in an event',
    expected: 'The right error; audio that arrived is kept and marked.',
  },
  18: {
    fault: '429 with `Retry-After` of 2, 3600, a date, garbage, a negative number',
    expected: 'Waits; ends and backs off; waits until then; the default wait; the same.',
  },
  19: {
    fault: '500, then 200',
    expected: 'A request that may have been billed is not sent again; never two items.',
  },
  20: {
    fault: 'A reply after six minutes',
    expected: 'It is accepted.',
  },
  21: {
    fault: 'The same result is delivered twice',
    expected: 'One item.',
  },
  22: {
    fault: 'Cancelled in every state',
    expected: 'No file is left, no late item appears.',
  },
  23: {
    fault: 'The app is quit during a job',
    expected: 'What was out is unknown and kept as far as it came; what was waiting is sent.',
  },
  24: {
    fault: 'The page crashes',
    expected: 'It comes back; jobs go on; the draft with its mask is restored.',
  },
  25: {
    fault: 'The GPU process crashes',
    expected: 'The canvas is drawn again from the tiles.',
    notHere:
      'Canvases here are drawn by the processor, so the end of the GPU process takes nothing from them. The canvases draw again on `contextrestored`.',
  },
  26: {
    fault: 'A worker or the practice relay dies',
    expected: 'It is started anew; its work is repeated or reported.',
  },
  27: {
    fault: 'The computer sleeps during a request',
    expected: 'The request goes on or ends with an unknown outcome.',
    notHere:
      'No machine here can sleep. To the app it is a connection that is silent, and then cut: the time limit (42) and the cut (17) have their tests.',
  },
  28: {
    fault: 'Network off and on, another proxy, a login page in place of the relay',
    expected: 'Recognised, and named.',
  },
  29: {
    fault: 'The clock jumps by a day',
    expected: 'The order stays that of making.',
  },
  30: {
    fault: 'A second start with a file',
    expected: 'The file is handed to the first.',
  },
  31: {
    fault: 'Two machines, or two apps, on one library',
    expected: 'The second is refused and learns who has it; one that was taken over stops writing.',
  },
  32: {
    fault: 'The library’s drive is unplugged',
    expected: 'A banner; it goes on when the drive is back.',
  },
  33: {
    fault: '100 000 items, 10 000 of their files missing',
    expected: 'Opens in time; the missing are counted.',
  },
  34: {
    fault: 'The sound output goes away',
    expected: 'The player pauses and says so.',
    notHere:
      'No machine here has a sound output that could go away. Chromium then plays on to the default output or to none.',
  },
  35: {
    fault: 'A file changes while it is sent',
    expected: 'A clear error.',
  },
  36: {
    fault: 'An 8K picture with little memory',
    expected: 'Refused or reported; the app stays.',
  },
  37: {
    fault: 'A user-data path in other scripts, or of more than 260 characters',
    expected: 'It works, or the reason is named.',
  },
  38: {
    fault: 'Names that differ only by case or accents',
    expected: 'Files of the library never collide; saved copies overwrite nothing.',
  },
  39: {
    fault: 'A successful reply of any bytes, cut anywhere',
    expected: 'Every received byte is on disk: as results, or as a reply that can be saved and read again.',
  },
  40: {
    fault: 'The address of a finished result does not work, or the disk is full while it is fetched',
    expected: 'It is fetched again, over restarts, for as long as the address may work; nothing is sent again.',
  },
  41: {
    fault: 'A copy of the library with requests that wait is opened, or an older state is put in its place',
    expected: 'They are held and asked about; nothing is sent a second time by itself.',
  },
  42: {
    fault: 'The app stands still past the time limit of a request while its reply arrives',
    expected: 'The reply is read, and kept; time in which nothing could be read is not counted.',
  },
  47: {
    fault: 'A file in a back-up rots: its bytes change, its size does not',
    expected: 'One of the next sixteen back-ups, or *Verify back-up*, names it and replaces it by a whole one.',
  },
  48: {
    fault: 'A back-up is imported while what it has is under *Deleted*',
    expected: 'The result says how many are there, and restores exactly those at a press.',
  },
  49: {
    fault: 'The file that says where the library was moved from names somebody’s folder',
    expected: 'Nothing is removed there; elsewhere only what the library has with the same bytes.',
  },
  50: {
    fault: 'An item’s file in the library is changed by hand while the app runs; the clock jumps by a year',
    expected:
      'What was changed is taken in before the file is written again, or kept aside; the trash is emptied by days of use.',
  },
  54: {
    fault: 'The player changes to another sound while one plays, and is paused',
    expected: 'It shows the sound that is paused, where it is; nothing is drawn until something changes.',
  },
  45: {
    fault: 'A relay that refuses the key, the account or the quota, while many requests wait',
    expected: 'After the second refusal in a row nothing is sent until a person says so; what waits stays.',
  },
  51: {
    fault:
      'What may be billed is pressed twice: a double click, a held key, a click and its shortcut, again while it runs',
    expected: 'One wish is one request, and the button says at once that it was pressed.',
  },
  52: {
    fault: 'A take is deleted and the deletion undone, in any order with what is read meanwhile',
    expected: 'Its line shows what the library has, and nothing is paid for again.',
  },
  53: {
    fault: 'What a request failed for is corrected: another voice, another text',
    expected: 'The line no longer says that it failed; what would be sent now was not tried.',
  },
  55: {
    fault: 'Somebody paints and sends while a result is still taking the place of the picture',
    expected: 'Nothing is painted on the picture before; the edit waits, and asks if its mask is missing.',
  },
  56: {
    fault: 'A relay answers with a part of the picture in another shape: a square cut out of a photograph',
    expected:
      'It is shown as received and not called protected; nothing of it is laid over the picture in a wrong place.',
  },
  46: {
    fault: 'A request is cancelled after it was sent',
    expected: 'It ends; that it may have been billed is said, over restarts, until a person dismisses it.',
  },
  57: {
    fault: 'Undo, with the cursor in the text, after a voice, a title or a setting was changed',
    expected: 'What was done last is undone first, whatever it was and wherever the cursor is.',
  },
  43: {
    fault: 'The folder of media, or one of its folders, cannot be written, or is a disk of its own',
    expected:
      'It is said, and nothing more is sent; what was received is kept, and saved once it can be. A disk of its own works.',
  },
  44: {
    fault: 'A disk whose folders cannot be synced, or that does not say how large it is: network drives, FUSE',
    expected:
      'It works as any other; nothing is held back or warned of. A file that cannot be synced is still an error.',
  },
  58: {
    fault: 'A picture proves to be unreadable when it is decoded, perhaps after a crash in between',
    expected:
      'The reply is there until then, and is kept with what the relay sent; nothing is told before it is known.',
  },
};
