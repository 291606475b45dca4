// The takes under the editor, newest first.

import { useStore } from 'zustand';
import { useNow, useServices, useTranslation } from '../app/services.ts';
import { Button } from '../ui/Button.tsx';
import type { SpeechStore } from './speech-store.ts';
import { TakeRow } from './TakeRow.tsx';
import styles from './TakesList.module.css';

/** The list of takes. */
export function TakesList({ store }: { store: SpeechStore }) {
  const { shell } = useServices();
  const { t } = useTranslation();
  const takes = useStore(store, (speech) => speech.takes);
  const hasMore = useStore(store, (speech) => speech.hasMoreTakes);
  const now = useNow();
  return (
    <section className={styles.takes} data-empty={takes.length === 0 ? '' : undefined}>
      <h2 className={styles.title}>{t('takes.title')}</h2>
      {takes.length === 0 && <p className={styles.empty}>{t('takes.empty')}</p>}
      <ul className={styles.list} aria-label={t('takes.title')}>
        {takes.map((item) => (
          <TakeRow key={item.id} store={store} item={item} now={now} />
        ))}
      </ul>
      {hasMore && (
        <Button variant="plain" className={styles.all} onClick={() => shell.getState().openTab('library')}>
          {t('takes.all')}
        </Button>
      )}
    </section>
  );
}
