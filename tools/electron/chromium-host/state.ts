// The shared state of the host: options, the ready flag, open windows, recorded calls. Independent of Electron's API.

import { EventEmitter } from 'node:events';
import type { HostOptions } from './options.ts';

/** The part of a window that `app.quit()` uses. */
export interface OpenWindow {
  /** Raises `close`, then ends the window unless the app prevents it. */
  askToClose(): void;
  /** Ends the window without asking. */
  end(): void;
  /** Resolves when its browser process has ended and its profile folder is deleted. */
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
  /** Prepared results of dialogs, by dialog method, oldest first. */
  readonly answers: Map<string, unknown[]>;
  themeSource: 'system' | 'light' | 'dark';
}

/** The state of a window as reported by the preload's world. */
export interface PageState {
  readonly bounds: Electron.Rectangle;
  readonly isFocused: boolean;
  readonly isDark: boolean;
  readonly workArea: { readonly width: number; readonly height: number };
}

/** The desktop as pages see it: emits `page-state` (PageState) and `theme-source` (string). */
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

/** Records a call that would have an effect on a real desktop, for tests to read. */
export function record(call: string, ...args: unknown[]): void {
  state.recorded.push({ call, args });
  if (state.recorded.length > RECORDED_LIMIT) state.recorded.shift();
}

/** Throws Electron's error if an API is used before ready. */
export function requireReady(message: string): void {
  if (!state.isReady) throw new Error(message);
}

/** The event object of Electron's preventable events. */
export interface PreventableEvent {
  preventDefault(): void;
  readonly defaultPrevented: boolean;
}

/** Creates a preventable event with extra fields. */
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
