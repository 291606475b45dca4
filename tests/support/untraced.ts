// Saved files that say nothing of where they come from, as in the settings of a first start.

import type { Provenance } from '../../electron/provenance/traces.ts';
import type { Showing } from '../../electron/showing.ts';
import type { SavedFile } from '../../shared/contract/provenance.ts';

export const noTraces: Provenance = { choices: () => ({ hasMark: false, hasRecord: false }), appVersion: '0.0.0' };

/** Remembers no file that was saved. */
export const forgetting: Showing['remember'] = (_folder, files) => [...files];

/** A file that was saved so. */
export function untraced(name: string): SavedFile {
  return { name, mark: 'off', recordError: null };
}
