import { accessibilityViolations, expect, test } from './support/fixtures.ts';
import { expectNoViolations } from './support/violations.ts';

test('the page has no Node and a bridge of two functions', async ({ page }) => {
  expect(
    await page.evaluate(() => ({
      globals: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in window),
      bridge: Object.keys((window as unknown as { studio: object }).studio).sort(),
      isIsolated: window.crossOriginIsolated,
    })),
  ).toEqual({ globals: [], bridge: ['onEvent', 'request'], isIsolated: true });
});

test('a page gets no permission, not even for camera or microphone', async ({ page }) => {
  const states = await page.evaluate(async () => {
    const names = ['camera', 'microphone', 'geolocation', 'midi', 'notifications'] as PermissionName[];
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
  });
  expect(states).toEqual(new Array(5).fill('denied'));
});

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

for (const colorScheme of ['dark', 'light'] as const) {
  test(`every tab is accessible in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const tab of ['Speech', 'Images', 'Library', 'Settings']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await accessibilityViolations(page), tab).toEqual([]);
    }
  });
}
