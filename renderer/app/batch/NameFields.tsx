// The fields for the names of a batch: the pattern, its placeholders, and the first names.

import { useId, useRef } from 'react';
import { useStore } from 'zustand';
import { NAME_PLACEHOLDERS } from '../../../shared/text/name-template.ts';
import field from '../../ui/field.module.css';
import { TextField } from '../../ui/TextField.tsx';
import { useTranslation } from '../services.ts';
import styles from './BatchDialog.module.css';
import type { BatchStore } from './batch-store.ts';
import { firstNames } from './saved-as.ts';

const MAX_TEMPLATE = 200;

/** Pattern, placeholders that a press inserts where the cursor is, and what the first files will be called. */
export function NameFields({ store, isRunning }: { store: BatchStore; isRunning: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const template = useStore(store, (state) => state.template);
  const choices = useStore(store, (state) => state.choices);
  const samples = useStore(store, (state) => state.samples);
  const count = useStore(store, (state) => state.entries?.length ?? 0);
  const box = useRef<HTMLInputElement>(null);
  const { setTemplate } = store.getState();
  const insert = (placeholder: string): void => {
    const { selectionStart, selectionEnd } = box.current ?? { selectionStart: null, selectionEnd: null };
    const [from, to] = [selectionStart ?? template.length, selectionEnd ?? template.length];
    const next = `${template.slice(0, from)}${placeholder}${template.slice(to)}`;
    if (next.length > MAX_TEMPLATE) return;
    setTemplate(next);
    const at = from + placeholder.length;
    // After React has set the value, which moves the cursor to its end.
    requestAnimationFrame(() => box.current?.setSelectionRange(at, at));
  };
  return (
    <>
      <TextField
        ref={box}
        label={t('library.nameTemplate')}
        value={template}
        maxLength={MAX_TEMPLATE}
        disabled={isRunning}
        onChange={setTemplate}
      />
      <fieldset className={styles.placeholders} aria-label={t('batch.placeholders')} disabled={isRunning}>
        {NAME_PLACEHOLDERS.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.placeholder}
            title={t(`batch.placeholder.${name}`)}
            aria-label={t('batch.insert', { name: t(`batch.placeholder.${name}`) })}
            onClick={() => insert(`{${name}}`)}
          >{`{${name}}`}</button>
        ))}
      </fieldset>
      <div className={field.row}>
        <span id={`${id}-names`} className={field.label}>
          {t('batch.firstNames')}
        </span>
        <ul className={styles.names} aria-labelledby={`${id}-names`}>
          {firstNames(template, samples, count, choices).map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
    </>
  );
}
