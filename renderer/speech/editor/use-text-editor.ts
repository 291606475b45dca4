// Connects the text editor with the open script, and with undo of the window.

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useCommons } from '../../services.ts';
import { createScriptHistory } from '../script/script-history.ts';
import type { ScriptStore } from '../script/script-store.ts';
import { createTextEditor, type EditorEvents, type TextEditor } from './create-text-editor.ts';
import type { EditorWords } from './ports.ts';
import type { TextFactsStore } from './text-facts.ts';
import { createTextSteps } from './text-steps.ts';

/** From this many characters on the store reads the text when it needs it, not after every key. */
const LONG_TEXT = 20_000;

/**
 * Creates the editor in `host` and keeps its text and the store's the same. Returns it; null until the host is there.
 * @param describe the element with the length of the text
 */
export function useTextEditor(
  host: RefObject<HTMLElement | null>,
  describe: RefObject<HTMLElement | null>,
  store: ScriptStore,
  facts: TextFactsStore,
  words: EditorWords,
): RefObject<TextEditor | null> {
  const { ipc, history } = useCommons();
  const editor = useRef<TextEditor>(null);
  const begin = useEffectEvent((element: HTMLElement, events: EditorEvents) =>
    createTextEditor(element, words, events),
  );
  useLayoutEffect(() => {
    if (host.current === null) return;
    /** What the store got from here last. */
    let sent = '';
    const read = (): string => {
      sent = made.text();
      return sent;
    };
    const made = begin(host.current, {
      changed: () => {
        const changed = made.facts();
        facts.setState(changed);
        if (changed.characters < LONG_TEXT) store.getState().setText(read());
        else store.getState().setTextSoon(read);
        steps.changed(store.getState().id);
      },
      selected: (currentIndex) => store.setState({ currentIndex }),
      stepped: () => textSteps.push(),
    });
    editor.current = made;
    const steps = createScriptHistory(ipc, made);
    const textSteps = createTextSteps({ history, editor: made, scriptId: () => store.getState().id });
    /** Begins with the text of a script, and then with its steps. */
    const beginWith = ({ id, isKept, text }: ReturnType<typeof store.getState>): void => {
      made.begin(text);
      if (isKept) void steps.restore(id).then(textSteps.restored);
    };
    const showNext = (index: number | null): void => {
      if (index === null) return;
      made.goTo(index);
      store.setState({ shownNext: null });
    };
    beginWith(store.getState());
    facts.setState(made.facts());
    showNext(store.getState().shownNext);
    made.element.ariaDescribedByElements = describe.current === null ? [] : [describe.current];
    const stopStore = store.subscribe((now, before) => {
      if (now.shownNext !== before.shownNext) showNext(now.shownNext);
      if (now.id !== before.id) {
        steps.keepNow();
        beginWith(now);
      } else if (now.text !== before.text && now.text !== sent) made.replace(now.text);
      else return;
      facts.setState(made.facts());
    });
    addEventListener('pagehide', steps.keepNow);
    return () => {
      removeEventListener('pagehide', steps.keepNow);
      steps.keepNow();
      stopStore();
      textSteps.dispose();
      store.getState().settle();
      made.dispose();
    };
  }, [ipc, history, host, describe, store, facts]);
  useEffect(() => editor.current?.setWords(words), [words]);
  return editor;
}
