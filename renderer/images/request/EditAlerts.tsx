// What went wrong with edits: of the picture that is open, and of any other.

import { useStore } from 'zustand';
import type { EditJob } from '../../../shared/contract/jobs.ts';
import type { AppError } from '../../../shared/errors.ts';
import { titleOf } from '../../../shared/text/title.ts';
import { AlertList, type ListedAlert } from '../../jobs/AlertList.tsx';
import { attention, isRepeatable } from '../../jobs/attention.ts';
import { useOpening, useSession, useTranslation } from '../../services.ts';
import { activeConnection } from '../../shell/session-store.ts';
import { sizeOf } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import { listedSizes } from './helpful-sizes.ts';
import { useSizeRules } from './use-wire.ts';

/** Above *Edit image*; the failed picture that a person asked about is the first. */
export function EditAlerts({ store }: { store: ImagesStore }) {
  const dismissJobs = useSession((session) => session.dismissJobs);
  const { showInImages } = useOpening();
  const { t } = useTranslation();
  const problem = useStore(store, (images) => images.problem);
  const explainedId = useStore(store, (images) => images.explainedId);
  const source = useStore(store, (images) => images.pictures[0]);
  const connectionId = useSession((session) => activeConnection(session)?.id);
  const rules = useSizeRules();
  const { edits, failedPictures } = useSession(({ jobs }) => attention(jobs));
  const ordering = useSession((session) => session.ordering);
  const { sendAgain, retry, explain, dismissProblem } = store.getState();
  const explained = failedPictures.find(({ id }) => id === explainedId);
  const others = edits.flatMap(({ error, jobs, isWaiting }) => jobs.map((job) => ({ error, job, isWaiting })));

  /** Sends the open picture in a size that the relay has listed. */
  const waysOf = (error: AppError, { request }: EditJob): Pick<ListedAlert, 'ways'> =>
    source === undefined || request.pictures[0]?.mediaId !== source.mediaId || request.connectionId !== connectionId
      ? {}
      : {
          ways: listedSizes(error, request.options.size, sizeOf(source), rules).map((size) => ({
            label: t('images.sendAsSize', { size }),
            onSelect: () => void store.getState().editInSize(size),
          })),
        };

  /** Says which edit it is, unless its picture is open. */
  const factsOf = ({ id, request }: EditJob): Pick<ListedAlert, 'topic' | 'jobId' | 'about' | 'place'> => ({
    topic: 'edit',
    jobId: id,
    ...(others.length > 1 && { about: t('attention.about', { title: titleOf(request.prompt) }) }),
    ...(request.pictures[0]?.mediaId !== source?.mediaId && {
      about: t('attention.about', { title: titleOf(request.prompt) }),
      place: { label: t('attention.openEdit'), onSelect: () => showInImages(request) },
    }),
  });
  const alerts: ListedAlert[] = [];
  if (problem !== null)
    alerts.push({
      key: `refused ${problem.error.code}`,
      topic: 'edit',
      error: problem.error,
      onRepeat: problem.again === null ? undefined : () => void problem.again?.(),
      onDismiss: dismissProblem,
    });
  if (explained !== undefined)
    alerts.push({
      ...factsOf(explained.job),
      key: explained.id,
      error: explained.error,
      onRepeat: () => void retry(explained),
      isRepeating: ordering.has(explained.id),
      onDismiss: () => {
        explain(null);
        if (explained.job.error !== null) dismissJobs([explained.job.id]);
      },
    });
  for (const { error, job, isWaiting } of others)
    if (job.id !== explained?.job.id)
      alerts.push({
        ...factsOf(job),
        ...waysOf(error, job),
        key: `${job.id} ${error.code}`,
        error,
        isWaiting,
        onRepeat: isRepeatable(job) ? () => void sendAgain(job) : undefined,
        isRepeating: ordering.has(job.id),
        ...(!isWaiting && { onDismiss: () => dismissJobs([job.id]) }),
      });
  return <AlertList alerts={alerts} />;
}
