// The page's end of the link: sets what the preload exposes on `window`, frozen. Independent of IPC and the host.
// Injected as source: see page-scripts.ts.

import { createLink } from './link.ts';

export interface MainWorldConfig {
  readonly origin: string;
  readonly toMain: string;
  readonly toIsolated: string;
  readonly mark: string;
}

function freezeDeep(value: unknown): void {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
  if (Object.isFrozen(value) || ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  for (const field of Object.values(value)) freezeDeep(field);
}

export function startMainWorld({ origin, toMain, toIsolated, mark }: MainWorldConfig): void {
  if (location.origin !== origin || window.top !== window) return;
  createLink({
    incoming: toMain,
    outgoing: toIsolated,
    mark,
    onExpose: (key, value) => {
      if (key in window) throw new Error('Cannot bind an API on top of an existing property on the window object');
      freezeDeep(value);
      Object.defineProperty(window, key, { value, enumerable: true });
    },
  });
}
