// Provides stores, engines and translations to views, in groups by concern. It creates none of them.

import { createContext, useCallback, useContext, useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { CommandId } from '../shared/app/commands.ts';
import type { EditRequest } from '../shared/contract/images.ts';
import type { SpeechRequest } from '../shared/contract/speech.ts';
import type { Locale, Translate } from '../shared/i18n/index.ts';
import type { PeaksLibrary } from './engines/audio/peaks-library.ts';
import type { Player } from './engines/audio/player.ts';
import type { SoundDecoder } from './engines/audio/sound-decoder.ts';
import type { Ipc } from './ipc.ts';
import type { Chosen } from './items/chosen.ts';
import type { ExchangesStore } from './items/inspector/exchanges-store.ts';
import type { KeptStore } from './items/keeping/kept-store.ts';
import type { MissingMediaStore } from './items/missing-media.ts';
import type { Thumbnails } from './items/thumbnails.ts';
import type { AskedDeletion } from './library/trash/deleting-store.ts';
import type { PlayerBarState, PlayerStore } from './player/player-store.ts';
import type { AskedExport } from './saving/export/export-store.ts';
import type { SaveTake } from './saving/export/save-take.ts';
import type { AskedPicture, PictureVersion } from './saving/picture/picture-store.ts';
import type { CommandRegistry } from './shell/command-registry.ts';
import type { Session, SessionStore } from './shell/session-store.ts';
import type { Shell, ShellStore, WorkTab } from './shell/shell-store.ts';
import { translatorOf } from './texts.ts';
import type { ToastManager } from './ui/toast-manager.ts';
import type { HistoryStore } from './work/history.ts';
import type { WorkDeskStore } from './work/work-desk.ts';

/** What features share: main, the window with its messages and undo, the player, and what is known of the items. */
export type Commons = {
  ipc: Ipc;
  session: SessionStore;
  shell: ShellStore;
  commands: CommandRegistry;
  toasts: ToastManager;
  history: HistoryStore;
  desk: WorkDeskStore;
  player: PlayerStore;
  exchanges: ExchangesStore;
  thumbnails: Thumbnails;
  missing: MissingMediaStore;
  /** The collections and tags of the library. */
  kept: KeptStore;
  /** Opens the dialog that saves one picture; `version` is chosen at first. */
  askPicture: (asked: AskedPicture, version?: PictureVersion) => void;
  /** Saves a take as another kind of sound. */
  saveTake: SaveTake;
};

/** What draws the sound that the player plays. */
export type Sound = { engine: Player; decoder: SoundDecoder; peaks: PeaksLibrary };

/** What opens the dialogs that do something to several items. */
export type Dialogs = {
  /** Saves several takes, or lines of a script, as one sound. */
  openExport: (asked: AskedExport) => void;
  /** Saves several items, each as a file of its own. */
  openBatch: (chosen: Pick<Chosen, 'count' | 'ids'>) => void;
  /** Gives several items titles by a pattern. */
  openRenaming: (chosen: Pick<Chosen, 'ids'>) => void;
  /** Makes a contact sheet. */
  openSheet: (chosen: Pick<Chosen, 'ids'>) => void;
  /** Asks before something is deleted for good. */
  askDeletion: (asked: AskedDeletion) => void;
};

/** How a view opens work on a screen, its own or another. */
export type Opening = {
  /** Begins something new on a screen; what is there stays in its list. */
  beginWork: Readonly<Record<WorkTab, () => Promise<void>>>;
  /** Puts text and settings of a request into a new script and shows it. */
  showInSpeech: (request: SpeechRequest) => void;
  /** Recalls pictures, mask, instruction and options of an edit into the Images screen and shows it. */
  showInImages: (request: EditRequest) => void;
  /**
   * Opens a script in Speech, with the cursor in one of its lines; an id that it does not have is ignored. Resolves to
   * false, with the reason reported, if it cannot be opened.
   */
  openScript: (scriptId: string, lineId?: string) => Promise<boolean>;
  /** Opens the details of an item in the library. */
  showInLibrary: (itemId: string) => void;
};

/** All that views share. A view takes the group that it uses, by the hook of that group. */
export type Services = Commons & Sound & Dialogs & Opening;

const ServicesContext = createContext<Services | undefined>(undefined);
/** Provides the services to all components inside. */
export const ServicesProvider = ServicesContext.Provider;

function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('No ServicesProvider above.');
  return services;
}

/** Returns what features share; state of the session, the frame and the player is selected with the hooks below. */
export const useCommons: () => Commons = useServices;

/** Returns what draws sound. */
export const useSound: () => Sound = useServices;

/** Returns the dialogs for several items. */
export const useDialogs: () => Dialogs = useServices;

/** Returns what opens work on a screen. */
export const useOpening: () => Opening = useServices;

/** Selects a part of the session. */
export function useSession<T>(select: (session: Session) => T): T {
  return useStore(useCommons().session, select);
}

/** Selects a part of the window frame's state. */
export function useShell<T>(select: (shell: Shell) => T): T {
  return useStore(useCommons().shell, select);
}

/** Selects a part of the player's state. */
export function usePlayer<T>(select: (player: PlayerBarState) => T): T {
  return useStore(useCommons().player, select);
}

/** Returns the translator of the current language, and that language. */
export function useTranslation(): { t: Translate; locale: Locale } {
  const locale = useSession((session) => session.locale);
  return { t: translatorOf(locale), locale };
}

/** Registers a command's handler while the calling view is mounted. */
export function useCommand(id: CommandId, run: () => void): void {
  const { commands } = useCommons();
  const latest = useEffectEvent(run);
  useEffect(() => commands.offer(id, () => latest()), [commands, id]);
}

/** Returns the current time, updated every half minute; for "5 min ago". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  const renew = useCallback(() => setNow(Date.now()), []);
  useEffect(() => {
    const timer = setInterval(renew, 30_000);
    return () => clearInterval(timer);
  }, [renew]);
  return now;
}
