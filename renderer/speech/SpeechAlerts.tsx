// What went wrong with requests for speech: of the open script, of any other, and of none.

import { useStore } from 'zustand';
import type { SpeechJob } from '../../shared/contract/jobs.ts';
import { titleOf } from '../../shared/text/title.ts';
import { AlertList, type ListedAlert } from '../jobs/AlertList.tsx';
import { attention, type JobAlert } from '../jobs/attention.ts';
import { useOpening, useSession, useTranslation } from '../services.ts';
import type { ScriptStore } from './script/script-store.ts';
import { orderKey } from './speech-orders.ts';
import type { SpeechStore } from './speech-store.ts';

/** Above *Generate*; the one that a person asked about is the first. */
export function SpeechAlerts({ store, script }: { store: SpeechStore; script: ScriptStore }) {
  const dismissJobs = useSession((session) => session.dismissJobs);
  const { openScript, showInSpeech } = useOpening();
  const { t } = useTranslation();
  const problem = useStore(store, (speech) => speech.problem);
  const explainedId = useStore(store, (speech) => speech.explainedJobId);
  const scriptId = useStore(script, (open) => open.id);
  const isOneLine = useStore(script, (open) => open.lines.length < 2);
  const text = useStore(script, (open) => open.lines[0]?.sent.sent.text);
  const alerts = useSession(({ jobs }) => attention(jobs).speech);
  const ordering = useSession((session) => session.ordering);
  const isOrdered = ({ line, request }: SpeechJob): boolean =>
    ordering.has(orderKey(request)) || (line !== null && ordering.has(line.lineId));
  const { sendAgain, dismissProblem } = store.getState();

  /** Where the last of these requests was made, unless that is in view. */
  const placeOf = ({ line, request }: SpeechJob): ListedAlert['place'] => {
    if (line === null) return { label: t('attention.openText'), onSelect: () => showInSpeech(request) };
    if (line.scriptId !== scriptId) {
      // Without its script, its text is opened as a new one.
      const open = async (): Promise<void> => {
        if (!(await openScript(line.scriptId, line.lineId))) showInSpeech(request);
      };
      return { label: t('attention.openScript'), onSelect: () => void open() };
    }
    if (isOneLine) return undefined;
    return { label: t('attention.showLine'), onSelect: () => script.getState().showLine(line.lineId) };
  };
  const isOneOfSeveral = alerts.length + (problem === null ? 0 : 1) > 1;
  const listed = ({ error, jobs, isWaiting }: JobAlert<SpeechJob>): ListedAlert[] => {
    const last = jobs.at(-1);
    if (last === undefined) return [];
    const place = placeOf(last);
    const title = titleOf(last.request.text);
    const about =
      jobs.length > 1 ? t('attention.aboutLines', { count: jobs.length, title }) : t('attention.about', { title });
    return [
      {
        key: `${last.id} ${error.code}`,
        error,
        jobId: last.id,
        isWaiting,
        ...((isOneOfSeveral || place !== undefined || last.request.text !== text) && { about }),
        place,
        onRepeat: () => void sendAgain(jobs),
        isRepeating: jobs.some(isOrdered),
        ...(!isWaiting && { onDismiss: () => dismissJobs(jobs.map(({ id }) => id)) }),
      },
    ];
  };
  const isExplained = ({ jobs }: JobAlert): boolean => jobs.some(({ id }) => id === explainedId);
  const sorted = [...alerts.filter(isExplained), ...alerts.filter((alert) => !isExplained(alert))];
  const refused: ListedAlert[] =
    problem === null
      ? []
      : [
          {
            key: `refused ${problem.error.code}`,
            error: problem.error,
            onRepeat: problem.again === null ? undefined : () => void problem.again?.(),
            onDismiss: dismissProblem,
          },
        ];
  return <AlertList alerts={[...refused, ...sorted.flatMap(listed)]} />;
}
