// The buttons of an error whose reply is kept: fetch what is missing of it, ask for what was not finished, save it, show
// it.

import type { Job } from '../../shared/contract/jobs.ts';
import type { AppError } from '../../shared/errors.ts';
import { useCommons, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { errorText } from './error-text.ts';
import { TaskButtons } from './TaskButtons.tsx';
import { useReplyActions } from './use-reply-actions.ts';

type ReplyButtonsProps = { job: Job; error: AppError };

/** The actions on the reply of a failed job; nothing if it has none. */
export function ReplyButtons({ job, error }: ReplyButtonsProps) {
  return job.replyId !== null && <Buttons job={job} replyId={job.replyId} error={error} />;
}

function Buttons({ job, replyId, error }: ReplyButtonsProps & { replyId: string }) {
  const { toasts } = useCommons();
  const { t } = useTranslation();
  const { busy, fetch, allow, ask, save, show } = useReplyActions(replyId, (failure) => {
    if (failure === null) return;
    const { relayMessage = '' } = failure.details;
    const title = [errorText(failure.code, 'title', t, job.kind), String(relayMessage)].filter(Boolean);
    toasts.add({ title: title.join(t.separators.fact) });
  });
  const refused = refusedIndex(job, error);
  return (
    <>
      {error.code === 'result.lost' && (
        <Button disabled={busy !== null} onClick={fetch}>
          {t(busy === null ? 'reply.fetch' : 'reply.fetching')}
        </Button>
      )}
      <TaskButtons error={error} isBusy={busy !== null} isAsking={busy === 'asking'} onAsk={ask} />
      {refused !== undefined && (
        <Button disabled={busy !== null} onClick={() => allow(refused)}>
          {t('reply.allow')}
        </Button>
      )}
      <Button onClick={save}>{t('reply.save')}</Button>
      <Button onClick={show}>{t('reply.show')}</Button>
    </>
  );
}

/** The index of the result whose address the app refused, if a person can allow it. */
function refusedIndex(job: Job, { code, details }: AppError): number | undefined {
  if (code !== 'result.refused' || details.canAllow !== true) return undefined;
  if (job.kind === 'speech') return 0;
  return job.failures.find(({ error }) => error.code === code && error.details.url === details.url)?.index;
}
