// The button that ends what holds a queue. It must not know what waits in it.

import { Button } from '../../ui/Button.tsx';
import { useServices, useTranslation } from '../services.ts';

/** Ends what holds the queue: the person's own pause first. */
export function ResumeButton({ connectionId, isPaused }: { connectionId: string; isPaused: boolean }) {
  const { session } = useServices();
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
