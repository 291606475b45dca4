// Fetching Electron from mirrors that are slow, stop, send wrong bytes or do not exist: real HTTP on loopback, the real
// installer, a small archive.

import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startConnectProxy } from '../../tests/fakes/proxies.ts';
import {
  electronArchive,
  electronRoot,
  type MirrorBehaviour,
  startMirror,
} from '../../tests/support/electron-mirror.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { electronPackage, installedElectron } from './binary.ts';
import { type FetchOptions, fetchElectron } from './fetch.ts';
import { DAY_MS } from './remembered.ts';

const ARCHIVE = electronArchive('#!/bin/sh\necho fetched\n');

async function setUp(behaviour: MirrorBehaviour) {
  const root = await electronRoot(ARCHIVE);
  const mirror = await startMirror(ARCHIVE, behaviour);
  const tempDirectory = await tempFolder();
  const fetchIt = async (change: Partial<FetchOptions> = {}) => {
    const output = new PassThrough();
    const { signal } = new AbortController();
    const answer = await fetchElectron({ root, insists: false, output, signal, tempDirectory, ...change });
    output.end();
    return { answer, shown: await text(output) };
  };
  const leftovers = () => ({ temp: readdirSync(tempDirectory), cache: readdirSync(mirror.cache) });
  return { root, mirror, fetchIt, leftovers };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

// The program in the archive is a script.
describe.skipIf(process.platform === 'win32')('fetchElectron', () => {
  it('installs the archive of a mirror, shows the progress, and uses the cache the next time', async () => {
    const { root, mirror, fetchIt } = await setUp('whole');
    const { answer, shown } = await fetchIt();
    expect(answer).toEqual({ ...installedElectron(root) });
    expect(await readFile(join(electronPackage(root), 'dist/electron'), 'utf8')).toContain('echo fetched');
    expect(shown).toContain('Fetching Electron 45.0.0 …\n');
    expect(shown).toMatch(/Electron 45\.0\.0: 0\.4 of 0\.4 MB \(100 %\), [\d.]+ MB\/s\n/);

    const { root: other, fetchIt: fetchAgain } = await setUp('missing');
    vi.stubEnv('ELECTRON_MIRROR', mirror.url);
    vi.stubEnv('electron_config_cache', mirror.cache);
    expect((await fetchAgain()).answer).toEqual({ ...installedElectron(other) });
    expect(mirror.requests).toHaveLength(1);
  });

  it('continues as long as bytes arrive, however long that takes in total', async () => {
    const { root, fetchIt } = await setUp('drip');
    expect((await fetchIt({ silenceLimitMs: 1500 })).answer).toEqual({ ...installedElectron(root) });
  });

  it.each([
    ['half', /^Electron 45\.0\.0 could not be fetched: nothing arrived for 0\.3 s, after 0\.2 MB$/],
    ['cut', /^Electron 45\.0\.0 could not be fetched: no connection to 127\.0\.0\.1:\d+ \(\w+\), after 0\.\d MB$/],
  ] as const)(
    'gives up on a transfer that stops in the middle (%s), and tries again the next time',
    async (behaviour, reason) => {
      const { root, mirror, fetchIt, leftovers } = await setUp(behaviour);
      expect((await fetchIt({ silenceLimitMs: 300 })).answer).toMatchObject({ reason: expect.stringMatching(reason) });
      expect(leftovers()).toEqual({ temp: [], cache: [] });
      mirror.behaviour = 'whole';
      expect((await fetchIt()).answer).toEqual({ ...installedElectron(root) });
    },
  );

  it.each([
    ['silent', 'nothing arrived for 0.3 s'],
    ['missing', 'answers 404'],
    ['forged', 'has the wrong checksum'],
  ] as const)('remembers for a day what could not work (%s), unless somebody insists', async (behaviour, reason) => {
    const { root, mirror, fetchIt, leftovers } = await setUp(behaviour);
    const once = await fetchIt({ silenceLimitMs: 300 });
    expect(once.answer).toMatchObject({ reason: expect.stringContaining(reason) });
    expect(leftovers()).toEqual({ temp: [], cache: [] });
    expect(existsSync(join(electronPackage(root), 'dist'))).toBe(false);

    mirror.behaviour = 'whole';
    const again = await fetchIt();
    expect(again.answer).toMatchObject({ reason: expect.stringContaining(`${reason} when it was last tried`) });
    expect(again.shown).toBe('');
    expect(mirror.requests).toHaveLength(1);

    vi.setSystemTime(Date.now() + DAY_MS + 1000);
    expect((await fetchIt()).answer).toEqual({ ...installedElectron(root) });
  });

  it('retries immediately if this is requested, or if another mirror is set', async () => {
    const { root, mirror, fetchIt } = await setUp('missing');
    await fetchIt();
    await fetchIt({ insists: true });
    expect(mirror.requests).toHaveLength(2);
    const other = await startMirror(ARCHIVE, 'whole');
    expect((await fetchIt()).answer).toEqual({ ...installedElectron(root) });
    expect(other.requests).toHaveLength(1);
  });

  it('fails immediately if the connection is refused', async () => {
    const { fetchIt } = await setUp('whole');
    const host = `127.0.0.1:${await freePort()}`;
    vi.stubEnv('ELECTRON_MIRROR', `http://${host}/`);
    const reason = `Electron 45.0.0 could not be fetched: no connection to ${host} (ECONNREFUSED)`;
    expect((await fetchIt()).answer).toMatchObject({ reason, remedy: expect.stringContaining('ELECTRON_MIRROR') });
  });

  it('fetches nothing if the environment forbids it', async () => {
    const { mirror, fetchIt } = await setUp('whole');
    vi.stubEnv('ELECTRON_SKIP_BINARY_DOWNLOAD', '1');
    const { answer } = await fetchIt({ insists: true });
    expect(answer).toMatchObject({ reason: expect.stringContaining('ELECTRON_SKIP_BINARY_DOWNLOAD') });
    expect(mirror.requests).toEqual([]);
  });

  it('uses the proxy that is set in the environment', async () => {
    const { root, mirror, fetchIt } = await setUp('whole');
    const proxy = await startConnectProxy({ port: Number(new URL(mirror.url).port) });
    onTestFinished(() => proxy.close());
    vi.stubEnv('ELECTRON_MIRROR', 'http://mirror.invalid/');
    vi.stubEnv('http_proxy', `http://${proxy.host}`);
    vi.stubEnv('no_proxy', '');
    expect((await fetchIt()).answer).toEqual({ ...installedElectron(root) });
    expect(proxy.asked).toEqual(['CONNECT mirror.invalid:80 HTTP/1.1']);
  });

  it('leaves no files of an interrupted download, and does not remember it as a failure', async () => {
    const { root, mirror, fetchIt, leftovers } = await setUp('half');
    const interrupt = new AbortController();
    const begun = mirror.served();
    const fetched = fetchIt({ signal: interrupt.signal });
    await begun;
    interrupt.abort();
    await expect(fetched).rejects.toThrow('aborted');
    expect(leftovers()).toEqual({ temp: [], cache: [] });
    mirror.behaviour = 'whole';
    expect((await fetchIt()).answer).toEqual({ ...installedElectron(root) });
  });

  it('leaves no incomplete Electron if it is interrupted while unpacking', async () => {
    const { root, mirror, fetchIt } = await setUp('whole');
    const installer = join(electronPackage(root), 'install.js');
    const working = await readFile(installer, 'utf8');
    // Writes half of it, prints a message, and never ends.
    const halting = `require('fs').mkdirSync(__dirname + '/dist/half', { recursive: true });
      fetch(process.env.ELECTRON_MIRROR + 'unpacking'); setInterval(() => {}, 1000);`;
    await writeFile(installer, halting);
    const interrupt = new AbortController();
    const fetched = fetchIt({ signal: interrupt.signal });
    await mirror.served();
    await mirror.served();
    expect(existsSync(join(electronPackage(root), 'dist/half'))).toBe(true);
    interrupt.abort();
    await expect(fetched).rejects.toThrow('aborted');
    expect(existsSync(join(electronPackage(root), 'dist'))).toBe(false);
    await writeFile(installer, working);
    expect((await fetchIt()).answer).toEqual({ ...installedElectron(root) });
  });

  it('reports the error of the installer', async () => {
    const { root, fetchIt } = await setUp('whole');
    await writeFile(join(electronPackage(root), 'install.js'), "throw new Error('ENOSPC: no space left on device')");
    const reason = 'Electron 45.0.0 could not be fetched: Error: ENOSPC: no space left on device';
    expect((await fetchIt()).answer).toMatchObject({ reason });
  });
});
