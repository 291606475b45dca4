// The footer of the right panel: the error, the primary button, and the cost or the progress.

import { useStore } from 'zustand';
import { characterCount } from '../../shared/text/utf8.ts';
import { ErrorAlert } from '../app/items/ErrorAlert.tsx';
import { RunningLine } from '../app/queue/RunningLine.tsx';
import { formatNotReady } from '../app/queue/readiness.ts';
import { useSession, useTranslation } from '../app/services.ts';
import { activeConnection, isJobRunning } from '../app/session-store.ts';
import { ariaKey } from '../app/shell/keys.ts';
import { Button } from '../ui/Button.tsx';
import styles from './GenerateFooter.module.css';
import { blockedReason, isSpeechJob, type SpeechStore } from './speech-store.ts';

/** Error, *Generate*, and the line about its cost. */
export function GenerateFooter({ store }: { store: SpeechStore }) {
  const { t } = useTranslation();
  const text = useStore(store, (speech) => speech.text);
  const problem = useStore(store, (speech) => speech.problem);
  const jobs = useSession((session) => session.jobs);
  const isMac = useSession((session) => session.platform === 'darwin');
  const blocked = useSession((session) => blockedReason(session, text));
  const connectionName = useSession((session) => activeConnection(session)?.name ?? '');
  const running = jobs.filter(isSpeechJob).filter(isJobRunning);
  const newest = running.at(-1);
  const notice = useStore(store, (speech) => speech.notice);
  const { generate, makeAgain, repeat, dismissProblem, cancelNewest } = store.getState();
  const length = t('speech.characters', { count: characterCount(text) });
  return (
    <>
      {problem !== null && (
        <ErrorAlert
          key={`${problem.error.code}-${problem.jobId}`}
          error={problem.error}
          jobId={problem.jobId}
          isWaiting={problem.isWaiting}
          onRepeat={problem.requests.length === 0 ? undefined : () => void repeat()}
          onDismiss={dismissProblem}
        />
      )}
      <Button
        variant="primary"
        disabled={blocked !== null}
        aria-describedby="generate-consequence"
        aria-keyshortcuts={ariaKey('Mod+Enter', isMac)}
        onClick={() => void generate()}
      >
        {t('speech.generate')}
      </Button>
      {newest === undefined ? (
        <p id="generate-consequence" className={styles.consequence}>
          {blocked === null && notice?.kind !== 'made' && t('speech.consequence', { length })}
          {blocked === null && notice?.kind === 'made' && (
            <span role="status">
              {t('speech.alreadyMade')}
              {t.separators.fact}
              <Button variant="link" onClick={() => void makeAgain()}>
                {t('speech.makeAgain')}
              </Button>
            </span>
          )}
          {blocked !== null &&
            (blocked === 'text' ? t('speech.blocked.text') : formatNotReady(blocked, connectionName, t))}
        </p>
      ) : (
        <RunningLine
          key={newest.id}
          label={t('speech.progress')}
          job={newest}
          others={running.length - 1}
          onCancel={cancelNewest}
        />
      )}
      {notice?.kind === 'running' && (
        <p role="status" className={styles.consequence}>
          {t('speech.alreadyRunning')}
        </p>
      )}
    </>
  );
}
