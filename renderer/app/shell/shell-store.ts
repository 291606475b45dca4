// Owns what the window shows: the open tab and whether the palette is up. Independent of what is inside a tab.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { SCREENS, type Screen } from '../../../shared/commands.ts';

/** The tabs, in their order: one a screen. */
export const TABS = SCREENS;
export type TabId = Screen;

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
