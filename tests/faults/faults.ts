// Every fault of storage, network, processes and devices, and what the app has to do then. Each test that shows one has its
// number beside it, as in `// fault 7`. `node tests/faults/document.ts` writes docs/generated/faults.md.

/** One fault. `notHere` says why no test can bring it about. */
export type Fault = { fault: string; expected: string; notHere?: string };

/** The faults, by number. */
export const FAULTS: Readonly<Record<number, Fault>> = {
  1: {
    fault: '`kill -9` while a result is being written',
    expected: 'No partial file is listed as complete.',
  },
  2: {
    fault: '`kill -9` between the rename and the database commit',
    expected: 'The next start adopts the file.',
  },
  3: {
    fault: '`kill -9` between the commit and the reply to the page',
    expected: 'The item exists once.',
  },
  4: {
    fault: 'A power cut discards writes that were not flushed',
    expected: 'The last finished item survives.',
    notHere: 'it needs FUSE and root. Files, folders and SQLite are flushed.',
  },
  5: {
    fault: 'Disk full at any write',
    expected: 'Nothing that arrived is lost or called free.',
  },
  6: {
    fault: 'A read error on one file',
    expected: 'That item is shown as broken; the others work.',
  },
  7: {
    fault: 'The library cannot be written',
    expected: 'The app opens, says so and adds nothing.',
  },
  8: {
    fault: 'Too many open files',
    expected: 'The queue backs off; nothing fails.',
  },
  9: {
    fault: 'A virus scanner blocks a rename five times (Windows)',
    expected: 'The sixth attempt succeeds.',
  },
  10: {
    fault: 'The database is truncated, or 4 KB of it are flipped',
    expected: 'The app keeps the file and rebuilds the database.',
  },
  11: {
    fault: 'Stale `-shm`; deleted `-wal`',
    expected: 'Missing rows come back from the library’s files.',
  },
  12: {
    fault: 'Another process locks the database for 30 s',
    expected: 'The app waits and says so.',
  },
  13: {
    fault: 'A migration throws half-way',
    expected: 'It is rolled back; the earlier version still works.',
  },
  14: {
    fault: 'A database from a newer version',
    expected: 'It is neither opened for writing nor offered for deletion.',
  },
  15: {
    fault: '`settings.json` is empty, truncated or of the wrong type',
    expected: 'Defaults apply; the file is kept.',
  },
  16: {
    fault: 'The key cannot be decrypted',
    expected: 'The app asks for it again.',
  },
  17: {
    fault: 'The relay disconnects before the headers, in the body or in an event',
    expected: 'The error is right; audio that arrived is kept and marked.',
  },
  18: {
    fault: '429 with `Retry-After` of 2, 3600, a date, garbage or a negative number',
    expected: 'The app waits 2 s, fails, waits until then, or waits the default time.',
  },
  19: {
    fault: '500, then 200',
    expected: 'A request that may have been billed is not sent again.',
  },
  20: {
    fault: 'A reply takes six minutes',
    expected: 'The app accepts it.',
  },
  21: {
    fault: 'The same result arrives twice',
    expected: 'It becomes one item.',
  },
  22: {
    fault: 'A job is cancelled in any state',
    expected: 'No file remains; no late item appears.',
  },
  23: {
    fault: 'The app quits during a job',
    expected: 'Sent requests are unknown, what arrived is kept; waiting ones are sent.',
  },
  24: {
    fault: 'The page crashes',
    expected: 'It comes back; jobs continue; draft and mask are restored.',
  },
  25: {
    fault: 'The GPU process crashes',
    expected: 'The canvas is redrawn from the tiles.',
    notHere: 'the processor draws the canvases in tests. They redraw on `contextrestored`.',
  },
  26: {
    fault: 'A worker or the practice relay dies',
    expected: 'It restarts; its work is repeated or the loss reported.',
  },
  27: {
    fault: 'The computer sleeps during a request',
    expected: 'The request continues or ends with an unknown outcome.',
    notHere: 'test machines do not sleep. Faults 17 and 42 cover the silent and the cut connection.',
  },
  28: {
    fault: 'The network drops, the proxy changes, or a login page answers',
    expected: 'The app recognises and names it.',
  },
  29: {
    fault: 'The clock jumps by a day',
    expected: 'Items stay in the order in which they were made.',
  },
  30: {
    fault: 'The app is started again with a file',
    expected: 'The running app opens the file.',
  },
  31: {
    fault: 'Two machines or apps open one library',
    expected: 'The second is refused; an app that was taken over stops writing.',
  },
  32: {
    fault: 'The library’s drive is unplugged',
    expected: 'A banner says so; work resumes when the drive is back.',
  },
  33: {
    fault: '100 000 items, 10 000 of their files missing',
    expected: 'The library opens in time and counts missing files.',
  },
  34: {
    fault: 'The sound output disappears',
    expected: 'Playback moves to the default output or falls silent.',
    notHere: 'test machines have no sound output; Chromium decides.',
  },
  35: {
    fault: 'A file changes while it is being sent',
    expected: 'A clear error names it.',
  },
  36: {
    fault: 'An 8K picture meets too little memory',
    expected: 'The app refuses or reports it, and stays usable.',
  },
  37: {
    fault: 'The user-data path has other scripts or over 260 characters',
    expected: 'It works, or the app says why not.',
  },
  38: {
    fault: 'Names differ only by case or accents',
    expected: 'Files never collide or overwrite others.',
  },
  39: {
    fault: 'A successful reply has any bytes and is cut anywhere',
    expected: 'Every received byte is kept.',
  },
  40: {
    fault: 'The URL of a finished result fails, or the disk is full during the download',
    expected: 'The app fetches it again; nothing is sent again.',
  },
  41: {
    fault: 'A copy or older state of a library with waiting requests is opened',
    expected: 'They are held until a person decides.',
  },
  42: {
    fault: 'The app freezes past a request’s time limit while the reply arrives',
    expected: 'The reply is kept; the frozen time does not count.',
  },
  47: {
    fault: 'A back-up file changes its bytes but not its size',
    expected: 'One of the next 16 back-ups, or *Verify*, replaces it.',
  },
  48: {
    fault: 'A back-up is imported while its items are under *Deleted*',
    expected: 'The result counts them and offers to restore exactly those.',
  },
  49: {
    fault: 'The record of a library’s old place names another folder',
    expected: 'Nothing is removed there; elsewhere only files that the library has.',
  },
  50: {
    fault: 'A person edits an item’s file while the app runs; the clock jumps by a year',
    expected: 'Edits are adopted or kept aside; only days of use count.',
  },
  54: {
    fault: 'The player switches to another sound and is paused',
    expected: 'It shows the paused sound and its position.',
  },
  45: {
    fault: 'A relay refuses key, account or quota while many requests wait',
    expected: 'After two refusals in a row the rest waits for a person.',
  },
  51: {
    fault: 'A person triggers a billed request twice: double click, held key, click plus shortcut',
    expected: 'One request is sent.',
  },
  52: {
    fault: 'A take is deleted and restored while its script is read',
    expected: 'Its line matches the library; nothing is paid for again.',
  },
  53: {
    fault: 'The voice or text that made a request fail is corrected',
    expected: 'The line no longer counts as failed.',
  },
  55: {
    fault: 'A person paints and sends while a result is replacing the picture',
    expected: 'The stroke is painted on the result; the edit waits.',
  },
  56: {
    fault: 'A relay returns a differently shaped part of the picture',
    expected: 'It is shown as received and not called protected.',
  },
  46: {
    fault: 'A request is cancelled after it was sent',
    expected: 'The app says that it may have been billed, until dismissed.',
  },
  57: {
    fault: 'A person undoes with the cursor in the text after changing a voice, title or setting',
    expected: 'The last change is undone first, wherever the cursor is.',
  },
  43: {
    fault: 'The media folder is read-only, in part or whole, or is a separate disk',
    expected: 'If read-only, the app says so and saves later.',
  },
  44: {
    fault: 'A network drive or FUSE disk cannot sync folders or report its size',
    expected: 'It works without warnings.',
  },
  58: {
    fault: 'A picture proves unreadable when decoded, perhaps after a crash',
    expected: 'The reply is kept until then, and stays if the picture is damaged.',
  },
  59: {
    fault: 'Windows is shut down, or the person logs off, while the app is at work',
    expected: 'It ends as by Quit: what was typed last is saved, and what was out is told of at the next start.',
  },
};
