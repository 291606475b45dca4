// Which variables of the environment the app lets through: those that change how Node, TLS or Electron behave are
// removed at the start, before anything reads them and before any child is started.

/** What becomes of a variable. `kept` and `early` ones stay; `early` ones have taken effect before our first line. */
type Verdict = 'removed' | 'kept' | 'early';

/** A variable, or with a `*` at its end all that begin so; what it does, and why that verdict. */
export type JudgedVariable = { name: string; verdict: Verdict; why: string };

/**
 * Every variable that was judged. The first row that fits decides, so single names come before their families; what no
 * row names stays.
 */
export const JUDGED_VARIABLES: readonly JudgedVariable[] = [
  {
    name: 'NODE_TLS_REJECT_UNAUTHORIZED',
    verdict: 'removed',
    why: 'would accept any certificate. Every connection to a relay says `rejectUnauthorized` itself as well',
  },
  {
    name: 'NODE_EXTRA_CA_CERTS',
    verdict: 'removed',
    why: 'would trust more certificates. Trusted are the bundled ones and those of the system, named on each connection',
  },
  { name: 'SSL_CERT_FILE', verdict: 'removed', why: 'would replace the certificates of the system on Linux' },
  { name: 'SSL_CERT_DIR', verdict: 'removed', why: 'the same, with a folder' },
  { name: 'SSLKEYLOGFILE', verdict: 'removed', why: 'Chromium would write the secrets of its TLS connections there' },
  { name: 'OPENSSL_*', verdict: 'removed', why: 'would load a configuration, engines or providers into OpenSSL' },
  {
    name: 'NODE_OPTIONS',
    verdict: 'removed',
    why: 'would run foreign code (`--require`), open a debugger or log TLS keys, in every child. A package ignores it, by a fuse',
  },
  { name: 'NODE_PATH', verdict: 'removed', why: 'would let modules be found in foreign folders' },
  { name: 'NODE_DEBUG', verdict: 'removed', why: 'would write what Node does on the network to standard error' },
  { name: 'NODE_DEBUG_NATIVE', verdict: 'removed', why: 'the same, of its native parts' },
  { name: 'NODE_V8_COVERAGE', verdict: 'removed', why: 'would write files about the running code at the end' },
  { name: 'NODE_REDIRECT_WARNINGS', verdict: 'removed', why: 'would write warnings to a file of its choice' },
  { name: 'NODE_USE_ENV_PROXY', verdict: 'removed', why: 'would lead requests around the proxy that the system names' },
  { name: 'NODE_COMPILE_CACHE', verdict: 'removed', why: 'would run compiled code from a foreign folder' },
  { name: 'NODE_*', verdict: 'removed', why: 'changes how Node behaves; the app needs none of them' },
  { name: 'UV_*', verdict: 'removed', why: 'changes the number of threads and how files are read' },
  {
    name: 'ELECTRON_RUN_AS_NODE',
    verdict: 'removed',
    why: 'would make a child plain Node. A package ignores it, by a fuse',
  },
  {
    name: 'ELECTRON_DISABLE_SANDBOX',
    verdict: 'removed',
    why: 'takes the sandbox away before the app runs: a package does not start then, unless `--no-sandbox` was typed as well',
  },
  {
    name: 'ELECTRON_ENABLE_LOGGING',
    verdict: 'removed',
    why: 'begins Chromium’s own log before the app runs; Electron ends it as soon as the app has removed this. No request to a relay passes through Chromium',
  },
  {
    name: 'ELECTRON_LOG_FILE',
    verdict: 'removed',
    why: 'the file of that log: with both, Electron itself writes a new file there, before the app runs',
  },
  {
    name: 'ELECTRON_OVERRIDE_DIST_PATH',
    verdict: 'removed',
    why: 'names the Electron that `npm start` takes; who starts a working copy chooses what runs. A package does not read it',
  },
  {
    name: 'ELECTRON_*',
    verdict: 'removed',
    why: 'changes how Electron behaves: its archive, its warnings, what it takes for a package, how files are put into the bin',
  },
  {
    name: 'CHROME_DEVEL_SANDBOX',
    verdict: 'early',
    why: 'names Chromium’s sandbox helper where none lies beside the program; a package has its own there',
  },
  {
    name: 'CHROME_LOG_FILE',
    verdict: 'removed',
    why: 'where Chrome writes its log. Electron does not read it, a Chromium that stands in for it does',
  },
  {
    name: 'CHROME_DESKTOP',
    verdict: 'kept',
    why: 'Electron itself sets it: by it the desktop knows the window as that of the app',
  },
  {
    name: 'CHROME_*',
    verdict: 'removed',
    why: 'changes how a Chromium that stands in for Electron starts, and where its settings are; the app needs none of them',
  },
  {
    name: 'CHROMIUM_PATH',
    verdict: 'kept',
    why: 'names the Chromium that stands in; who starts a working copy chooses what runs. A package does not read it',
  },
  { name: 'CHROMIUM_*', verdict: 'removed', why: 'some launchers of Chromium take switches from there' },
  {
    name: 'BREAKPAD_DUMP_LOCATION',
    verdict: 'removed',
    why: 'a Chromium that stands in would write the memory of a process that crashed there',
  },
  { name: 'UNDICI_*', verdict: 'removed', why: 'would choose another parser of HTTP in the app’s client' },
  {
    name: 'DEBUG',
    verdict: 'removed',
    why: 'would have libraries, such as that of updates, write what they do to standard error',
  },
  {
    name: 'APPIMAGE',
    verdict: 'kept',
    why: 'is how the launcher of an AppImage says which file an update replaces',
  },
  {
    name: 'LD_PRELOAD',
    verdict: 'early',
    why: 'the loader has read it: who sets it runs code as you, as with any program (LD_AUDIT, LD_LIBRARY_PATH, GTK_MODULES, GIO_EXTRA_MODULES, DYLD_INSERT_LIBRARIES and those that name drivers of graphics or sound likewise)',
  },
  {
    name: 'DBUS_SESSION_BUS_ADDRESS',
    verdict: 'kept',
    why: 'leads to the desktop and its keyring: who sets it chooses who keeps the secret that encrypts keys',
  },
  {
    name: 'HTTPS_PROXY',
    verdict: 'kept',
    why: 'on Linux one of the ways in which a system names its proxy, which sees no https request (HTTP_PROXY, ALL_PROXY, NO_PROXY likewise)',
  },
  {
    name: 'HOME',
    verdict: 'kept',
    why: 'says where your files are: who sets it gives the app other settings and another library, and no key of yours (APPDATA, XDG_CONFIG_HOME, TMPDIR likewise)',
  },
];

/** The verdict on a variable; `kept` if no row names it. Windows does not distinguish the case of names. */
export function judgeVariable(name: string): Verdict {
  const upper = name.toUpperCase();
  const row = JUDGED_VARIABLES.find(({ name: judged }) =>
    judged.endsWith('*') ? upper.startsWith(judged.slice(0, -1)) : upper === judged,
  );
  return row?.verdict ?? 'kept';
}

/** Removes what may not be there from an environment. @returns the removed names, sorted; their values are secrets. */
export function cleanEnvironment(env: NodeJS.ProcessEnv): string[] {
  const removed = Object.keys(env).filter((name) => judgeVariable(name) === 'removed');
  for (const name of removed) delete env[name];
  return removed.sort();
}
