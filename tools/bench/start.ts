// The time until the app is usable, and the amount of script that its window loads for that. Independent of what the
// app does afterwards.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { electronProgram, hostName } from '../../tests/support/test-host.ts';
import { electronArguments, HOST_PROGRAM } from '../electron/index.ts';
import type { Bench } from './bench.ts';
import { repeat } from './bench.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const RUNS = { warmUps: 2, times: 15 };
const START_LIMIT_MS = 30_000;
const SCRIPT_AIM_KB = 250;

/** Starts the app repeatedly with the same user-data folder, and measures the size of the first scripts. */
export const benchStart: Bench = async () => {
  const userData = await mkdtemp(path.join(tmpdir(), 'relay-studio-bench-'));
  try {
    const starts = await repeat(RUNS, () => measureStart(userData));
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

/** Starts and ends the app once. */
async function measureStart(userData: string): Promise<{ readyMs: number; bootMs: number }> {
  const { file, args } = startCommand(userData);
  const spawnedAtMs = Date.now();
  const began = performance.now();
  const app = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await readyLine(app);
  const readyMs = performance.now() - began;
  app.kill('SIGTERM');
  if (app.exitCode === null && app.signalCode === null) await once(app, 'exit');
  return { readyMs, bootMs: (await lastBootMs(userData)) - spawnedAtMs };
}

/** The command that `npm start` runs after the build. */
function startCommand(userData: string): { file: string; args: string[] } {
  if (hostName() === 'electron') {
    return { file: electronProgram(), args: electronArguments({ appRoot: ROOT, uid: process.getuid?.(), userData }) };
  }
  return {
    file: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', HOST_PROGRAM, ROOT, `--user-data-dir=${userData}`, '--headless'],
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
