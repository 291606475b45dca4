// Long lists whose rows cost much: what is in a row is made when the row comes near the visible part of its list.

import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far outside the visible part a row counts as near. */
const MARGIN = '600px 0px';

/**
 * Returns a reference for an element, and whether the element is or has been near the visible part of what scrolls it.
 * @param isAlways it counts as near from the first render on.
 */
export function useNear<E extends Element>(isAlways = false): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [isNear, setNear] = useState(isAlways);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      root: scrollerOf(element.current),
      rootMargin: MARGIN,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear]);
  return [element, isNear];
}

/** The nearest element around that scrolls; the margin applies to it only. */
function scrollerOf(element: Element): Element | null {
  for (let at = element.parentElement; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return null;
}
