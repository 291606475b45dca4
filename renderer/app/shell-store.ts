// Owns what the window shows: the open tab and whether the palette is up. It must not know what is inside a tab.

import { createStore, type StoreApi } from 'zustand/vanilla';

/** The tabs, in their order. */
export const TABS = ['speech', 'images', 'library', 'settings'] as const;
export type TabId = (typeof TABS)[number];

/** State of the window frame. */
export type Shell = {
  tab: TabId;
  isPaletteOpen: boolean;
  isConnectionOpen: boolean;
  openTab: (tab: TabId) => void;
  setPaletteOpen: (isOpen: boolean) => void;
  setConnectionOpen: (isOpen: boolean) => void;
};

export type ShellStore = StoreApi<Shell>;

/** Makes the frame's store; a window opens on Speech. */
export function createShellStore(): ShellStore {
  return createStore<Shell>()((set) => ({
    tab: 'speech',
    isPaletteOpen: false,
    isConnectionOpen: false,
    openTab: (tab) => set({ tab, isConnectionOpen: false }),
    setPaletteOpen: (isPaletteOpen) => set({ isPaletteOpen }),
    setConnectionOpen: (isConnectionOpen) => set({ isConnectionOpen }),
  }));
}
