// Brings back what a person had begun when the last window closed. The first window of all begins with a sample text.

import type { Draft } from '../../shared/contract/drafts.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { draftBody } from '../../shared/storage/drafts.ts';
import type { ImagesStore } from '../images/images-store.ts';
import { attention } from '../jobs/attention.ts';
import type { SettingsScreenStore } from '../settings/settings-store.ts';
import type { SessionStore } from '../shell/session-store.ts';
import type { AuditionStore } from '../speech/audition-store.ts';
import { isWritten } from '../speech/sample-texts.ts';
import type { ScriptStore } from '../speech/script/script-store.ts';
import type { SpeechStore } from '../speech/speech-store.ts';
import type { WorkDeskStore } from '../work/work-desk.ts';

type Deps = {
  session: SessionStore;
  desk: WorkDeskStore;
  speech: SpeechStore;
  script: ScriptStore;
  audition: AuditionStore;
  /** The stores of the other screens, once they are there; null if they cannot be. */
  settings: () => Promise<SettingsScreenStore | null>;
  images: () => Promise<ImagesStore | null>;
  translate: () => Translate;
};

/** How far it is. */
export type RestoredWork = {
  /** The takes are read; the text is that of before, or the sample. */
  greeted: Promise<void>;
  /** Restores what is on the other screens. Resolves when everything is there. */
  restoreOthers: () => Promise<void>;
};

/** Begins to restore. @param drafts what was kept of the last window */
export function restoreWork(drafts: Promise<readonly Draft[]>, deps: Deps): RestoredWork {
  const restoredScript = drafts.then((kept) => restoreScript(kept, deps));
  // The takes show whether it is the first window.
  const isRead = Promise.all([deps.speech.getState().reloadTakes(), restoredScript]);
  return {
    greeted: isRead.then(() => greet(deps)),
    restoreOthers: async () => {
      const [kept] = await Promise.all([drafts, restoredScript]);
      await restoreOthers(kept, deps);
    },
  };
}

async function restoreScript(kept: readonly Draft[], { speech, script }: Deps): Promise<void> {
  const draft = draftBody(kept, 'speech');
  // What was typed before it could be read is another script.
  if (draft === null || isWritten(script.getState().text)) return;
  speech.getState().report(await script.getState().open(draft.scriptId));
}

async function restoreOthers(kept: readonly Draft[], { audition, settings, images, desk }: Deps): Promise<void> {
  const ofAudition = draftBody(kept, 'audition');
  if (ofAudition !== null) audition.getState().restore(ofAudition);
  const ofForm = draftBody(kept, 'connection');
  if (ofForm !== null) (await settings())?.getState().restore(ofForm);
  const ofImages = draftBody(kept, 'images');
  if (ofImages !== null && !(await (await images())?.getState().restore(ofImages)))
    await desk.getState().addAside({ screen: 'images', body: ofImages });
  await desk.getState().reload();
}

/** Gives somebody who has made nothing yet, and has nothing to decide, a text to begin with. */
function greet({ session, speech, script, translate }: Deps): void {
  const { takes, problem } = speech.getState();
  const { isKept, text, setText } = script.getState();
  const isToldSomething = problem !== null || attention(session.getState().jobs).speech.length > 0;
  if (takes.length === 0 && !isToldSomething && text === '' && !isKept) setText(translate()('speech.sample'));
}
