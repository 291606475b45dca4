// Restrictions of a page, and of a released program, enforced by Electron itself.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onlyOn } from '../e2e/support/fixtures.ts';
import { FUSES, readFuses } from '../package/fuses.ts';
import { expect, test } from './electron.ts';

onlyOn('electron', 'it looks into Electron itself');

/** A package as released, not inspectable. */
const RELEASED = process.env.RELAY_STUDIO_RELEASED;

// attack 3, attack 4, attack 5, attack 11
test('a page is granted no permission, no screen capture, no window and no navigation', async ({ page, electron }) => {
  const address = page.url();
  const seen = await page.evaluate(async () => {
    const PERMISSION_DENIED = 1;
    const link = Object.assign(document.createElement('a'), { href: 'https://evil.example/', target: '_blank' });
    link.click();
    location.href = 'https://evil.example/';
    return {
      opened: window.open('https://evil.example/') !== null,
      // If it were not denied, the error would be a different one: there is no service that knows the position.
      isPlaceDenied: await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve(false),
          ({ code }) => resolve(code === PERMISSION_DENIED),
        ),
      ),
      notification: await Notification.requestPermission(),
    };
  });
  expect(seen).toEqual({ opened: false, isPlaceDenied: true, notification: 'denied' });
  const isScreenShown = await page.evaluate(() =>
    navigator.mediaDevices.getDisplayMedia().then(
      () => true,
      () => false,
    ),
  );
  expect(isScreenShown).toBe(false);
  expect(page.url()).toBe(address);
  expect(electron.windows()).toHaveLength(1);
});

// attack 3, attack 4, attack 5, attack 6
test('a page leaves its address by no way, and opens no window', async ({ page, electron }) => {
  const address = page.url();
  for (const url of [
    'https://evil.example/',
    'file:///etc/passwd',
    'data:text/html,<b>x</b>',
    'javascript:document.title="run"',
  ]) {
    // One way at a time, each in a task of the page, not of its driver.
    await page.evaluate(
      (href) =>
        new Promise<void>((resolve) =>
          setTimeout(() => {
            try {
              window.open(href);
              location.href = href;
            } catch {
              // Refused at once is as good.
            }
            resolve();
          }),
        ),
      url,
    );
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href, target: '_blank' });
      const refresh = Object.assign(document.createElement('meta'), {
        httpEquiv: 'refresh',
        content: `0; url=${href}`,
      });
      const form = Object.assign(document.createElement('form'), { method: 'post' });
      document.body.append(link, refresh, form);
      try {
        link.click();
        form.setAttribute('action', href);
        form.submit();
      } catch {
        // As above.
      }
      for (const element of [link, refresh, form]) element.remove();
    }, url);
    expect(page.url()).toBe(address);
  }
  expect(await page.title()).not.toBe('run');
  expect(electron.windows()).toHaveLength(1);
});

// promise permissions-denied
test('a page downloads nothing', async ({ page, electron }) => {
  // Called last, this listener sees whether the app has refused the download.
  const refusal = await electron.evaluateHandle(({ session }) => {
    const isRefused = new Promise<boolean>((resolve) =>
      session.defaultSession.once('will-download', ({ defaultPrevented }) => resolve(defaultPrevented)),
    );
    return { isRefused };
  });
  await page.evaluate(() =>
    Object.assign(document.createElement('a'), { href: '/index.html', download: 'page.html' }).click(),
  );
  expect(await refusal.evaluate(({ isRefused }) => isRefused)).toBe(true);
});

// attack 45
test('a released package listens on no debugging port, runs no foreign code and is no Node', async ({ userData }) => {
  test.skip(!RELEASED, 'no released package is named by RELAY_STUDIO_RELEASED');
  const trace = path.join(userData, 'trace');
  const ports = [49_733, 49_734];
  const child = spawn(
    RELEASED ?? '',
    [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--remote-debugging-port=${ports[0]}`,
      `--inspect=${ports[1]}`,
      `--user-data-dir=${path.join(userData, 'released')}`,
    ],
    {
      env: {
        ...process.env,
        ELECTRON_RUN_AS_NODE: '1',
        NODE_OPTIONS: `--import=data:text/javascript,import{writeFileSync}from"node:fs";writeFileSync(${JSON.stringify(trace)},"")`,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  try {
    // If it ran as Node or with foreign code, it would never print this.
    for await (const line of createInterface({ input: child.stdout })) if (line === 'ready') break;
    expect(child.exitCode).toBeNull();
    expect(await Promise.all(ports.map(isListening))).toEqual([false, false]);
    expect(existsSync(trace)).toBe(false);
  } finally {
    child.kill();
  }
});

// attack 46
test('the fuses of a released package are as decided', async () => {
  test.skip(!RELEASED, 'no released package is named by RELAY_STUDIO_RELEASED');
  expect(await readFuses(RELEASED ?? '')).toEqual(FUSES);
});

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
