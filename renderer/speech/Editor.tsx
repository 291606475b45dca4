// The text to speak with its length, and what to begin with.

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { useCommand } from '../services.ts';
import { latePart } from '../shell/late-part.tsx';
import type { AuditionStore } from './audition-store.ts';
import styles from './Editor.module.css';
import { createTextFacts } from './editor/text-facts.ts';
import type { PronunciationStore } from './pronunciation/pronunciation-store.ts';
import { SentText } from './pronunciation/SentText.tsx';
import type { TextHandle } from './ScriptText.tsx';
import { StartingPoints } from './StartingPoints.tsx';
import { isWritten } from './sample-texts.ts';
import { ScriptHeader } from './script/ScriptHeader.tsx';
import type { ScriptLineView } from './script/script-lines.ts';
import type { ScriptListStore } from './script/script-list.ts';
import type { ScriptPlayer } from './script/script-player.ts';
import type { ScriptStore } from './script/script-store.ts';
import { TextSizes } from './script/TextSizes.tsx';
import type { SpeechStore } from './speech-store.ts';
import { TextStandIn } from './TextStandIn.tsx';

/** The text in its editor. */
export const ScriptText = latePart(async () => (await import('./ScriptText.tsx')).ScriptText, TextStandIn);

type EditorProps = {
  store: SpeechStore;
  script: ScriptStore;
  scripts: ScriptListStore;
  scriptPlayer: ScriptPlayer;
  audition: AuditionStore;
  /** Compares the takes of a line. */
  onCompare: (line: ScriptLineView) => void;
  pronunciation: PronunciationStore;
  /** The buttons of the script's header. */
  children?: ReactNode;
  /** At the side of the text. */
  outline: ReactNode;
  /** Below the text. */
  notice: ReactNode;
};

/**
 * The editor; its text gets the focus when the window opens, with a sample text selected so that typing replaces it,
 * unless the focus has gone elsewhere until the text is there.
 */
export function Editor(props: EditorProps) {
  const { store, script, scripts, scriptPlayer, audition, onCompare, pronunciation, children, outline, notice } = props;
  const foot = useRef<HTMLParagraphElement>(null);
  const text = useRef<TextHandle>(null);
  const focusedBefore = useRef<Element>(null);
  const [facts] = useState(createTextFacts);
  useLayoutEffect(() => {
    focusedBefore.current = document.activeElement;
  }, []);
  const begin = (): void => {
    text.current?.focus();
    // The person's own text is not selected, because the next key would replace it.
    if (!isWritten(script.getState().text)) text.current?.selectAll();
  };
  const choose = (sample: string): void => {
    flushSync(() => script.getState().setText(sample));
    begin();
  };
  useCommand('script.play', () => {
    script.getState().settle();
    const { lines: all, currentIndex } = script.getState();
    scriptPlayer.playFrom(all[currentIndex ?? 0]?.id);
  });
  const isStarting = useStore(script, (open) => !isWritten(open.text));
  return (
    <div className={styles.editor} data-starting={isStarting ? '' : undefined}>
      <ScriptHeader script={script} list={scripts} onLeave={() => text.current?.focus()}>
        {children}
      </ScriptHeader>
      <div className={styles.body}>
        {outline}
        <div className={styles.column}>
          <ScriptText
            store={store}
            script={script}
            scriptPlayer={scriptPlayer}
            facts={facts}
            foot={foot}
            handle={text}
            onThere={() => {
              const { activeElement, body } = document;
              if (activeElement === focusedBefore.current || activeElement === body) begin();
            }}
            onCompare={onCompare}
            pronunciation={pronunciation}
          />
          {isStarting && <StartingPoints script={script} audition={audition} onChoose={choose} />}
          {notice}
          <SentText script={script} />
          <div className={styles.foot}>
            <p ref={foot} className={styles.size}>
              <TextSizes script={script} player={scriptPlayer} facts={facts} />
            </p>
          </div>
        </div>
      </div>
    </div>
  );
}
