// Cases about the program: its start, its end, its names, and its child processes.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import type { UtilityProcess } from 'electron';
import { type Case, errorOf, type Note, RUN } from './case.ts';
import { app, BrowserWindow, protocol, utilityProcess } from './electron.ts';
import { next } from './page.ts';

/** Writes a module into the user-data folder and runs it in a process of its own. */
function forkModule(source: string, options: Electron.ForkOptions = { stdio: 'pipe' }): UtilityProcess {
  const folder = app.getPath('userData');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'module.cjs');
  writeFileSync(file, source);
  return utilityProcess.fork(file, ['--flag'], options);
}

/**
 * Ends a process in a way, and notes what is seen of it. @param code with which it ends; Electron 25 says 0 instead in
 * some runs.
 */
async function endModule(
  note: Note,
  source: string,
  code: number,
  end: (child: UtilityProcess, pid: number) => unknown,
): Promise<void> {
  const child = forkModule(`console.log(process.pid);${source}`);
  note(child.kill());
  const exited = next(child, 'exit');
  child.stdout?.once('data', (pid) => note(end(child, Number(pid)) ?? null));
  const [seen] = await exited;
  note(seen === code || seen === 0);
  await new Promise(setImmediate);
  note([child.stdout, child.stderr, child.kill()]);
}

const QUIT_EVENTS = ['window-all-closed', 'before-quit', 'will-quit', 'quit'] as const;

/** Notes the events of the end, in order. */
function noteEnd(note: Note, names: readonly string[] = QUIT_EVENTS): void {
  for (const name of names) {
    app.on(name as 'quit', (_event, code) => note(typeof code === 'number' ? [name, code] : name));
  }
}

const ENDED = ['UtilityProcess.kill', "UtilityProcess.once('exit')"];

export const PROGRAM_CASES: readonly Case[] = [
  {
    title: 'a child process before ready throws',
    shows: ['utilityProcess.fork'],
    when: 'early',
    run: (note) => note(errorOf(() => utilityProcess.fork('x.js'))),
    changed: { since: 45, change: 'it was started' },
  },
  {
    title: 'names, folders, languages and switches',
    shows: [
      'app.getVersion',
      'app.getAppPath',
      'app.getPath',
      'app.setPath',
      'app.isPackaged',
      'app.commandLine',
      'CommandLine.hasSwitch',
      'CommandLine.removeSwitch',
      'app.getPreferredSystemLanguages',
    ],
    when: 'ready',
    run: (note) => {
      note([app.getVersion(), app.getAppPath() === __dirname, app.isPackaged, app.getPreferredSystemLanguages()]);
      note(process.argv.includes(`--user-data-dir=${app.getPath('userData')}`));
      note(errorOf(() => app.getPath('nowhere' as 'temp')));
      note(errorOf(() => app.setPath('temp', 'relative')));
      const folder = path.join(app.getPath('userData'), 'not', 'there');
      note([errorOf(() => app.setPath('temp', folder)), existsSync(folder), app.getPath('temp') === folder]);
      const has = () => ['one', 'two', 'ONE', 'three'].map((name) => app.commandLine.hasSwitch(name));
      note(has());
      app.commandLine.removeSwitch('two');
      note(has());
    },
  },
  {
    title: 'what must come before ready throws afterwards',
    shows: ['app.enableSandbox', 'protocol.registerSchemesAsPrivileged'],
    when: 'ready',
    run: (note) => {
      note(errorOf(() => app.enableSandbox()));
      note(errorOf(() => protocol.registerSchemesAsPrivileged([])));
    },
  },
  {
    title: 'ready follows the entry module; listeners come before code that waited for it',
    shows: ['app.whenReady'],
    when: 'alone',
    run: (note) => {
      app.on('ready', () => note('ready'));
      setTimeout(() => app.exit(), 2000);
      app
        .whenReady()
        .then(() => note('whenReady'))
        .then(() => note('what follows it'));
      note('evaluated');
    },
  },
  {
    title: 'the instance lock: true for the first, also when asked again; none in a folder that cannot be',
    shows: ['app.requestSingleInstanceLock', 'app.setPath'],
    when: 'alone',
    run: (note) => {
      const folder = app.getPath('userData');
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, 'file'), '');
      app.setPath('userData', path.join(folder, 'file', 'data'));
      note(app.requestSingleInstanceLock());
      app.setPath('userData', folder);
      note([app.requestSingleInstanceLock(), app.requestSingleInstanceLock()]);
      app.exit();
    },
  },
  {
    title: 'a second start passes its data to the first, and ends',
    shows: ["app.on('second-instance')", 'app.requestSingleInstanceLock'],
    when: 'alone',
    run: (note) => {
      if (!app.requestSingleInstanceLock({ from: process.env.CONTRACT_SECOND ?? 'first' })) return app.quit();
      app.on('second-instance', (_event, argv, cwd, data) => {
        note([argv.includes('--one=1'), cwd === process.cwd(), data]);
        app.exit();
      });
      return app.whenReady().then(() => {
        const [program = '', ...args] = JSON.parse(process.env[RUN.command] ?? '[]') as string[];
        spawn(program, args, { env: { ...process.env, CONTRACT_SECOND: 'second' }, stdio: 'ignore' });
      });
    },
  },
  {
    title: 'quitting can be prevented twice, then ends with 0, whatever process.exitCode is',
    shows: ['app.quit', "app.on('will-quit')"],
    when: 'alone',
    run: (note) => {
      let tries = 0;
      const prevent = (event: Electron.Event): void => {
        event.preventDefault();
        setTimeout(() => app.quit());
      };
      app.once('before-quit', prevent);
      app.once('will-quit', prevent);
      app.on('before-quit', () => note(['before-quit', ++tries]));
      noteEnd(note, ['will-quit', 'quit']);
      return app.whenReady().then(() => {
        process.exitCode = 3;
        app.quit();
      });
    },
  },
  {
    title: 'app.exit raises only quit, and closes windows without asking',
    shows: ['app.exit'],
    when: 'alone',
    run: (note) => {
      noteEnd(note);
      return app.whenReady().then(() => {
        new BrowserWindow({ show: false }).on('close', () => note('close'));
        setTimeout(() => app.exit(3), 100);
      });
    },
  },
  {
    title: 'app.exit in what waited for ready ends at once, without any event',
    shows: ['app.exit', 'app.whenReady'],
    when: 'alone',
    run: (note) => {
      noteEnd(note);
      return app.whenReady().then(() => {
        app.exit(3);
        note('goes on');
      });
    },
  },
  {
    title: 'quitting closes the window first',
    shows: ['app.quit', "app.on('will-quit')", "BrowserWindow.on('close')", 'BrowserWindow.getAllWindows'],
    when: 'alone',
    run: (note) => {
      noteEnd(note);
      return app.whenReady().then(() => {
        const window = new BrowserWindow({ show: false });
        window.on('close', () => note(['close', window.isDestroyed(), BrowserWindow.getAllWindows().length]));
        window.on('closed', () => note(['closed', window.isDestroyed(), BrowserWindow.getAllWindows().length]));
        app.quit();
      });
    },
  },
  {
    title: 'a window that stays open keeps the app running',
    shows: ["BrowserWindow.on('close')", 'app.quit'],
    when: 'alone',
    run: (note) => {
      noteEnd(note);
      return app.whenReady().then(() => {
        const window = new BrowserWindow({ show: false });
        window.once('close', (event) => {
          event.preventDefault();
          note('stays');
          setTimeout(() => app.quit());
        });
        app.quit();
      });
    },
  },
  {
    title: 'a first SIGTERM quits in order',
    shows: ["app.on('will-quit')"],
    when: 'alone',
    run: (note) => {
      noteEnd(note);
      return app.whenReady().then(() => void process.kill(process.pid, 'SIGTERM'));
    },
  },
  {
    title: 'the app goes on after an exception and a rejection that it listens for',
    shows: ["process.on('uncaughtException')", "process.on('unhandledRejection')"],
    when: 'alone',
    run: (note) => {
      process.on('uncaughtException', (error) => note(['exception', error.message]));
      process.on('unhandledRejection', (reason) => {
        note(['rejection', (reason as Error).message]);
        app.exit();
      });
      return app.whenReady().then(() => {
        setTimeout(() => void Promise.reject(new Error('two')), 50);
        setTimeout(() => {
          throw new Error('one');
        });
      });
    },
  },
  {
    title: 'a child process has its arguments and streams, and no IPC of Node',
    shows: ['utilityProcess.fork', 'UtilityProcess.stdout', 'UtilityProcess.stderr'],
    when: 'ready',
    run: async (note) => {
      const child = forkModule(
        "console.log(process.argv[2]); console.error(typeof process.send, 'parentPort' in process); setInterval(() => {}, 1000);",
      );
      const text = (stream: NodeJS.ReadableStream | null) =>
        new Promise((resolve) => stream?.once('data', (data) => resolve(String(data))));
      note(await Promise.all([text(child.stdout), text(child.stderr)]));
      child.kill();
      await next(child, 'exit');
      note([forkModule('', { stdio: 'ignore' }).stdout, forkModule('').stdout !== null]);
    },
  },
  {
    title: 'a child process that is ended by kill() exits, then has no streams',
    shows: [...ENDED, 'UtilityProcess.stdout', 'UtilityProcess.stderr'],
    when: 'ready',
    run: (note) => endModule(note, 'setInterval(() => {}, 1000)', constants.signals.SIGTERM, (child) => child.kill()),
  },
  {
    title: 'a child process that a signal from outside ended exits with its number',
    shows: ENDED,
    when: 'ready',
    run: (note) =>
      endModule(note, 'setInterval(() => {}, 1000)', constants.signals.SIGKILL, (_child, pid) =>
        process.kill(pid, 'SIGKILL'),
      ),
  },
  {
    title: 'a child process that ends itself exits with its code',
    shows: ENDED,
    when: 'ready',
    run: (note) => endModule(note, 'process.exit(5)', 5, () => undefined),
  },
  {
    title: 'a child process that is out of memory raises an error before it exits',
    shows: ["UtilityProcess.once('error')"],
    when: 'ready',
    run: async (note) => {
      const hungry = 'const all = []; for (;;) all.push(new Array(1e5).fill({}).map((one) => ({ ...one })));';
      const child = forkModule(hungry, { stdio: 'pipe', execArgv: ['--max-old-space-size=20'] });
      child.once('error', (type) => note(type));
      await next(child, 'exit');
    },
  },
  {
    title: 'a child process refuses a stdin and values that are not text',
    shows: ['utilityProcess.fork'],
    when: 'ready',
    run: (note) => {
      const attempt = (options: object): void => note(errorOf(() => utilityProcess.fork('x.js', [], options)));
      attempt({ stdio: ['pipe', 'pipe', 'pipe'] });
      attempt({ stdio: ['ignore', 'pipe'] });
      attempt({ stdio: 'overlapped' });
      attempt({ env: { PATH: undefined } });
    },
  },
  {
    title: 'a given environment replaces that of the app, unless it is empty',
    shows: ['utilityProcess.fork'],
    when: 'ready',
    run: async (note) => {
      for (const env of [{ GIVEN: '1' }, {}]) {
        const child = forkModule("console.log(process.env.GIVEN, 'LANGUAGE' in process.env)", { stdio: 'pipe', env });
        note(String(await new Promise((resolve) => child.stdout?.once('data', resolve))));
      }
    },
  },
];
