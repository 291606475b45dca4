// The practice relay in settings: its description and state. It cannot be edited.

import type { Connection } from '../../shared/contract/settings.ts';
import { useSession, useTranslation } from '../services.ts';
import { activeConnection } from '../shell/session-store.ts';
import { Button } from '../ui/Button.tsx';
import styles from './ConnectionForm.module.css';
import type { SettingsScreenStore } from './settings-store.ts';
import { UnusedPictures } from './UnusedPictures.tsx';

/** The card of the practice relay. */
export function PracticeCard({ store, connection }: { store: SettingsScreenStore; connection: Connection }) {
  const { t } = useTranslation();
  const practice = useSession((session) => session.practice);
  const isActive = useSession((session) => activeConnection(session)?.id === connection.id);
  return (
    <div className={styles.form}>
      <h2 className={styles.title}>{t('connection.practice')}</h2>
      <p className={styles.text}>{t('settings.practiceAbout')}</p>
      <p className={styles.text}>{t(`settings.practice.${practice}`)}</p>
      <UnusedPictures store={store} connectionId={connection.id} />
      {!isActive && (
        <div className={styles.buttons}>
          <Button onClick={() => void store.getState().activate(connection.id)}>{t('settings.use')}</Button>
        </div>
      )}
    </div>
  );
}
