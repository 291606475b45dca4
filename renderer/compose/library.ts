// Creates the Library and Settings screens.

import { createLibraryStore } from '../library/library-store.ts';
import { createAboutStore } from '../settings/about-store.ts';
import { createSettingsStore } from '../settings/settings-store.ts';
import { createStorageUseStore } from '../settings/storage-use-store.ts';
import { createUsageStore } from '../settings/usage-store.ts';
import type { Frame } from './frame.ts';

/** The stores of both screens. */
export type LibrarySide = ReturnType<typeof composeLibrary>;

/** Creates them. */
export function composeLibrary({ ipc, session, drafts }: Frame) {
  return {
    library: createLibraryStore({ ipc }),
    settings: createSettingsStore({ ipc, session, drafts }),
    about: createAboutStore({ ipc, readNotices }),
    storage: createStorageUseStore({ ipc }),
    usage: createUsageStore({ ipc }),
  };
}

async function readNotices(): Promise<string> {
  const reply = await fetch('/third-party-notices.txt');
  return reply.text();
}
