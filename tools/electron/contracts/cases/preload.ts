// The preload of the page that the cases show.

import { contextBridge, ipcRenderer } from 'electron';

declare const require: (name: string) => unknown;

const heard: unknown[] = [];
ipcRenderer.on('tell', (_event, value) => heard.push(value));

function errorOf(work: () => unknown): string {
  try {
    work();
    return 'fine';
  } catch (error) {
    return (error as Error).message;
  }
}

/** What the page finds at `window.api`. */
const API = {
  forbidden: errorOf(() => require('node:fs')),
  nested: { list: [1, { deep: true }] },
  bytes: new Uint8Array([1, 2, 3]),
  hidden: Symbol('x'),
  add: (left: number, right: number): number => left + right,
  fail: (): void => {
    throw new RangeError('failed at once');
  },
  later: async (isGood: boolean): Promise<{ isGood: boolean }> => {
    if (!isGood) throw new Error('failed later');
    return { isGood };
  },
  call: (callback: (...args: unknown[]) => unknown, ...args: unknown[]): unknown => callback(...args),
  hold: (callback: () => void) => () => callback,
  isMap: (value: unknown): boolean => value instanceof Map && value.get('a') instanceof Date,
  same: (value: unknown): unknown => value,
  invoke: (channel: string, ...args: unknown[]): Promise<unknown> => ipcRenderer.invoke(channel, ...args),
  heard: (): unknown[] => heard,
};

export type Api = typeof API;

contextBridge.exposeInMainWorld('api', API);
contextBridge.exposeInMainWorld(
  'twice',
  errorOf(() => contextBridge.exposeInMainWorld('api', {})),
);
