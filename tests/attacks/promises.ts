// What the app promises about safety, by what means, and the attacks that try to break it. A test that proves a promise
// and belongs to no attack has its id beside it, as in `// promise full-tls`. `node tests/attacks/document.ts` writes
// docs/security/promises.md.

/** One promise. `attacks` are numbers of the table of attacks. */
export type SafetyPromise = { id: string; what: string; how: string; attacks: readonly number[] };

/** All promises. Every attack is an attack on one of them. */
export const PROMISES: readonly SafetyPromise[] = [
  {
    id: 'page-without-node',
    what: 'The page has no Node, `require` or file paths',
    how: 'sandbox, context isolation, two functions: `electron/preload.ts`',
    attacks: [1, 2, 40, 41],
  },
  {
    id: 'page-without-network',
    what: 'The page reaches no network except its own origin',
    how: 'CSP, allowlist, no WebRTC, session filter: `electron/security.ts`',
    attacks: [12],
  },
  {
    id: 'no-inline-script',
    what: 'The page runs no inline script, `eval` or HTML from strings',
    how: 'CSP and Trusted Types; every end-to-end test fails on a violation',
    attacks: [7, 13, 14],
  },
  {
    id: 'permissions-denied',
    what: 'Permissions, devices, downloads, navigation, new windows and webviews are denied',
    how: '`electron/security.ts`',
    attacks: [3, 4, 5, 6, 10, 11],
  },
  {
    id: 'only-our-window-asks',
    what: 'Only the app’s window can call the main process',
    how: 'sender, origin and schemas: `electron/ipc.ts`',
    attacks: [8, 9, 15, 16, 18],
  },
  {
    id: 'ids-not-paths',
    what: 'URLs contain ids, never paths',
    how: '`electron/protocol.ts`',
    attacks: [19, 21, 22, 57],
  },
  {
    id: 'key-never-in-clear',
    what: 'The key reaches no page, log or file in clear text',
    how: '`electron/settings/key-vault.ts`; removed from replies in common encodings (not from pictures and sound): `electron/relay/redact.ts`',
    attacks: [26, 48],
  },
  {
    id: 'key-to-its-origin',
    what: 'The key goes only to the origin it was saved for',
    how: 'encrypted with its origin; no redirects; `http:` only on loopback or an allowed private network',
    attacks: [23, 24, 25],
  },
  {
    id: 'full-tls',
    what: 'TLS is never weakened',
    how: 'no setting does; variables that would are removed: `electron/environment.ts`',
    attacks: [28],
  },
  {
    id: 'harmless-reports',
    what: 'A problem report contains no secrets or texts',
    how: 'only facts listed as harmless: `electron/problem-report.ts`',
    attacks: [48],
  },
  {
    id: 'sent-once',
    what: 'A request is sent once',
    how: '`electron/relay/http.ts`',
    attacks: [],
  },
  {
    id: 'billed-is-kept',
    what: 'What may have been billed is kept, whatever goes wrong with one part',
    how: 'each picture separately; unreadable replies as received: `electron/jobs/kept-reply.ts`',
    attacks: [32, 33],
  },
  {
    id: 'changed-jobs-wait',
    what: 'Waiting requests that were tampered with are not sent',
    how: 'a checksum keyed by the key store: `electron/jobs/job-seal.ts`. Without one, all but demo mode’s wait for a click',
    attacks: [],
  },
  {
    id: 'private-calls-need-a-person',
    what: 'Calls to private addresses need a person’s consent (relays on this computer do not)',
    how: 'a native dialog for each origin or picture: `electron/handlers/connections.ts`',
    attacks: [54],
  },
  {
    id: 'practice-relay-is-local',
    what: 'The practice relay serves only this computer',
    how: 'loopback, `Host` check, random key, no `Origin`: `practice-relay/server.ts`',
    attacks: [],
  },
  {
    id: 'results-from-public-addresses',
    what: 'Results are fetched only from public addresses or the connection’s own origin',
    how: '`electron/relay/download.ts`',
    attacks: [29, 30, 56],
  },
  {
    id: 'practice-relay-fetches-public',
    what: 'The practice relay fetches nothing from a private network',
    how: '`practice-relay/images/fetch-picture.ts`',
    attacks: [],
  },
  {
    id: 'bounded',
    what: 'Outside input cannot use memory, disk or time without limit',
    how: 'limits before parsing and decoding, and [bounds](bounds.md)',
    attacks: [17, 31, 34, 35, 51],
  },
  {
    id: 'kinds-by-bytes',
    what: 'The app does not believe what a reply or file claims to be',
    how: 'it looks at the bytes: `shared/images/picture-header.ts`, `shared/speech/sniff.ts`',
    attacks: [36, 37],
  },
  {
    id: 'well-formed-requests',
    what: 'Requests are well-formed, whatever was typed',
    how: 'keys and texts are checked first',
    attacks: [27, 50],
  },
  {
    id: 'package-runs-the-app-only',
    what: 'A package runs only the app: no Node, debugger or foreign code',
    how: 'fuses, archive integrity (macOS, Windows), no debugging port: `electron-builder.yml`',
    attacks: [45, 46],
  },
  {
    id: 'sandboxed-pages',
    what: 'Pages are sandboxed',
    how: 'a package without its sandbox refuses to start, unless `--no-sandbox` was typed: `electron/security.ts`',
    attacks: [],
  },
  {
    id: 'foreign-libraries',
    what: 'A library from somebody else opens no other file and starts nothing',
    how: '`electron/library/quarantine.ts`',
    attacks: [20, 43],
  },
  {
    id: 'readable-stays',
    what: 'An unreadable file or field affects nothing else',
    how: 'each falls back alone; the file is kept: `electron/settings/`',
    attacks: [44, 49],
  },
  {
    id: 'private-files',
    what: 'Only you can read settings, keys, database and sidecars',
    how: 'modes 0600 and 0700, also for existing files: `electron/files.ts`',
    attacks: [42],
  },
  {
    id: 'opened-files',
    what: 'Opened files are limited by kind and size; paths stay in main',
    how: '`electron/opened-files.ts`',
    attacks: [39, 47],
  },
  {
    id: 'file-names',
    what: 'Names of saved files have no special meaning to any system',
    how: '`shared/text/file-name.ts`',
    attacks: [38],
  },
  {
    id: 'nothing-hidden',
    what: 'A relay’s words are shown without characters that hide or reverse text',
    how: '`shared/text/hidden-characters.ts`',
    attacks: [55],
  },
  {
    id: 'copied-commands',
    what: 'A copied command runs only itself',
    how: 'quoted for every shell: `renderer/items/inspector/curl.ts`',
    attacks: [53],
  },
  {
    id: 'updates',
    what: 'Updates are signed, newer, and only on request',
    how: '`electron/updates.ts`, `tools/package.ts`',
    attacks: [],
  },
  {
    id: 'dependencies',
    what: 'Dependencies are those in the lockfile and run no script when installed',
    how: '`.npmrc`, checksums in the lockfile, `tools/licences.ts`',
    attacks: [52],
  },
];
