import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer } from 'node:net';
import { accessibilityViolations, expect, test } from './support/fixtures.ts';
import { ask } from './support/page-actions.ts';
import { expectNoViolations } from './support/violations.ts';

// attack 1
test('the page has no Node and a bridge of two functions', async ({ page }) => {
  expect(
    await page.evaluate(() => ({
      globals: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in window),
      bridge: Object.keys((window as unknown as { studio: object }).studio).sort(),
      isIsolated: window.crossOriginIsolated,
    })),
  ).toEqual({ globals: [], bridge: ['onEvent', 'request'], isIsolated: true });
});

// attack 11
test('a page gets no permission, not even for camera or microphone', async ({ page }) => {
  const states = await page.evaluate(async () => {
    const names = ['camera', 'microphone', 'geolocation', 'midi', 'notifications'] as PermissionName[];
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
  });
  expect(states).toEqual(new Array(5).fill('denied'));
});

// attack 14
test('what a page must not do is refused, and reported as a violation', async ({ page, relay }) => {
  const refused = await page.evaluate(async (elsewhere) => {
    // The driver's own call may evaluate strings; a later task is an ordinary one of the page.
    await new Promise((resolve) => setTimeout(resolve));
    const attempt = async (work: () => unknown): Promise<boolean> => {
      try {
        await work();
        return false;
      } catch {
        return true;
      }
    };
    return {
      html: await attempt(() => {
        document.createElement('div').innerHTML = '<b>x</b>';
      }),
      evaluation: await attempt(() => new Function('return 1')()),
      network: await attempt(() => fetch(elsewhere)),
      policy: await attempt(() =>
        (
          window as unknown as { trustedTypes: { createPolicy: (n: string, r: object) => void } }
        ).trustedTypes.createPolicy('other', {}),
      ),
    };
  }, relay.baseUrl);
  expect(refused).toEqual({ html: true, evaluation: true, network: true, policy: true });
  // These violations were wanted; the fixture's own check looks at a clean list again.
  const seen = await page.evaluate(() => (window as unknown as { cspViolations: string[] }).cspViolations.splice(0));
  expect(seen.sort()).toEqual([
    `connect-src: ${relay.baseUrl}/`,
    'require-trusted-types-for: trusted-types-sink',
    'require-trusted-types-for: trusted-types-sink',
    'trusted-types: trusted-types-policy',
  ]);
  expect(relay.requests).toEqual([]);
  await expectNoViolations(page);
});

// promise sandboxed-pages
test('where the sandbox is off, Settings says so', async ({ page }) => {
  const { isSandboxed } = await ask(page, 'app.getState', null);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByText('GPL-3.0-or-later')).toBeVisible();
  await expect(page.getByText('the app was started with --no-sandbox')).toHaveCount(isSandboxed ? 0 : 1);
});

// attack 12
test('nothing that the page tries reaches a socket', async ({ page }) => {
  let arrived = 0;
  const udp = createSocket('udp4').on('message', () => void arrived++);
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const tcp = createServer((socket) => {
    arrived++;
    socket.on('error', () => undefined).destroy();
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const blocked = await page.evaluate(
    async ([udpPort, tcpPort]) => {
      await new Promise((resolve) => setTimeout(resolve));
      const place = `127.0.0.1:${tcpPort}`;
      const add = (tag: string, attributes: Record<string, string>): void => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        document.body.append(element);
        element.remove();
      };
      const peer = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:127.0.0.1:${udpPort}` },
          { urls: `turn:${place}?transport=tcp`, username: 'somebody', credential: 'something' },
        ],
      });
      peer.createDataChannel('data');
      const gathered = new Promise<void>((resolve) => {
        peer.onicegatheringstatechange = () => void (peer.iceGatheringState === 'complete' && resolve());
      });
      await peer.setLocalDescription(await peer.createOffer());
      await gathered;
      for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'modulepreload', 'stylesheet', 'icon', 'manifest']) {
        const link = Object.assign(document.createElement('link'), { rel, href: `http://${place}/${rel}` });
        document.head.append(link);
      }
      add('img', { src: `http://${place}/img` });
      add('audio', { src: `http://${place}/audio` });
      add('iframe', { src: `http://${place}/iframe` });
      add('div', { style: `background-image: url(http://${place}/style)` });
      navigator.sendBeacon(`http://${place}/beacon`, 'text');
      new EventSource(`http://${place}/events`).close();
      const socket = new WebSocket(`ws://${place}`);
      await new Promise((resolve) => socket.addEventListener('error', resolve));
      await fetch(`http://${place}/fetch`).catch(() => undefined);
      // Whatever was going to leave has left when the page's own origin has answered this often.
      for (let round = 0; round < 50; round++) await fetch('/index.html', { cache: 'no-store' });
      document.head.querySelectorAll(`link[href*='${place}']`).forEach((link) => {
        link.remove();
      });
      return new Set((window as unknown as { cspViolations: string[] }).cspViolations.splice(0)).size;
    },
    [udp.address().port, (tcp.address() as AddressInfo).port],
  );
  udp.close();
  tcp.close();
  expect(arrived).toBe(0);
  expect(blocked).toBeGreaterThan(8);
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`every tab is accessible in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const tab of ['Speech', 'Images', 'Library', 'Settings']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await accessibilityViolations(page), tab).toEqual([]);
    }
  });
}
