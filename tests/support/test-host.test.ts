import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findXvfb } from '../../tools/electron/display.ts';
import { findInstalledChromium } from '../../tools/electron/index.ts';
import { BEHAVIOURS, standIn } from './electron-stand-in.ts';
import { decideHost, electronProgram, hostName } from './test-host.ts';

const quietly = (): void => undefined;
const SANDBOX_CURE =
  /user namespaces are forbidden, which its sandbox needs\. .*sudo chmod 4755 "\S+\/chrome-sandbox"$/;

// Uses scripts and displays of Linux.
describe.skipIf(process.platform !== 'linux')('the host of the end-to-end tests', () => {
  // Set here, so that the environment variable written by the decision is restored.
  const onDisplay = (display: string | undefined) => {
    vi.stubEnv('DISPLAY', display);
    for (const name of ['WAYLAND_DISPLAY', 'XDG_SESSION_TYPE', 'RELAY_STUDIO_PACKAGED', 'RELAY_STUDIO_TEST_ELECTRON']) {
      vi.stubEnv(name, undefined);
    }
  };
  afterEach(() => vi.unstubAllEnvs());

  it('is known only after the decision', () => {
    onDisplay(undefined);
    expect(() => hostName()).toThrow('decideHost');
  });

  it('is Electron if it responds', async () => {
    onDisplay(':7');
    const { binary } = await standIn(BEHAVIOURS.answers);
    onTestFinished(await decideHost(quietly));
    expect([hostName(), electronProgram(), process.env.DISPLAY]).toEqual(['electron', binary, ':7']);
  });

  it.skipIf(findXvfb() === undefined)('is Electron on Xvfb if there is no display', async () => {
    onDisplay(undefined);
    await standIn(BEHAVIOURS.answers);
    onTestFinished(await decideHost(quietly));
    expect([hostName(), process.env.DISPLAY]).toEqual(['electron', expect.stringMatching(/^:\d+$/)]);
  });

  it.skipIf(findInstalledChromium({ headless: true }) === undefined)(
    'is the Chromium host if Electron does not run',
    async () => {
      onDisplay(':7');
      await standIn(BEHAVIOURS['may not make a sandbox']);
      const lines: string[] = [];
      await decideHost((line) => lines.push(line));
      expect([hostName(), electronProgram()]).toEqual(['chromium', '']);
      expect(lines).toEqual([expect.stringMatching(SANDBOX_CURE)]);
    },
  );

  it('is none if the named package does not run, or if neither host is available', async () => {
    onDisplay(':7');
    const { binary } = await standIn(BEHAVIOURS['lacks a library']);
    vi.stubEnv('CHROMIUM_PATH', '/nonexistent');
    await expect(decideHost(quietly)).rejects.toThrow(
      'libnss3.so is missing. Install the package that brings this library.\nNo Chromium-family browser found.',
    );
    vi.stubEnv('CHROMIUM_PATH', undefined);
    vi.stubEnv('RELAY_STUDIO_PACKAGED', binary);
    await expect(decideHost(quietly)).rejects.toThrow('libnss3.so is missing. Install the package');
  });
});
