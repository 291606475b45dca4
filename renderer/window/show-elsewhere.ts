// Shows something on a screen, from any other screen.

import type { ImagesStore } from '../images/images-store.ts';
import type { LibraryStore } from '../library/library-store.ts';
import type { Opening } from '../services.ts';
import type { SessionStore } from '../shell/session-store.ts';
import type { ShellStore } from '../shell/shell-store.ts';
import type { AuditionStore } from '../speech/audition-store.ts';
import type { ScriptListStore } from '../speech/script/script-list.ts';
import type { ScriptStore } from '../speech/script/script-store.ts';
import type { SpeechStore } from '../speech/speech-store.ts';

type Deps = {
  session: SessionStore;
  shell: ShellStore;
  speech: SpeechStore;
  script: ScriptStore;
  scripts: ScriptListStore;
  audition: AuditionStore;
  /** The stores of the other screens, once they are there; null if they cannot be, which the screen says. */
  images: () => Promise<ImagesStore | null>;
  library: () => Promise<{ getState: () => Pick<ReturnType<LibraryStore['getState']>, 'showItem'> } | null>;
};

/** What views can show elsewhere; see `Opening`. */
export type ShowElsewhere = Omit<Opening, 'beginWork'> & {
  /** Shows what a notification was about: a result in Images, or in the library if it is of another picture. */
  showFinished: (about: { kind: 'speech' | 'edit'; itemIds: readonly string[] }) => void;
};

/** Creates the actions. */
export function createShowElsewhere(deps: Deps): ShowElsewhere {
  const { session, shell, speech, script, scripts, audition, images, library } = deps;
  const { openTab } = shell.getState();
  const showInLibrary = (itemId: string): void => {
    const { settings, updateLayout } = session.getState();
    if (!settings.layout.isRightPanelOpen) updateLayout({ isRightPanelOpen: true });
    openTab('library');
    void library().then((store) => store?.getState().showItem(itemId));
  };
  return {
    showInSpeech: ({ text, format, voice, speed, extras }) => {
      const begun = scripts.getState().begin({ text, base: { voice, speed, extras } }, (t) => t('script.usedText'));
      void begun.then(() => speech.getState().change({ format }));
      openTab('speech');
    },
    showInImages: (request) => {
      void images().then((store) => store?.getState().recall(request));
      openTab('images');
    },
    openScript: async (scriptId, lineId) => {
      audition.getState().close();
      openTab('speech');
      const isOpen = await scripts.getState().open(scriptId);
      if (isOpen && lineId !== undefined) script.getState().showLine(lineId);
      return isOpen;
    },
    showInLibrary,
    showFinished: ({ kind, itemIds: [itemId] }) => {
      openTab(kind === 'edit' ? 'images' : 'speech');
      if (kind === 'speech' || itemId === undefined) return;
      // The current work is not replaced.
      void images()
        .then((store) => store?.getState().openResult(itemId))
        .then((isHere) => isHere || showInLibrary(itemId));
    },
  };
}
