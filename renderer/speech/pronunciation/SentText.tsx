// The current line as it is sent, where the pronunciation rules change it.

import { useStore } from 'zustand';
import { useTranslation } from '../../services.ts';
import type { ScriptStore } from '../script/script-store.ts';
import { MarkedText } from './MarkedText.tsx';
import styles from './Pronunciation.module.css';
import { markedSent } from './rules-text.ts';

/** *Sent as: …*; nothing where the line is sent as written. */
export function SentText({ script }: { script: ScriptStore }) {
  const { t } = useTranslation();
  const sent = useStore(script, ({ lines, currentIndex }) => lines[currentIndex ?? -1]?.sent.sent);
  if (sent === undefined || sent.replacements.length === 0) return null;
  return (
    <p className={styles.sentText}>
      <span className={styles.which}>{t('pronunciation.sentAs')}</span> <MarkedText pieces={markedSent(sent)} />
    </p>
  );
}
