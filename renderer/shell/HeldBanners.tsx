// The banners about connections that send nothing more until a person says so: their relay refused several requests in a
// row, or their budget is spent.

import { OctagonAlert } from 'lucide-react';
import { appError, ERRORS } from '../../shared/errors.ts';
import { describeError } from '../items/error-text.ts';
import { connectionName } from '../jobs/connection-text.ts';
import { useSession, useShell, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Banners.module.css';

/** One line for each such connection, with why, and *Resume*. */
export function HeldBanners() {
  const openTab = useShell((shell) => shell.openTab);
  const setPaused = useSession((session) => session.setPaused);
  const { t } = useTranslation();
  const queues = useSession((state) => state.queues);
  const connections = useSession((state) => state.connections);
  const isInSettings = useShell(({ tab }) => tab === 'settings');
  return queues.map(({ connectionId, refusedWith, isOverBudget = false }) => {
    const connection = connections.find(({ id }) => id === connectionId);
    if (connection === undefined || (refusedWith === undefined && !isOverBudget)) return null;
    const name = connectionName(connection, t);
    return (
      <p key={connectionId} className={styles.banner} role="status">
        <OctagonAlert size={16} aria-hidden className={styles.icon} />
        <span>
          {refusedWith === undefined
            ? t(`banner.budget.${connection.prices.period}`, { name })
            : t('banner.refused', { name, reason: describeError(appError(refusedWith), t).title })}
        </span>
        <Button onClick={() => setPaused(connectionId, false)}>{t('banner.goOn')}</Button>
        {(refusedWith === undefined || ERRORS[refusedWith].action === 'openSettings') && !isInSettings && (
          <Button variant="link" onClick={() => openTab('settings')}>
            {t('connection.openSettings')}
          </Button>
        )}
      </p>
    );
  });
}
