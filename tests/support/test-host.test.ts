import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findInstalledChromium } from '../../tools/chromium-host/index.ts';
import { findXvfb } from '../../tools/display.ts';
import { MANNERS, standIn } from './electron-stand-in.ts';
import { decideHost, electronProgram, hostName } from './test-host.ts';

const quietly = (): void => undefined;

// Scripts and displays of Linux.
describe.skipIf(process.platform !== 'linux')('the host of the end-to-end tests', () => {
  // Set here, so that what the decision writes into the environment is taken back.
  const onDisplay = (display: string | undefined) => {
    vi.stubEnv('DISPLAY', display);
    for (const name of ['WAYLAND_DISPLAY', 'XDG_SESSION_TYPE', 'RELAY_STUDIO_PACKAGED', 'RELAY_STUDIO_TEST_ELECTRON']) {
      vi.stubEnv(name, undefined);
    }
  };
  afterEach(() => vi.unstubAllEnvs());

  it('is known only once it is decided', () => {
    onDisplay(undefined);
    expect(() => hostName()).toThrow('decideHost');
  });

  it('is Electron where it answers', async () => {
    onDisplay(':7');
    const { binary } = await standIn(MANNERS.answers);
    onTestFinished(await decideHost(quietly));
    expect([hostName(), electronProgram(), process.env.DISPLAY]).toEqual(['electron', binary, ':7']);
  });

  it.skipIf(findXvfb() === undefined)('is Electron on Xvfb where there is no display', async () => {
    onDisplay(undefined);
    await standIn(MANNERS.answers);
    onTestFinished(await decideHost(quietly));
    expect([hostName(), process.env.DISPLAY]).toEqual(['electron', expect.stringMatching(/^:\d+$/)]);
  });

  it.skipIf(findInstalledChromium() === undefined)('is the Chromium host where Electron does not run', async () => {
    onDisplay(':7');
    await standIn(MANNERS['may not make a sandbox']);
    await decideHost(quietly);
    expect([hostName(), electronProgram()]).toEqual(['chromium', '']);
  });

  it('is none where a package was named that does not run, or where there is nothing at all', async () => {
    onDisplay(':7');
    const { binary } = await standIn(MANNERS['lacks a library']);
    vi.stubEnv('CHROMIUM_PATH', '/nonexistent');
    await expect(decideHost(quietly)).rejects.toThrow('libnss3.so is missing. No Chromium-family browser found.');
    vi.stubEnv('CHROMIUM_PATH', undefined);
    vi.stubEnv('RELAY_STUDIO_PACKAGED', binary);
    await expect(decideHost(quietly)).rejects.toThrow('libnss3.so is missing. Install the package');
  });
});
