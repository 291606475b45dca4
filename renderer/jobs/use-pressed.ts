// How long a button that sends is shown as pressed.

import { useEffect, useState } from 'react';
import { ONE_WISH_MS } from '../../shared/app/one-wish.ts';

/** Whether what was pressed is not answered yet, or pressing it again would still be the same wish. */
export function usePressed(isSending: boolean): boolean {
  const [isPressed, setPressed] = useState(false);
  if (isSending && !isPressed) setPressed(true);
  useEffect(() => {
    if (!isPressed || isSending) return;
    // Main counts from when it was asked, which on a busy computer is long after the press, but always before its answer.
    const timer = setTimeout(() => setPressed(false), ONE_WISH_MS);
    return () => clearTimeout(timer);
  }, [isPressed, isSending]);
  return isPressed;
}
