// Starts and stops the built app for a test, on whichever host is there.

import { type ChildProcess, type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { _electron, type Browser, chromium, type ElectronApplication, type Page } from '@playwright/test';
import { TRANSLATORS } from '../../../shared/i18n/all.ts';
import type { Locale } from '../../../shared/i18n/index.ts';
import { LOCALES } from '../../../shared/i18n/locales.ts';
import { electronArguments, HOST_PROGRAM, type Keyring } from '../../../tools/electron/index.ts';
import { openCdpTransport } from '../../support/cdp-transport.ts';
import { freePort } from '../../support/free-port.ts';
import { electronProgram, hostName } from '../../support/test-host.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** The program of an installed package, to test in place of this repository's build; packed with `--inspectable`. */
const PACKAGED = process.env.RELAY_STUDIO_PACKAGED;
const START_LIMIT_MS = 30_000;
const ONLY_HOST = new Error('Only the Chromium host takes commands');

/** How a test wants the app. `language` is the system's; the theme is the page's own affair. */
export type LaunchOptions = {
  userData: string;
  saveDir: string;
  language?: string;
  /** The system's key store, where the host plays one; none if not given. */
  keyring?: Keyring | undefined;
  /** The system that the Chromium host plays to the app; the real one if not given. */
  platform?: NodeJS.Platform | undefined;
  /** False: the page is not cross-origin isolated, so that its threads share no memory; the Chromium host only. */
  isIsolated?: boolean;
  /** Files to open, as a desktop names them to a program. */
  files?: readonly string[];
  /** Folder of the app; this repository if not given. */
  appRoot?: string | undefined;
};

/** A running app. */
export type RunningApp = {
  page: Page;
  /** The main process, where this is Electron. */
  electron?: ElectronApplication;
  /** Process id of the main process. */
  pid: number;
  /** Tells the host to do something from outside; the Chromium host only. Answers with what the host printed. */
  control: (command: Record<string, unknown>) => Promise<string>;
  /** Finds the page anew: a page that crashed stays crashed for the driver. */
  reconnect: () => Promise<Page>;
  /** Asks the app to end, as the system does, and gives its exit code. */
  stop: () => Promise<number | null>;
  /** Ends the app without warning. */
  kill: () => Promise<void>;
  /** Shuts Windows down around the app, and waits for its end; the Chromium host only. */
  endSession: () => Promise<void>;
};

export { hostName };

/** Starts the app and waits until its window is usable. */
export function launch(options: LaunchOptions): Promise<RunningApp> {
  return hostName() === 'electron' ? launchElectron(options) : launchHost(options);
}

/** A language of the app as POSIX systems name it: `zh_CN`. */
export function systemLanguageOf(locale: Locale): string {
  return LOCALES[locale].electronLanguage.replace('-', '_');
}

const environment = ({ language = 'en_US' }: LaunchOptions) => ({
  ...process.env,
  LANGUAGE: language,
  LANG: `${language}.UTF-8`,
  LC_ALL: `${language}.UTF-8`,
  RELAY_STUDIO_HOST_CONTROL: '1',
});

/** Starts the app once more while it runs, as opening a file on the desktop does, and waits for its end. `errors` is its stderr. */
export async function startAgain(options: LaunchOptions): Promise<{ code: number | null; errors: string }> {
  const child = hostName() === 'chromium' ? spawnHost(options, []) : spawnElectron(options);
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return { code: await exitCode(child), errors };
}

function spawnElectron(options: LaunchOptions): ChildProcess {
  return spawn(electronProgram(), electronArgs(options), {
    env: environment(options),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Process id of the practice relay, which on Electron has neither its name on the command line nor always us as its parent. */
export async function practicePid({ electron, pid }: RunningApp): Promise<number> {
  if (!electron)
    return Number(execFileSync('pgrep', ['-n', '-P', String(pid), '-f', 'practice-relay'], { encoding: 'utf8' }));
  const found = await electron.evaluate(
    ({ app }) => app.getAppMetrics().find(({ name }) => name === 'Relay Studio practice relay')?.pid,
  );
  if (found === undefined) throw new Error('The practice relay does not run');
  return found;
}

function electronArgs({ appRoot = ROOT, userData, files }: LaunchOptions): string[] {
  return electronArguments({
    appRoot: PACKAGED ? undefined : appRoot,
    uid: process.getuid?.(),
    userData,
    appArguments: files,
  });
}

function spawnHost(options: LaunchOptions, flags: readonly string[]): ChildProcessWithoutNullStreams {
  const args = [
    '--disable-warning=ExperimentalWarning',
    HOST_PROGRAM,
    options.appRoot ?? ROOT,
    '--headless',
    `--user-data-dir=${options.userData}`,
    `--save-dir=${options.saveDir}`,
    ...(options.platform ? [`--platform=${options.platform}`] : []),
    ...(options.keyring ? [`--test-keyring=${options.keyring}`] : []),
    ...(options.isIsolated === false ? ['--without-isolation'] : []),
    ...flags,
    ...(options.files ?? []),
  ];
  return spawn(process.execPath, args, { env: environment(options), stdio: 'pipe' });
}

async function launchHost(options: LaunchOptions): Promise<RunningApp> {
  const port = await freePort();
  const child = spawnHost(options, [`--remote-debugging-port=${port}`]);
  child.stderr.pipe(process.stderr);
  const output = createInterface({ input: child.stdout });
  await nextLine(output, child, (line) => line === 'ready');
  let connection: Browser | undefined;
  const connect = async (): Promise<Page> => {
    // A driver that still watches a crashed page holds up every worker of the page that takes its place.
    await connection?.close();
    const browser = await chromium.connectOverCDP(await openCdpTransport(port));
    connection = browser;
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error('The app opened no page');
    return page;
  };
  return {
    page: await connect(),
    reconnect: connect,
    pid: child.pid ?? 0,
    async control(command) {
      child.stdin.write(`${JSON.stringify(command)}\n`);
      return nextLine(output, child, (line) => /^(done|failed|recorded|menus) /.test(line));
    },
    async stop() {
      child.kill('SIGTERM');
      return exitCode(child);
    },
    async kill() {
      child.kill('SIGKILL');
      await exitCode(child);
    },
    async endSession() {
      child.stdin.write(`${JSON.stringify({ type: 'endSession' })}\n`);
      await exitCode(child);
    },
  };
}

/** Elsewhere than on Linux a program cannot be given a language of the system by its environment, so there it is a setting. */
async function chooseLanguage({ language = 'en_US', userData }: LaunchOptions): Promise<void> {
  if (process.platform === 'linux' || language === 'en_US') return;
  const settings = JSON.stringify({ settings: { language: language.slice(0, 2) } });
  await writeFile(path.join(userData, 'settings.json'), settings, { flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
}

async function launchElectron(options: LaunchOptions): Promise<RunningApp> {
  if (options.isIsolated === false) throw new Error('Only the Chromium host can leave a page unisolated');
  await chooseLanguage(options);
  const electron = await _electron.launch({
    ...(PACKAGED && { executablePath: PACKAGED }),
    args: electronArgs(options),
    // Without this Playwright adds --no-sandbox on Linux: the app would be another one than a person starts.
    chromiumSandbox: true,
    env: environment(options) as Record<string, string>,
  });
  const page = await electron.firstWindow();
  const speech = TRANSLATORS.map((t) => t('tab.speech')).join('|');
  await page.getByRole('tab', { name: new RegExp(`^(${speech})$`) }).waitFor();
  await electron.evaluate(async ({ dialog }, folder) => {
    const { basename, join } = process.getBuiltinModule('node:path');
    dialog.showSaveDialog = async (...given: unknown[]) => {
      const { defaultPath = 'file' } = given.at(-1) as { defaultPath?: string };
      return { canceled: false, filePath: join(folder, basename(defaultPath)) };
    };
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [folder] });
  }, options.saveDir);
  const child = electron.process();
  return {
    page,
    electron,
    reconnect: () => electron.firstWindow(),
    pid: child.pid ?? 0,
    control: () => Promise.reject(ONLY_HOST),
    endSession: () => Promise.reject(ONLY_HOST),
    async stop() {
      await electron.close();
      return child.exitCode;
    },
    async kill() {
      child.kill('SIGKILL');
      await exitCode(child);
    },
  };
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** The next line of output that `isWanted`. */
function nextLine(
  output: ReturnType<typeof createInterface>,
  child: ChildProcess,
  isWanted: (line: string) => boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const give = (line: string): void => {
      if (isWanted(line)) finish(() => resolve(line));
    };
    const fail = (why: string) => (): void => finish(() => reject(new Error(why)));
    const onExit = fail('The app ended before it was usable');
    const limit = setTimeout(fail('The app did not answer in time'), START_LIMIT_MS);
    const finish = (settle: () => void): void => {
      clearTimeout(limit);
      output.off('line', give);
      child.off('exit', onExit);
      settle();
    };
    output.on('line', give);
    child.once('exit', onExit);
  });
}
