// The button below the tabs: the active relay, its address, how its key is stored, and its running jobs.

import { endpoint } from '../../shared/connection/base-url.ts';
import type { PracticeState } from '../../shared/contract/app.ts';
import type { Connection, KeyState } from '../../shared/contract/settings.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { useSession, useShell, useTranslation } from '../services.ts';
import { activeConnection, isJobRunning, queueOf, type Session } from '../shell/session-store.ts';
import { Button } from '../ui/Button.tsx';
import { Popover } from '../ui/Popover.tsx';
import styles from './ConnectionButton.module.css';
import { ConnectionSwitch } from './ConnectionSwitch.tsx';
import { connectionName, missingKeyText } from './connection-text.ts';
import { QueueSection } from './QueueSection.tsx';

/** Status dot and name; opens the details of the connection. */
export function ConnectionButton() {
  const setConnectionOpen = useShell((shell) => shell.setConnectionOpen);
  const openTab = useShell((shell) => shell.openTab);
  const { t } = useTranslation();
  const connection = useSession(activeConnection);
  const practice = useSession((state) => state.practice);
  const session = useSession((state) => state);
  const isOpen = useShell((state) => state.isConnectionOpen);
  if (connection === undefined) return null;
  const count = session.jobs.filter(isJobRunning).length;
  const isPaused = queueOf(session, connection.id)?.isPaused ?? false;
  const others = busyOthers(session, connection.id);
  const name = connectionName(connection, t);
  const noKey = missingKeyText(connection, t);
  const status = connection.isPractice ? practice : STATUS[connection.keyState];
  return (
    <Popover
      label={t('connection.open', { name })}
      isOpen={isOpen}
      onOpenChange={setConnectionOpen}
      trigger={
        <button
          type="button"
          className={styles.button}
          aria-label={t('connection.open', { name })}
          aria-describedby="connection-key connection-queue"
        >
          <span className={styles.dot} data-status={status} />
          <span className={styles.name}>{name}</span>
          {noKey !== null && (
            <span id="connection-key" className={styles.noKey}>
              {noKey}
            </span>
          )}
          {(isPaused || count > 0) && (
            <span id="connection-queue" className={styles.queue}>
              {isPaused && <span>{t('queue.paused')} </span>}
              {count > 0 && <span>{count}</span>}
            </span>
          )}
        </button>
      }
    >
      <div className={styles.panel}>
        <h2 className={styles.title}>{name}</h2>
        <dl className={styles.facts}>
          <dt>{t('connection.address')}</dt>
          <dd>
            {connection.isPractice ? t('connection.onThisComputer') : endpoint(connection.baseUrl, 'audio/speech')}
          </dd>
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
    </Popover>
  );
}

/** The status dot of a connection, by the state of its key. */
const STATUS: Readonly<Record<KeyState, PracticeState>> = {
  notNeeded: 'running',
  opening: 'starting',
  missing: 'failed',
  unreadable: 'failed',
  stored: 'running',
  sessionOnly: 'running',
};

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
