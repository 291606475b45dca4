// A folder with the `electron` package but not its binary, and a mirror on loopback that has the archive, or
// misbehaves.

import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { onTestFinished, vi } from 'vitest';
import { tempFolder } from './temp-folder.ts';

const MODULES = path.join(import.meta.dirname, '../../node_modules');
const VERSION = '45.0.0';
const ARCHIVE_NAME = `electron-v${VERSION}-${process.platform}-${process.arch}.zip`;
const DRIP = { everyMs: 60, parts: 40 };
/** Larger than a socket's buffers. */
const ARCHIVE_BYTES = 400_000;

/** How a mirror responds to requests for the archive. `half` stops in the middle, `cut` closes the connection there. */
export type MirrorBehaviour = 'whole' | 'drip' | 'half' | 'cut' | 'silent' | 'missing' | 'forged';

/** A mirror that this process and its children use for all downloads of Electron. */
export type Mirror = {
  /** Can be changed between requests. */
  behaviour: MirrorBehaviour;
  requests: string[];
  /** Resolves when the next request has been answered as far as it will be. */
  served: () => Promise<void>;
  url: string;
};

/**
 * Creates a folder like `npm ci`: the package with its real installer, and checksums that match the archive of this
 * mirror.
 */
export async function electronRoot(archive: Buffer): Promise<string> {
  const root = await tempFolder();
  const folder = path.join(root, 'node_modules/electron');
  await mkdir(folder, { recursive: true });
  for (const scope of ['@electron', '@electron-internal']) {
    await symlink(path.join(MODULES, scope), path.join(root, 'node_modules', scope), 'junction');
  }
  await copyFile(path.join(MODULES, 'electron/install.js'), path.join(folder, 'install.js'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'electron', version: VERSION }));
  const sum = createHash('sha256').update(archive).digest('hex');
  await writeFile(path.join(folder, 'checksums.json'), JSON.stringify({ [ARCHIVE_NAME]: sum }));
  return root;
}

/** Creates an archive like Electron's releases, with this script as the program. */
export function electronArchive(program: string): Buffer {
  return zip({
    version: { bytes: Buffer.from(VERSION), mode: 0o644 },
    electron: { bytes: Buffer.from(program), mode: 0o755 },
    padding: { bytes: Buffer.alloc(ARCHIVE_BYTES, 7), mode: 0o644 },
  });
}

/** Starts a mirror and sets it in the environment until the test ends. The download's cache is an empty folder. */
export async function startMirror(archive: Buffer, behaviour: MirrorBehaviour): Promise<Mirror & { cache: string }> {
  const events = new EventEmitter();
  const mirror: Mirror = {
    behaviour,
    requests: [],
    url: '',
    served: () => once(events, 'served').then(() => undefined),
  };
  const server = createServer((request, response) => {
    mirror.requests.push(request.url ?? '');
    answer(mirror.behaviour, archive, response).then(
      () => events.emit('served'),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  mirror.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const cache = await tempFolder();
  for (const name of ['npm_config_electron_mirror', 'NPM_CONFIG_ELECTRON_MIRROR', 'ELECTRON_SKIP_BINARY_DOWNLOAD']) {
    vi.stubEnv(name, undefined);
  }
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', undefined);
  vi.stubEnv('ELECTRON_MIRROR', mirror.url);
  vi.stubEnv('electron_config_cache', cache);
  return Object.assign(mirror, { cache });
}

async function answer(behaviour: MirrorBehaviour, archive: Buffer, response: ServerResponse): Promise<void> {
  if (behaviour === 'silent') return;
  if (behaviour === 'missing') {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-length': archive.length });
  const middle = archive.length / 2;
  if (behaviour === 'whole') response.end(archive);
  else if (behaviour === 'forged') response.end(Buffer.alloc(archive.length, 1));
  else if (behaviour === 'half') response.write(archive.subarray(0, middle));
  else if (behaviour === 'cut') response.write(archive.subarray(0, middle), () => response.destroy());
  else await drip(archive, response);
}

async function drip(archive: Buffer, response: ServerResponse): Promise<void> {
  const part = Math.ceil(archive.length / DRIP.parts);
  for (let at = 0; at < archive.length; at += part) {
    response.write(archive.subarray(at, at + part));
    await new Promise((resolve) => setTimeout(resolve, DRIP.everyMs));
  }
  response.end();
}

/** Creates a zip of uncompressed files with their permissions. */
function zip(files: Readonly<Record<string, { bytes: Buffer; mode: number }>>): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, { bytes, mode }] of Object.entries(files)) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), bytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(mode * 0x10000 + 0x80000000, 6);
    rest.writeUInt32LE(offset, 10);
    // Marked as made by Unix, so that the permissions are used.
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.of(20, 3), facts, rest, Buffer.from(name)]));
    bodies.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, index, Buffer.from('PK\x05\x06'), end]);
}
