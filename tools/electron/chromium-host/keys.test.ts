// Whether a pressed key reaches the page or the menu, as the host simulates macOS and the other systems.

import { expect, it, onTestFinished } from 'vitest';
import { runApp, writeApp } from './test-app.ts';

const BROWSER_TIMEOUT_MS = 60_000;

/** Consumes K with any modifier and ignores every other key; logs each key and the content of its text field. */
const PAGE = `<!doctype html><title>Keys</title><input autofocus><script>
  addEventListener('keydown', (event) => {
    if (event.key === 'k') event.preventDefault();
    console.log('page ' + event.key);
  });
  addEventListener('input', ({ target }) => console.log('text ' + target.value));
</script>`;

const APP = `
const item = (key, more) => ({
  label: key, accelerator: 'CommandOrControl+' + key, registerAccelerator: false, ...more,
  click: (_item, _window, { triggeredByAccelerator }) => console.log('menu ' + key, triggeredByAccelerator),
});
app.on('window-all-closed', () => app.quit());
app.whenReady().then(async () => {
  protocol.handle('app', () => new Response(${JSON.stringify(PAGE)}, { headers: { 'content-type': 'text/html' } }));
  Menu.setApplicationMenu(Menu.buildFromTemplate([
    { label: 'Edit', submenu: [{ role: 'undo' }, item('K'), item('J'), item('D', { enabled: false })] },
  ]));
  const window = new BrowserWindow();
  window.webContents.on('console-message', ({ message }) => console.log(message));
  await window.loadURL('app://test/index.html');
  console.log('ready', process.platform);
});`;

const PRESSES = [
  { key: 'x' },
  { key: 'CommandOrControl+K' },
  { key: 'CommandOrControl+J' },
  { key: 'CommandOrControl+D' },
  { key: 'CommandOrControl+K', menuFirst: true },
  { key: 'y', menuFirst: true },
];

/** Presses the keys one after the other; returns the log of page and menu. */
async function logOf(platform: NodeJS.Platform, presses: object[] = PRESSES): Promise<string[]> {
  const files = await writeApp(APP);
  onTestFinished(() => files.remove());
  const host = runApp(files.dir, `--platform=${platform}`);
  await host.waitFor(new RegExp(`^ready ${platform}$`, 'm'), BROWSER_TIMEOUT_MS);
  const commands = [...presses.map((press) => ({ type: 'pressKey', ...press })), { type: 'recorded' }];
  host.process.stdin.write(commands.map((command) => `${JSON.stringify(command)}\n`).join(''));
  await host.waitFor(/^recorded/m, BROWSER_TIMEOUT_MS);
  host.process.kill();
  await host.exit;
  return host.output().match(/^(?:page|text|menu|failed) .*$/gm) ?? [];
}

it('on macOS the menu receives the keys that the page does not consume, or comes first', {
  timeout: BROWSER_TIMEOUT_MS,
}, async () => {
  expect(await logOf('darwin')).toEqual([
    ...['page x', 'text x'],
    'page k',
    ...['page j', 'menu J true'],
    'page d',
    'menu K true',
    ...['page y', 'text xy'],
  ]);
});

it('on macOS Cmd+Z reaches the text through the menu', { timeout: BROWSER_TIMEOUT_MS }, async () => {
  expect(await logOf('darwin', [{ key: 'x' }, { key: 'Cmd+Z' }, { key: 'y' }])).toEqual([
    ...['page x', 'text x'],
    ...['page z', 'text '],
    ...['page y', 'text y'],
  ]);
});

it('on other systems only the page receives keys', { timeout: BROWSER_TIMEOUT_MS }, async () => {
  expect(await logOf('linux')).toEqual([
    'page x',
    'text x',
    'page k',
    'page j',
    'page d',
    'page k',
    'page y',
    'text xy',
  ]);
});
