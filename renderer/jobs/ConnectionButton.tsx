// The button below the tabs: the active relay, and how many jobs are running.

import type { PracticeState } from '../../shared/contract/app.ts';
import type { KeyState } from '../../shared/contract/settings.ts';
import { useSession, useShell, useTranslation } from '../services.ts';
import { latePart } from '../shell/late-part.tsx';
import { activeConnection, isJobRunning, queueOf } from '../shell/session-store.ts';
import { Popover } from '../ui/Popover.tsx';
import styles from './ConnectionButton.module.css';
import { connectionName, missingKeyText } from './connection-text.ts';

const ConnectionPanel = latePart(async () => (await import('./ConnectionPanel.tsx')).ConnectionPanel);

/** Status dot and name; opens the details of the connection. */
export function ConnectionButton() {
  const setConnectionOpen = useShell((shell) => shell.setConnectionOpen);
  const { t } = useTranslation();
  const connection = useSession(activeConnection);
  const practice = useSession((state) => state.practice);
  const count = useSession(({ jobs }) => jobs.filter(isJobRunning).length);
  const isPaused = useSession((state) => queueOf(state, connection?.id ?? '')?.isPaused ?? false);
  const isOpen = useShell((state) => state.isConnectionOpen);
  if (connection === undefined) return null;
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
      <ConnectionPanel connection={connection} />
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
