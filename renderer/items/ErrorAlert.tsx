// Shows an error, at the fixed position that each screen has for errors.

import type { AppError } from '../../shared/errors.ts';
import { usePressed } from '../jobs/use-pressed.ts';
import { useSession, useShell, useTranslation } from '../services.ts';
import { latePart } from '../shell/late-part.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { describeError, type ErrorTopic } from './error-text.ts';
import { useExchanges } from './inspector/use-exchanges.ts';
import { ReplyButtons } from './ReplyButtons.tsx';

const RequestDetails = latePart(async () => (await import('./inspector/RequestDetails.tsx')).RequestDetails);

type ErrorAlertProps = {
  error: AppError;
  isWaiting?: boolean;
  /** The failed job, whose requests and replies *Details* then shows; its kept reply can be saved and shown. */
  jobId?: string | null;
  /** The kind of request; speech by default. */
  topic?: ErrorTopic;
  /** Runs "Try again" and "Send again"; without it only "Open Settings" is offered. */
  onRepeat?: (() => void) | undefined;
  /** That was pressed, and is not answered yet. */
  isRepeating?: boolean;
  /** What was asked for, where that is not in view. */
  about?: string | undefined;
  /** Goes to where it was asked for. */
  place?: { label: string; onSelect: () => void } | undefined;
  /** Other ways to go on, one for each button. */
  ways?: readonly { label: string; onSelect: () => void }[];
  /** It is one of several in a list; a brief one leaves out what the list says of all. */
  isListed?: boolean;
  isBrief?: boolean;
  /** Without an action; for the screen that the action would open. */
  isPlain?: boolean;
  onDismiss?: (() => void) | undefined;
};

/** An error with its action from the table of errors. */
export function ErrorAlert(props: ErrorAlertProps) {
  const { error, isWaiting = false, isPlain = false, topic = 'speech', jobId = null, onRepeat, onDismiss } = props;
  const { about, place, ways = [], isListed = false, isBrief = false, isRepeating = false } = props;
  const openTab = useShell((shell) => shell.openTab);
  const { t } = useTranslation();
  const isPressed = usePressed(isRepeating);
  const job = useSession(({ jobs }) => jobs.find(({ id }) => id === jobId));
  const text = describeError(error, t, isWaiting, topic);
  const run = text.action?.kind === 'openSettings' ? () => openTab('settings') : onRepeat;
  // In a list what was asked for tells one from the other.
  const more = isBrief ? [] : text.paragraphs;
  const paragraphs = about === undefined ? more : [isListed ? text.title : about, ...more];
  return (
    <Alert
      title={isListed && about !== undefined ? about : text.title}
      action={
        !isPlain && text.action !== null && run !== undefined
          ? { label: text.action.label, onSelect: run, isBusy: isPressed }
          : undefined
      }
      otherActions={
        <>
          {ways.map(({ label, onSelect }) => (
            <Button key={label} onClick={onSelect}>
              {label}
            </Button>
          ))}
          {place && <Button onClick={place.onSelect}>{place.label}</Button>}
          {job && <ReplyButtons job={job} error={error} />}
        </>
      }
      detailsLabel={t('common.details')}
      closeLabel={t('common.close')}
      details={text.details}
      more={jobId !== null && <JobRequest jobId={jobId} />}
      dismissLabel={t('common.dismiss')}
      onDismiss={onDismiss}
      paragraphs={paragraphs}
      isListed={isListed}
    />
  );
}

function JobRequest({ jobId }: { jobId: string }) {
  const list = useExchanges(jobId);
  return list.length > 0 && <RequestDetails list={list} />;
}
