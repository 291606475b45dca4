// The button that makes a queue send again. Independent of what is queued.

import { useCommons, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';

/** Ends the person's pause; if there is none, ends the wait for the relay. */
export function ResumeButton({ connectionId, isPaused }: { connectionId: string; isPaused: boolean }) {
  const { session } = useCommons();
  const { t } = useTranslation();
  const { setPaused, retryNow } = session.getState();
  if (isPaused) {
    return (
      <Button variant="plain" onClick={() => setPaused(connectionId, false)}>
        {t('queue.resume')}
      </Button>
    );
  }
  return (
    <Button variant="plain" onClick={() => retryNow(connectionId)}>
      {t('queue.tryNow')}
    </Button>
  );
}
