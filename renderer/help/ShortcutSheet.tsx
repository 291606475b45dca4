// The sheet of keyboard shortcuts: all commands that have keys, grouped by screen, the present one first, found by
// typing.

import { useState } from 'react';
import { useSession, useShell, useTranslation } from '../services.ts';
import { TextField } from '../ui/TextField.tsx';
import styles from './Help.module.css';
import { placeName, shortcutGroups } from './shortcuts.ts';

/** The content of the sheet. */
export function ShortcutSheet() {
  const { t } = useTranslation();
  const isMac = useSession((session) => session.platform === 'darwin');
  const [query, setQuery] = useState('');
  const screen = useShell((shell) => shell.tab);
  const groups = shortcutGroups(isMac, screen, query);
  return (
    <div className={styles.sheet}>
      <TextField label={t('shortcuts.search')} layout="stacked" type="search" value={query} onChange={setQuery} />
      {groups.map(({ place, shortcuts }) => (
        <section key={place}>
          <h3 className={styles.heading}>{placeName(place, t)}</h3>
          <dl className={styles.shortcuts}>
            {shortcuts.map(({ id, keys }) => (
              <div key={id} className={styles.shortcut}>
                <dt>{t(`command.${id}`)}</dt>
                <dd>
                  {keys.map((key, index) => (
                    <span key={key}>
                      {index > 0 && <span className={styles.or}> {t('shortcuts.or')} </span>}
                      <kbd className={styles.key}>{key}</kbd>
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p role="status" className={styles.quiet}>
        {groups.length === 0 && t('shortcuts.empty')}
      </p>
    </div>
  );
}
