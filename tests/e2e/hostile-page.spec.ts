// What a page could try that somebody else has taken over, and what a relay or a file could make of it.

import { replies } from '../fakes/scripted-relay.ts';
import { edit, openWithPicture, results } from './support/edits.ts';
import { connectTo, expect, generate, test } from './support/fixtures.ts';
import { plainResults } from './support/pictures.ts';
import { expectText, textField } from './support/text.ts';
import { expectNoViolations, watchViolations } from './support/violations.ts';

const MARKUP = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script>';

// attack 8, attack 9, attack 10
test('no frame and no webview of a page is attached that could ask main', async ({ page }) => {
  const frames = await page.evaluate(() => {
    const added = ['https://evil.example/', 'about:blank', null].map((src) => {
      const frame = Object.assign(document.createElement('iframe'), src === null ? {} : { src });
      document.body.append(frame);
      return frame;
    });
    const bridges = added.filter(({ contentWindow }) => {
      try {
        return contentWindow !== null && 'studio' in contentWindow;
      } catch {
        return false;
      }
    });
    const webview = document.createElement('webview');
    webview.setAttribute('src', 'https://evil.example/');
    document.body.append(webview);
    const isWebview = 'loadURL' in webview;
    for (const element of [...added, webview]) element.remove();
    return { bridges: bridges.length, isWebview };
  });
  expect(frames).toEqual({ bridges: 0, isWebview: false });
  // The browser says a moment later that it refused the frame.
  const said = () => page.evaluate(() => (window as unknown as { cspViolations: string[] }).cspViolations.splice(0));
  await expect.poll(said).not.toEqual([]);
});

// attack 2
test('workers and worklets of the page have no Node and no bridge', async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  await edit(page, 'Make it teal');
  await expect(results(page)).toHaveCount(1);
  const names = ['require', 'process', 'module', 'Buffer', 'studio', 'electron'];
  const workers = page.workers();
  expect(workers.length).toBeGreaterThan(0);
  for (const worker of workers) {
    expect(await worker.evaluate((all) => all.filter((name) => name in globalThis), names), worker.url()).toEqual([]);
  }
});

// attack 7
test('a web page or a drawing that is dropped is not opened, and the app says so', async ({ page }) => {
  const address = page.url();
  for (const [name, type] of [
    ['page.html', 'text/html'],
    ['drawing.svg', 'image/svg+xml'],
  ] as const) {
    await textField(page).evaluate(
      (element, file) => {
        const dataTransfer = new DataTransfer();
        const text = '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="run"</script></svg>';
        dataTransfer.items.add(new File([text], file.name, { type: file.type }));
        element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
      },
      { name, type },
    );
    await expect(page.getByText(new RegExp(`“${name}” cannot be (opened|used)`))).toBeVisible();
  }
  expect(page.url()).toBe(address);
  expect(await page.title()).not.toBe('run');
});

// attack 13
test('markup in what a person or a relay wrote is shown as text', async ({ page, relay }) => {
  await connectTo(page, relay);
  relay.answerWith(replies.json(400, { error: { code: 'odd_request', message: MARKUP } }));
  await generate(page, `Read ${MARKUP}`);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('<img src=x onerror=');
  await expectText(page, `Read ${MARKUP}`);
  expect(await page.locator('img[src="x"], script:not([src])').count()).toBe(0);
  expect(await page.title()).not.toBe('run');
  await expectNoViolations(page);
});

// attack 16
test('a request of 20 MB, or one that refers to itself, is refused', async ({ page }) => {
  const codes = await page.evaluate(async () => {
    type Reply = { ok: boolean; error?: { code: string } };
    const { studio } = window as unknown as { studio: { request: (route: string, input: unknown) => Promise<Reply> } };
    const cycle: Record<string, unknown> = {};
    cycle.id = cycle;
    const long = 'x'.repeat(20_000_000);
    const inputs = [{ id: long }, cycle, { id: new Uint8Array(5_000_000) }, { id: Number.NaN }];
    const ask = (input: unknown) =>
      studio.request('jobs.cancel', input).then(
        ({ error }) => error?.code ?? 'accepted',
        () => 'thrown',
      );
    const found = [];
    for (const input of inputs) found.push(await ask(input));
    return found;
  });
  for (const code of codes) expect(['request.malformed', 'thrown']).toContain(code);
  await textField(page).fill('Usable.');
  await expectText(page, 'Usable.');
});

// attack 17
test('a flood of requests leaves the app usable', async ({ page }) => {
  const counted = await page.evaluate(async () => {
    type Reply = { ok: boolean };
    const { studio } = window as unknown as { studio: { request: (route: string, input: unknown) => Promise<Reply> } };
    const asked = Array.from({ length: 5000 }, () => studio.request('library.getItem', { id: 'unknown' }));
    return (await Promise.all(asked)).length;
  });
  expect(counted).toBe(5000);
  await generate(page, 'Heard after all of that.');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
});

test('a part of the window that cannot be drawn says so, and leaves the others usable', async ({ page }) => {
  await generate(page, 'Still there.');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
  await page.evaluate(() => {
    const { prototype } = Intl.DateTimeFormat;
    const own = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {};
    const broken = {
      ...own,
      get: () => () => {
        throw new RangeError('Invalid time value');
      },
    };
    Object.defineProperty(prototype, 'format', broken);
    Object.assign(window, { mendDates: () => Object.defineProperty(prototype, 'format', own) });
  });
  await page.getByRole('tab', { name: 'Library' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'could not be displayed' });
  await expect(notice).toBeVisible();
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(page.getByRole('button', { name: 'Try the sample' })).toBeVisible();
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.evaluate(() => void (window as unknown as { mendDates: () => void }).mendDates());
  await notice.getByRole('button', { name: 'Show again' }).click();
  await expect(page.getByText('Still there.').filter({ visible: true }).first()).toBeVisible();
});

test('a part whose file cannot be read says so, and is there once it can; the rest works', async ({ page }) => {
  const files = '**/assets/{SettingsView,dialogs}-*.js';
  await page.route(files, (route) => route.abort());
  await page.reload();
  await watchViolations(page);
  await generate(page, 'Works without them.');
  await page.getByRole('tab', { name: 'Settings' }).click();
  const notices = page.getByRole('alert').filter({ hasText: 'could not be read' });
  await expect(notices).toHaveCount(2);
  await page.unroute(files);
  for (const left of [1, 0]) {
    await notices.first().getByRole('button', { name: 'Show again' }).click();
    await expect(notices).toHaveCount(left);
  }
  await expect(page.getByRole('button', { name: 'Third-party notices' })).toBeVisible();
});
