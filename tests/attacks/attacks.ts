// Every attack that was thought of, what has to happen then, and the tests that try it. `node tests/attacks/document.ts`
// writes the table in SECURITY.md from this one. Of all of them holds: no key leaves, and the app stays usable.

import type { ShownBy } from '../support/shown-by.ts';

/** One attack. `notHere` says which part of it no test can try, and why. */
export type Attack = { attack: string; result: string; tests: readonly ShownBy[]; notHere?: string };

const IPC = 'electron/ipc.test.ts';
const PROTOCOL = 'electron/protocol.test.ts';
const SESSION = 'electron/security.test.ts';
const PAGE = 'tests/e2e/security.spec.ts';
const HOSTILE_PAGE = 'tests/e2e/hostile-page.spec.ts';
const HARDENING = 'tests/electron/hardening.spec.ts';
const ADDRESS = 'shared/base-url.test.ts';
const DOWNLOAD = 'electron/relay/download.test.ts';
const TLS = 'electron/relay/tls-problems.test.ts';
const HEADS = 'electron/relay/odd-heads.test.ts';
const EXCESS = 'shared/images/headers/excess.test.ts';
const PATHS = 'electron/library/hostile-paths.test.ts';
const QUARANTINE = 'electron/library/quarantine.test.ts';
const VAULT = 'electron/settings/key-vault.test.ts';
const FILE_NAME = 'shared/text/file-name.test.ts';
const LINK_SERVED: ShownBy = { file: PROTOCOL, title: "'app://studio/link.js'" };
const CANARY: ShownBy = {
  file: 'tests/key-canary.long.test.ts',
  title: 'the key is nowhere, in every spelling at every place',
};
const SHORT_CANARY: ShownBy = {
  file: 'tests/key-canary.test.ts',
  title: 'the key is nowhere, wherever a relay echoes it: the raw key at every place, each spelling at some',
};
const DENIED: ShownBy = {
  file: HARDENING,
  title: 'a page is granted no permission, no screen capture, no window and no navigation',
};
const LEAVES: ShownBy = { file: HARDENING, title: 'a page leaves its address by no way, and opens no window' };
const FRAMES: ShownBy = {
  file: HOSTILE_PAGE,
  title: 'no frame and no webview of a page is attached that could ask main',
};
const RELEASED: ShownBy = {
  file: HARDENING,
  title: 'a released package listens on no debugging port, runs no foreign code and is no Node',
};

/** The attacks, by number. */
export const ATTACKS: Readonly<Record<number, Attack>> = {
  1: {
    attack: 'The page uses `require`, `process`, `module`',
    result: 'They do not exist.',
    tests: [
      { file: PAGE, title: 'the page has no Node and a bridge of two functions' },
      { file: 'electron/window.test.ts', title: 'gives its page a sandbox, isolation from the preload, and no Node' },
    ],
  },
  2: {
    attack: 'The same from a worker of the page and from a worklet',
    result: 'They do not exist there either.',
    tests: [{ file: HOSTILE_PAGE, title: 'workers and worklets of the page have no Node and no bridge' }],
  },
  3: {
    attack: '`window.open` of a foreign address',
    result: 'No window; it is logged.',
    tests: [LEAVES, DENIED, { file: SESSION, title: 'may not open windows' }],
  },
  4: {
    attack: 'A click on a link to a file or a foreign page, also with the middle button',
    result: 'No window and no navigation.',
    tests: [LEAVES, DENIED],
  },
  5: {
    attack: '`location = …`, a refresh in the page, a form that is sent',
    result: 'The page stays where it is.',
    tests: [LEAVES, DENIED, { file: SESSION, title: 'may not: %s' }],
  },
  6: {
    attack: 'Navigation to `javascript:`, `data:` or `blob:` with HTML',
    result: 'Blocked.',
    tests: [LEAVES],
  },
  7: {
    attack: 'An HTML or SVG file is dropped on the window',
    result: 'The app says that it is not opened; nothing is loaded.',
    tests: [
      { file: HOSTILE_PAGE, title: 'a web page or a drawing that is dropped is not opened, and the app says so' },
    ],
  },
  8: {
    attack: 'A frame of a foreign page or with `srcdoc` is put into the page, and asks main',
    result: 'The frame is blocked; main answers the main frame only.',
    tests: [FRAMES, { file: IPC, title: "'another frame of our origin'" }],
  },
  9: {
    attack: 'A frame with `about:blank` asks main',
    result: 'It has no bridge, and would be refused.',
    tests: [FRAMES, { file: IPC, title: "'another frame of our origin'" }, { file: IPC, title: "'no frame'" }],
  },
  10: {
    attack: 'A `<webview>` is put into the page',
    result: 'It is attached to nothing.',
    tests: [FRAMES, { file: SESSION, title: 'may not: %s' }],
  },
  11: {
    attack: 'Camera, microphone, place, notifications, USB and other devices, the screen',
    result: 'Denied, when asked for and when checked.',
    tests: [
      { file: PAGE, title: 'a page gets no permission, not even for camera or microphone' },
      { file: SESSION, title: 'grants only writing to the clipboard after a click' },
      { file: SESSION, title: 'gives no device and no screen, and lets no download begin' },
      DENIED,
    ],
  },
  12: {
    attack: 'Requests of every kind, WebRTC, early connections and look-ups of names by the page',
    result: 'Not one packet reaches a socket.',
    tests: [
      { file: PAGE, title: 'nothing that the page tries reaches a socket' },
      {
        file: 'tests/browser/page-network.spec.ts',
        title: 'a page sends nothing by WebRTC, early connections or look-ups of names',
      },
    ],
  },
  13: {
    attack: 'HTML in a text, a name, a reply, a voice, a picture or a sound',
    result: 'Shown as text; nothing of it is loaded or run.',
    tests: [{ file: HOSTILE_PAGE, title: 'markup in what a person or a relay wrote is shown as text' }],
    notHere: 'What stands in the metadata of pictures and sounds is never shown, so there is nothing to try.',
  },
  14: {
    attack: 'HTML from a string, `eval`, another policy of Trusted Types',
    result: 'Refused, and reported as a violation.',
    tests: [{ file: PAGE, title: 'what a page must not do is refused, and reported as a violation' }],
  },
  15: {
    attack: '`__proto__` and `constructor` in a request, in settings, in JSON of a relay',
    result: 'Refused or passed over; no prototype is changed.',
    tests: [
      { file: IPC, title: "'prototype key'" },
      { file: 'electron/settings/settings-file.test.ts', title: 'content that names prototypes changes none' },
    ],
  },
  16: {
    attack: 'Requests to main with wrong types, NaN, cycles, views of memory, tens of megabytes',
    result: 'Refused by the schema; main never throws.',
    tests: [
      { file: IPC, title: "'wrong type'" },
      { file: IPC, title: "'NaN'" },
      { file: 'shared/contract/hostile-input.test.ts', title: 'no route throws or hangs, whatever it is asked' },
      {
        file: 'shared/contract/hostile-input.test.ts',
        title: 'no route throws, whatever is in one place of what it takes, and nothing of it changes all objects',
      },
      {
        file: 'tests/e2e/every-route.spec.ts',
        title:
          'every route answers whatever is in any place of its input, sends nothing that it is not for, and tells no key',
      },
      { file: HOSTILE_PAGE, title: 'a request of 20 MB, or one that refers to itself, is refused' },
    ],
  },
  17: {
    attack: 'A hundred thousand requests to main at once; a thousand jobs',
    result: 'Main answers as many as are declared and refuses the rest; jobs wait in line; the app stays usable.',
    tests: [
      { file: IPC, title: 'beyond the limit are refused while the others are being answered' },
      { file: HOSTILE_PAGE, title: 'a flood of requests leaves the app usable' },
      {
        file: 'electron/jobs/job-queue.test.ts',
        title: 'at most three requests of a connection run at once, the rest in order',
      },
    ],
  },
  18: {
    attack: 'A request by a name that does not exist, or one for debugging',
    result: 'Refused.',
    tests: [
      { file: IPC, title: "'unknown route'" },
      { file: IPC, title: "'inherited name'" },
    ],
  },
  19: {
    attack: 'Paths in addresses: `..` in every encoding, NUL, shares, drives, foreign hosts',
    result: '404.',
    tests: [
      { file: PROTOCOL, title: '%s is not found, and the response has the security headers too' },
      { file: PROTOCOL, title: "'app://studio/%252e%252e/secret.js'" },
      { file: PROTOCOL, title: "'app://studio/index.html%00.js'" },
    ],
  },
  20: {
    attack: 'A link in the library that leads out of it; a folder beside it with a longer name',
    result: 'Not followed; put aside and named.',
    tests: [
      LINK_SERVED,
      { file: PROTOCOL, title: "'app://studio/..%2fui-evil%2fsecret.js'" },
      { file: QUARANTINE, title: 'at %s: %s is neither followed nor deleted, and said' },
      {
        file: 'tests/e2e/tampered-library.spec.ts',
        title: 'a prepared folder: what leads elsewhere is put aside and said, and nothing outside is read or written',
      },
    ],
    notHere: 'Junctions exist on Windows only.',
  },
  21: {
    attack: 'Media by an id that is deleted, foreign, too long or no id',
    result: '404; nothing is looked for on the disk.',
    tests: [
      { file: PROTOCOL, title: '%s is not found, and the response has the security headers too' },
      { file: PATHS, title: 'with the id %j leads to no file' },
    ],
  },
  22: {
    attack: '`Range` reversed, beyond the end, several, garbage',
    result: '416, or the whole file.',
    tests: [
      { file: 'electron/byte-range.test.ts', title: 'never selects bytes outside the file' },
      { file: PROTOCOL, title: 'answers 416 beyond the end, and serves other formats unchanged' },
    ],
  },
  23: {
    attack: 'A base URL on `http:`, another scheme, with a password, a look-alike, a port 0, backslashes',
    result: 'Refused with a reason; look-alikes are shown in punycode.',
    tests: [
      { file: ADDRESS, title: "'javascript:alert(1)'" },
      { file: ADDRESS, title: "'http://127.0.0.1.evil.example'" },
      { file: ADDRESS, title: "'https://user:secret@relay.example'" },
      { file: ADDRESS, title: "'https://relay.example:0'" },
      { file: ADDRESS, title: 'shows look-alike names in their punycode spelling' },
      { file: ADDRESS, title: 'never accepts http for a public address' },
    ],
  },
  24: {
    attack: 'A redirect of a request with the key, to another host, to http, to this computer, in a circle',
    result: 'An error; the key arrives nowhere.',
    tests: [
      { file: 'electron/relay/http.test.ts', title: 'follows no redirect, so that the key is sent to no other host' },
      { file: 'electron/relay/reply-errors.test.ts', title: 'wild 6: a redirect is refused' },
    ],
  },
  25: {
    attack: 'The key in a header of another name or in the query, with a redirect',
    result: 'It never arrives: the app sends it in `Authorization` only, and follows no redirect.',
    tests: [
      { file: 'electron/relay/http.test.ts', title: 'follows no redirect, so that the key is sent to no other host' },
      {
        file: DOWNLOAD,
        title: 'follows three redirects, sends no headers, and restricts other hosts to public addresses',
      },
    ],
  },
  26: {
    attack: 'A relay repeats the key: in errors, headers and their names, addresses, encoded, in pieces',
    result: 'Removed before it is shown, stored or logged.',
    tests: [
      SHORT_CANARY,
      CANARY,
      { file: 'electron/relay/redact.test.ts', title: 'removes the key at every position' },
      { file: 'electron/relay/redact.test.ts', title: 'a key is found and removed wherever the bytes are cut' },
    ],
  },
  27: {
    attack: 'A key with a line break, NUL, other letters, 10 KB, blanks around it',
    result: 'Trimmed or refused; no header can be injected.',
    tests: [
      { file: VAULT, title: "'line\\nbreak'" },
      { file: VAULT, title: "'x'.repeat(10_000)" },
      { file: 'electron/settings/connections.test.ts', title: 'trims a pasted key' },
    ],
  },
  28: {
    attack: 'A certificate that is self-signed, expired or for another name; a server of TLS 1.0',
    result: 'Refused; there is no way to go on.',
    tests: [
      { file: TLS, title: 'ER-121 the server knows only old versions of TLS' },
      { file: TLS, title: 'ER-122 a certificate that nobody trusted has signed' },
      { file: TLS, title: 'ER-123 a certificate that has expired' },
      { file: TLS, title: 'ER-125 a certificate for another name' },
      {
        file: TLS,
        title: 'ER-128 a variable of the environment does not make an untrusted certificate acceptable, %s',
      },
    ],
    notHere: 'Revoked certificates: Node asks no list of them, so the app does not notice one.',
  },
  29: {
    attack: 'The address of a result is private, in any spelling, or a name that changes to a private one',
    result: 'Blocked, at each redirect.',
    tests: [
      { file: 'shared/special-addresses.test.ts', title: '%s is special' },
      { file: 'electron/relay/rebinding.test.ts', title: 'a name that resolves to %j is not connected to' },
      { file: DOWNLOAD, title: 'a redirect to %s is refused before anything is sent there' },
      { file: 'electron/relay/edit-receiver.test.ts', title: 'IR-42 a url inside the private network is not fetched' },
    ],
  },
  30: {
    attack: 'The address of a result is `file:`, `blob:`, or `data:` of 500 MB',
    result: 'Refused, or limited.',
    tests: [
      { file: DOWNLOAD, title: "'file:///etc/passwd', 'https://me:secret@b.example/'" },
      { file: DOWNLOAD, title: 'accepts pictures up to the import limit, and not one byte more' },
      {
        file: 'electron/relay/edit-receiver.test.ts',
        title: 'IR-46 a picture over 64 MiB is discarded while it arrives, the others are kept',
      },
    ],
  },
  31: {
    attack: 'A compressed bomb, a body without end, a body of one byte a minute',
    result: 'A limit of bytes and one of time.',
    tests: [
      { file: 'electron/relay/content-coding.test.ts', title: 'does not expand in memory' },
      {
        file: 'electron/relay/edit-receiver.test.ts',
        title: 'IR-45 reading stops before an endless line fills the memory',
      },
      {
        file: 'electron/relay/speech.test.ts',
        title: 'SQ-28 wild 7: the time limit of the connection is observed, and the outcome is unknown',
      },
    ],
  },
  32: {
    attack: 'A length that is too small, too large, doubled; chunks without an end',
    result: 'Noticed; what arrived is kept and marked.',
    tests: [
      { file: HEADS, title: 'ER-145 two different lengths' },
      { file: HEADS, title: 'ER-149 every byte before a cut reaches a slow reader' },
      { file: 'electron/relay/early-end.test.ts', title: "'$id $how'" },
    ],
  },
  33: {
    attack: 'JSON of great depth, of millions of parts, base64 without end, invalid or broken into lines',
    result: 'An error that says so, or the beginning; memory stays bounded.',
    tests: [
      { file: 'electron/relay/json-bombs.test.ts', title: 'what is left out of %s is said' },
      {
        file: 'electron/relay/base64.test.ts',
        title: 'decodes every variant to the same bytes, however the text is split',
      },
      { file: 'shared/json/bounded-json.test.ts', title: 'judges bytes and characters, not only their number' },
    ],
  },
  34: {
    attack: 'A PNG that is huge, has frames without number, is cut, or inflates',
    result: 'Refused before it is decoded.',
    tests: [
      { file: EXCESS, title: 'APNG: too many frames announced' },
      { file: EXCESS, title: 'PNG: a profile that inflates to gigabytes' },
      { file: EXCESS, title: 'PNG: a text that inflates' },
      {
        file: 'electron/library/picture-import.test.ts',
        title: 'a picture with too many pixels is refused by its header',
      },
      { file: 'tests/browser/picture-decode.spec.ts', title: 'reports that broken files cannot be read' },
    ],
  },
  35: {
    attack: 'A JPEG whose header lies, with an odd orientation, in CMYK, with thousands of passes',
    result: 'Refused, or shown upright.',
    tests: [
      { file: EXCESS, title: 'JPEG: thousands of passes' },
      { file: EXCESS, title: 'JPEG: a larger frame in a later header' },
      { file: 'tests/browser/picture-decode.spec.ts', title: 'upright, whatever its EXIF says' },
      {
        file: 'tests/browser/picture-decode.spec.ts',
        title: 'converts 16 bits, CMYK and other colour spaces to 8-bit sRGB',
      },
    ],
  },
  36: {
    attack: 'A file that claims to be another kind: HTML as PNG, a drawing with a script',
    result: 'Judged by its bytes.',
    tests: [
      { file: 'electron/library/picture-import.test.ts', title: 'what is no picture is no result' },
      { file: 'shared/images/headers/foreign.test.ts', title: 'an AVIF with the brands of HEIC is an AVIF' },
      { file: 'electron/relay/edit-receiver.test.ts', title: 'IR-47 the file of what is no picture is discarded' },
    ],
  },
  37: {
    attack: 'Sound whose header lies, has no channels, a huge tag, an odd length',
    result: 'Played, or an error that says so.',
    tests: [
      { file: 'shared/speech/wav.test.ts', title: 'never throws on garbage' },
      {
        file: 'electron/library/audio-facts.test.ts',
        title: 'SM-24 a header without samples, and a tag without frames, hold no sound',
      },
      { file: PROTOCOL, title: 'of pcm is served as wav, without the odd last byte' },
    ],
  },
  38: {
    attack: 'Names for saving: `../../x`, `CON`, a stream of Windows, reversed text, 5000 characters',
    result: 'A safe suggestion.',
    tests: [
      { file: FILE_NAME, title: "'../../etc/passwd'" },
      { file: FILE_NAME, title: "'CON'" },
      { file: FILE_NAME, title: "'a.png:evil'" },
      { file: FILE_NAME, title: 'is short and free of separators for any text' },
    ],
  },
  39: {
    attack: 'A hundred thousand files, a folder in a circle, a pipe, a device, a huge file are opened',
    result: 'Bounded; what is no ordinary file is passed over.',
    tests: [
      {
        file: 'electron/opened-files.test.ts',
        title: 'returns no bytes for a missing or too large file, and skips what is not a regular file',
      },
      {
        file: 'renderer/images/tray/tray.test.ts',
        title: 'more pictures than a draft may have are not opened, and counted',
      },
    ],
    notHere: 'That Chromium itself reads a dropped folder in turns.',
  },
  40: {
    attack: 'The page makes up a file with a path and gives it to main',
    result: 'No route takes a path: bytes only.',
    tests: [
      {
        file: 'shared/contract/hostile-input.test.ts',
        title: 'no route takes a path, and only those named here an address',
      },
    ],
  },
  41: {
    attack: 'Dragging out or showing something by a path',
    result: 'Refused by the schema.',
    tests: [{ file: IPC, title: "'a path for an id'" }],
  },
  42: {
    attack: 'Another user of the computer reads settings or library',
    result: 'Files have mode 0600, folders 0700, also those that were there before.',
    tests: [
      { file: 'electron/files.test.ts', title: 'writes a private file, replaces it, and leaves no other file' },
      {
        file: 'electron/database/open-library.test.ts',
        title: 'the folder is private, and only the database and the reserve stay in it',
      },
      {
        file: 'electron/ownership/lock-library.test.ts',
        title: 'folder, lock and owner file are private, also those that were not',
      },
    ],
    notHere: 'Windows has no modes: there the folder of the user is private.',
  },
  43: {
    attack: 'A row of the database is changed to lead to `../../.ssh/id_rsa`',
    result: 'Not served, sent, dragged or deleted.',
    tests: [
      { file: PATHS, title: "'x/../../../../outside/secret.png'" },
      { file: QUARANTINE, title: "'a trigger'" },
    ],
  },
  44: {
    attack: 'Settings or a library of a later version',
    result: 'The library is left as it is; unknown settings stay in the file.',
    tests: [
      {
        file: 'electron/database/open-library.test.ts',
        title: 'the library of a newer version of the app is left as it is',
      },
      {
        file: 'electron/settings/settings-file.test.ts',
        title: 'what a newer version wrote stays when the file is written again',
      },
    ],
  },
  45: {
    attack: 'A package is started with `--inspect`, `NODE_OPTIONS`, `ELECTRON_RUN_AS_NODE`, `--remote-debugging-port`',
    result: 'Without effect.',
    tests: [
      RELEASED,
      { file: 'tests/package/package.spec.ts', title: 'every fuse has its specified value' },
      { file: SESSION, title: '%s: debugging switches removed' },
      {
        file: 'electron/environment.test.ts',
        title: 'is removed for children and for what native code reads, not from a copy only',
      },
    ],
  },
  46: {
    attack: 'The archive of a package is changed, or a folder `resources/app` is put beside it',
    result: 'It does not start (macOS, Windows), or starts from the archive only.',
    tests: [
      {
        file: 'tests/package/package.spec.ts',
        title: 'every file in the archive has its checksum, and native code is outside the archive',
      },
      { file: HARDENING, title: 'the fuses of a released package are as decided' },
    ],
    notHere: 'Starting a changed package needs a signed one on macOS or Windows. Linux does not check the archive.',
  },
  47: {
    attack: 'Switches and quotes in what a link or a file manager passes',
    result: 'Files are opened; everything else is passed over. There are no links of our own.',
    tests: [
      {
        file: 'electron/opened-files.test.ts',
        title: 'finds files in a command line; ignores switches, other file types and addresses of other computers',
      },
      {
        file: 'electron/opened-files.test.ts',
        title: 'notifies of arrivals, and validates what a second instance sends',
      },
    ],
    notHere:
      'Switches that Chromium itself reads, such as `--gpu-launcher`, take effect before the app runs: who starts the program chooses them.',
  },
  48: {
    attack: 'The key and the text in logs, reports, files, events, what the page is told and holds, and what is copied',
    result: 'Not found.',
    tests: [
      CANARY,
      {
        file: 'electron/problem-report.test.ts',
        title: 'contains no key, no end of one, no text of a person and no name of their folder',
      },
      {
        file: 'tests/e2e/connection.spec.ts',
        title: 'where there is no key store the key is for the session only, says so, and is in no file',
      },
      {
        file: 'tests/page/inspector.spec.ts',
        title: 'a failed request can be inspected in full from its alert, and copied as curl, without the key',
      },
    ],
  },
  49: {
    attack: 'The key store is absent, locked, another one, or the file is damaged or from another computer',
    result: 'The key is asked for again; everything else stays.',
    tests: [
      { file: VAULT, title: 'the key is kept only until the app ends' },
      { file: VAULT, title: 'a key that cannot be decrypted is requested again; saving it again works' },
      { file: VAULT, title: 'a stored key is opening, then usable' },
      { file: VAULT, title: 'loses one key and not the others, and keeps what a newer version wrote' },
    ],
  },
  50: {
    attack: 'A text of a megabyte, with half characters, reversed text and unassigned characters',
    result: 'Sent as valid UTF-8, or refused.',
    tests: [
      { file: 'electron/relay/speech.test.ts', title: '§2.1 input: UTF-8 cannot carry a lone surrogate' },
      {
        file: 'tests/page/speech.spec.ts',
        title: 'a text that cannot be sent says why; a long one is sent in parts and becomes one take',
      },
    ],
  },
  51: {
    attack: 'Events with a line of 100 MB, half characters, mixed line ends, without an end',
    result: 'Bounded, and read rightly.',
    tests: [
      {
        file: 'electron/relay/edit-receiver.test.ts',
        title: 'IR-45 reading stops before an endless line fills the memory',
      },
      {
        file: 'electron/relay/json-skimmer.test.ts',
        title: 'extracts long runs from any document, however it is split, and what remains has the same shape',
      },
      { file: 'electron/relay/json-skimmer.test.ts', title: 'ends a run at the end of a line of an event stream' },
    ],
  },
  52: {
    attack: 'A dependency with a script, another licence, or without a checksum',
    result:
      '`npm test` fails, or npm does not run it. npm takes versions from the lockfile only; it has no waiting time for new ones, because `npm ci` then refuses a lockfile that names a young version.',
    tests: [
      { file: 'tools/licences.test.ts', title: 'no package may run a script when it is installed' },
      {
        file: 'tools/licences.test.ts',
        title: 'every package that is carried on any system has a licence that may be in the app',
      },
      {
        file: 'tools/licences.test.ts',
        title: 'every entry of the lockfile has a checksum, whatever system it is for',
      },
      {
        file: 'tools/workflows.test.ts',
        title: 'no package runs a script when it is installed, whatever npm it is installed with',
      },
    ],
  },
};
