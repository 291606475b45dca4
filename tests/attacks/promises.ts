// What the app promises about safety, by what means, and the attacks that try to break it. A test that proves a promise
// and belongs to no attack has its id beside it, as in `// promise full-tls`. `node tests/attacks/document.ts` writes the
// table in SECURITY.md.

/** One promise. `attacks` are numbers of the table of attacks. */
export type SafetyPromise = { id: string; what: string; how: string; attacks: readonly number[] };

/** All promises. Every attack is an attack on one of them. */
export const PROMISES: readonly SafetyPromise[] = [
  {
    id: 'page-without-node',
    what: 'The page has no Node, no `require`, no file paths',
    how: '`sandbox`, `contextIsolation`, a preload with two functions: `electron/window.ts`, `electron/preload.ts`',
    attacks: [1, 2, 40, 41],
  },
  {
    id: 'page-without-network',
    what: 'The page reaches no network but its own origin',
    how: "CSP `default-src 'none'`, an allowlist of connections, WebRTC blocked, requests to other origins cancelled in the session: `electron/security.ts` ([decision 49](docs/decisions/0049-no-connection-of-the-page.md))",
    attacks: [12],
  },
  {
    id: 'no-inline-script',
    what: 'No inline script, no `eval`, no HTML from strings',
    how: 'CSP, Trusted Types; every end-to-end test fails at a violation',
    attacks: [7, 13, 14],
  },
  {
    id: 'permissions-denied',
    what: 'Permissions, devices, downloads, navigation, windows, webviews denied',
    how: '`electron/security.ts`',
    attacks: [3, 4, 5, 6, 10, 11],
  },
  {
    id: 'only-our-window-asks',
    what: 'Only our window may ask the main process anything',
    how: 'sender frame and exact origin, zod schemas in both directions: `electron/ipc.ts`',
    attacks: [8, 9, 15, 16, 18],
  },
  {
    id: 'ids-not-paths',
    what: 'URLs carry ids, never paths',
    how: '`electron/protocol.ts`',
    attacks: [19, 21, 22],
  },
  {
    id: 'key-never-in-clear',
    what: 'The key never reaches the page, a log or a file in clear',
    how: '`electron/settings/key-vault.ts`, removed where a reply enters, in the spellings that programs write: `electron/relay/redact.ts`. A relay that wants to can write the key as nothing recognises. Pictures and sounds are kept byte for byte',
    attacks: [26, 48],
  },
  {
    id: 'key-to-its-origin',
    what: 'The key goes to the origin it was saved for, only',
    how: 'encrypted together with it and compared, redirects refused, `http:` on loopback, on a private network only where allowed',
    attacks: [23, 24, 25],
  },
  {
    id: 'full-tls',
    what: 'TLS is never weakened',
    how: 'no switch exists; the variables that would be one are removed at the start: `electron/environment.ts`; system and bundled certificates',
    attacks: [28],
  },
  {
    id: 'harmless-reports',
    what: 'A report of a problem gives nothing away',
    how: 'facts listed as harmless, keys removed: `electron/problem-report.ts`, `electron/tidy-log.ts`',
    attacks: [48],
  },
  {
    id: 'sent-once',
    what: 'One request is sent once',
    how: '`electron/relay/http.ts`',
    attacks: [],
  },
  {
    id: 'billed-is-kept',
    what: 'What may have been billed is kept, whatever one part of it does',
    how: 'each picture of a reply for itself, its bytes as received, what cannot be read as a reply to save: [decision 23](docs/decisions/0023-what-was-paid-is-kept.md)',
    attacks: [32, 33],
  },
  {
    id: 'changed-jobs-wait',
    what: 'What an earlier start left is not sent if it was changed meanwhile',
    how: 'unfinished jobs carry a checksum, keyed by a secret in the key store: `electron/jobs/job-seal.ts`. **Without a key store** all of them but the practice relay’s wait for a click. An older state of the whole profile is not noticed',
    attacks: [],
  },
  {
    id: 'private-calls-need-a-person',
    what: 'Only a person lets the app call a private address (a relay: not this computer; a picture: also there)',
    how: 'native dialog of main, once for each origin, and for each picture; names judged when resolved: `electron/handlers/connections.ts`, `electron/library/import-from-url.ts`',
    attacks: [54],
  },
  {
    id: 'practice-relay-is-local',
    what: 'The practice relay serves this computer only',
    how: 'loopback, `Host` check, random key, no `Origin`',
    attacks: [],
  },
  {
    id: 'results-from-public-addresses',
    what: 'Results are fetched from public addresses, or from the connection’s own origin',
    how: 'judged as a number and again as resolved, the judged address is connected to, at each redirect: `electron/relay/download.ts`, `shared/connection/special-addresses.ts`. **Through a proxy only numbers are judged**: the proxy resolves names itself',
    attacks: [29, 30, 56],
  },
  {
    id: 'practice-relay-fetches-public',
    what: 'The practice relay reaches into no private network',
    how: 'picture addresses judged at look-up and at every redirect: `practice-relay/images/fetch-picture.ts`',
    attacks: [],
  },
  {
    id: 'bounded',
    what: 'Nothing from outside fills the memory or the disk, or keeps the app busy, without bound',
    how: 'limits before anything is parsed or decoded ([decision 43](docs/decisions/0043-limits-before-parsing.md)), and [bounds](#bounds)',
    attacks: [17, 31, 34, 35, 51],
  },
  {
    id: 'kinds-by-bytes',
    what: 'What a reply or a file says of itself is not believed',
    how: 'kinds are recognised by bytes: `shared/images/picture-header.ts`, `shared/speech/sniff.ts`',
    attacks: [36, 37],
  },
  {
    id: 'well-formed-requests',
    what: 'What is sent is well-formed, whatever was typed',
    how: 'keys and texts are checked before a request is made',
    attacks: [27, 50],
  },
  {
    id: 'package-runs-the-app-only',
    what: 'A package runs nothing but the app: no Node, debugger or foreign code',
    how: 'fuses, archive integrity (macOS, Windows), debugging port and pipe dropped: `electron-builder.yml`, `electron/security.ts`',
    attacks: [45, 46],
  },
  {
    id: 'sandboxed-pages',
    what: 'Pages are sandboxed',
    how: 'every window asks for it; a package does not start where the launcher of an AppImage or `ELECTRON_DISABLE_SANDBOX` gave the sandbox up without a word (`--no-sandbox` by hand, as root needs it, is respected, and said under *Settings*): `electron/security.ts`',
    attacks: [],
  },
  {
    id: 'foreign-libraries',
    what: 'A library from somebody else leads to no other file, and starts nothing',
    how: 'links, pipes and devices are put aside, second names checked by hash, foreign schemas rebuilt: `electron/library/quarantine.ts`, `electron/library/linked-media.ts`, `electron/database/schema.ts` ([decision 42](docs/decisions/0042-a-prepared-library.md))',
    attacks: [20, 43],
  },
  {
    id: 'readable-stays',
    what: 'What cannot be read takes nothing else with it',
    how: 'each setting, connection and key falls back alone; the unreadable file is kept aside and named: `electron/settings/`',
    attacks: [44, 49],
  },
  {
    id: 'private-files',
    what: 'Settings, keys, database and sidecars are yours alone',
    how: 'modes 0600 and 0700, also of what was there before: `electron/files.ts`',
    attacks: [42],
  },
  {
    id: 'opened-files',
    what: 'Files opened from outside are read by kind and size; paths stay in main',
    how: '`electron/opened-files.ts`',
    attacks: [39, 47],
  },
  {
    id: 'file-names',
    what: 'Files that leave the app have names that mean nothing to a system',
    how: '`shared/text/file-name.ts`',
    attacks: [38],
  },
  {
    id: 'nothing-hidden',
    what: 'What a relay says is shown as it reads: nothing in it is hidden or turns the rest',
    how: '`shared/text/hidden-characters.ts`, where its words enter and where a file is named',
    attacks: [55],
  },
  {
    id: 'copied-commands',
    what: 'A copied command runs nothing but itself',
    how: 'every text quoted for all shells at once, control characters spelled: `renderer/items/inspector/curl.ts`',
    attacks: [53],
  },
  {
    id: 'updates',
    what: 'Updates: only signed, only newer, only when asked',
    how: '`electron/updates.ts`, `tools/package.ts`',
    attacks: [],
  },
  {
    id: 'dependencies',
    what: 'What the app is built from is what the lockfile names, and runs nothing when it is installed',
    how: '`.npmrc`, checksums in the lockfile, `tools/licences.ts`',
    attacks: [52],
  },
];
