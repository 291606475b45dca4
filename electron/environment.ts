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
    why: 'would accept any certificate; each connection also sets `rejectUnauthorized` itself',
  },
  {
    name: 'NODE_EXTRA_CA_CERTS',
    verdict: 'removed',
    why: 'would trust certificates beyond the bundled ones and the system’s',
  },
  { name: 'SSL_CERT_FILE', verdict: 'removed', why: 'would replace the system’s certificates on Linux' },
  { name: 'SSL_CERT_DIR', verdict: 'removed', why: 'would do the same with a folder' },
  { name: 'SSLKEYLOGFILE', verdict: 'removed', why: 'would make Chromium write its TLS secrets to a file' },
  { name: 'OPENSSL_*', verdict: 'removed', why: 'would load a configuration, engines or providers into OpenSSL' },
  {
    name: 'NODE_OPTIONS',
    verdict: 'removed',
    why: 'would run foreign code, open a debugger or log TLS keys; a fuse makes packages ignore it',
  },
  { name: 'NODE_PATH', verdict: 'removed', why: 'would load modules from foreign folders' },
  { name: 'NODE_DEBUG', verdict: 'removed', why: 'would write network activity to standard error' },
  { name: 'NODE_DEBUG_NATIVE', verdict: 'removed', why: 'would do the same for Node’s native parts' },
  { name: 'NODE_V8_COVERAGE', verdict: 'removed', why: 'would write coverage files at exit' },
  { name: 'NODE_REDIRECT_WARNINGS', verdict: 'removed', why: 'would write warnings to any file' },
  { name: 'NODE_USE_ENV_PROXY', verdict: 'removed', why: 'would bypass the system’s proxy' },
  { name: 'NODE_COMPILE_CACHE', verdict: 'removed', why: 'would run compiled code from a foreign folder' },
  { name: 'NODE_*', verdict: 'removed', why: 'changes Node; the app needs none' },
  { name: 'UV_*', verdict: 'removed', why: 'changes threads and file access' },
  {
    name: 'ELECTRON_RUN_AS_NODE',
    verdict: 'removed',
    why: 'would turn a child into plain Node; a fuse makes packages ignore it',
  },
  {
    name: 'ELECTRON_DISABLE_SANDBOX',
    verdict: 'removed',
    why: 'removes the sandbox before the app runs; a package then refuses to start without a typed `--no-sandbox`',
  },
  {
    name: 'ELECTRON_ENABLE_LOGGING',
    verdict: 'removed',
    why: 'starts Chromium’s log before the app runs; removal ends it. No relay request passes through Chromium',
  },
  {
    name: 'ELECTRON_LOG_FILE',
    verdict: 'removed',
    why: 'names that log; with both set, Electron creates the file before the app runs',
  },
  {
    name: 'ELECTRON_OVERRIDE_DIST_PATH',
    verdict: 'removed',
    why: 'names the Electron for `npm start`; packages do not read it',
  },
  {
    name: 'ELECTRON_*',
    verdict: 'removed',
    why: 'changes Electron’s archive, warnings, package detection and trash',
  },
  {
    name: 'CHROME_DEVEL_SANDBOX',
    verdict: 'early',
    why: 'names Chromium’s sandbox helper if none is beside the program; a package brings its own',
  },
  {
    name: 'CHROME_LOG_FILE',
    verdict: 'removed',
    why: 'names the log of a Chromium host; Electron does not read it',
  },
  {
    name: 'CHROME_DESKTOP',
    verdict: 'kept',
    why: 'is set by Electron so that the desktop recognises the window',
  },
  {
    name: 'CHROME_*',
    verdict: 'removed',
    why: 'changes how a Chromium host starts; the app needs none',
  },
  {
    name: 'CHROMIUM_PATH',
    verdict: 'kept',
    why: 'names the Chromium host’s browser; packages do not read it',
  },
  { name: 'CHROMIUM_*', verdict: 'removed', why: 'passes switches to some Chromium launchers' },
  {
    name: 'BREAKPAD_DUMP_LOCATION',
    verdict: 'removed',
    why: 'would make a Chromium host write crash dumps there',
  },
  { name: 'UNDICI_*', verdict: 'removed', why: 'would choose another HTTP parser' },
  {
    name: 'DEBUG',
    verdict: 'removed',
    why: 'would make libraries write debug output',
  },
  {
    name: 'APPIMAGE',
    verdict: 'kept',
    why: 'names the file that an AppImage update replaces',
  },
  {
    name: 'LD_PRELOAD',
    verdict: 'early',
    why: 'loads code as in any program (also LD_AUDIT, LD_LIBRARY_PATH, GTK_MODULES, GIO_EXTRA_MODULES, DYLD_INSERT_LIBRARIES, drivers)',
  },
  {
    name: 'DBUS_SESSION_BUS_ADDRESS',
    verdict: 'kept',
    why: 'leads to the keyring that keeps the encryption secret',
  },
  {
    name: 'HTTPS_PROXY',
    verdict: 'kept',
    why: 'names the proxy on Linux, which cannot read https (also HTTP_PROXY, ALL_PROXY, NO_PROXY)',
  },
  {
    name: 'HOME',
    verdict: 'kept',
    why: 'chooses other settings and another library, but reveals no key (also APPDATA, XDG_CONFIG_HOME, TMPDIR)',
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
