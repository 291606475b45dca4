// A text that changes with time. It is written into the element directly, because ten renders a second would cost too
// much.

import { useEffect, useEffectEvent, useRef } from 'react';

type TickingTextProps = { className?: string | undefined; text: (nowMs: number) => string };

/** Shows the value of `text` for the current time while mounted. */
export function TickingText({ className, text }: TickingTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  const show = useEffectEvent(() => {
    const next = text(Date.now());
    if (element.current && element.current.textContent !== next) element.current.textContent = next;
  });
  // `text` may be another function after each render.
  useEffect(() => show());
  useEffect(() => {
    const timer = setInterval(() => show(), 100);
    return () => clearInterval(timer);
  }, []);
  return <span ref={element} className={className} />;
}
