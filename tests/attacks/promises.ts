// What the app promises about safety, by what means, and what proves it: the attacks that try to break it, whose tests
// are in attacks.ts, and tests beyond those. `node tests/attacks/document.ts` writes the table in SECURITY.md.

import type { ShownBy } from '../support/shown-by.ts';

/** One promise. `attacks` are numbers of the table of attacks; `tests` those that belong to no attack. */
export type SafetyPromise = { what: string; how: string; attacks: readonly number[]; tests: readonly ShownBy[] };

const HTTP = 'electron/relay/http.test.ts';
const VAULT = 'electron/settings/key-vault.test.ts';
const HARDENING = 'tests/electron/hardening.spec.ts';
const PACKAGE = 'tests/package/package.spec.ts';
const SESSION = 'electron/security.test.ts';
const CONNECTION = 'tests/e2e/connection.spec.ts';
const RESTART =
  'the key survives a restart, encrypted; a request that was written to the disk from outside waits for a click';
const CONNECTIONS = 'electron/handlers/connections.test.ts';
const DOWNLOAD = 'electron/relay/download.test.ts';
const SETTINGS = 'electron/settings/settings-file.test.ts';

/** All promises. Every attack is an attack on one of them. */
export const PROMISES: readonly SafetyPromise[] = [
  {
    what: 'The page has no Node, no `require`, no file paths',
    how: '`sandbox`, `contextIsolation`, a preload with two functions: `electron/window.ts`, `electron/preload.ts`',
    attacks: [1, 2, 40, 41],
    tests: [],
  },
  {
    what: 'The page reaches no network but its own origin',
    how: "CSP `default-src 'none'`, an allowlist of connections, WebRTC blocked, requests to other origins cancelled in the session: `electron/security.ts` ([decision 49](docs/decisions/0049-no-connection-of-the-page.md))",
    attacks: [12],
    tests: [
      { file: SESSION, title: 'blocks requests to other origins' },
      { file: SESSION, title: 'sends no question of WebRTC over UDP' },
      { file: 'electron/protocol.test.ts', title: 'is served with its type and every security header' },
    ],
  },
  {
    what: 'No inline script, no `eval`, no HTML from strings',
    how: 'CSP, Trusted Types; every end-to-end test fails at a violation',
    attacks: [7, 13, 14],
    tests: [],
  },
  {
    what: 'Permissions, devices, downloads, navigation, windows, webviews denied',
    how: '`electron/security.ts`',
    attacks: [3, 4, 5, 6, 10, 11],
    tests: [{ file: HARDENING, title: 'a page downloads nothing' }],
  },
  {
    what: 'Only our window may ask the main process anything',
    how: 'sender frame and exact origin, zod schemas in both directions: `electron/ipc.ts`',
    attacks: [8, 9, 15, 16, 18],
    tests: [{ file: 'electron/ipc.test.ts', title: 'from the main frame of another origin is refused' }],
  },
  {
    what: 'URLs carry ids, never paths',
    how: '`electron/protocol.ts`',
    attacks: [19, 21, 22],
    tests: [],
  },
  {
    what: 'The key never reaches the page, a log or a file in clear',
    how: '`electron/settings/key-vault.ts`, removed where a reply enters, in the spellings that programs write: `electron/relay/redact.ts`. A relay that wants to can write the key as nothing recognises. Pictures and sounds are kept byte for byte',
    attacks: [26, 48],
    tests: [
      { file: VAULT, title: 'a key survives a restart and is in no file in plain text' },
      { file: CONNECTION, title: RESTART },
      { file: 'electron/relay/redact.test.ts', title: 'of one character leave a line as long as it is' },
    ],
  },
  {
    what: 'The key goes to the origin it was saved for, only',
    how: 'encrypted together with it and compared, redirects refused, `http:` on loopback, on a private network only where allowed',
    attacks: [23, 24, 25],
    tests: [
      { file: VAULT, title: 'a key is valid for its origin only' },
      { file: VAULT, title: 'a key whose origin was changed in the file is not sent there, and asked for again' },
      {
        file: 'electron/settings/connections.test.ts',
        title: 'keeps the saved key while the origin stays the same, and requires it again when the origin changes',
      },
    ],
  },
  {
    what: 'TLS is never weakened',
    how: 'no switch exists; the variables that would be one are removed at the start: `electron/environment.ts`; system and bundled certificates',
    attacks: [28],
    tests: [
      { file: 'electron/relay/tls-problems.test.ts', title: 'ER-129 %s of the environment makes nobody trusted' },
      { file: 'electron/startup.test.ts', title: 'removes variables that change TLS and Node from its environment' },
    ],
  },
  {
    what: 'A report of a problem gives nothing away',
    how: 'facts listed as harmless, keys removed: `electron/problem-report.ts`, `electron/tidy-log.ts`',
    attacks: [48],
    tests: [
      {
        file: 'electron/problem-report.test.ts',
        title: 'leaves out what an error of the JSON parser quotes, whatever a relay sent',
      },
      {
        file: 'tests/page/help.spec.ts',
        title: 'the report of a problem is read before it is saved, without the key and the text',
      },
    ],
  },
  {
    what: 'One request is sent once',
    how: '`electron/relay/http.ts`',
    attacks: [],
    tests: [
      { file: HTTP, title: 'is not repeated when a reused socket dies after the body was read' },
      {
        file: 'electron/relay/send-once.test.ts',
        title: 'prevents every layer below it from sending a request a second time',
      },
    ],
  },
  {
    what: 'What may have been billed is kept, whatever one part of it does',
    how: 'each picture of a reply for itself, its bytes as received, what cannot be read as a reply to save: [decision 23](docs/decisions/0023-what-was-paid-is-kept.md)',
    attacks: [32, 33],
    tests: [
      {
        file: 'electron/jobs/paid-parts.test.ts',
        title: 'keeps every paid part, whichever other part fails or throws, and calls none of it free',
      },
      {
        file: 'electron/jobs/kept-reply.test.ts',
        title: 'of any successful reply, whatever its bytes and wherever it is cut, every received byte is on disk',
      },
    ],
  },
  {
    what: 'What an earlier start left is not sent if it was changed meanwhile',
    how: 'unfinished jobs carry a checksum, keyed by a secret in the key store: `electron/jobs/job-seal.ts`. **Without a key store** all of them but the practice relay’s wait for a click. An older state of the whole library is not noticed',
    attacks: [],
    tests: [
      {
        file: 'electron/jobs/job-seal.test.ts',
        title: 'a job that is not as it was stored waits for a click, and is sent then',
      },
      { file: 'electron/jobs/job-seal.test.ts', title: 'a failed job that was edited to be waiting' },
      { file: CONNECTION, title: RESTART },
      {
        file: 'tests/e2e/queue.spec.ts',
        title: 'after a restart: a request that was sent is "unknown"; those that were waiting are held until a click',
      },
    ],
  },
  {
    what: 'Only a person lets the app call a private address (not: this computer)',
    how: 'native dialog of main, once for each origin; names judged when resolved: `electron/handlers/connections.ts`',
    attacks: [],
    tests: [
      { file: CONNECTIONS, title: '%s: denied, nothing is stored and nothing sent' },
      { file: CONNECTIONS, title: 'a public one is not asked about, and reached at public addresses only' },
      { file: HTTP, title: 'a name that resolves to this computer is refused if only public addresses are allowed' },
      {
        file: CONNECTION,
        title: 'an address in a private network is called after the system’s own dialog allowed it',
      },
    ],
  },
  {
    what: 'The practice relay serves this computer only',
    how: 'loopback, `Host` check, random key, no `Origin`',
    attacks: [],
    tests: [
      { file: 'practice-relay/server.test.ts', title: 'requests of web pages and for rebound names are refused' },
      {
        file: 'practice-relay/server.test.ts',
        title: 'a key is required, and if one is configured only that one is accepted',
      },
    ],
  },
  {
    what: 'Results are fetched from public addresses, or from the connection’s own origin',
    how: 'judged as a number and again as resolved, the judged address is connected to, at each redirect: `electron/relay/download.ts`, `shared/special-addresses.ts`. **Through a proxy only numbers are judged**: the proxy resolves names itself',
    attacks: [29, 30],
    tests: [
      {
        file: 'electron/relay/rebinding.test.ts',
        title: 'the address that was judged is the one that is connected to: the name is asked once',
      },
      { file: DOWNLOAD, title: 'an allowed origin is fetched from without https, at public addresses only' },
    ],
  },
  {
    what: 'The practice relay reaches into no private network',
    how: 'picture addresses judged at look-up and at every redirect: `practice-relay/images/fetch-picture.ts`',
    attacks: [],
    tests: [
      { file: 'practice-relay/images/fetch-picture.test.ts', title: '%s is private' },
      { file: 'practice-relay/images/fetch-picture.test.ts', title: 'a redirect is checked like the first address' },
    ],
  },
  {
    what: 'Nothing from outside fills the memory or the disk, or keeps the app busy, without bound',
    how: 'limits before anything is parsed or decoded ([decision 43](docs/decisions/0043-limits-before-parsing.md)), and [bounds](#bounds)',
    attacks: [17, 31, 34, 35, 51],
    tests: [],
  },
  {
    what: 'What a reply or a file says of itself is not believed',
    how: 'kinds are recognised by bytes: `shared/images/picture-header.ts`, `shared/speech/sniff.ts`',
    attacks: [36, 37],
    tests: [],
  },
  {
    what: 'What is sent is well-formed, whatever was typed',
    how: 'keys and texts are checked before a request is made',
    attacks: [27, 50],
    tests: [],
  },
  {
    what: 'A package runs nothing but the app: no Node, debugger or foreign code',
    how: 'fuses, archive integrity (macOS, Windows), debugging port and pipe dropped: `electron-builder.yml`, `electron/security.ts`',
    attacks: [45, 46],
    tests: [],
  },
  {
    what: 'Pages are sandboxed',
    how: 'every window asks for it; a package does not start where the launcher of an AppImage or `ELECTRON_DISABLE_SANDBOX` gave the sandbox up without a word (`--no-sandbox` by hand, as root needs it, is respected, and said under *Settings*): `electron/security.ts`',
    attacks: [],
    tests: [
      { file: 'electron/window.test.ts', title: 'gives its page a sandbox, isolation from the preload, and no Node' },
      { file: 'electron/startup.test.ts', title: 'turns the sandbox on for every page' },
      {
        file: 'electron/startup.test.ts',
        title: 'does not run without the sandbox because of a variable, which it sees before it removes it',
      },
      { file: SESSION, title: 'packaged %s, in %o, with --no-sandbox %s, typed %s: %s' },
      { file: 'tests/e2e/security.spec.ts', title: 'where the sandbox is off, Settings says so' },
    ],
  },
  {
    what: 'A library from somebody else leads to no other file, and starts nothing',
    how: 'links, pipes and devices are put aside, second names checked by hash, foreign schemas rebuilt: `electron/library/quarantine.ts`, `electron/library/linked-media.ts`, `electron/database/schema.ts` ([decision 42](docs/decisions/0042-a-prepared-library.md))',
    attacks: [20, 43],
    tests: [
      {
        file: 'electron/library/quarantine.test.ts',
        title: 'another name of somebody’s file at %s: the file is not written',
      },
      {
        file: 'electron/library/quarantine.test.ts',
        title: 'of the library’s database is put aside, and the database used as it is',
      },
    ],
  },
  {
    what: 'What cannot be read takes nothing else with it',
    how: 'each setting, connection and key falls back alone; the unreadable file is kept aside and named: `electron/settings/`',
    attacks: [44, 49],
    tests: [
      { file: SETTINGS, title: '%j loses %s and nothing else' },
      { file: SETTINGS, title: 'a connection with %s is not used, stays in the file, and the others are used' },
      { file: 'electron/database/open-library.test.ts', title: 'a library without one of its tables is rebuilt' },
    ],
  },
  {
    what: 'Settings, keys, database and sidecars are yours alone',
    how: 'modes 0600 and 0700, also of what was there before: `electron/files.ts`',
    attacks: [42],
    tests: [],
  },
  {
    what: 'Files opened from outside are read by kind and size; paths stay in main',
    how: '`electron/opened-files.ts`',
    attacks: [39, 47],
    tests: [
      {
        file: 'tests/e2e/opened-files.spec.ts',
        title: 'files named at the start: the picture is in the tray, the text in the editor',
      },
    ],
  },
  {
    what: 'Files that leave the app have names that mean nothing to a system',
    how: '`shared/text/file-name.ts`',
    attacks: [38],
    tests: [],
  },
  {
    what: 'Updates: only signed, only newer, only when asked',
    how: '`electron/updates.ts`, `tools/package.ts`',
    attacks: [],
    tests: [
      {
        file: 'electron/updates.test.ts',
        title: 'loads the updater only when the person asks, and never downgrades or downloads automatically',
      },
      {
        file: 'electron/updates.test.ts',
        title: 'updates itself only with the feed of a signed build, which on Windows names the publisher',
      },
      {
        file: PACKAGE,
        title:
          'licences are shown; new versions are offered only if there is a home page, and by a link that the person clicks',
      },
    ],
  },
  {
    what: 'What the app is built from is what the lockfile names, and runs nothing when it is installed',
    how: '`.npmrc`, checksums in the lockfile, `tools/licences.ts`',
    attacks: [52],
    tests: [],
  },
];
