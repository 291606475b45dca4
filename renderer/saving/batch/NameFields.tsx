// The fields for names by a pattern: the pattern, its placeholders, and the first names.

import { type ReactNode, useId, useRef } from 'react';
import { NAME_PLACEHOLDERS } from '../../../shared/text/name-template.ts';
import { useTranslation } from '../../services.ts';
import field from '../../ui/field.module.css';
import { TextField } from '../../ui/TextField.tsx';
import styles from './BatchDialog.module.css';

const MAX_TEMPLATE = 200;

type NameFieldsProps = {
  label: string;
  template: string;
  onChange: (template: string) => void;
  isDisabled: boolean;
  /** What the names below are, and the first of them. */
  namesLabel: string;
  names: readonly ReactNode[];
};

/** Pattern, placeholders that a press inserts where the cursor is, and the first names. */
export function NameFields({ label, template, onChange, isDisabled, namesLabel, names }: NameFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const insert = (placeholder: string): void => {
    const { selectionStart, selectionEnd } = box.current ?? { selectionStart: null, selectionEnd: null };
    const [from, to] = [selectionStart ?? template.length, selectionEnd ?? template.length];
    const next = `${template.slice(0, from)}${placeholder}${template.slice(to)}`;
    if (next.length > MAX_TEMPLATE) return;
    onChange(next);
    const at = from + placeholder.length;
    // After React has set the value, which moves the cursor to its end.
    requestAnimationFrame(() => box.current?.setSelectionRange(at, at));
  };
  return (
    <>
      <TextField
        ref={box}
        label={label}
        value={template}
        maxLength={MAX_TEMPLATE}
        disabled={isDisabled}
        onChange={onChange}
      />
      <fieldset className={styles.placeholders} aria-label={t('batch.placeholders')} disabled={isDisabled}>
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
          {namesLabel}
        </span>
        <ul className={styles.names} aria-labelledby={`${id}-names`}>
          {names.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places stay, what is in them changes.
            <li key={index}>{name}</li>
          ))}
        </ul>
      </div>
    </>
  );
}
