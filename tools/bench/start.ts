// The time until the app is usable, and the amount of script that its window loads for that. Independent of what the
// app does afterwards.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { launch } from '../../tests/e2e/support/launch.ts';
import { electronProgram, hostName } from '../../tests/support/test-host.ts';
import { electronArguments, HOST_PROGRAM } from '../electron/index.ts';
import type { Bench } from './bench.ts';
import { repeat } from './bench.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const RUNS = { warmUps: 2, times: 15 };
const START_LIMIT_MS = 30_000;
const SCRIPT_AIM_KB = 250;
const AGAINST_EMPTY_AIM = 1.3;
const PAINT_AIM = 0.6;

/** An app that opens a window with an empty page, and nothing else. */
const EMPTY_APP = {
  'package.json': JSON.stringify({
    name: 'empty',
    productName: 'Empty',
    version: '1.0.0',
    type: 'module',
    main: 'main.js',
  }),
  'main.js': `import { app, BrowserWindow, protocol } from 'electron';
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
const html = { headers: { 'content-type': 'text/html' } };
app.whenReady().then(async () => {
  protocol.handle('app', () => new Response('<!doctype html><title>Empty</title>', html));
  const window = new BrowserWindow({ show: false });
  window.once('ready-to-show', () => window.show());
  await window.loadURL('app://empty/index.html');
  console.log('ready');
});
`,
};

/**
 * Starts the app repeatedly with the same user-data folder, by turns with an empty window, and measures the size of the
 * first scripts.
 */
export const benchStart: Bench = async () => {
  const userData = await mkdtemp(path.join(tmpdir(), 'relay-studio-bench-'));
  try {
    const empty = path.join(userData, 'empty-app');
    await mkdir(empty);
    for (const [name, text] of Object.entries(EMPTY_APP)) await writeFile(path.join(empty, name), text);
    const starts = await repeat(RUNS, async () => {
      const emptyMs = await measureReady(empty, path.join(userData, 'empty-data'));
      const spawnedAtMs = Date.now();
      const readyMs = await measureReady(ROOT, userData);
      const bootMs = (await lastBootMs(userData)) - spawnedAtMs;
      return { emptyMs, readyMs, bootMs, paintMs: await measurePaint(userData) };
    });
    const scripts = await initialScripts(path.join(ROOT, 'dist/renderer'));
    const gzipBytes = [...scripts.values()].reduce((sum, text) => sum + gzipSync(text).length, 0);
    return [
      {
        name: 'start: to ready',
        unit: 'ms',
        samples: starts.map(({ readyMs }) => readyMs),
        note: `from the spawn of the built app on ${hostName() === 'electron' ? 'Electron' : 'the Chromium host'}, warm`,
      },
      {
        name: 'start: of it, to boot',
        unit: 'ms',
        samples: starts.map(({ bootMs }) => bootMs),
        note: 'runtime up, main.js evaluated, app ready, log opened',
      },
      { name: 'start: an empty window', unit: 'ms', samples: starts.map(({ emptyMs }) => emptyMs) },
      {
        name: 'start: to ready, beside an empty window',
        unit: '×',
        samples: starts.map(({ readyMs, emptyMs }) => readyMs / emptyMs),
        aim: AGAINST_EMPTY_AIM,
      },
      {
        name: 'start: to the first paint, of ready',
        unit: '×',
        samples: starts.map(({ paintMs, readyMs }) => paintMs / readyMs),
        aim: PAINT_AIM,
        note: 'the frame with its texts',
      },
      {
        name: 'start: initial JS, gzip',
        unit: 'KB',
        samples: [gzipBytes / 1000],
        aim: SCRIPT_AIM_KB,
        note: [...scripts.keys()].join(', '),
      },
    ];
  } finally {
    await rm(userData, { recursive: true, force: true });
  }
};

/** Starts and ends an app once. @returns the time until its line *ready* */
async function measureReady(appRoot: string, userData: string): Promise<number> {
  const { file, args } = startCommand(appRoot, userData);
  const began = performance.now();
  const app = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await readyLine(app);
  const readyMs = performance.now() - began;
  app.kill('SIGTERM');
  if (app.exitCode === null && app.signalCode === null) await once(app, 'exit');
  return readyMs;
}

/** Starts and ends the app once. @returns the time until its window has painted something */
async function measurePaint(userData: string): Promise<number> {
  const spawnedAtMs = Date.now();
  const app = await launch({ userData, saveDir: userData });
  try {
    const paintedAtMs = await app.page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      return performance.timeOrigin + (paint?.startTime ?? Number.NaN);
    });
    return paintedAtMs - spawnedAtMs;
  } finally {
    await app.stop();
  }
}

/** The command that `npm start` runs after the build. */
function startCommand(appRoot: string, userData: string): { file: string; args: string[] } {
  if (hostName() === 'electron') {
    return { file: electronProgram(), args: electronArguments({ appRoot, uid: process.getuid?.(), userData }) };
  }
  return {
    file: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', HOST_PROGRAM, appRoot, `--user-data-dir=${userData}`, '--headless'],
  };
}

async function readyLine(app: ChildProcess): Promise<void> {
  if (!app.stdout) throw new Error('The app has no output');
  const limit = setTimeout(() => app.kill('SIGKILL'), START_LIMIT_MS);
  try {
    for await (const line of createInterface({ input: app.stdout })) if (line === 'ready') return;
    throw new Error('The app ended before it was usable');
  } finally {
    clearTimeout(limit);
  }
}

/** The time when the latest run of the app started to boot, from its own log. */
async function lastBootMs(userData: string): Promise<number> {
  const log = await readFile(path.join(userData, 'logs/main.log'), 'utf8');
  const line = log.split('\n').findLast((text) => text.includes('"app.started"')) ?? '{}';
  return Date.parse((JSON.parse(line) as { at: string }).at);
}

/** The scripts that a window loads before any click: those in `index.html` and all their static imports. */
async function initialScripts(folder: string): Promise<Map<string, string>> {
  const html = await readFile(path.join(folder, 'index.html'), 'utf8');
  const found = new Map<string, string>();
  const add = async (file: string): Promise<void> => {
    const name = path.relative(folder, file);
    if (found.has(name)) return;
    const text = await readFile(file, 'utf8');
    found.set(name, text);
    for (const [, url = ''] of text.matchAll(/\b(?:import|from)\s*["'](\.[^"']+\.js)["']/g)) {
      await add(path.join(path.dirname(file), url));
    }
  };
  for (const [, url = ''] of html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)) await add(path.join(folder, url));
  return found;
}
