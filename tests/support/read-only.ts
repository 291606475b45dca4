// Folders that cannot be written until a unit test ends.

import { onTestFinished } from 'vitest';
import { closeFolder } from './read-only-folder.ts';

/** Makes a folder read-only until the test ends. */
export function makeReadOnly(folder: string): void {
  onTestFinished(closeFolder(folder));
}
