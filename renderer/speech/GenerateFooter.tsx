// The footer of the right panel: what went wrong, the primary button, and the cost or the progress.

import { useStore } from 'zustand';
import { isCancellable } from '../../shared/app/job-states.ts';
import { isAllMade } from '../../shared/script/line-state.ts';
import { characterCount } from '../../shared/text/utf8.ts';
import { Consequence } from '../jobs/Consequence.tsx';
import { costText } from '../jobs/cost-text.ts';
import { RunningLine } from '../jobs/RunningLine.tsx';
import { formatNotReady } from '../jobs/readiness.ts';
import { usePressed } from '../jobs/use-pressed.ts';
import { useSession, useTranslation } from '../services.ts';
import { ariaKey } from '../shell/keys.ts';
import { latePart } from '../shell/late-part.tsx';
import { activeConnection, isJobRunning, isSpeechJob } from '../shell/session-store.ts';
import { Button } from '../ui/Button.tsx';
import { ScriptFooter } from './script/ScriptFooter.tsx';
import type { ScriptStore } from './script/script-store.ts';
import { useRequestCount } from './script/use-request-count.ts';
import { blockedReason, type SpeechStore } from './speech-store.ts';

const SpeechAlerts = latePart(async () => (await import('./SpeechAlerts.tsx')).SpeechAlerts);
const AskFirst = latePart(async () => (await import('./AskFirst.tsx')).AskFirst);

/** Of a text of one line. */
const FIRST_LINE: readonly number[] = [0];

/** What went wrong, *Generate*, and the line about its cost. */
export function GenerateFooter({ store, script }: { store: SpeechStore; script: ScriptStore }) {
  const { t } = useTranslation();
  const text = useStore(script, (open) => open.text);
  const jobs = useSession((session) => session.jobs);
  const isMac = useSession((session) => session.platform === 'darwin');
  const blocked = useSession((session) => blockedReason(session, text));
  const connectionName = useSession((session) => activeConnection(session)?.name ?? '');
  const running = jobs.filter(isSpeechJob).filter(isJobRunning);
  // The one that *Cancel* cancels.
  const newest = running.filter(isCancellable).at(-1) ?? running.at(-1);
  const notice = useStore(store, (speech) => speech.notice);
  const isRunningAlready = notice?.kind === 'running' && running.some(({ id }) => id === notice.jobId);
  const { generate, makeAgain, cancel } = store.getState();
  const first = useStore(script, (open) => open.lines[0]?.id ?? '');
  const isOrdering = useSession((session) => session.ordering.has(first));
  const isPressed = usePressed(isOrdering);
  const isScript = useStore(script, (open) => open.lines.length > 1);
  const isMade = useStore(script, (open) => isAllMade(open.plan));
  const blockedReadiness = blocked === 'text' ? null : blocked;
  const blockedText =
    blockedReadiness === null
      ? blocked && t('speech.blocked.text')
      : formatNotReady(blockedReadiness, connectionName, t);
  const requests = useRequestCount(store, script, FIRST_LINE);
  const isSilent = useStore(script, (open) => open.lines[0]?.sent.isSpoken === false);
  const hasTake = isMade || notice?.kind === 'made';
  const prices = useSession((session) => activeConnection(session)?.prices);
  const characters = useStore(script, (open) => open.lines[0]?.sent.characters ?? 0);
  const cost = costText({ characters, pictures: 0 }, prices, t);
  const length = t('speech.characters', { count: characterCount(text) });
  return (
    <>
      <SpeechAlerts store={store} script={script} />
      <Button
        variant={isMade ? 'quiet' : 'primary'}
        disabled={blocked !== null}
        isBusy={isPressed && !isScript}
        aria-describedby="generate-consequence"
        aria-keyshortcuts={ariaKey('Mod+Enter', isMac)}
        onClick={() => void generate()}
      >
        {t('speech.generate')}
      </Button>
      {isScript ? (
        <ScriptFooter id="generate-consequence" store={store} script={script} blocked={blockedText} />
      ) : newest === undefined ? (
        <Consequence id="generate-consequence" requests={blocked === null && !hasTake ? requests : 0}>
          {blocked === null &&
            !hasTake &&
            (isSilent
              ? t('plan.silent')
              : [t('speech.consequence', { count: requests, length }), ...cost].join(t.separators.fact))}
          {blocked === null && hasTake && (
            <span role="status">
              {t('speech.alreadyMade')}
              {t.separators.fact}
              <Button variant="link" isBusy={isOrdering} onClick={() => void makeAgain()}>
                {t('speech.makeAgain')}
              </Button>
            </span>
          )}
          {blockedText}
        </Consequence>
      ) : (
        <RunningLine
          key={newest.id}
          label={t('speech.progress')}
          job={newest}
          others={running.length - 1}
          onCancel={isCancellable(newest) ? cancel : null}
        />
      )}
      <AskFirst store={store} />
      {isRunningAlready && <Consequence role="status">{t('speech.alreadyRunning')}</Consequence>}
    </>
  );
}
