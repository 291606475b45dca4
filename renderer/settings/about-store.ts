// Owns what Settings says about the app itself: the notices of others' work, and what a question about newer versions came to.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { UpdateState } from '../../shared/contract/updates.ts';
import type { Ipc } from '../ipc.ts';

/** Where updating stands; `idle` until the person asks, since nothing is asked without them. */
export type UpdateStep = 'idle' | 'checking' | 'downloading' | UpdateState['step'];

type About = {
  /** The text of the notices while they are shown; `loading` until it is read. */
  notices: string | 'loading' | null;
  step: UpdateStep;
  /** The version that was found. */
  version: string;
  showNotices: () => Promise<void>;
  hideNotices: () => void;
  /** The next step: check, then download, then install. */
  advance: () => Promise<void>;
  openPage: () => void;
};

export type AboutStore = StoreApi<About>;

/** Makes the store. @param readNotices reads the text that comes with the app. */
export function createAboutStore({ ipc, readNotices }: { ipc: Ipc; readNotices: () => Promise<string> }): AboutStore {
  return createStore<About>()((set, get) => {
    const ask = async (waiting: UpdateStep, route: 'updates.check' | 'updates.download'): Promise<void> => {
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
        // Closed meanwhile.
        if (get().notices !== null) set({ notices });
      },
      hideNotices: () => set({ notices: null }),
      advance: async () => {
        const { step } = get();
        if (step === 'checking' || step === 'downloading') return;
        if (step === 'available') await ask('downloading', 'updates.download');
        else if (step === 'ready') await ipc.request('updates.install', null);
        else await ask('checking', 'updates.check');
      },
      openPage: () => void ipc.request('updates.openPage', null),
    };
  });
}
