// The foot of the right panel: what went wrong, the primary button, and what it will cost or is doing.

import { useStore } from 'zustand';
import { utf8ByteLength } from '../../shared/text/utf8.ts';
import { ErrorAlert } from '../app/ErrorAlert.tsx';
import { formatCount } from '../app/format-text.ts';
import { ariaKey } from '../app/keys.ts';
import { useSession, useWords } from '../app/services.ts';
import { activeConnection, isJobRunning } from '../app/session-store.ts';
import { Button } from '../ui/Button.tsx';
import styles from './GenerateFoot.module.css';
import { RunningLine } from './RunningLine.tsx';
import { type Blocked, blockedReason, type SpeechStore } from './speech-store.ts';

/** Error place, *Generate*, consequence. */
export function GenerateFoot({ store }: { store: SpeechStore }) {
  const { t, locale } = useWords();
  const text = useStore(store, (speech) => speech.text);
  const problem = useStore(store, (speech) => speech.problem);
  const jobs = useSession((session) => session.jobs);
  const isMac = useSession((session) => session.platform === 'darwin');
  const blocked = useSession((session) => blockedReason(session, text));
  const connectionName = useSession((session) => activeConnection(session)?.name ?? '');
  const running = jobs.filter(isJobRunning);
  const newest = running.at(-1);
  const { generate, repeat, dismissProblem, cancelNewest } = store.getState();
  const sizeBytes = utf8ByteLength(text);
  const bytes = t(sizeBytes === 1 ? 'speech.bytes.one' : 'speech.bytes.other', {
    count: formatCount(sizeBytes, locale),
  });
  const reasons: Readonly<Record<Blocked, string>> = {
    text: t('speech.blocked.text'),
    key: t('speech.blocked.key', { name: connectionName }),
    keyUnreadable: t('speech.blocked.keyUnreadable', { name: connectionName }),
    storage: t('speech.blocked.storage'),
    practiceStarting: t('speech.blocked.practiceStarting'),
    practiceFailed: t('speech.blocked.practiceFailed'),
  };
  return (
    <>
      {problem !== null && (
        <ErrorAlert
          key={`${problem.error.code}-${problem.jobId}`}
          error={problem.error}
          isWaiting={problem.isWaiting}
          onRepeat={problem.request === null ? undefined : () => void repeat()}
          onDismiss={dismissProblem}
        />
      )}
      <Button
        look="primary"
        disabled={blocked !== null}
        aria-describedby="generate-consequence"
        aria-keyshortcuts={ariaKey('Mod+Enter', isMac)}
        onClick={() => void generate()}
      >
        {t('speech.generate')}
      </Button>
      {newest === undefined ? (
        <p id="generate-consequence" className={styles.consequence}>
          {blocked === null ? t('speech.consequence', { bytes }) : reasons[blocked]}
        </p>
      ) : (
        <RunningLine key={newest.id} job={newest} others={running.length - 1} onCancel={cancelNewest} />
      )}
    </>
  );
}
