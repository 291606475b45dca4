// What the Speech screen has for a script beside its text: cast and pronunciation, with the buttons and commands that
// open them.

import { type ReactNode, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useCommand, useCommons } from '../../services.ts';
import { latePart } from '../../shell/late-part.tsx';
import type { AuditionStore } from '../audition-store.ts';
import { CastButton } from '../cast/CastButton.tsx';
import { LISTED_FROM } from '../editor/ports.ts';
import { PronunciationButton } from '../pronunciation/PronunciationButton.tsx';
import { createPronunciationStore, type PronunciationStore } from '../pronunciation/pronunciation-store.ts';
import type { SpeechStore } from '../speech-store.ts';
import type { VoiceSamplesStore } from '../voice-samples.ts';
import type { ScriptStore } from './script-store.ts';

const CastPanel = latePart(async () => (await import('../cast/CastPanel.tsx')).CastPanel);
const PronunciationDialog = latePart(
  async () => (await import('../pronunciation/PronunciationDialog.tsx')).PronunciationDialog,
);

type ToolDeps = { script: ScriptStore; speech: SpeechStore; samples: VoiceSamplesStore; audition: AuditionStore };

/** The parts to show: buttons in the header, the open cast, and dialogs. */
type ScriptTools = { buttons: ReactNode; cast: ReactNode; dialogs: ReactNode; pronunciation: PronunciationStore };

/** A text of one line has no cast; its pronunciation has a button once there are rules for it. */
export function useScriptTools({ script, speech, samples, audition }: ToolDeps): ScriptTools {
  const { session, history } = useCommons();
  const [pronunciation] = useState(() => createPronunciationStore({ script, session, history }));
  const isScript = useStore(script, ({ lines, cast }) => lines.length >= LISTED_FROM || cast.length > 0);
  const isRuled = useStore(script, ({ lines }) => lines.some(({ sent }) => sent.sent.replacements.length > 0));
  const [isCastOpen, setCastOpen] = useState(false);
  const castButton = useRef<HTMLButtonElement>(null);
  const closeCast = (): void => {
    setCastOpen(false);
    castButton.current?.focus();
  };
  useCommand('script.cast', () => setCastOpen(true));
  useCommand('script.pronunciation', pronunciation.getState().open);
  return {
    buttons: (
      <>
        {(isScript || isCastOpen) && (
          <CastButton
            ref={castButton}
            script={script}
            isOpen={isCastOpen}
            onToggle={() => (isCastOpen ? closeCast() : setCastOpen(true))}
          />
        )}
        {(isScript || isRuled) && <PronunciationButton script={script} onOpen={pronunciation.getState().open} />}
      </>
    ),
    cast: isCastOpen && (
      <CastPanel script={script} speech={speech} samples={samples} audition={audition} onClose={closeCast} />
    ),
    pronunciation,
    dialogs: <PronunciationDialog store={pronunciation} script={script} />,
  };
}
