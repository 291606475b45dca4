// The foot of the rail: which relay is in use, where it is, how its key is kept, and what is running.

import { X } from 'lucide-react';
import { endpoint } from '../../shared/base-url.ts';
import type { Connection } from '../../shared/contract/settings.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Popover } from '../ui/Popover.tsx';
import styles from './ConnectionButton.module.css';
import { useServices, useSession, useShell, useWords } from './services.ts';
import { activeConnection, isJobRunning } from './session-store.ts';

const TITLE_LENGTH = 60;

/** Dot and name; opens what there is to know about the connection. */
export function ConnectionButton() {
  const { shell, session } = useServices();
  const { t } = useWords();
  const connection = useSession(activeConnection);
  const practice = useSession((state) => state.practice);
  const jobs = useSession((state) => state.jobs);
  const isOpen = useShell((state) => state.isConnectionOpen);
  if (connection === undefined) return null;
  const running = jobs.filter(isJobRunning);
  const name = connectionName(connection, t);
  const status = connection.isPractice
    ? practice
    : connection.keyState === 'missing' || connection.keyState === 'unreadable'
      ? 'failed'
      : 'running';
  return (
    <Popover
      label={t('connection.open', { name })}
      isOpen={isOpen}
      onOpenChange={(next) => shell.getState().setConnectionOpen(next)}
      trigger={
        <button type="button" className={styles.button} aria-label={t('connection.open', { name })}>
          <span className={styles.dot} data-status={status} />
          <span className={styles.name}>{name.replaceAll('.', '.\u200b')}</span>
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
          <dd>{keyWords(connection, t)}</dd>
        </dl>
        <h3 className={styles.heading}>{t('connection.queue')}</h3>
        {running.length === 0 ? (
          <p className={styles.quiet}>{t('connection.queueEmpty')}</p>
        ) : (
          <ul>
            {running.map((job) => {
              const title = (job.kind === 'edit' ? job.request.prompt : job.request.text).trim().slice(0, TITLE_LENGTH);
              return (
                <li key={job.id} className={styles.job}>
                  <span className={styles.jobTitle}>{title}</span>
                  <span className={styles.quiet}>{t(`running.${job.state}`)}</span>
                  <IconButton
                    size="small"
                    label={t('connection.queueCancel', { title })}
                    icon={<X size={14} aria-hidden />}
                    onClick={() => session.getState().cancelJob(job.id)}
                  />
                </li>
              );
            })}
          </ul>
        )}
        <Button onClick={() => shell.getState().openTab('settings')}>{t('connection.openSettings')}</Button>
      </div>
    </Popover>
  );
}

/** The name people see: the practice relay's follows the language. */
export function connectionName(connection: Connection, t: Translate): string {
  return connection.isPractice ? t('connection.practice') : connection.name;
}

function keyWords(connection: Connection, t: Translate): string {
  const { keyState, keyLast4: last4 } = connection;
  if (keyState !== 'stored' && keyState !== 'sessionOnly') return t(`key.${keyState}`);
  return last4 === '' ? t(`key.${keyState}Short`) : t(`key.${keyState}`, { last4 });
}
