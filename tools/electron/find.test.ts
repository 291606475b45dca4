// Whether Electron can run on this computer, tested with scripts instead of Electron: real processes, on real displays.

import { once } from 'node:events';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BEHAVIOURS, standIn } from '../../tests/support/electron-stand-in.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { findInstalledChromium, HOST_PROGRAM } from './chromium-host/index.ts';
import { findXvfb } from './display.ts';
import { type ElectronWish, findElectron } from './find.ts';
import { isObstacle } from './obstacle.ts';
import { DAY_MS } from './remembered.ts';

const NEVER = new AbortController().signal;

/** Searches like `npm start` does with a display, with its own memory file. */
async function asker(displays: ElectronWish['displays'] = ['session']) {
  const root = await tempFolder();
  return async (change: Partial<ElectronWish> = {}) => {
    const output = new PassThrough();
    const answer = await findElectron({ root, displays, insists: false, output, signal: NEVER, ...change });
    if (!isObstacle(answer)) onTestFinished(answer.close);
    return answer;
  };
}

/** Returns what the script recorded at each start. */
function starts(notes: string): string[] {
  return readFileSync(notes, 'utf8').trimEnd().split('\n');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie process counts as ended.
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

// Uses scripts, signals and displays of Linux.
describe.skipIf(process.platform !== 'linux')('findElectron', () => {
  beforeEach(() => {
    vi.stubEnv('DISPLAY', ':7');
    vi.stubEnv('WAYLAND_DISPLAY', undefined);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });

  it('accepts one that responds, and leaves no process of the trial running', async () => {
    const { binary, notes } = await standIn(BEHAVIOURS.answers);
    const ask = await asker();
    expect(await ask()).toMatchObject({ binary, env: { ELECTRON_RUN_AS_NODE: undefined } });
    const [start = ''] = starts(notes);
    expect(start).toMatch(/^\d+ :7 {2}(--no-sandbox )?--user-data-dir=\S+ \S+\/tools\/electron\/probe$/);
    expect(isRunning(Number.parseInt(start, 10))).toBe(false);
  });

  it.each([
    ['lacks a library', 'the library libnss3.so is missing', 'Install the package'],
    ['finds an old C library', 'this system is too old: GLIBC_2.99 is missing', 'Use a newer system'],
    ['may not make a sandbox', 'user namespaces are forbidden, which its sandbox needs', 'sudo chmod 4755'],
    ['may not make namespaces', 'user namespaces are forbidden, which its sandbox needs', 'sudo chown root'],
    ['cannot open the display', 'the display cannot be opened', 'DISPLAY'],
    ['has no helper process as root', 'its helper processes do not start as root', 'another user'],
    ['crashes in its page', 'it ended with code 1: electron-probe: the page: crashed', ''],
    ['ends in silence', 'it ended with code 3', ''],
  ] as const)('says in a line why one that %s is of no use', async (behaviour, reason, remedy) => {
    await standIn(BEHAVIOURS[behaviour]);
    const ask = await asker();
    expect(await ask()).toEqual({
      reason: `Electron does not run here: ${reason}`,
      remedy: expect.stringContaining(remedy),
    });
  });

  it.each([
    ['may not be executed', 0o644, '#!/bin/sh\necho ready', 'it cannot be started (EACCES)'],
    ['wants a loader that is not here', 0o755, '#!/no/such/loader\n', 'it cannot be started (ENOENT)'],
  ])('says so of a program that %s', async (_name, mode, content, reason) => {
    const { binary } = await standIn('');
    writeFileSync(binary, content);
    await chmod(binary, mode);
    const ask = await asker();
    expect(await ask()).toMatchObject({ reason: `Electron does not run here: ${reason}` });
  });

  it('says what it waits for, and how long, before each trial only', async () => {
    await standIn(BEHAVIOURS.answers);
    const ask = await asker();
    const output = new PassThrough({ encoding: 'utf8' });
    await ask({ output });
    expect(output.read()).toMatch(/^Trying whether Electron runs here .*up to 60 s.*virus.*\n$/);
    await ask({ output });
    expect(output.read()).toBeNull();
  });

  it('ends one that hangs, with its helper processes, and does not try it a third time on the same day', async () => {
    const { notes } = await standIn(`${BEHAVIOURS.hangs.replace('&', '& echo $! >> $0.helper;')}`);
    const ask = await asker();
    const reason = 'Electron does not run here: it did not answer within 0.3 s';
    expect(await ask({ trialLimitMs: 300 })).toMatchObject({ reason });
    const helper = Number(readFileSync(join(notes, '../dist/electron.helper'), 'utf8'));
    expect(isRunning(helper)).toBe(false);

    expect(await ask({ trialLimitMs: 300 })).toMatchObject({ reason });
    expect(await ask()).toMatchObject({ reason: `${reason} when it was last tried` });
    expect(starts(notes)).toHaveLength(2);
    await ask({ trialLimitMs: 300, insists: true });
    expect(starts(notes)).toHaveLength(3);
    vi.setSystemTime(Date.now() + DAY_MS + 1000);
    for (const _miss of [1, 2]) await ask({ trialLimitMs: 300 });
    expect(starts(notes)).toHaveLength(5);
  });

  it('tries once, and again for another program or display, or after a later failure', async () => {
    const { binary, notes } = await standIn(BEHAVIOURS.answers);
    const ask = await asker();
    await ask();
    await ask();
    expect(starts(notes)).toHaveLength(1);
    utimesSync(binary, 1, 1);
    await ask();
    expect(starts(notes)).toHaveLength(2);
    vi.stubEnv('DISPLAY', ':8');
    const found = await ask();
    expect(starts(notes)).toHaveLength(3);
    if (!isObstacle(found)) found.distrust();
    await ask();
    expect(starts(notes)).toHaveLength(4);
  });

  it('retries one that did not run, because the missing part may have been installed', async () => {
    const { binary, notes } = await standIn(BEHAVIOURS['lacks a library']);
    const ask = await asker();
    await ask();
    const facts = readFileSync(binary, 'utf8');
    writeFileSync(binary, facts.replace(BEHAVIOURS['lacks a library'], BEHAVIOURS.answers));
    expect(await ask()).toMatchObject({ binary });
    expect(starts(notes)).toHaveLength(2);
  });

  it('ends the trial when it is interrupted', async () => {
    const { notes } = await standIn(BEHAVIOURS.hangs);
    const ask = await asker();
    const interrupt = new AbortController();
    const asked = ask({ signal: interrupt.signal });
    const [start = ''] = await eventually(() => starts(notes));
    interrupt.abort();
    await expect(asked).rejects.toThrow('aborted');
    expect(isRunning(Number.parseInt(start, 10))).toBe(false);
  });

  it('tries a packaged program with the app inside it', async () => {
    const { binary, notes } = await standIn(BEHAVIOURS.answers);
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', undefined);
    const ask = await asker();
    expect(await ask({ packaged: binary })).toMatchObject({ binary });
    expect(starts(notes)[0]).toMatch(/--user-data-dir=\S+$/);
  });

  it('downloads nothing if there is no display', async () => {
    vi.stubEnv('DISPLAY', undefined);
    vi.stubEnv('PATH', '/nonexistent');
    const ask = await asker(['session', 'virtual']);
    expect(await ask()).toEqual({
      reason: 'Electron needs a display, and Xvfb is not installed',
      remedy: expect.stringContaining('apt-get install xvfb'),
    });
  });

  it.skipIf(findXvfb() === undefined)('starts it on Xvfb if no display of the session is accepted', async () => {
    vi.stubEnv('WAYLAND_DISPLAY', 'wayland-0');
    const { notes } = await standIn(BEHAVIOURS.answers);
    const ask = await asker(['virtual']);
    const found = await ask();
    if (isObstacle(found)) throw new Error(found.reason);
    expect(found.env).toMatchObject({ DISPLAY: expect.stringMatching(/^:\d+$/), WAYLAND_DISPLAY: undefined });
    expect(found.env.DISPLAY).not.toBe(':7');
    expect(starts(notes)[0]).toContain(` ${found.env.DISPLAY}  `);
    const client = connect(`/tmp/.X11-unix/X${found.env.DISPLAY?.slice(1)}`).on('error', () => undefined);
    await once(client, 'connect');
    const gone = once(client, 'close');
    found.close();
    await gone;
  });

  it('reports the error of Xvfb', async () => {
    const { folder } = await standIn(BEHAVIOURS.answers);
    const xvfb = join(folder, 'Xvfb');
    writeFileSync(xvfb, '#!/bin/sh\necho "Fatal server error:" >&2; echo "No keymap" >&2; exit 1\n');
    await chmod(xvfb, 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    const ask = await asker(['virtual']);
    expect(await ask()).toMatchObject({ reason: 'Xvfb did not start: No keymap' });
  });

  it.skipIf(findInstalledChromium({ headless: true }) === undefined)(
    'receives a response of the probe itself, on the Chromium host',
    async () => {
      const { binary } = await standIn(`for last; do :; done
      exec ${process.execPath} --disable-warning=ExperimentalWarning ${HOST_PROGRAM} "$last" --headless "$@"`);
      const ask = await asker();
      expect(await ask({ trialLimitMs: 50_000 })).toMatchObject({ binary });
    },
    60_000,
  );
});
