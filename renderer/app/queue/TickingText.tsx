// A text that changes with the time, written past React: ten times a second is no state.

import { useEffect, useEffectEvent, useRef } from 'react';

type TickingTextProps = { className?: string | undefined; text: (nowMs: number) => string };

/** Shows `text` of now, for as long as it is there. */
export function TickingText({ className, text }: TickingTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  const show = useEffectEvent(() => {
    const next = text(Date.now());
    if (element.current && element.current.textContent !== next) element.current.textContent = next;
  });
  // What is asked for may change with any drawing.
  useEffect(() => show());
  useEffect(() => {
    const timer = setInterval(() => show(), 100);
    return () => clearInterval(timer);
  }, []);
  return <span ref={element} className={className} />;
}
