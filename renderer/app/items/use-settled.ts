// Whether something has been in view for a moment. Lists that are scrolled fast read nothing for what rushes by.

import { createContext, useContext, useEffect, useState } from 'react';

/** How long an element must be there before it reads what it shows, in milliseconds; 0: it does so at once. */
const SettleTime = createContext(0);
/** Sets that time for everything inside. */
export const SettleTimeProvider = SettleTime.Provider;

/** Returns whether the calling element may read what it shows. @param isKnown it costs nothing, so it need not wait */
export function useSettled(isKnown = false): boolean {
  const delayMs = useContext(SettleTime);
  const [isSettled, setSettled] = useState(delayMs === 0 || isKnown);
  useEffect(() => {
    if (isSettled) return;
    const timer = setTimeout(() => setSettled(true), delayMs);
    return () => clearTimeout(timer);
  }, [isSettled, delayMs]);
  return isSettled;
}
