// The banner about a connection that sends nothing more because its relay refused several requests in a row.

import { OctagonAlert } from 'lucide-react';
import { appError, ERRORS } from '../../shared/errors.ts';
import { describeError } from '../items/error-text.ts';
import { connectionName } from '../jobs/connection-text.ts';
import { useSession, useShell, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Banners.module.css';

/** One line for each such connection, with why, and *Go on*. */
export function RefusalBanners() {
  const openTab = useShell((shell) => shell.openTab);
  const setPaused = useSession((session) => session.setPaused);
  const { t } = useTranslation();
  const queues = useSession((state) => state.queues);
  const connections = useSession((state) => state.connections);
  const isInSettings = useShell(({ tab }) => tab === 'settings');
  return queues.map(({ connectionId, refusedWith }) => {
    const connection = connections.find(({ id }) => id === connectionId);
    if (refusedWith === undefined || connection === undefined) return null;
    const reason = describeError(appError(refusedWith), t).title;
    return (
      <p key={connectionId} className={styles.banner} role="status">
        <OctagonAlert size={16} aria-hidden className={styles.icon} />
        <span>{t('banner.refused', { name: connectionName(connection, t), reason })}</span>
        <Button onClick={() => setPaused(connectionId, false)}>{t('banner.goOn')}</Button>
        {ERRORS[refusedWith].action === 'openSettings' && !isInSettings && (
          <Button variant="link" onClick={() => openTab('settings')}>
            {t('connection.openSettings')}
          </Button>
        )}
      </p>
    );
  });
}
