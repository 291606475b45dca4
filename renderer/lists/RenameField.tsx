// The text field that replaces a row's name while it is renamed: Enter or leaving the field renames, Escape does not.

import { type KeyboardEvent, useRef, useState } from 'react';
import { MAX_TITLE } from '../../shared/library/library-limits.ts';
import { useTranslation } from '../services.ts';
import styles from './RenameField.module.css';

type RenameFieldProps = {
  name: string;
  /** Called with another name that is not empty. */
  onRename: (name: string) => void;
  /** The field is to be removed. @param isByKey the focus belongs to the row again */
  onEnd: (isByKey: boolean) => void;
};

/** The field; it takes the focus when it appears, with all text selected. */
export function RenameField({ name, onRename, onEnd }: RenameFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(name);
  /** Removing the focused field would be reported as leaving it. */
  const isOver = useRef(false);
  const end = (isMeant: boolean, isByKey: boolean): void => {
    if (isOver.current) return;
    isOver.current = true;
    const next = text.trim();
    if (isMeant && next !== '' && next !== name) onRename(next);
    onEnd(isByKey);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') end(true, true);
    else if (event.key === 'Escape') end(false, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the person asked for this field by F2 or the menu.
      autoFocus
      type="text"
      className={styles.field}
      aria-label={t('common.newName')}
      spellCheck={false}
      maxLength={MAX_TITLE}
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(true, false)}
    />
  );
}
