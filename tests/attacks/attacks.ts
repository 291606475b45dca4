// Attacks on the app, and what has to happen then. Each test that tries one has its number beside it, as in
// `// attack 7`. `node tests/attacks/document.ts` writes docs/security/promises.md from them. In every attack no key leaves
// and the app stays usable.

/** One attack. `notHere` says which part of it no test can try, and why. */
export type Attack = { attack: string; result: string; notHere?: string };

/** The attacks, by number. */
export const ATTACKS: Readonly<Record<number, Attack>> = {
  1: {
    attack: 'The page uses `require`, `process`, `module`',
    result: 'They do not exist.',
  },
  2: {
    attack: 'A worker or worklet of the page uses them',
    result: 'They do not exist there either.',
  },
  3: {
    attack: '`window.open` of a foreign address',
    result: 'No window; it is logged.',
  },
  4: {
    attack: 'A click on a link to a file or a foreign page',
    result: 'No window and no navigation.',
  },
  5: {
    attack: '`location = …`, a refresh tag, a submitted form',
    result: 'The page stays where it is.',
  },
  6: {
    attack: 'Navigation to `javascript:`, `data:` or `blob:` with HTML',
    result: 'Blocked.',
  },
  7: {
    attack: 'Somebody drops an HTML or SVG file on the window',
    result: 'The app says that it does not open it; nothing loads.',
  },
  8: {
    attack: 'A frame with a foreign page or `srcdoc` calls main',
    result: 'The frame is blocked; main answers only the main frame.',
  },
  9: {
    attack: 'A frame with `about:blank` calls main',
    result: 'It has no bridge, and would be refused anyway.',
  },
  10: {
    attack: 'The page adds a `<webview>`',
    result: 'It loads nothing.',
  },
  11: {
    attack: 'Camera, location, notifications, devices, screen capture',
    result: 'Both requests and checks are denied.',
  },
  12: {
    attack: 'Requests, WebRTC, preconnect and DNS prefetch',
    result: 'No packet reaches a socket.',
  },
  13: {
    attack: 'HTML in a text, name, reply, voice, picture or sound',
    result: 'It is shown as text; nothing loads or runs.',
    notHere: 'metadata, which the app never shows.',
  },
  14: {
    attack: 'HTML from a string, `eval`, another Trusted Types policy',
    result: 'Refused and reported as a violation.',
  },
  15: {
    attack: '`__proto__` and `constructor` in a request, in settings or in a relay’s JSON',
    result: 'Refused or ignored; no prototype changes.',
  },
  16: {
    attack: 'Calls with wrong types, NaN, cycles, buffer views, megabytes',
    result: 'The schema refuses them; main never throws.',
  },
  17: {
    attack: '100 000 calls to main at once; 1000 jobs',
    result: 'Main refuses calls beyond its bound; jobs queue; the app stays usable.',
  },
  18: {
    attack: 'A call by an unknown or debugging name',
    result: 'Refused.',
  },
  19: {
    attack: 'Paths in URLs: `..`, NUL, shares, drives, foreign hosts',
    result: '404.',
  },
  20: {
    attack: 'A link that leads out of the library',
    result: 'It is not followed, but quarantined and named.',
    notHere: 'junctions, which exist only on Windows.',
  },
  21: {
    attack: 'A media id that is deleted, foreign, too long or malformed',
    result: '404 without a disk access.',
  },
  22: {
    attack: '`Range` that is reversed, beyond the end, multiple or garbage',
    result: '416, or the whole file.',
  },
  23: {
    attack: 'A base URL with `http:`, a password, look-alike letters, port 0 or backslashes',
    result: 'Refused with a reason; look-alikes are shown in punycode.',
  },
  24: {
    attack: 'A redirect to another host, http or this computer, or in a circle',
    result: 'An error; the key goes nowhere.',
  },
  25: {
    attack: 'A redirect that would carry the key elsewhere',
    result: 'The key is only in `Authorization`, and no redirect is followed.',
  },
  26: {
    attack: 'A relay echoes the key, encoded or in pieces',
    result: 'It is removed before anything is shown, stored or logged.',
  },
  27: {
    attack: 'A key with a line break, NUL, non-ASCII letters or 10 KB',
    result: 'It is trimmed or refused; no header can be injected.',
  },
  28: {
    attack: 'A self-signed, expired or mismatched certificate; a TLS 1.0 server',
    result: 'Refused without a way to continue.',
    notHere: 'revoked certificates, which Node does not check.',
  },
  29: {
    attack: 'The URL of a result is private, or is rebound to a private address',
    result: 'Blocked, also after a redirect.',
  },
  30: {
    attack: 'The URL of a result is `file:`, `blob:` or a `data:` URL of 500 MB',
    result: 'Refused, or limited.',
  },
  31: {
    attack: 'A compression bomb, an endless body, one byte a minute',
    result: 'Limits of bytes and time end it.',
  },
  32: {
    attack: 'A length that is too small, too large or doubled; unterminated chunks',
    result: 'The app notices, keeps what arrived and marks it.',
  },
  33: {
    attack: 'Deep JSON, millions of parts, endless, invalid or wrapped base64',
    result: 'An error, or only the start is read; memory stays bounded.',
  },
  34: {
    attack: 'A PNG that is huge, has endless frames, is cut or inflates',
    result: 'Refused before it is decoded.',
  },
  35: {
    attack: 'A JPEG with a false header, an odd orientation, CMYK or thousands of passes',
    result: 'Refused, or shown upright.',
  },
  36: {
    attack: 'HTML named PNG, an SVG with a script',
    result: 'The bytes decide its kind.',
  },
  37: {
    attack: 'Sound with a false header, no channels, a huge tag or an odd length',
    result: 'It plays, or an error says why not.',
  },
  38: {
    attack: 'File names: `../../x`, `CON`, a Windows stream, reversed text, 5000 characters',
    result: 'The app suggests a safe name.',
  },
  39: {
    attack: '100 000 files, a circular folder, a pipe, a device or a huge file',
    result: 'The number is bounded; anything but ordinary files is skipped.',
    notHere: 'how Chromium reads a dropped folder.',
  },
  40: {
    attack: 'The page passes main a forged file with a path',
    result: 'Routes take bytes, never a path.',
  },
  41: {
    attack: 'The page drags out or shows something by path',
    result: 'The schema refuses it.',
  },
  42: {
    attack: 'Another user of the computer reads settings or library',
    result: 'Files have mode 0600 and folders 0700, also existing ones.',
    notHere: 'Windows, which has no modes.',
  },
  43: {
    attack: 'A database row points to `../../.ssh/id_rsa`',
    result: 'The file is not served, sent, dragged or deleted.',
  },
  44: {
    attack: 'Settings or a library from a later version',
    result: 'The library stays unchanged; unknown settings stay in the file.',
  },
  45: {
    attack: '`--inspect`, `NODE_OPTIONS`, `ELECTRON_RUN_AS_NODE`, `--remote-debugging-port`',
    result: 'They have no effect.',
  },
  46: {
    attack: 'A package’s archive is changed, or `resources/app` is added beside it',
    result: 'It does not start (macOS, Windows), or starts from the archive.',
    notHere: 'macOS and Windows need a signed package; Linux does not check the archive.',
  },
  47: {
    attack: 'Switches and quotes in arguments from a link or file manager',
    result: 'Only files are opened. The app registers no links.',
    notHere: 'Chromium’s own switches.',
  },
  48: {
    attack: 'A search for the key in logs, reports, files, events, page and clipboard',
    result: 'Neither leaks.',
  },
  49: {
    attack: 'The key store or key file is absent, locked, damaged or foreign',
    result: 'The app asks for the key again; everything else stays.',
  },
  50: {
    attack: 'A text of 1 MB with lone surrogates and unassigned characters',
    result: 'Sent as valid UTF-8, or refused.',
  },
  51: {
    attack: 'Events with a 100 MB line, split characters, mixed line ends or no end',
    result: 'They are bounded and read correctly.',
  },
  52: {
    attack: 'A dependency with a script, another licence or no checksum',
    result: '`npm test` fails, or npm does not run it.',
  },
  53: {
    attack: 'A hostile text is copied as a curl command and pasted into a shell',
    result: 'sh, bash, zsh and fish pass it on unchanged.',
    notHere: 'PowerShell itself.',
  },
  54: {
    attack: 'A compromised page requests a picture from a private address',
    result: 'A native dialog asks each time, before anything is sent.',
    notHere: 'saving a relay on this computer: main cannot see who typed its key.',
  },
  57: {
    attack: 'The page asks for a video by path, or by a token that is not the last one',
    result: '404: only the file that a person chose in a dialog is served.',
  },
  56: {
    attack: 'A reply with base64 in place of a URL, or inside one',
    result: 'It is read as a picture or ignored; it is never requested.',
  },
  55: {
    attack: 'Characters that reverse or hide others; a file name that is a switch',
    result: 'The app shows, announces and saves texts without them.',
  },
};
