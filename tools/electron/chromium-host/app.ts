// Implements `app`: names, folders, the start and the end of the program. Independent of how windows are created.

import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { App, RelaunchOptions } from 'electron';
import { honest, honestEmitter } from './honest.ts';
import { type InstanceLock, type StartMessage, takeInstanceLock } from './instance-lock.ts';
import { defaultPath, systemLanguages } from './paths.ts';
import { type PreventableEvent, preventable, record, state } from './state.ts';

type AppMethods =
  | 'enableSandbox'
  | 'exit'
  | 'getAppPath'
  | 'getPath'
  | 'getPreferredSystemLanguages'
  | 'getVersion'
  | 'isPackaged'
  | 'quit'
  | 'relaunch'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setBadgeCount'
  | 'setPath'
  | 'whenReady';

/** Chromium's sandbox does not run as root, so there the host starts with this switch, as Electron must. */
const switches = new Set<string>(process.getuid?.() === 0 ? ['no-sandbox'] : []);

/** Command line switches that the app has removed. */
const removedSwitches = new Set<string>();

/** The switches that the app has set. */
export const appSwitches: ReadonlySet<string> = switches;

class HostApp extends honestEmitter('app') implements Pick<App, AppMethods> {
  readonly isPackaged = false;
  readonly commandLine = honest('CommandLine', {
    removeSwitch: (name) => {
      switches.delete(name.toLowerCase());
      removedSwitches.add(name.toLowerCase());
    },
    hasSwitch: (name) =>
      switches.has(name.toLowerCase()) || (isOnCommandLine(name) && !removedSwitches.has(name.toLowerCase())),
  } satisfies Partial<Electron.CommandLine>);
  readonly #paths = new Map<string, string>();
  readonly #earlyMessages: StartMessage[] = [];
  readonly #ready: Promise<void>;
  #onReady: () => void = () => undefined;
  #package: { name?: string; productName?: string; version?: string } | undefined;
  #lock: InstanceLock | undefined;
  #isQuitting = false;
  #isExiting = false;
  /** Whether the message loop runs: it begins after `ready`, and without it there is no end in order. */
  #isLooping = false;

  constructor() {
    super();
    this.#ready = new Promise((resolve) => {
      this.#onReady = resolve;
    });
  }

  /**
   * For the host's start: makes the app ready. Promises of `whenReady()` continue after the listeners of `ready` were
   * called, and before the message loop runs.
   */
  becomeReady(): void {
    state.isReady = true;
    this.emit('ready', {}, {});
    this.#onReady();
    setImmediate(() => {
      this.#isLooping = true;
      for (const message of this.#earlyMessages.splice(0)) this.#deliver(message);
    });
  }

  /** For windows: the last one was closed. */
  allWindowsClosed(): void {
    if (this.#isExiting) return;
    if (this.#isQuitting) this.#willQuit();
    else if (!this.emit('window-all-closed')) this.quit();
  }

  /** For windows: one refused to close, so the app keeps running. */
  quitWasPrevented(): void {
    this.#isQuitting = false;
  }

  whenReady(): Promise<void> {
    return this.#ready;
  }

  quit(): void {
    if (this.#isQuitting || this.#isExiting) return;
    this.#isQuitting = true;
    if (!this.#ask('before-quit')) return;
    if (state.windows.size === 0) this.#willQuit();
    else for (const window of [...state.windows]) if (this.#isQuitting) window.askToClose();
  }

  exit(exitCode = 0): void {
    if (this.#isExiting) return;
    if (!this.#isLooping) process.exit(exitCode);
    this.#end(exitCode);
  }

  #end(exitCode: number): void {
    this.#isExiting = true;
    const gone = [...state.windows].map((window) => {
      window.end();
      return window.whenGone();
    });
    void Promise.all(gone).then(() => {
      this.emit('quit', {}, exitCode);
      process.exit(exitCode);
    });
  }

  /** Only recorded: nobody would end what it starts. */
  relaunch(options?: RelaunchOptions): void {
    record('app.relaunch', options);
  }

  getPath(name: string): string {
    const path = this.#paths.get(name) ?? defaultPath(name, this.productName, () => this.getPath('userData'));
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }

  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    if (this.#lock && name === 'userData') {
      throw new Error("setPath('userData') must come before requestSingleInstanceLock(): the lock is on that folder");
    }
    this.#paths.set(name, path);
  }

  /** For the host: the name of the app. */
  get productName(): string {
    const { productName, name } = this.#manifest();
    return productName ?? name ?? 'app';
  }
  getVersion(): string {
    return this.#manifest().version ?? '0.0.0';
  }
  getAppPath(): string {
    return state.options.appRoot;
  }

  getPreferredSystemLanguages(): string[] {
    return systemLanguages();
  }

  enableSandbox(): void {
    if (state.isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    // Like App::EnableSandbox in Electron's electron_api_app.cc.
    this.commandLine.removeSwitch('no-sandbox');
    switches.add('enable-sandbox');
    record('app.enableSandbox');
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    if (this.#lock) return true;
    const message = { argv: process.argv, workingDirectory: process.cwd(), additionalData: additionalData ?? null };
    this.#lock = takeInstanceLock(this.getPath('userData'), message, (received) => {
      if (state.isReady) this.#deliver(received);
      else this.#earlyMessages.push(received);
    });
    return this.#lock !== undefined;
  }
  setAppUserModelId(id: string): void {
    record('app.setAppUserModelId', id);
  }
  setBadgeCount(count = 0): boolean {
    record('app.setBadgeCount', count);
    // On Linux only a desktop that nobody has any more shows it.
    return process.platform === 'darwin';
  }

  #deliver({ argv, workingDirectory, additionalData }: StartMessage): void {
    this.emit('second-instance', {}, argv, workingDirectory, additionalData);
  }

  #manifest(): { name?: string; productName?: string; version?: string } {
    this.#package ??= JSON.parse(readFileSync(join(this.getAppPath(), 'package.json'), 'utf8')) as object;
    return this.#package;
  }

  #ask(name: 'before-quit' | 'will-quit'): boolean {
    const event: PreventableEvent = preventable({});
    this.emit(name, event);
    if (event.defaultPrevented) this.#isQuitting = false;
    return !event.defaultPrevented;
  }

  #willQuit(): void {
    if (this.#ask('will-quit')) this.#end(0);
  }
}

function isOnCommandLine(name: string): boolean {
  return state.options.appArgs.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
}

export const app = new HostApp();
