// The footer of the audition's panel: the error, the primary button, and the cost or progress.

import { useStore } from 'zustand';
import { isSpeechInputValid } from '../../shared/speech/limits.ts';
import { formatCount } from '../../shared/text/format-text.ts';
import { characterCount } from '../../shared/text/utf8.ts';
import { ErrorAlert } from '../items/ErrorAlert.tsx';
import { Consequence } from '../jobs/Consequence.tsx';
import { formatNotReady, notReady } from '../jobs/readiness.ts';
import { useSession, useTranslation } from '../services.ts';
import { ariaKey } from '../shell/keys.ts';
import { activeConnection } from '../shell/session-store.ts';
import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './AuditionFooter.module.css';
import { type AuditionStore, candidateState } from './audition-store.ts';

/** Error, *Audition*, and the line about its cost. */
export function AuditionFooter({ store }: { store: AuditionStore }) {
  const { t, locale } = useTranslation();
  const text = useStore(store, (audition) => audition.text);
  const voices = useStore(store, (audition) => audition.voices);
  const requestCount = useStore(store, (audition) => audition.requestCount);
  const candidates = useStore(store, (audition) => audition.candidates);
  const isMac = useSession((session) => session.platform === 'darwin');
  const blocked = useSession(notReady);
  const connectionName = useSession((session) => activeConnection(session)?.name ?? '');
  const isHidden = useStore(store, (audition) => audition.isFailureHidden);
  const jobs = useSession((session) => session.jobs);
  const states = candidates.map((candidate) => candidateState(candidate, jobs));
  const running = states.filter(({ state }) => state === 'running').length;
  const failed = states.find((one) => one.state === 'failed' && one.error !== null);
  const problem = failed?.state === 'failed' ? failed.error : null;
  const hasLine = isSpeechInputValid(text);
  const existingCount = requestCount === null ? 0 : voices.length - requestCount;
  const requests = requestCount ?? voices.length;
  const { run, cancel, dismissFailures } = store.getState();
  const formatCost = (): string => {
    if (requests === 0) return t('audition.allMade');
    const cost = t('audition.cost', {
      count: requests,
      length: t('speech.characters', { count: requests * characterCount(text) }),
    });
    return existingCount === 0
      ? cost
      : [cost, t('audition.made', { count: formatCount(existingCount, locale) })].join(t.separators.fact);
  };
  return (
    <>
      {problem !== null && !isHidden && <ErrorAlert error={problem} isPlain onDismiss={dismissFailures} />}
      <Button
        variant="primary"
        disabled={blocked !== null || voices.length === 0 || !hasLine || running > 0}
        aria-describedby="audition-consequence"
        aria-keyshortcuts={ariaKey('Mod+Enter', isMac)}
        onClick={() => void run()}
      >
        {t('audition.run')}
      </Button>
      {running > 0 ? (
        <div className={styles.running}>
          <ProgressBar label={t('audition.progress')} valueText={t('audition.running')} />
          <p className={styles.line}>
            <span>
              {t('audition.done', {
                done: formatCount(candidates.length - running, locale),
                count: formatCount(candidates.length, locale),
              })}
            </span>
            <Button variant="plain" onClick={cancel}>
              {t('common.cancel')}
            </Button>
          </p>
        </div>
      ) : (
        <Consequence id="audition-consequence" requests={blocked === null ? requests : 0}>
          {blocked !== null && formatNotReady(blocked, connectionName, t)}
          {blocked === null && !hasLine && t('speech.blocked.text')}
          {blocked === null && hasLine && voices.length === 0 && t('audition.chooseVoices')}
          {blocked === null && hasLine && voices.length > 0 && formatCost()}
        </Consequence>
      )}
    </>
  );
}
