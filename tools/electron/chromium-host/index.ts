// The public interface of the host: its program, the browser it needs and starts, and its parent watch. Other code
// imports nothing else of it.

import path from 'node:path';

export { Browser, browserArguments } from './browser.ts';
export type { CdpSession } from './cdp.ts';
export { findChromium, findInstalledChromium, NO_CHROMIUM } from './find-chromium.ts';
export type { Keyring } from './options.ts';
export { onOrphaned } from './parent-watch.ts';

/** The program, for `node`: `[HOST_PROGRAM, <app folder>, ...flags]`. */
export const HOST_PROGRAM = path.join(import.meta.dirname, 'main.ts');
