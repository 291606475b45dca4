// What a page is denied, and what a released program ignores, by Electron itself.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onlyOn } from '../e2e/support/fixtures.ts';
import { FUSES, readFuses } from '../package/fuses.ts';
import { expect, test } from './electron.ts';

onlyOn('electron', 'it looks into Electron itself');

/** A package as it is released, not inspectable. */
const RELEASED = process.env.RELAY_STUDIO_RELEASED;

test('a page gets no permission, window, navigation or download', async ({ page, electron }) => {
  const address = page.url();
  const seen = await page.evaluate(async () => {
    const failed = (work: Promise<unknown>) =>
      work.then(
        () => 'granted',
        (error: Error) => error.name,
      );
    const link = Object.assign(document.createElement('a'), { href: 'https://evil.example/', target: '_blank' });
    const download = Object.assign(document.createElement('a'), { href: '/index.html', download: 'page.html' });
    link.click();
    download.click();
    location.href = 'https://evil.example/';
    return {
      opened: window.open('https://evil.example/') !== null,
      camera: await failed(navigator.mediaDevices.getUserMedia({ video: true })),
      screen: await failed(navigator.mediaDevices.getDisplayMedia()),
      place: await failed(
        new Promise((resolve, reject) =>
          navigator.geolocation.getCurrentPosition(resolve, () => reject(new DOMException('', 'Denied'))),
        ),
      ),
      notification: await Notification.requestPermission(),
    };
  });
  expect(seen).toMatchObject({ opened: false, notification: 'denied', place: 'Denied' });
  expect([seen.camera, seen.screen]).not.toContain('granted');
  expect(page.url()).toBe(address);
  expect(electron.windows()).toHaveLength(1);
});

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
    // As a Node, or with foreign code, it would never say this.
    for await (const line of createInterface({ input: child.stdout })) if (line === 'ready') break;
    expect(child.exitCode).toBeNull();
    expect(await Promise.all(ports.map(isListening))).toEqual([false, false]);
    expect(existsSync(trace)).toBe(false);
  } finally {
    child.kill();
  }
});

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
