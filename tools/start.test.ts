// `npm start` as a program, up to the point where it would build the app.

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startMirror } from '../tests/support/electron-mirror.ts';
import { BEHAVIOURS, standIn } from '../tests/support/electron-stand-in.ts';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { installedElectron } from './electron/index.ts';

const PROGRAM = join(import.meta.dirname, 'start.ts');

function start(...flags: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...flags], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended, says: text(child.stderr) };
}

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('ends with a message if the requested Electron does not run', async () => {
    vi.stubEnv('DISPLAY', ':7');
    await standIn(BEHAVIOURS['lacks a library']);
    const { ended, says } = start('--host=electron');
    expect(await says).toBe(
      'Trying whether Electron runs here (up to 60 s while a virus scanner reads a new program) …\n' +
        'Electron does not run here: the library libnss3.so is missing. Install the package that brings this library.\n' +
        'Without --host=electron, a Chromium on this computer stands in for it.\n',
    );
    expect(await ended).toBe(1);
  });

  it('says both ways to a window where neither host runs', async () => {
    vi.stubEnv('DISPLAY', ':7');
    vi.stubEnv('CHROMIUM_PATH', '/nonexistent');
    await standIn(BEHAVIOURS['may not make a sandbox']);
    const { ended, says } = start();
    expect(await says).toMatch(/sudo chmod 4755 "\S+\/chrome-sandbox"\nNo Chromium-family browser found\. Install/);
    expect(await ended).toBe(1);
  });

  it('requires a display for --headed, and a valid host', async () => {
    vi.stubEnv('DISPLAY', undefined);
    vi.stubEnv('WAYLAND_DISPLAY', undefined);
    const { ended, says } = start('--headed');
    expect(await says).toBe('No display found: DISPLAY and WAYLAND_DISPLAY are empty. Try xvfb-run -a npm start.\n');
    expect(await ended).toBe(1);
    expect(await start('--host=firefox').says).toBe('--host wants electron or chromium.\n');
  });

  it.skipIf(installedElectron(join(import.meta.dirname, '..')))(
    'leaves nothing of a download that Ctrl+C interrupts',
    async () => {
      const mirror = await startMirror(Buffer.alloc(1_000_000), 'half');
      const temp = await tempFolder();
      vi.stubEnv('DISPLAY', ':7');
      vi.stubEnv('TMPDIR', temp);
      const { child, ended, says } = start('--host=electron');
      await mirror.served();
      expect(readdirSync(temp)).toHaveLength(1);
      child.kill('SIGINT');
      expect(await ended).toBe(130);
      expect(await says).toMatch(/^Fetching Electron [\d.]+ …\n/);
      expect([readdirSync(temp), readdirSync(mirror.cache)]).toEqual([[], []]);
    },
  );
});
