// Above the editor: the title of the open script, the list of all, and what can be done with it.

import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import { MAX_SCRIPT_NAME } from '../../../shared/script/script-size.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { firstWords } from './first-words.ts';
import styles from './ScriptHeader.module.css';
import { ScriptsMenu } from './ScriptsMenu.tsx';
import type { ScriptListStore } from './script-list.ts';
import { titleChanged } from './script-steps.ts';
import type { ScriptStore } from './script-store.ts';

type ScriptHeaderProps = { script: ScriptStore; list: ScriptListStore; onLeave: () => void; children?: ReactNode };

/** The header; `children` are its buttons. `onLeave`: Enter in the title goes to the text. */
export function ScriptHeader({ script, list, onLeave, children }: ScriptHeaderProps) {
  const { history } = useCommons();
  const { t } = useTranslation();
  const title = useStore(script, (open) => open.title);
  const words = useStore(script, (open) => firstWords(open.lines));
  const before = useRef({ id: '', title: '' });
  return (
    <header className={styles.header}>
      <input
        type="text"
        className={styles.title}
        aria-label={t('script.title')}
        placeholder={words || t('script.untitled')}
        autoComplete="off"
        maxLength={MAX_SCRIPT_NAME}
        value={title}
        onFocus={() => {
          before.current = script.getState();
        }}
        onBlur={() => {
          if (script.getState().id === before.current.id) titleChanged({ script, history }, before.current.title);
        }}
        onChange={({ target }) => script.getState().setTitle(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onLeave();
        }}
      />
      <ScriptsMenu script={script} list={list} />
      <div className={styles.tools}>{children}</div>
    </header>
  );
}
