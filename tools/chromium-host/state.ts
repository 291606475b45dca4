// Owns what the parts of the host share: options, the ready flag, open windows, recorded calls; must not know Electron's API.

import { EventEmitter } from 'node:events';
import type { HostOptions } from './options.ts';

/** What `app.quit()` needs of a window. */
export interface OpenWindow {
  /** Asks the app by `close`, then ends the window. */
  askToClose(): void;
  /** Ends the window without asking. */
  end(): void;
  /** Resolves when its browser process and profile folder are gone. */
  whenGone(): Promise<void>;
}

interface RecordedCall {
  readonly call: string;
  readonly args: readonly unknown[];
}

interface HostState {
  options: HostOptions;
  isReady: boolean;
  readonly windows: Set<OpenWindow>;
  readonly recorded: RecordedCall[];
  /** Prepared answers of dialogs, by dialog method, oldest first. */
  readonly answers: Map<string, unknown[]>;
  themeSource: 'system' | 'light' | 'dark';
}

/** What the preload's world reports about its window. */
export interface PageState {
  readonly bounds: Electron.Rectangle;
  readonly isFocused: boolean;
  readonly isDark: boolean;
  readonly workArea: { readonly width: number; readonly height: number };
}

/** The desktop as far as pages can tell: emits `page-state` (PageState) and `theme-source` (string). */
export const desktop = new EventEmitter();

const RECORDED_LIMIT = 2000;

export const state: HostState = {
  options: {
    appRoot: process.cwd(),
    headless: true,
    debuggingPort: undefined,
    saveDir: undefined,
    keyring: 'none',
    platform: undefined,
    isIsolated: true,
    appArgs: [],
  },
  isReady: false,
  windows: new Set(),
  recorded: [],
  answers: new Map(),
  themeSource: 'system',
};

/** Remembers a call that a real desktop would have acted on, for tests to read. */
export function record(call: string, ...args: unknown[]): void {
  state.recorded.push({ call, args });
  if (state.recorded.length > RECORDED_LIMIT) state.recorded.shift();
}

/** Throws Electron's complaint when an API is used too early. */
export function requireReady(complaint: string): void {
  if (!state.isReady) throw new Error(complaint);
}

/** The event object of Electron's preventable events. */
export interface PreventableEvent {
  preventDefault(): void;
  readonly defaultPrevented: boolean;
}

/** Makes a preventable event with extra fields on it. */
export function preventable<T extends object>(fields: T): T & PreventableEvent {
  let defaultPrevented = false;
  return Object.assign(
    {
      preventDefault: () => {
        defaultPrevented = true;
      },
      get defaultPrevented() {
        return defaultPrevented;
      },
    },
    fields,
  );
}
