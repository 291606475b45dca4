// The buttons of a request that a relay has taken and not finished: ask for the result, copy how it can be found again.

import type { AppError } from '../../shared/errors.ts';
import { useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { copyWords } from './item-actions.ts';

type TaskButtonsProps = { error: AppError; isBusy: boolean; isAsking: boolean; onAsk: () => void };

/** Nothing if the error is none of a task. */
export function TaskButtons({ error: { code, details }, isBusy, isAsking, onAsk }: TaskButtonsProps) {
  const { t } = useTranslation();
  const { taskId, taskUrl, canAsk } = details;
  if (code !== 'outcome.accepted') return null;
  return (
    <>
      {canAsk === true && (
        <Button disabled={isBusy} onClick={onAsk}>
          {t(isAsking ? 'task.asking' : 'task.ask')}
        </Button>
      )}
      {typeof taskId === 'string' && <Button onClick={() => void copyWords(taskId)}>{t('task.copyId')}</Button>}
      {typeof taskUrl === 'string' && <Button onClick={() => void copyWords(taskUrl)}>{t('task.copyAddress')}</Button>}
    </>
  );
}
