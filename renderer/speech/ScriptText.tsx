// The text of the open script in its editor, with what can be done in it: finding, and the menu of a line. It brings the
// editor's library, so it is read after the first paint.

import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { useCommand, useCommons } from '../services.ts';
import { DubBar } from './dub/DubBar.tsx';
import { FitMenu } from './dub/FitMenu.tsx';
import { setSpeeds } from './dub/fit-steps.ts';
import { isTimed } from './dub/line-fits.ts';
import { isVideo, useScriptVideo } from './dub/use-script-video.ts';
import { VideoPane } from './dub/VideoPane.tsx';
import styles from './Editor.module.css';
import { FindPanel } from './editor/FindPanel.tsx';
import type { TextFactsStore } from './editor/text-facts.ts';
import { useEditorWords } from './editor/use-editor-words.ts';
import { useTextEditor } from './editor/use-text-editor.ts';
import type { PronunciationStore } from './pronunciation/pronunciation-store.ts';
import { SayAsPanel, type SelectedWord } from './pronunciation/SayAsPanel.tsx';
import { DirectionMenu, type OpenDirectionMenu } from './script/DirectionMenu.tsx';
import { LineMenu, type OpenLineMenu } from './script/LineMenu.tsx';
import type { ScriptLineView } from './script/script-lines.ts';
import type { ScriptPlayer } from './script/script-player.ts';
import type { ScriptStore } from './script/script-store.ts';
import { useCutMarks } from './script/use-cut-marks.ts';
import { useLineFacts } from './script/use-line-facts.ts';
import { usePlayingLine } from './script/use-playing-line.ts';
import type { SpeechStore } from './speech-store.ts';

/** What the parts around the text do with it. */
export type TextHandle = { focus: () => void; selectAll: () => void };

/** What the text is shown with. */
export type ScriptTextProps = {
  store: SpeechStore;
  script: ScriptStore;
  scriptPlayer: ScriptPlayer;
  facts: TextFactsStore;
  /** The element with the length of the text. */
  foot: RefObject<HTMLElement | null>;
  handle: RefObject<TextHandle | null>;
  /** Called once the text can be typed into. */
  onThere: () => void;
  /** Compares the takes of a line. */
  onCompare: (line: ScriptLineView) => void;
  pronunciation: PronunciationStore;
};

/** The text. */
export function ScriptText(props: ScriptTextProps): ReactNode {
  const { store, script, scriptPlayer, facts, foot, handle, onThere, onCompare, pronunciation } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useTextEditor(host, foot, script, facts, useEditorWords());
  /** How often *Find* was chosen since the panel is there; 0 while it is not. */
  const [finding, setFinding] = useState(0);
  useCutMarks(editor, script);
  const [menu, setMenu] = useState<OpenLineMenu | null>(null);
  const [directing, setDirecting] = useState<OpenDirectionMenu | null>(null);
  const [fitting, setFitting] = useState<OpenLineMenu | null>(null);
  const isDub = useStore(script, ({ lines }) => isTimed(lines));
  const video = useScriptVideo(script, isDub);
  const { history } = useCommons();
  const speak = (speeds: ReadonlyMap<number, number>): void => {
    const writeSpeed = (index: number, speed: string) => editor.current?.direct(index, 'speed', speed);
    setSpeeds({ script, history, writeSpeed }, speeds);
  };
  const [saying, setSaying] = useState<SelectedWord | null>(null);
  const { redoLine, showFailure } = store.getState();
  const sayAs = (): void => {
    script.getState().settle();
    const word = editor.current?.selectedWord();
    const line = word && script.getState().lines[word.index];
    if (word && line) setSaying({ lineId: line.id, text: word.text, place: word.place });
  };
  useLineFacts(editor, script, scriptPlayer, {
    play: scriptPlayer.toggle,
    redo: (lineId) => void redoLine(lineId),
    openMenu: (lineId, place) => place && setMenu({ lineId, place }),
    showFailure,
    fit: (lineId, place) => place && setFitting({ lineId, place }),
    sayAs: () => sayAs(),
  });
  usePlayingLine(editor, script);
  useImperativeHandle(handle, () => ({
    focus: () => editor.current?.focus(),
    selectAll: () => editor.current?.selectAll(),
  }));
  const tell = useEffectEvent(onThere);
  useEffect(() => tell(), []);
  useCommand('script.sayAs', sayAs);
  useCommand('text.direction', () => {
    script.getState().settle();
    const cursor = editor.current?.cursor();
    const line = cursor && script.getState().lines[cursor.index];
    if (cursor && line) setDirecting({ lineId: line.id, place: cursor.place });
  });
  useCommand('text.find', () => setFinding(finding + 1));
  useCommand('text.lineUp', () => editor.current?.moveLines('up'));
  useCommand('text.lineDown', () => editor.current?.moveLines('down'));
  return (
    <>
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
      {isDub && <DubBar script={script} player={scriptPlayer} onSpeeds={speak} video={video} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a video can also be chosen by a button. */}
      <div
        className={styles.stage}
        onDrop={(event) => {
          const file = [...event.dataTransfer.files].find(isVideo);
          if (!isDub || file === undefined) return;
          event.preventDefault();
          video.drop(file);
        }}
      >
        {isDub && <VideoPane script={script} player={scriptPlayer} port={video} />}
        <div ref={host} className={styles.text} />
      </div>
      <FitMenu
        script={script}
        player={scriptPlayer}
        open={fitting}
        onSpeed={(index, speed) => speak(new Map([[index, speed]]))}
        onShorten={(index, byMs) => editor.current?.shortenPauses(index, byMs)}
        onClose={() => setFitting(null)}
      />
      <LineMenu
        script={script}
        open={menu}
        onLoop={scriptPlayer.loopLine}
        onCompare={onCompare}
        onDirect={setDirecting}
        onRedo={(lineId) => void redoLine(lineId)}
        onClose={() => setMenu(null)}
      />
      <DirectionMenu
        script={script}
        open={directing}
        onChoose={(index, kind, direction) => editor.current?.direct(index, kind, direction)}
        onClose={() => setDirecting(null)}
      />
      <SayAsPanel
        script={script}
        speech={store}
        pronunciation={pronunciation}
        word={saying}
        onClose={() => {
          setSaying(null);
          editor.current?.focus();
        }}
      />
    </>
  );
}
