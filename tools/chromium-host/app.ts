// Owns `app`: names, folders, the start and the end of the program; must not know how windows are made.

import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import { honest, honestEmitter } from './honest.ts';
import { type InstanceLock, type Letter, takeInstanceLock } from './instance-lock.ts';
import { defaultPath, systemLanguages } from './paths.ts';
import { type PreventableEvent, preventable, record, state } from './state.ts';

type AppMethods =
  | 'addRecentDocument'
  | 'clearRecentDocuments'
  | 'disableHardwareAcceleration'
  | 'enableSandbox'
  | 'exit'
  | 'focus'
  | 'getAppPath'
  | 'getLocale'
  | 'getName'
  | 'getPath'
  | 'getPreferredSystemLanguages'
  | 'getSystemLocale'
  | 'getVersion'
  | 'hasSingleInstanceLock'
  | 'isReady'
  | 'quit'
  | 'releaseSingleInstanceLock'
  | 'requestSingleInstanceLock'
  | 'setAboutPanelOptions'
  | 'setAppLogsPath'
  | 'setAppUserModelId'
  | 'setBadgeCount'
  | 'setName'
  | 'setPath'
  | 'showAboutPanel'
  | 'whenReady';

/** Chromium does not run as root with its sandbox, so there the host starts as every Electron has to: with this switch. */
const switches = new Map<string, string>(process.getuid?.() === 0 ? [['no-sandbox', '']] : []);

/** Switches the app set before ready; Chromium is started with them. */
export const appSwitches: ReadonlyMap<string, string> = switches;

class HostApp extends honestEmitter('app') implements Pick<App, AppMethods> {
  readonly isPackaged = false;
  readonly commandLine = honest('app.commandLine', {
    appendSwitch: (name, value = '') => {
      switches.set(name.toLowerCase(), value);
    },
    removeSwitch: (name) => {
      switches.delete(name.toLowerCase());
    },
    hasSwitch: (name) => switches.has(name.toLowerCase()) || commandLineSwitch(name) !== undefined,
    getSwitchValue: (name) => switches.get(name.toLowerCase()) ?? commandLineSwitch(name) ?? '',
    appendArgument: (value) => record('app.commandLine.appendArgument', value),
  } satisfies Partial<Electron.CommandLine>);
  readonly #paths = new Map<string, string>();
  readonly #lateLetters: Letter[] = [];
  readonly #ready: Promise<void>;
  #onReady: () => void = () => undefined;
  #name: string | undefined;
  #package: { name?: string; productName?: string; version?: string } | undefined;
  #lock: InstanceLock | undefined;
  #isQuitting = false;
  #isExiting = false;

  constructor() {
    super();
    this.#ready = new Promise((resolve) => {
      this.#onReady = resolve;
    });
  }

  /** For the host's start: from now on the app is ready. What waits for `whenReady()` goes on before anybody hears `ready`. */
  becomeReady(): void {
    this.emit('will-finish-launching', {});
    state.isReady = true;
    this.#onReady();
    setImmediate(() => {
      this.emit('ready', {}, {});
      for (const letter of this.#lateLetters.splice(0)) this.#deliver(letter);
    });
  }

  /** For windows: the last one has gone. */
  allWindowsClosed(): void {
    if (this.#isExiting) return;
    if (this.#isQuitting) this.#willQuit();
    else if (!this.emit('window-all-closed')) this.quit();
  }

  /** For windows: one refused to close, so the app stays. */
  quitWasPrevented(): void {
    this.#isQuitting = false;
  }

  get name(): string {
    return this.getName();
  }
  set name(name: string) {
    this.setName(name);
  }

  isReady(): boolean {
    return state.isReady;
  }
  whenReady(): Promise<void> {
    return this.#ready;
  }

  quit(): void {
    if (this.#isQuitting || this.#isExiting) return;
    this.#isQuitting = true;
    if (!this.#ask('before-quit')) return;
    if (state.windows.size === 0) this.#willQuit();
    else for (const window of [...state.windows]) if (this.#isQuitting) window.close();
  }

  exit(exitCode = 0): void {
    if (this.#isExiting) return;
    this.#isExiting = true;
    const gone = [...state.windows].map((window) => {
      window.destroy();
      return window.whenGone();
    });
    void Promise.all(gone).then(() => {
      this.emit('quit', {}, exitCode);
      process.exit(exitCode);
    });
  }

  getPath(name: string): string {
    const path = this.#paths.get(name) ?? defaultPath(name, this.getName(), () => this.getPath('userData'));
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
  setAppLogsPath(path?: string): void {
    if (path !== undefined) this.setPath('logs', path);
  }

  getName(): string {
    const { productName, name } = this.#manifest();
    return this.#name ?? productName ?? name ?? 'app';
  }
  setName(name: string): void {
    this.#name = name;
  }
  getVersion(): string {
    return this.#manifest().version ?? '0.0.0';
  }
  getAppPath(): string {
    return state.options.appRoot;
  }

  getLocale(): string {
    if (!state.isReady) return '';
    return switches.get('lang') || commandLineSwitch('lang') || this.getSystemLocale();
  }
  getSystemLocale(): string {
    return systemLanguages()[0] ?? 'en-US';
  }
  getPreferredSystemLanguages(): string[] {
    return systemLanguages();
  }

  enableSandbox(): void {
    if (state.isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    // As App::EnableSandbox does in Electron's electron_api_app.cc.
    switches.delete('no-sandbox');
    switches.set('enable-sandbox', '');
    record('app.enableSandbox');
  }
  disableHardwareAcceleration(): void {
    if (state.isReady) throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
    switches.set('disable-gpu', '');
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    if (this.#lock) return true;
    const letter = { argv: process.argv, workingDirectory: process.cwd(), additionalData: additionalData ?? null };
    this.#lock = takeInstanceLock(this.getPath('userData'), letter, (received) => {
      if (state.isReady) this.#deliver(received);
      else this.#lateLetters.push(received);
    });
    return this.#lock !== undefined;
  }
  hasSingleInstanceLock(): boolean {
    return this.#lock !== undefined;
  }
  releaseSingleInstanceLock(): void {
    this.#lock?.release();
    this.#lock = undefined;
  }

  focus(): void {
    record('app.focus');
  }
  setAppUserModelId(id: string): void {
    record('app.setAppUserModelId', id);
  }
  setBadgeCount(count = 0): boolean {
    record('app.setBadgeCount', count);
    return process.platform === 'linux' || process.platform === 'darwin';
  }
  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions): void {
    record('app.setAboutPanelOptions', options);
  }
  showAboutPanel(): void {
    record('app.showAboutPanel');
  }
  addRecentDocument(path: string): void {
    record('app.addRecentDocument', path);
  }
  clearRecentDocuments(): void {
    record('app.clearRecentDocuments');
  }

  #deliver({ argv, workingDirectory, additionalData }: Letter): void {
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
    if (this.#ask('will-quit')) this.exit();
  }
}

function commandLineSwitch(name: string): string | undefined {
  const prefix = `--${name}`;
  const arg = state.options.appArgs.find((one) => one === prefix || one.startsWith(`${prefix}=`));
  return arg?.slice(prefix.length + 1);
}

export const app = new HostApp();
