import { afterEach, describe, expect, it, vi } from 'vitest';
import { BEHAVIOURS, standIn } from '../tests/support/electron-stand-in.ts';
import { chooseLaunch } from './choose-launch.ts';
import { HOST_PROGRAM } from './electron/index.ts';
import { parseStartOptions } from './start-options.ts';

/** What is started with these flags where a Chromium is installed, and the lines that say so. */
async function choose(...flags: string[]) {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  return { launch: await chooseLaunch(parseStartOptions(flags), new AbortController().signal, say), lines };
}

// Uses scripts and displays of Linux.
describe.skipIf(process.platform !== 'linux')('chooseLaunch', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('leads to a window where Ubuntu 24.04 forbids the sandbox, and says why and what allows it', async () => {
    vi.stubEnv('DISPLAY', ':7');
    await standIn(BEHAVIOURS['may not make a sandbox']);
    const { launch, lines } = await choose();
    expect(launch.args).toContain(HOST_PROGRAM);
    expect(launch.args).not.toContain('--headless');
    expect(lines).toEqual([
      expect.stringMatching(
        /^Starting on the Chromium host: .* user namespaces are forbidden, .*: sudo chown root "(\S+\/chrome-sandbox)" && sudo chmod 4755 "\1"$/,
      ),
    ]);
  });

  it.each([
    [[], 'xvfb-run -a npm start, or npm start -- --remote-debugging-port=9222'],
    [['--remote-debugging-port=9333'], 'http://127.0.0.1:9333'],
  ])('starts without a window where there is no display, and says how to see it: %s', async (flags, way) => {
    vi.stubEnv('DISPLAY', undefined);
    vi.stubEnv('WAYLAND_DISPLAY', undefined);
    const { launch, lines } = await choose('--host=chromium', ...flags);
    expect(launch.args).toContain('--headless');
    expect(lines).toEqual([`No display found: starting without a window. To see it: ${way}.`]);
  });

  it.each(['--headed', '--headless'])('says nothing of the display where %s settles it', async (flag) => {
    vi.stubEnv('DISPLAY', ':7');
    const { launch, lines } = await choose('--host=chromium', flag);
    expect(launch.args.includes('--headless')).toBe(flag === '--headless');
    expect(lines).toEqual([]);
  });
});
