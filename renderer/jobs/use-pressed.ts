// How long a button that sends is shown as pressed.

import { useEffect, useState } from 'react';
import { ONE_WISH_MS } from '../../shared/app/one-wish.ts';

/** Whether what was pressed is not answered yet, or pressing it again would still be the same wish. */
export function usePressed(isSending: boolean): boolean {
  const [startedAt, setStartedAt] = useState<number | null>(null);
  if (isSending && startedAt === null) setStartedAt(performance.now());
  useEffect(() => {
    if (startedAt === null || isSending) return;
    const timer = setTimeout(() => setStartedAt(null), startedAt + ONE_WISH_MS - performance.now());
    return () => clearTimeout(timer);
  }, [startedAt, isSending]);
  return startedAt !== null;
}
