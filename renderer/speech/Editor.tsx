// The text to speak with its length, and what to begin with.

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { useCommand } from '../services.ts';
import type { AuditionStore } from './audition-store.ts';
import styles from './Editor.module.css';
import type { CreateTextEditor } from './editor/create-text-editor.ts';
import { FindPanel } from './editor/FindPanel.tsx';
import { useEditorWords } from './editor/use-editor-words.ts';
import { useTextEditor } from './editor/use-text-editor.ts';
import { SentText } from './pronunciation/SentText.tsx';
import { StartingPoints } from './StartingPoints.tsx';
import { isWritten } from './sample-texts.ts';
import { LineMenu, type OpenLineMenu } from './script/LineMenu.tsx';
import { ScriptHeader } from './script/ScriptHeader.tsx';
import type { ScriptLineView } from './script/script-lines.ts';
import type { ScriptListStore } from './script/script-list.ts';
import type { ScriptPlayer } from './script/script-player.ts';
import type { ScriptStore } from './script/script-store.ts';
import { TextSizes } from './script/TextSizes.tsx';
import { useCutMarks } from './script/use-cut-marks.ts';
import { useLineFacts } from './script/use-line-facts.ts';
import { usePlayingLine } from './script/use-playing-line.ts';
import type { SpeechStore } from './speech-store.ts';

type EditorProps = {
  store: SpeechStore;
  script: ScriptStore;
  scripts: ScriptListStore;
  scriptPlayer: ScriptPlayer;
  audition: AuditionStore;
  createTextEditor: CreateTextEditor;
  /** Compares the takes of a line. */
  onCompare: (line: ScriptLineView) => void;
  /** The buttons of the script's header. */
  children?: ReactNode;
  /** Below the text. */
  notice: ReactNode;
};

/** The editor; it gets the focus when the window opens, with a sample text selected so that typing replaces it. */
export function Editor(props: EditorProps) {
  const { store, script, scripts, scriptPlayer, audition, createTextEditor, onCompare, children, notice } = props;
  const host = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLParagraphElement>(null);
  const { editor, facts } = useTextEditor(createTextEditor, host, foot, script, useEditorWords());
  /** How often *Find* was chosen since the panel is there; 0 while it is not. */
  const [finding, setFinding] = useState(0);
  useCutMarks(editor, script);
  const [menu, setMenu] = useState<OpenLineMenu | null>(null);
  const { redoLine, showFailure } = store.getState();
  useLineFacts(editor, script, scriptPlayer, {
    play: scriptPlayer.toggle,
    redo: (lineId) => void redoLine(lineId),
    openMenu: (lineId, place) => place && setMenu({ lineId, place }),
    showFailure,
  });
  usePlayingLine(editor, script);
  const begin = useEffectEvent(() => {
    editor.current?.focus();
    // The person's own text is not selected, because the next key would replace it.
    if (!isWritten(script.getState().text)) editor.current?.selectAll();
  });
  const choose = (sample: string): void => {
    flushSync(() => script.getState().setText(sample));
    begin();
  };
  useEffect(() => begin(), []);
  useCommand('text.find', () => setFinding(finding + 1));
  useCommand('script.play', () => {
    script.getState().settle();
    const { lines: all, currentIndex } = script.getState();
    scriptPlayer.playFrom(all[currentIndex ?? 0]?.id);
  });
  useCommand('text.lineUp', () => editor.current?.moveLines('up'));
  useCommand('text.lineDown', () => editor.current?.moveLines('down'));
  const isStarting = useStore(script, (open) => !isWritten(open.text));
  return (
    <div className={styles.editor} data-starting={isStarting ? '' : undefined}>
      <ScriptHeader script={script} list={scripts} onLeave={() => editor.current?.focus()}>
        {children}
      </ScriptHeader>
      {finding > 0 && editor.current && (
        <FindPanel
          finder={editor.current.finder}
          facts={facts}
          opening={finding}
          onClose={() => {
            setFinding(0);
            editor.current?.focus();
          }}
        />
      )}
      <div ref={host} className={styles.text} />
      <LineMenu
        script={script}
        open={menu}
        onLoop={scriptPlayer.loopLine}
        onCompare={onCompare}
        onRedo={(lineId) => void redoLine(lineId)}
        onClose={() => setMenu(null)}
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
  );
}
