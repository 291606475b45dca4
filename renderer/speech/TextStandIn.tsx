// The text of the open script until its editor has been read.

import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../services.ts';
import styles from './Editor.module.css';
import { drawText } from './editor/draw-text.ts';
import { factsOfText, type TextFactsStore } from './editor/text-facts.ts';
import type { ScriptStore } from './script/script-store.ts';

/** The text, which cannot be typed into; the editor will be in the same place. */
export function TextStandIn({ script, facts }: { script: ScriptStore; facts: TextFactsStore }) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const text = useStore(script, (open) => open.text);
  const isTimed = useStore(script, ({ lines }) => lines.some(({ record }) => record?.cue !== undefined));
  useLayoutEffect(() => {
    const measured = factsOfText(text);
    facts.setState(measured);
    const placeholder = t('speech.textPlaceholder');
    if (host.current) drawText(host.current, text, { lines: measured.lines, isTimed, placeholder });
  }, [text, isTimed, facts, t]);
  return <div ref={host} className={styles.text} aria-hidden />;
}
