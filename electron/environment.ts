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
  { name: 'ELECTRON_OZONE_PLATFORM_HINT', verdict: 'kept', why: 'chooses between X11 and Wayland' },
  { name: 'ELECTRON_*', verdict: 'removed', why: 'changes how Electron behaves: its log, its archive, its warnings' },
  {
    name: 'LD_PRELOAD',
    verdict: 'early',
    why: 'the loader has read it: who sets it runs code as you, as with any program (LD_AUDIT, LD_LIBRARY_PATH, GTK_MODULES, GIO_EXTRA_MODULES and DYLD_INSERT_LIBRARIES likewise)',
  },
  {
    name: 'HTTPS_PROXY',
    verdict: 'kept',
    why: 'on Linux one of the ways in which a system names its proxy, which sees no https request (HTTP_PROXY, ALL_PROXY, NO_PROXY likewise)',
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
