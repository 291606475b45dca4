// The button that opens the pronunciation rules; beside it, how many apply.

import { useMemo } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../../../shared/text/format-text.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import type { ScriptStore } from '../script/script-store.ts';
import styles from './Pronunciation.module.css';
import { applyingRules } from './rules-text.ts';

/** *Pronunciation*, and the number of rules that change something in this script. */
export function PronunciationButton({ script, onOpen }: { script: ScriptStore; onOpen: () => void }) {
  const { t, locale } = useTranslation();
  const lines = useStore(script, (state) => state.lines);
  const count = useMemo(() => applyingRules(lines), [lines]);
  return (
    <Button
      variant="plain"
      aria-label={t('pronunciation.title')}
      aria-description={count > 0 ? t('pronunciation.applying', { count }) : undefined}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {t('pronunciation.title')}
      {count > 0 && <span className={styles.applying}>{formatCount(count, locale)}</span>}
    </Button>
  );
}
