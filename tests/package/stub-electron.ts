// Replaces Electron's folder, for packing without the binary: the files that a packer expects, and a fuse wire like the
// real one. It cannot run.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import electronPackage from 'electron/package.json' with { type: 'json' };

/**
 * Marks the fuse wire inside Electron's binary; it is followed by the version of the wire, its length and one byte for
 * each fuse.
 */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** The nine fuses as Electron is shipped. */
const FUSES_AS_SHIPPED = '101100011';

/** Writes the replacement for Linux into an empty folder. */
export async function writeStubElectron(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'locales'), { recursive: true });
  await mkdir(path.join(folder, 'resources'));
  const binary = Buffer.concat([
    Buffer.from(FUSE_SENTINEL, 'latin1'),
    Buffer.of(1, FUSES_AS_SHIPPED.length),
    Buffer.from(FUSES_AS_SHIPPED, 'latin1'),
  ]);
  await writeFile(path.join(folder, 'electron'), binary, { mode: 0o755 });
  await writeFile(path.join(folder, 'version'), electronPackage.version);
  const others = [
    'LICENSE',
    'LICENSES.chromium.html',
    'chrome-sandbox',
    ...LOCALES.split(' ').map((name) => `locales/${name}.pak`),
  ];
  for (const name of others) await writeFile(path.join(folder, name), name);
}

/** As in Electron's zip for Linux (script/zip_manifests of its source). */
const LOCALES =
  'af am ar bg bn ca cs da de el en-GB en-US es-419 es et fa fi fil fr gu he hi hr hu id it ja ' +
  'kn ko lt lv ml mr ms nb nl pl pt-BR pt-PT ro ru sk sl sr sv sw ta te th tr uk ur vi zh-CN zh-TW';
