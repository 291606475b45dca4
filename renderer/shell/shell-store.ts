// Owns the state of the window frame: the open tab and the palette. Independent of the tabs' content.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { SCREENS, type Screen } from '../../shared/app/commands.ts';

/** The tabs in their order, one for each screen. */
export const TABS = SCREENS;
export type TabId = Screen;
/** The screens where a person works on something of their own, which has a list of earlier work. */
export type WorkTab = Extract<Screen, 'speech' | 'images'>;

/** State of the window frame. */
export type Shell = {
  tab: TabId;
  isPaletteOpen: boolean;
  isConnectionOpen: boolean;
  /** The screen whose list of earlier work is open. */
  recentOpen: WorkTab | null;
  openTab: (tab: TabId) => void;
  setPaletteOpen: (isOpen: boolean) => void;
  setConnectionOpen: (isOpen: boolean) => void;
  setRecentOpen: (screen: WorkTab | null) => void;
};

export type ShellStore = StoreApi<Shell>;

/** Creates the frame's store. @param tab the one on which the window opens */
export function createShellStore(tab: TabId = 'speech'): ShellStore {
  return createStore<Shell>()((set) => ({
    tab,
    isPaletteOpen: false,
    isConnectionOpen: false,
    recentOpen: null,
    openTab: (tab) => set({ tab, isConnectionOpen: false, recentOpen: null }),
    setRecentOpen: (recentOpen) => set({ recentOpen }),
    setPaletteOpen: (isPaletteOpen) => set({ isPaletteOpen }),
    setConnectionOpen: (isConnectionOpen) => set({ isConnectionOpen }),
  }));
}
