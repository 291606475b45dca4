// Owns the state of the window frame: the open tab and the palette. Independent of the tabs' content.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { SCREENS, type Screen } from '../../../shared/commands.ts';

/** The tabs in their order, one for each screen. */
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

/** Creates the frame's store; a window opens on Speech. */
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
