// Starts the same kinds of processes as the app, a page in a sandbox and a helper process, and prints `ready` when both
// have responded. Shows no window.

import path from 'node:path';
import { app, BrowserWindow, protocol, utilityProcess } from 'electron';

const PREFIX = '--user-data-dir=';
const HTML = '<!doctype html><title>Probe</title>';

// As in electron/main.ts, so that the probe uses the same features of the system as the app.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
protocol.registerSchemesAsPrivileged([{ scheme: 'probe', privileges: { standard: true, secure: true } }]);
const folder = process.argv.find((argument) => argument.startsWith(PREFIX))?.slice(PREFIX.length);
if (folder) app.setPath('userData', folder);
app
  .whenReady()
  .then(() => Promise.all([openPage(), callHelper()]))
  .then(
    () => process.stdout.write('ready\n', () => app.exit(0)),
    (error) => process.stderr.write(`electron-probe: ${error.message}\n`, () => app.exit(1)),
  );

async function openPage() {
  protocol.handle('probe', () => new Response(HTML, { headers: { 'content-type': 'text/html' } }));
  const window = new BrowserWindow({ show: false });
  await new Promise((resolve, reject) => {
    window.webContents.once('render-process-gone', (_event, { reason }) => reject(new Error(`the page: ${reason}`)));
    window.loadURL('probe://page/').then(resolve, reject);
  });
}

function callHelper() {
  const stdio = ['ignore', 'pipe', 'inherit'];
  const helper = utilityProcess.fork(path.join(import.meta.dirname, 'helper.js'), [], { stdio });
  return new Promise((resolve, reject) => {
    helper.stdout.once('data', resolve);
    helper.once('exit', (code) => reject(new Error(`the helper process ended with code ${code}`)));
  });
}
