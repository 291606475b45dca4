// Runs the cases of the contracts on an Electron or on the Chromium host.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { electronArguments } from '../arguments.ts';
import { HOST_PROGRAM } from '../chromium-host/index.ts';
import { CASES } from './cases/all.ts';
import { type Case, NOTED, RUN } from './cases/case.ts';
import type { Results } from './recording.ts';

const ALONE_LIMIT_MS = 30_000;
const TOGETHER_LIMIT_MS = 240_000;
/** The arguments that the cases look for. */
const ARGUMENTS = ['--one=1', '--two'];
/** The languages of the system that the cases look for. */
const LANGUAGE = 'zh_CN:en';
const PACKAGE = { name: 'contracts', version: '1.2.3', main: 'main.cjs' };

/** What runs an app: where the app must be, and how to start it. */
type Runner = {
  appFolder: string;
  command: (userData: string) => readonly [string, ...string[]];
};

/**
 * Runs the cases and returns what they noted. @param binary of an Electron; undefined for the Chromium host.
 * @throws if the bundle cannot be built, or the program cannot be started.
 */
export async function runCases(binary: string | undefined, cases: readonly Case[] = CASES): Promise<Results> {
  const folder = await mkdtemp(path.join(tmpdir(), 'contracts-'));
  try {
    const runner = binary === undefined ? hostIn(folder) : await electronIn(folder, binary);
    await writeApp(runner.appFolder);
    const results = new Map<string, unknown[]>(cases.map(({ title }) => [title, []]));
    const together = cases.filter(({ when }) => when !== 'alone');
    const groups = [...cases.filter(({ when }) => when === 'alone').map((one) => [one]), together];
    for (const [at, group] of groups.entries()) {
      if (group.length === 0) continue;
      const command = runner.command(path.join(folder, `data-${at}`));
      const limitMs = group === together ? TOGETHER_LIMIT_MS : ALONE_LIMIT_MS;
      const code = await run(command, group, limitMs, (title, value) => results.get(title)?.push(value));
      if (group !== together && group[0]) results.get(group[0].title)?.push({ exit: code });
    }
    return Object.fromEntries(results);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the version of an Electron. */
export async function versionOf(binary: string): Promise<string> {
  const child = spawn(binary, ['-p', 'process.versions.electron'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const part of child.stdout) text += part;
  if (!/^\d+\./.test(text)) throw new Error(`${binary} does not say its version; is it an Electron?`);
  return text.trim();
}

function hostIn(folder: string): Runner {
  const appFolder = path.join(folder, 'app');
  const node = [process.execPath, '--disable-warning=ExperimentalWarning'] as const;
  const command: Runner['command'] = (userData) => [
    ...node,
    HOST_PROGRAM,
    appFolder,
    '--headless',
    `--user-data-dir=${userData}`,
    ...ARGUMENTS,
  ];
  return { appFolder, command };
}

/**
 * An Electron as it is shipped takes the folder of an app. One that a package was made of looks for its own: its files
 * are linked into a folder where it finds ours instead, and under the name by which Electron knows that it is none.
 */
async function electronIn(folder: string, binary: string): Promise<Runner> {
  const isShipped = ['resources', '../Resources'].some((name) =>
    existsSync(path.join(path.dirname(binary), name, 'default_app.asar')),
  );
  const linked = path.join(folder, 'electron');
  if (!isShipped) await linkElectron(binary, linked);
  const appFolder = isShipped ? path.join(folder, 'app') : path.join(linked, 'resources/app');
  const program = isShipped ? binary : path.join(linked, 'electron');
  const appRoot = isShipped ? appFolder : undefined;
  const command: Runner['command'] = (userData) => [
    program,
    '--disable-gpu',
    ...electronArguments({ appRoot, uid: process.getuid?.(), userData, appArguments: ARGUMENTS }),
  ];
  return { appFolder, command };
}

/** Links the files of an Electron, without its app, or copies them where that cannot be. */
async function linkElectron(binary: string, target: string): Promise<void> {
  const source = path.dirname(binary);
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    const from = path.join(entry.parentPath, entry.name);
    const name = path.relative(source, from);
    if (entry.isDirectory() || /^resources[\\/]app/.test(name)) continue;
    const to = path.join(target, from === binary ? 'electron' : name);
    await mkdir(path.dirname(to), { recursive: true });
    await link(from, to).catch(() => copyFile(from, to));
  }
}

/** Bundles the cases as an app that needs no newer Node than that of Electron 25. */
async function writeApp(folder: string): Promise<void> {
  const entries = ['main', 'preload'].map((name) => [name, path.join(import.meta.dirname, `cases/${name}.ts`)]);
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node18',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(entries),
        external: [/^electron$/, /^node:/],
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(PACKAGE));
}

/** Runs cases in one process; returns its exit code, null if it was ended from here. @throws if it cannot be started. */
async function run(
  command: readonly [string, ...string[]],
  cases: readonly Case[],
  limitMs: number,
  onNoted: (title: string, value: unknown) => void,
): Promise<number | null> {
  const [program, ...args] = command;
  const env = {
    ...process.env,
    LANGUAGE,
    [RUN.titles]: JSON.stringify(cases.map(({ title }) => title)),
    [RUN.command]: JSON.stringify(command),
  };
  // A process group of its own, so that nothing of it remains.
  const child = spawn(program, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  let isNoted = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith(NOTED)) return;
    isNoted = true;
    const [title, value] = JSON.parse(line.slice(NOTED.length)) as [string, unknown];
    onNoted(title, value);
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  try {
    const code = await ended;
    // Its helper processes would keep the pipe open.
    killGroup(child.pid);
    await closed;
    // Cases make errors on purpose; if none of several has a note, these say why it did not start.
    if (!isNoted && cases.length > 1) console.error(errors);
    return code;
  } finally {
    clearTimeout(limit);
    killGroup(child.pid);
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
  } catch {
    // All have ended.
  }
}
