// Owns the state of the section about the app: the third-party notices and the update.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { UpdateState } from '../../shared/contract/updates.ts';
import type { Ipc } from '../ipc.ts';

/** The state of the update; `idle` until the person checks, because the app never checks by itself. */
export type UpdateStep = 'idle' | 'checking' | 'downloading' | UpdateState['step'];

type About = {
  /** The text of the notices while they are shown; `loading` until it is read. */
  notices: string | 'loading' | null;
  step: UpdateStep;
  /** The newer version that was found. */
  version: string;
  showNotices: () => Promise<void>;
  hideNotices: () => void;
  /** Takes the next step: check, then download, then install. */
  advance: () => Promise<void>;
  openPage: () => void;
};

export type AboutStore = StoreApi<About>;

/** Creates the store. @param readNotices reads the notices that are part of the app. */
export function createAboutStore({ ipc, readNotices }: { ipc: Ipc; readNotices: () => Promise<string> }): AboutStore {
  return createStore<About>()((set, get) => {
    const request = async (waiting: UpdateStep, route: 'updates.check' | 'updates.download'): Promise<void> => {
      set({ step: waiting });
      const result = await ipc.request(route, null);
      const { step, version } = result.ok ? result.data : ({ step: 'failed', version: '' } as const);
      set({ step, version: version || get().version });
    };
    return {
      notices: null,
      step: 'idle',
      version: '',
      showNotices: async () => {
        set({ notices: 'loading' });
        const notices = await readNotices();
        // The notices may have been closed in the meantime.
        if (get().notices !== null) set({ notices });
      },
      hideNotices: () => set({ notices: null }),
      advance: async () => {
        const { step } = get();
        if (step === 'checking' || step === 'downloading') return;
        if (step === 'available') await request('downloading', 'updates.download');
        else if (step === 'ready') await ipc.request('updates.install', null);
        else await request('checking', 'updates.check');
      },
      openPage: () => void ipc.request('updates.openPage', null),
    };
  });
}
