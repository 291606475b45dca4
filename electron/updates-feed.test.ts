// What must be true of an update before it may be installed, with electron-updater itself and a feed on loopback.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { NsisUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { createUpdates } from './updates.ts';

const INSTALLER = Buffer.from('the installer of version 2');
const sha512 = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64');

type Offer = {
  version?: string;
  /** What the feed says of the installer that is served. */
  sha512?: string;
  /** What Windows says of its signature; null where it is the publisher's. */
  signatureProblem?: string | null;
  /** Further lines of the feed. */
  more?: string;
};

/** Version 1 of the app, offered this by its feed. */
async function installed({ version = '2.0.0', signatureProblem = null, more = '', ...said }: Offer) {
  const sum = said.sha512 ?? sha512(INSTALLER);
  const feed = `version: ${version}\npath: setup.exe\nsha512: ${sum}\nfiles:\n  - url: setup.exe\n    sha512: ${sum}\n${more}`;
  const served: Record<string, string | Buffer> = {
    '/latest.yml': feed,
    '/setup.exe': INSTALLER,
    '/app.7z': INSTALLER,
  };
  const server = createServer(({ url = '' }, response) => {
    // The updater names the feed after the system it runs on.
    const body = served[url.replace(/\?.*/, '').replace(/^\/latest.*\.yml$/, '/latest.yml')];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());

  const folder = await tempFolder();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const appUpdateConfigPath = path.join(folder, 'app-update.yml');
  await writeFile(
    appUpdateConfigPath,
    `provider: generic\nurl: ${url}\npublisherName:\n  - The authors\nupdaterCacheDirName: updates\n`,
  );
  const app = {
    version: '1.0.0',
    name: 'studio',
    isPackaged: true,
    appUpdateConfigPath,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => undefined,
    relaunch: vi.fn(),
    quit: vi.fn(),
    onQuit: vi.fn(),
  };
  const updater = new NsisUpdater(null, app);
  // Its own way to the network, over Node's sockets instead of Electron's.
  const http = new ElectronHttpExecutor();
  Object.assign(http, { createRequest: request });
  Object.assign(updater, { httpExecutor: http });
  const verify = vi.fn(async (_publishers: string[], _file: string) => signatureProblem);
  updater.verifyUpdateCodeSignature = verify;
  const error = vi.fn();
  const updates = createUpdates(
    'https://studio.example',
    async () => updater,
    { info: vi.fn(), error },
    {
      quitTo: vi.fn(),
      sayNotInstalled: vi.fn(),
    },
  );
  return {
    updates,
    verify,
    /** Why the last step failed. */
    why: () => error.mock.lastCall?.[1].code,
    /**
     * Installers that have been kept. On a busy machine a temporary file may stay: the updater opens it after it has
     * removed it. It is never run, and the next download empties the folder.
     */
    kept: async () =>
      (await readdir(folder, { recursive: true })).filter((name) => path.basename(name) === 'setup.exe'),
  };
}

it('a newer version, whole and signed by the publisher, is ready to be installed', async () => {
  const { updates, verify, kept } = await installed({});
  expect(await updates.check()).toEqual({ step: 'available', version: '2.0.0' });
  expect(await kept()).toEqual([]);
  expect(await updates.download()).toMatchObject({ step: 'ready' });
  expect(verify).toHaveBeenCalledWith(['The authors'], expect.stringMatching(/setup\.exe$/));
  expect(await kept()).toContain(path.join('updates', 'pending', 'setup.exe'));
});

it.each<[what: string, offer: Offer, why: string]>([
  ['is not what the feed says it is', { sha512: sha512(Buffer.from('another file')) }, 'ERR_CHECKSUM_MISMATCH'],
  ['is signed by somebody else, or not at all', { signatureProblem: 'NotSigned' }, 'ERR_UPDATER_INVALID_SIGNATURE'],
  [
    'brings a package of its own, which nobody has signed',
    { more: `packages:\n  x64:\n    path: app.7z\n    sha512: ${sha512(INSTALLER)}\n    size: ${INSTALLER.length}\n` },
    'ERR_UPDATER_WEB_INSTALLER_DISABLED',
  ],
])('an installer that %s is refused, and nothing of it is kept', async (_what, offer, reason) => {
  const { updates, why, kept } = await installed(offer);
  expect(await updates.check()).toMatchObject({ step: 'available' });
  expect(await updates.download()).toEqual({ step: 'failed', version: '' });
  expect(why()).toBe(reason);
  expect(await kept()).toEqual([]);
});

it('an older version is no update, although it is signed', async () => {
  const { updates } = await installed({ version: '0.9.0' });
  expect(await updates.check()).toEqual({ step: 'current', version: '' });
});
