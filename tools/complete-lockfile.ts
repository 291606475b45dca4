// Completes package-lock.json after `npm install`: with a registry mirror that lacks the binaries of other systems npm
// omits them, and `npm ci` then refuses the lockfile everywhere. The added entries contain version, system and, where the
// registry has the package, its checksum; npm skips them on other systems. Entries that were added without a checksum get
// theirs when this is run where the registry has it; licences.test.ts fails, and no release is made, before.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { withoutChecksum } from './check-release.ts';

type Entry = {
  version?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'];

const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const isKnown = [`${path}/node_modules/${name}`, `node_modules/${name}`].some(
      (place) => lock.packages[place]?.version,
    );
    if (isKnown || !/^\d+\.\d+\.\d+/.test(version)) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(entry.dev && { dev: true }),
      optional: true,
      ...systemOf(name),
    };
    console.log(`added ${name} ${version}`);
  }
}
for (const place of withoutChecksum(lock.packages)) {
  const entry = lock.packages[place];
  const checksum = entry && (await checksumOf(`${place.replace(/^.*node_modules\//, '')}@${entry.version}`));
  if (entry && checksum) {
    const { version, ...others } = entry;
    lock.packages[place] = { ...(version && { version }), integrity: checksum, ...others };
  }
  console.log(`${place}: ${checksum ? 'checksum recorded' : 'the registry has no checksum'}`);
}
const [root, ...rest] = Object.entries(lock.packages);
const sorted = rest.sort(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(root ? [root, ...sorted] : sorted);
await writeFile('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);

/** Asks npm's registry for the checksum of a package's archive; undefined if it does not have the package. */
async function checksumOf(packageVersion: string): Promise<string | undefined> {
  const view = ['view', packageVersion, 'dist.integrity'];
  const asked = await promisify(execFile)('npm', view, { shell: process.platform === 'win32' }).catch(() => undefined);
  const checksum = asked?.stdout.trim() ?? '';
  return checksum.startsWith('sha512-') ? checksum : undefined;
}

/** Returns the system that a binary package is for, from its name: `…-linux-x64-musl`. */
function systemOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[^a-z0-9]+/i);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined;
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && os === 'linux' && { libc: [libc] }) };
}
