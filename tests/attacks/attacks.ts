// Every attack that was thought of, and what has to happen then. Beside each test that tries one stands its number, as in
// `// attack 7`. `node tests/attacks/document.ts` writes the table in SECURITY.md from both. Of all attacks holds: no key
// leaves, and the app stays usable.

/** One attack. `notHere` says which part of it no test can try, and why. */
export type Attack = { attack: string; result: string; notHere?: string };

/** The attacks, by number. */
export const ATTACKS: Readonly<Record<number, Attack>> = {
  1: {
    attack: 'The page uses `require`, `process`, `module`',
    result: 'They do not exist.',
  },
  2: {
    attack: 'The same from a worker of the page and from a worklet',
    result: 'They do not exist there either.',
  },
  3: {
    attack: '`window.open` of a foreign address',
    result: 'No window; it is logged.',
  },
  4: {
    attack: 'A click on a link to a file or a foreign page, also with the middle button',
    result: 'No window and no navigation.',
  },
  5: {
    attack: '`location = …`, a refresh in the page, a form that is sent',
    result: 'The page stays where it is.',
  },
  6: {
    attack: 'Navigation to `javascript:`, `data:` or `blob:` with HTML',
    result: 'Blocked.',
  },
  7: {
    attack: 'An HTML or SVG file is dropped on the window',
    result: 'The app says that it is not opened; nothing is loaded.',
  },
  8: {
    attack: 'A frame of a foreign page or with `srcdoc` is put into the page, and asks main',
    result: 'The frame is blocked; main answers the main frame only.',
  },
  9: {
    attack: 'A frame with `about:blank` asks main',
    result: 'It has no bridge, and would be refused.',
  },
  10: {
    attack: 'A `<webview>` is put into the page',
    result: 'It is attached to nothing.',
  },
  11: {
    attack: 'Camera, microphone, place, notifications, USB and other devices, the screen',
    result: 'Denied, when asked for and when checked.',
  },
  12: {
    attack: 'Requests of every kind, WebRTC, early connections and look-ups of names by the page',
    result: 'Not one packet reaches a socket.',
  },
  13: {
    attack: 'HTML in a text, a name, a reply, a voice, a picture or a sound',
    result: 'Shown as text; nothing of it is loaded or run.',
    notHere: 'What stands in the metadata of pictures and sounds is never shown, so there is nothing to try.',
  },
  14: {
    attack: 'HTML from a string, `eval`, another policy of Trusted Types',
    result: 'Refused, and reported as a violation.',
  },
  15: {
    attack: '`__proto__` and `constructor` in a request, in settings, in JSON of a relay',
    result: 'Refused or passed over; no prototype is changed.',
  },
  16: {
    attack: 'Requests to main with wrong types, NaN, cycles, views of memory, tens of megabytes',
    result: 'Refused by the schema; main never throws.',
  },
  17: {
    attack: 'A hundred thousand requests to main at once; a thousand jobs',
    result: 'Main answers as many as are declared and refuses the rest; jobs wait in line; the app stays usable.',
  },
  18: {
    attack: 'A request by a name that does not exist, or one for debugging',
    result: 'Refused.',
  },
  19: {
    attack: 'Paths in addresses: `..` in every encoding, NUL, shares, drives, foreign hosts',
    result: '404.',
  },
  20: {
    attack: 'A link in the library that leads out of it; a folder beside it with a longer name',
    result: 'Not followed; put aside and named.',
    notHere: 'Junctions exist on Windows only.',
  },
  21: {
    attack: 'Media by an id that is deleted, foreign, too long or no id',
    result: '404; nothing is looked for on the disk.',
  },
  22: {
    attack: '`Range` reversed, beyond the end, several, garbage',
    result: '416, or the whole file.',
  },
  23: {
    attack: 'A base URL on `http:`, another scheme, with a password, a look-alike, a port 0, backslashes',
    result: 'Refused with a reason; look-alikes are shown in punycode.',
  },
  24: {
    attack: 'A redirect of a request with the key, to another host, to http, to this computer, in a circle',
    result: 'An error; the key arrives nowhere.',
  },
  25: {
    attack: 'The key in a header of another name or in the query, with a redirect',
    result: 'It never arrives: the app sends it in `Authorization` only, and follows no redirect.',
  },
  26: {
    attack: 'A relay repeats the key: in errors, headers and their names, addresses, encoded, in pieces',
    result: 'Removed before it is shown, stored or logged.',
  },
  27: {
    attack: 'A key with a line break, NUL, other letters, 10 KB, blanks around it',
    result: 'Trimmed or refused; no header can be injected.',
  },
  28: {
    attack: 'A certificate that is self-signed, expired or for another name; a server of TLS 1.0',
    result: 'Refused; there is no way to go on.',
    notHere: 'Revoked certificates: Node asks no list of them, so the app does not notice one.',
  },
  29: {
    attack: 'The address of a result is private, in any spelling, or a name that changes to a private one',
    result: 'Blocked, at each redirect.',
  },
  30: {
    attack: 'The address of a result is `file:`, `blob:`, or `data:` of 500 MB',
    result: 'Refused, or limited.',
  },
  31: {
    attack: 'A compressed bomb, a body without end, a body of one byte a minute',
    result: 'A limit of bytes and one of time.',
  },
  32: {
    attack: 'A length that is too small, too large, doubled; chunks without an end',
    result: 'Noticed; what arrived is kept and marked.',
  },
  33: {
    attack: 'JSON of great depth, of millions of parts, base64 without end, invalid or broken into lines',
    result: 'An error that says so, or the beginning; memory stays bounded.',
  },
  34: {
    attack: 'A PNG that is huge, has frames without number, is cut, or inflates',
    result: 'Refused before it is decoded.',
  },
  35: {
    attack: 'A JPEG whose header lies, with an odd orientation, in CMYK, with thousands of passes',
    result: 'Refused, or shown upright.',
  },
  36: {
    attack: 'A file that claims to be another kind: HTML as PNG, a drawing with a script',
    result: 'Judged by its bytes.',
  },
  37: {
    attack: 'Sound whose header lies, has no channels, a huge tag, an odd length',
    result: 'Played, or an error that says so.',
  },
  38: {
    attack: 'Names for saving: `../../x`, `CON`, a stream of Windows, reversed text, 5000 characters',
    result: 'A safe suggestion.',
  },
  39: {
    attack: 'A hundred thousand files, a folder in a circle, a pipe, a device, a huge file are opened',
    result: 'Bounded; what is no ordinary file is passed over.',
    notHere: 'That Chromium itself reads a dropped folder in turns.',
  },
  40: {
    attack: 'The page makes up a file with a path and gives it to main',
    result: 'No route takes a path: bytes only.',
  },
  41: {
    attack: 'Dragging out or showing something by a path',
    result: 'Refused by the schema.',
  },
  42: {
    attack: 'Another user of the computer reads settings or library',
    result: 'Files have mode 0600, folders 0700, also those that were there before.',
    notHere: 'Windows has no modes: there the folder of the user is private.',
  },
  43: {
    attack: 'A row of the database is changed to lead to `../../.ssh/id_rsa`',
    result: 'Not served, sent, dragged or deleted.',
  },
  44: {
    attack: 'Settings or a library of a later version',
    result: 'The library is left as it is; unknown settings stay in the file.',
  },
  45: {
    attack: 'A package is started with `--inspect`, `NODE_OPTIONS`, `ELECTRON_RUN_AS_NODE`, `--remote-debugging-port`',
    result: 'Without effect.',
  },
  46: {
    attack: 'The archive of a package is changed, or a folder `resources/app` is put beside it',
    result: 'It does not start (macOS, Windows), or starts from the archive only.',
    notHere: 'Starting a changed package needs a signed one on macOS or Windows. Linux does not check the archive.',
  },
  47: {
    attack: 'Switches and quotes in what a link or a file manager passes',
    result: 'Files are opened; everything else is passed over. There are no links of our own.',
    notHere:
      'Switches that Chromium itself reads, such as `--gpu-launcher`, take effect before the app runs: who starts the program chooses them.',
  },
  48: {
    attack: 'The key and the text in logs, reports, files, events, what the page is told and holds, and what is copied',
    result: 'Not found.',
  },
  49: {
    attack: 'The key store is absent, locked, another one, or the file is damaged or from another computer',
    result: 'The key is asked for again; everything else stays.',
  },
  50: {
    attack: 'A text of a megabyte, with half characters, reversed text and unassigned characters',
    result: 'Sent as valid UTF-8, or refused.',
  },
  51: {
    attack: 'Events with a line of 100 MB, half characters, mixed line ends, without an end',
    result: 'Bounded, and read rightly.',
  },
  52: {
    attack: 'A dependency with a script, another licence, or without a checksum',
    result:
      '`npm test` fails, or npm does not run it. npm takes versions from the lockfile only; it has no waiting time for new ones, because `npm ci` then refuses a lockfile that names a young version.',
  },
  53: {
    attack: 'A text with quotes, backslashes and control characters is copied as curl and pasted into a shell',
    result: 'sh, bash, zsh and fish pass it on unchanged; no character acts at the prompt.',
    notHere: 'That PowerShell itself reads the command so: its rules are tried without it.',
  },
  54: {
    attack: 'A page that was taken over has a picture fetched from a service of this computer or the private network',
    result: 'A person is asked by a dialog of main each time; nothing is sent before.',
    notHere:
      'That it saves a relay on this computer: main cannot see who typed its key, and most own relays are there.',
  },
  56: {
    attack: 'A reply whose address is base64, or an address with kilobytes of base64 in it',
    result: 'Read as a picture, or as none; nothing that the app put in its place is ever requested.',
  },
  55: {
    attack:
      'Words of a relay, a text or a name with characters that turn, hide or control others; a file name that is a switch',
    result: 'Shown, announced and named without them.',
  },
};
