// The line under *Generate* for a script: what it would send and cost, or how far it is. Asks before very many requests.

import { useMemo } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../../app/format-text.ts';
import { RunningLine } from '../../app/queue/RunningLine.tsx';
import { useSession, useTranslation } from '../../app/services.ts';
import { activeConnection, isJobRunning, isSpeechJob } from '../../app/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { SpeechStore } from '../speech-store.ts';
import { requestsOf } from './long-lines.ts';
import styles from './ScriptFooter.module.css';
import type { ScriptStore } from './script-store.ts';

/** From this number of requests on, the number is emphasised. */
const MANY_REQUESTS = 10;

type ScriptFooterProps = { id: string; store: SpeechStore; script: ScriptStore; blocked: string | null };

/** What *Generate* would do, or is doing. @param blocked why nothing can be generated */
export function ScriptFooter({ id, store, script, blocked }: ScriptFooterProps) {
  const { t, locale } = useTranslation();
  const plan = useStore(script, (open) => open.plan);
  const scriptId = useStore(script, (open) => open.id);
  const jobs = useSession((session) => session.jobs);
  const running = jobs
    .filter(isSpeechJob)
    .filter(isJobRunning)
    .filter(({ line }) => line?.scriptId === scriptId);
  const first = running.find(({ state }) => state !== 'queued') ?? running[0];
  const lines = useStore(script, (open) => open.lines);
  const dialect = useSession((session) => activeConnection(session)?.dialect);
  const requests = useMemo(
    () => (dialect === undefined ? plan.toRequest.length : requestsOf(plan.toRequest, lines, dialect)),
    [dialect, plan, lines],
  );
  const made = plan.readyCount === 0 ? [] : [t('plan.made', { count: formatCount(plan.readyCount, locale) })];
  const formatPlan = (): string => {
    if (requests > 0) {
      const same = plan.sameCount === 0 ? [] : [t('plan.same', { count: plan.sameCount })];
      const bytes = t('speech.bytes', { count: plan.sizeBytes });
      return [t('plan.requests', { count: requests }), bytes, ...made, ...same].join(t.separators.fact);
    }
    return t(plan.readyCount > 0 ? 'plan.nothing' : 'plan.silent');
  };
  return (
    <>
      {first !== undefined && (
        <RunningLine
          key={first.id}
          label={t('plan.progress')}
          job={first}
          others={running.length - 1}
          canPause
          onCancel={store.getState().cancel}
        />
      )}
      {(first === undefined || requests > 0) && (
        <p id={id} className={styles.plan} data-many={blocked === null && requests >= MANY_REQUESTS ? '' : undefined}>
          {blocked ?? formatPlan()}
        </p>
      )}
      <AskFirst store={store} />
    </>
  );
}

/** Asks whether so many requests are meant. */
function AskFirst({ store }: { store: SpeechStore }) {
  const { t } = useTranslation();
  const asking = useStore(store, (speech) => speech.asking);
  const connection = useSession(activeConnection);
  const size = t('speech.bytes', { count: asking?.sizeBytes ?? 0 });
  const { confirmMany, declineMany } = store.getState();
  return (
    <Dialog
      isOpen={asking !== null}
      title={t('plan.askTitle', { count: asking?.count ?? 0 })}
      closeLabel={t('common.close')}
      onClose={declineMany}
    >
      <p>
        {connection?.isPractice
          ? t('plan.askFree', { size })
          : t('plan.askText', { size, connection: connection?.name ?? '' })}
      </p>
      <div className={styles.buttons}>
        <Button data-initial-focus="" onClick={declineMany}>
          {t('common.cancel')}
        </Button>
        <Button variant="primary" onClick={() => void confirmMany()}>
          {t('plan.send')}
        </Button>
      </div>
    </Dialog>
  );
}
