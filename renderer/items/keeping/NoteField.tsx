// The note of an item: saved shortly after typing, and when the field is left.

import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { MAX_NOTE } from '../../../shared/library/kept.ts';
import { useTranslation } from '../../services.ts';
import styles from './Keeping.module.css';

const SAVE_AFTER_MS = 800;

/** The field. Mount it anew for another item. @param note as it is stored */
export function NoteField({ note, onChange }: { note: string; onChange: (note: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  /** What was typed and is not saved yet; null if nothing is. */
  const [typed, setTyped] = useState<string | null>(null);
  const latest = useRef({ typed, onChange });
  latest.current = { typed, onChange };
  const save = useCallback(() => {
    const { typed: text, onChange: change } = latest.current;
    if (text === null) return;
    latest.current.typed = null;
    setTyped(null);
    change(text);
  }, []);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(save, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, save]);
  // Another item is shown, or none.
  useEffect(() => save, [save]);
  return (
    <div className={styles.note}>
      <label htmlFor={id}>{t('keep.note')}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={MAX_NOTE}
        value={typed ?? note}
        placeholder={t('keep.noteHint')}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
      />
    </div>
  );
}
