// The line under *Generate* for a script: what it would send and cost, or how far it is.

import { useStore } from 'zustand';
import { isCancellable } from '../../../shared/app/job-states.ts';
import { isAllMade } from '../../../shared/script/line-state.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import { Consequence } from '../../jobs/Consequence.tsx';
import { costText } from '../../jobs/cost-text.ts';
import { RunningLine } from '../../jobs/RunningLine.tsx';
import { useBatch } from '../../jobs/use-batch.ts';
import { useSession, useTranslation } from '../../services.ts';
import { latePart } from '../../shell/late-part.tsx';
import { activeConnection, isJobRunning, isSpeechJob } from '../../shell/session-store.ts';
import type { SpeechStore } from '../speech-store.ts';
import type { ScriptStore } from './script-store.ts';
import { useRequestCount } from './use-request-count.ts';

const SharedVoices = latePart(async () => (await import('../cast/SharedVoices.tsx')).SharedVoices);

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
  const first =
    running.find(({ state }) => state !== 'queued') ?? running.find(({ isPaused }) => !isPaused) ?? running[0];
  const batch = useBatch(running.map(({ id }) => id));
  const prices = useSession((session) => activeConnection(session)?.prices);
  const requests = useRequestCount(store, script, plan.toRequest);
  const made = plan.readyCount === 0 ? [] : [t('plan.made', { count: formatCount(plan.readyCount, locale) })];
  const formatPlan = (): string => {
    if (requests > 0) {
      const same = plan.sameCount === 0 ? [] : [t('plan.same', { count: plan.sameCount })];
      const cost = costText({ characters: plan.characters, pictures: 0 }, prices, t);
      const length = t('speech.characters', { count: plan.characters });
      return [t('plan.requests', { count: requests }), length, ...cost, ...made, ...same].join(t.separators.fact);
    }
    // Main has the orders; the session hears of their jobs in a moment.
    if (plan.runningCount > 0) return '';
    return t(isAllMade(plan) ? 'plan.nothing' : 'plan.silent');
  };
  return (
    <>
      {first !== undefined && (
        <RunningLine
          key={first.id}
          label={t('plan.progress')}
          job={first}
          others={running.length - 1}
          batch={batch}
          canPause
          onCancel={running.some(isCancellable) ? store.getState().cancel : null}
        />
      )}
      {(first === undefined || requests > 0) && (
        <Consequence id={id} requests={blocked === null ? requests : 0}>
          {blocked ?? formatPlan()}
        </Consequence>
      )}
      {first === undefined && requests > 0 && <SharedVoices script={script} />}
    </>
  );
}
