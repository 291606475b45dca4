// The details of the active relay: its address, how its key is stored, and its running jobs; and those of others.

import { endpoint } from '../../shared/connection/base-url.ts';
import type { Connection } from '../../shared/contract/settings.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { useSession, useShell, useTranslation } from '../services.ts';
import { isJobRunning, type Session } from '../shell/session-store.ts';
import { Button } from '../ui/Button.tsx';
import styles from './ConnectionButton.module.css';
import { ConnectionSwitch } from './ConnectionSwitch.tsx';
import { connectionName } from './connection-text.ts';
import { QueueSection } from './QueueSection.tsx';

/** The details of a connection. */
export function ConnectionPanel({ connection }: { connection: Connection }) {
  const openTab = useShell((shell) => shell.openTab);
  const { t } = useTranslation();
  const session = useSession((state) => state);
  const others = busyOthers(session, connection.id);
  const name = connectionName(connection, t);
  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>{name}</h2>
      <dl className={styles.facts}>
        <dt>{t('connection.address')}</dt>
        <dd>{connection.isPractice ? t('connection.onThisComputer') : endpoint(connection.baseUrl, 'audio/speech')}</dd>
        <dt>{t('connection.key')}</dt>
        <dd>{formatKeyState(connection, t)}</dd>
      </dl>
      <ConnectionSwitch />
      <QueueSection connectionId={connection.id} heading={t('connection.queue')} />
      {others.map((other) => (
        <QueueSection
          key={other.id}
          connectionId={other.id}
          heading={t('connection.queueOf', { name: connectionName(other, t) })}
        />
      ))}
      <Button onClick={() => openTab('settings')}>{t('connection.openSettings')}</Button>
    </div>
  );
}

/** Returns the other connections that have running jobs or whose queue is not sending. */
function busyOthers({ connections, jobs, queues }: Session, activeId: string): Connection[] {
  const busy = new Set([...jobs.filter(isJobRunning), ...queues].map(({ connectionId }) => connectionId));
  return connections.filter(({ id }) => id !== activeId && busy.has(id));
}

function formatKeyState(connection: Connection, t: Translate): string {
  const { keyState, keyLast4: last4 } = connection;
  if (keyState !== 'stored' && keyState !== 'sessionOnly') return t(`key.${keyState}`);
  return last4 === '' ? t(`key.${keyState}Short`) : t(`key.${keyState}`, { last4 });
}
