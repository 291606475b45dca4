// Reads what the app runs on.

import os from 'node:os';
import type { Runtime } from '../shared/contract/help.ts';

/** Returns the versions of this process and its system. */
export function readRuntime(): Runtime {
  const { electron = null, chrome = null, node } = process.versions as Partial<Record<string, string>>;
  return { electron, chromium: chrome, node: node ?? '', system: `${os.type()} ${os.release()} ${os.arch()}` };
}
